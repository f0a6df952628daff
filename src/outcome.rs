//! What a check or a pack says to the outside: our JSON, and reports for people and programs.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::diagnostics::render::{self, Look, Subject};
use crate::diagnostics::{Changes, Edit, Mending, Report, Round, Severity};
use crate::package::Package;
use crate::vfs::{Content, Vfs, VfsPath};
use crate::{Checked, Packed};

/// The version of the JSON's shape; it grows when a key changes its meaning or goes away.
const SCHEMA_VERSION: u32 = 1;

/// The JSON of a check or a pack: `schemaVersion`, `status`, `format`, `name` where it could be read, `diagnostics`,
/// `summary`, and for a valid folder `digests`, `archiveSize`, `manifest` and `launch`.
pub fn to_json(packed: &Packed, vfs: &Vfs) -> Value {
    let mut object = checked_object(&packed.checked, vfs);
    if let Some(package) = &packed.package {
        let digests = &package.digests;
        object.insert(
            "digests".into(),
            json!({
                "source": digests.source.to_string(),
                "artifact": digests.artifact.to_string(),
                "archive": digests.archive.to_string(),
            }),
        );
        object.insert("archiveSize".into(), packed.archive_size.into());
        object.insert("manifest".into(), shown(&package.manifest, &packed.checked.report));
        object.insert("launch".into(), shown(&package.launch, &packed.checked.report));
    }
    object.into()
}

/// A part of the package as it may be shown, without what is secret in its strings.
fn shown(value: &Value, report: &Report) -> Value {
    match value {
        Value::String(text) => report.shown(text).into(),
        Value::Array(items) => items.iter().map(|item| shown(item, report)).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, member)| (name.clone(), shown(member, report))).collect::<Map<_, _>>().into()
        }
        other => other.clone(),
    }
}

/// The same without what only a package has.
pub fn checked_json(checked: &Checked, vfs: &Vfs) -> Value {
    checked_object(checked, vfs).into()
}

fn checked_object(checked: &Checked, vfs: &Vfs) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schemaVersion".into(), SCHEMA_VERSION.into());
    let status = if checked.report.has_errors() { "refused" } else { "valid" };
    object.insert("status".into(), status.into());
    object.insert("format".into(), "agent".into());
    if let Some(name) = &checked.name {
        object.insert("name".into(), checked.report.shown(name).into());
    }
    let subject = Subject::new(&checked.report, vfs);
    object.insert("diagnostics".into(), render::diagnostics_json(&subject));
    object.insert("summary".into(), render::summary_json(checked.report.summary));
    object
}

/// Who a report is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Framed, for people at a terminal.
    Text,
    /// One line a problem.
    Line,
    Sarif,
    Github,
    Rdjson,
    Junit,
}

impl Format {
    pub const ALL: [Self; 6] = [Self::Text, Self::Line, Self::Sarif, Self::Github, Self::Rdjson, Self::Junit];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Line => "line",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Rdjson => "rdjson",
            Self::Junit => "junit",
        }
    }
}

/// One folder's part of a report: what was found, and as much of the folder as is needed to show it.
pub struct Part {
    folder: String,
    report: Report,
    files: BTreeMap<VfsPath, Content>,
    card: Option<render::Card>,
    mending: Mending,
}

/// How a report is to be made.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub format: Format,
    /// Of [`Format::Text`].
    pub look: Look,
    /// Whether errors alone are shown; others are counted still.
    pub quiet: bool,
}

impl Part {
    /// `folder` is how the reader names the folder, empty for the one the reader is in.
    pub fn new(folder: &str, packed: &Packed, vfs: &Vfs, mending: &Mending) -> Self {
        let report = packed.checked.report.clone();
        let files = cited(&report, vfs);
        Self { folder: folder.to_owned(), report, files, card: card(packed), mending: mending.clone() }
    }
}

/// One report on all the folders. In [`Format::Text`] what was fixed comes first, and a valid folder that is the only
/// one has the card of its package.
pub fn render(parts: &[Part], style: Style) -> String {
    let quiet: Vec<Report> =
        parts.iter().filter(|_| style.quiet).map(|part| errors_alone(part.report.clone())).collect();
    let reports = parts.iter().enumerate().map(|(at, part)| quiet.get(at).unwrap_or(&part.report));
    let subjects: Vec<Subject<'_>> = parts
        .iter()
        .zip(reports)
        .map(|(part, report)| Subject::new(report, &part.files).in_folder(&part.folder))
        .collect();
    match style.format {
        Format::Text => text(parts, &subjects, style),
        Format::Line => render::line(&subjects),
        Format::Sarif => render::sarif(&subjects),
        Format::Github => render::github(&subjects),
        Format::Rdjson => render::rdjson(&subjects),
        Format::Junit => render::junit(&subjects),
    }
}

