//! What a check or a pack says to the outside: our JSON, and the text for people.

use serde_json::{Map, Value};

use crate::diagnostics::Report;
use crate::diagnostics::render::{self, Look, Subject};
use crate::package::Package;
use crate::vfs::Vfs;
use crate::{Packed, Workspace};

/// The version of the JSON's shape; it grows when a key changes its meaning or goes away.
const SCHEMA_VERSION: u32 = 1;

/// The JSON of a check or a pack: `schemaVersion`, `status`, `format`, `name` where it could be read, `diagnostics`,
/// `summary`, and for a valid folder `digests`, `archiveSize`, `manifest` and `launch`.
pub fn to_json(packed: &Packed, vfs: &Vfs) -> Value {
    let checked = &packed.checked;
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
    if let Some(package) = &packed.package {
        let digests = &package.digests;
        object.insert(
            "digests".into(),
            serde_json::json!({
                "source": digests.source.to_string(),
                "artifact": digests.artifact.to_string(),
                "archive": digests.archive.to_string(),
            }),
        );
        object.insert("archiveSize".into(), packed.archive_size.into());
        object.insert("manifest".into(), shown(&package.manifest, &checked.report));
        object.insert("launch".into(), shown(&package.launch, &checked.report));
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

/// The report for people: diagnostics with source frames and, for a valid folder, the card of its package.
/// `folder` goes before the names of files.
pub fn to_text(packed: &Packed, workspace: &Workspace, folder: &str, look: Look) -> String {
    let report = &packed.checked.report;
    let mut text = String::new();
    if !report.diagnostics.is_empty() {
        text.push_str(&render::text(&[Subject::new(report, workspace.vfs()).in_folder(folder)], look));
    }
    if let Some(card) = card(packed) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&render::card(&card, look));
    }
    text
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