fn text(parts: &[Part], subjects: &[Subject<'_>], Style { look, quiet, .. }: Style) -> String {
    let mut text = String::new();
    for part in parts {
        text.push_str(&render::fixes(&part.folder, &part.mending.rounds, look));
    }
    let card = match parts {
        [part] if !quiet => part.card.as_ref(),
        _ => None,
    };
    if card.is_none() || parts.iter().any(|part| !part.report.diagnostics.is_empty()) {
        text.push_str(&render::text(subjects, look));
    }
    if let Some(card) = card {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&render::card(card, look));
    }
    if parts.len() > 1 {
        let refused = parts.iter().filter(|part| part.report.has_errors()).count();
        text.push_str(&format!("{} folders: {} valid, {refused} refused\n", parts.len(), parts.len() - refused));
    }
    text
}

fn errors_alone(mut report: Report) -> Report {
    report.diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
    report
}

/// The files that a report points into.
fn cited(report: &Report, vfs: &Vfs) -> BTreeMap<VfsPath, Content> {
    let mut files = BTreeMap::new();
    let mut keep = |file: &VfsPath| {
        if let Some(content) = vfs.content(file) {
            files.entry(file.clone()).or_insert_with(|| content.clone());
        }
    };
    for diagnostic in &report.diagnostics {
        keep(&diagnostic.file);
        diagnostic.related.iter().for_each(|related| keep(&related.file));
        for edit in diagnostic.fixes.iter().flat_map(|fix| &fix.edits) {
            if let Edit::Replace { file, .. } = edit {
                keep(file);
            }
        }
    }
    files
}

/// The JSON of fixes: `fixed`, the problems that had them, as `{code, file, title}`; and `changes`, what is to be done
/// to the folder, in this order: `{kind: "rename", file, newFile}`, `{kind: "write", file, created}`.
pub fn fixes_json(mending: &Mending) -> Value {
    let fixed: Value = mending
        .rounds
        .iter()
        .flat_map(Round::applied)
        .map(|(diagnostic, fix)| {
            json!({ "code": diagnostic.code.as_str(), "file": diagnostic.file.as_str(), "title": fix.title })
        })
        .collect();
    let Changes { renames, writes, created } = &mending.changes;
    let renames =
        renames.iter().map(|(from, to)| json!({ "kind": "rename", "file": from.as_str(), "newFile": to.as_str() }));
    let writes =
        writes.keys().map(|file| json!({ "kind": "write", "file": file.as_str(), "created": created.contains(file) }));
    json!({ "fixed": fixed, "changes": renames.chain(writes).collect::<Value>() })
}

fn card(packed: &Packed) -> Option<render::Card> {
    let package = packed.package.as_ref()?;
    let plan = packed.checked.plan.as_ref()?;
    let shown = |text: &str| packed.checked.report.shown(text);
    let all_shown = |texts: &[String]| texts.iter().map(|text| shown(text)).collect::<Vec<_>>();
    let entries = plan.tools.iter();
    let builtins = plan.launch.allowed_tools.iter().filter(|name| entries.clone().all(|entry| entry.name != **name));
    let tools = builtins
        .map(|name| render::Tool { name: shown(name), module: None })
        .chain(
            entries
                .clone()
                .map(|entry| render::Tool { name: shown(&entry.name), module: Some(shown(entry.path.as_str())) }),
        )
        .collect();
    let bindings = |names: &[String], required: bool| {
        names.iter().map(|name| render::Binding { name: shown(name), required }).collect::<Vec<_>>()
    };
    Some(render::Card {
        name: shown(&plan.name),
        model: shown(&plan.launch.model),
        mode: plan.launch.mode.clone(),
        tools,
        removed_tools: all_shown(&plan.removed_tools),
        skills: all_shown(&plan.launch.skills),
        bindings: [bindings(&plan.launch.bindings.required, true), bindings(&plan.launch.bindings.optional, false)]
            .concat(),
        files: packaged_files(package, &packed.checked.report),
        digests: render::Digests {
            source: package.digests.source.to_string(),
            artifact: package.digests.artifact.to_string(),
            archive: package.digests.archive.to_string(),
        },
        archive_size: packed.archive_size,
        contents_size: package.contents_size,
    })
}

fn packaged_files(package: &Package, report: &Report) -> Vec<render::PackagedFile> {
    let files = package.files.iter();
    files
        .map(|file| render::PackagedFile {
            path: report.shown(file.path()),
            role: file.role().as_str().to_owned(),
            size: file.size(),
            sha256: file.digest().hex(),
        })
        .collect()
}
