//! agent.md folders: model, rules, and the plan of what is packaged.

pub mod fields;
mod grants;
mod graph;
pub mod model;
mod names;
mod plan;
pub(crate) mod rules;
mod sources;

pub use graph::ModuleCache;
pub use plan::Plan;

use std::collections::BTreeSet;

use crate::diagnostics::{Code, Diagnostic, Severity, Sink};
use crate::package::Role;
use crate::parse::{Node, Value, frontmatter, yaml};
use crate::schema::{Checker, Editor};
use crate::source::Span;
use crate::vfs::{Needs, Vfs, VfsPath};
use graph::ModuleGraph;
use model::{Agent, Spanned};
use sources::{Expected, Origin, Sources};

pub const ENTRY_NAME: &str = "agent.md";
pub const SKILL_FILE: &str = "SKILL.md";

/// Lock files that are packaged with package.json where they are there.
const LOCK_FILES: [&str; 2] = ["bun.lock", "bun.lockb"];

/// agent.md as the rules see it.
pub struct Document<'a> {
    pub file: &'a VfsPath,
    pub text: &'a str,
    pub root: &'a Node,
    pub agent: &'a Agent,
    /// The instructions.
    pub body: Span,
}

impl Document<'_> {
    /// Makes edits of the frontmatter.
    pub fn editor(&self) -> Editor<'_> {
        Editor { file: self.file, text: self.text }
    }
}

/// What one pass over a folder gives.
pub struct Analysis {
    /// The file that stands for agent.md, or what its name should be.
    pub entry: VfsPath,
    pub name: Option<String>,
    /// What would be packaged; there where no error is.
    pub plan: Option<Plan>,
}

impl Analysis {
    /// Of a folder that there is nothing to say about.
    pub fn nothing() -> Self {
        Self { entry: VfsPath::root().child(ENTRY_NAME), name: None, plan: None }
    }
}

/// Checks a folder as far as the tree is known, and notes in `needs` what else must be.
///
/// Where `needs` is not empty afterwards, the report says too little or too much: provide what is missing and check again.
pub fn analyse(vfs: &Vfs, needs: &mut Needs, cache: &mut ModuleCache, sink: &mut Sink) -> Analysis {
    let nothing = |entry: VfsPath| Analysis { entry, ..Analysis::nothing() };
    let Some(entry) = rules::entry::find(vfs, needs, sink) else { return Analysis::nothing() };
    let Some(content) = vfs.read(&entry, needs).cloned() else { return nothing(entry) };
    rules::content::check(&entry, &content, sink);
    let Some(text) = rules::entry::decode(&entry, &content, sink) else { return nothing(entry) };

    let split = frontmatter::split(&entry, text);
    sink.extend(split.diagnostics);
    let Some(yaml_span) = split.yaml else { return nothing(entry) };
    let mut parsed = yaml::parse(&entry, text, yaml_span);
    let unreadable: BTreeSet<Span> = errors(&parsed.diagnostics).collect();
    sink.extend(std::mem::take(&mut parsed.diagnostics));
    let misplaced = parsed.root.as_ref().is_some_and(|root| root.get(fields::LEGACY_INSTRUCTIONS_FIELD).is_some());
    if split.body.text(text).trim().is_empty() && !misplaced {
        sink.push(missing_instructions(&entry, text, split.body));
    }
    let Some(root) = parsed.root else { return nothing(entry) };
    check_schema(&entry, text, &root, parsed.complete, &unreadable, sink);
    if !matches!(root.value, Value::Mapping(_)) && !root.is_broken() {
        return nothing(entry);
    }
    let agent = Agent::from_tree(&root, text, parsed.complete);
    let document = Document { file: &entry, text, root: &root, agent: &agent, body: split.body };

    rules::fields::check(&document, sink);
    rules::tools::check(&document, sink);
    rules::bindings::check(&document, sink);
    rules::skills::check(&document, sink);

    let mut sources = Sources::default();
    let modules = declared_modules(&document, vfs, needs, &mut sources, sink);
    declared_folders(&document, vfs, needs, &mut sources, sink);
    let graph = ModuleGraph::build(&modules, vfs, needs, cache, &mut sources, sink);
    rules::tools::check_exports(&document, &graph, sink);
    rules::bindings::check_reads(&document, &graph, sink);
    rules::roles::check(&document, &sources, sink);
    add_fixed_sources(&document, vfs, needs, &mut sources, sink);
    rules::package_paths::check(&sources, sink);
    check_contents(&document, vfs, needs, &sources, sink);

    let name = agent.name.as_ref().map(|name| name.value.clone());
    let plan = if needs.is_empty() {
        let linked = graph.link(&plan::entry_points(&document));
        sink.extend(linked.diagnostics().iter().cloned());
        if sink.has_errors() { None } else { plan::plan(&document, vfs, sources, linked) }
    } else {
        None
    };
    Analysis { entry, name, plan }
}

fn missing_instructions(entry: &VfsPath, text: &str, body: Span) -> Diagnostic {
    let at = if body.is_empty() { Span::empty(text.len()) } else { body };
    Diagnostic::new(Code::MissingInstructions, entry, at, "agent.md has no instructions after the frontmatter")
        .help("Write what the agent should do for every task below the closing `---` line.")
}

/// Where the errors are.
fn errors(diagnostics: &[Diagnostic]) -> impl Iterator<Item = Span> {
    diagnostics.iter().filter(|found| found.severity == Severity::Error).filter_map(|found| found.span)
}

/// The line of `---` that opens the frontmatter; where it is missing, the start of the file.
fn opening_line(text: &str) -> Span {
    let start = text.len() - text.trim_start_matches(|first: char| first == '\u{feff}' || first.is_whitespace()).len();
    Span::new(start, start + if text[start..].starts_with("---") { 3 } else { 0 })
}

fn check_schema(
    entry: &VfsPath,
    text: &str,
    root: &Node,
    complete: bool,
    unreadable: &BTreeSet<Span>,
    sink: &mut Sink,
) {
    let elsewhere: Vec<&str> =
        fields::LEGACY_MANIFEST_FIELDS.into_iter().chain([fields::LEGACY_INSTRUCTIONS_FIELD]).collect();
    let checker = Checker {
        file: entry,
        text,
        root,
        shape: &fields::FRONTMATTER,
        code: Code::AgentSchema,
        format: ENTRY_NAME,
        reported_elsewhere: &elsewhere,
        complete,
        unreadable,
    };
    checker.check(opening_line(text), sink);
}

/// The declared tool modules that can be read, in declared order.
fn declared_modules(
    document: &Document,
    vfs: &Vfs,
    needs: &mut Needs,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Vec<VfsPath> {
    let mut modules = Vec::new();
    for value in document.agent.harness.modules.iter().filter_map(|module| module.path.as_ref()) {
        if value.value.is_empty() {
            continue;
        }
        let origin = Origin::declared(document.file, value);
        if let Some(diagnostic) = rules::tools::extension(vfs, needs, value, &origin) {
            sink.push(diagnostic);
            continue;
        }
        let Some((path, _)) =
            sources::resolve(vfs, needs, &mut sources.spellings, sink, value, &origin, Expected::File)
        else {
            continue;
        };
        sources.add(path.clone(), Role::Source, origin);
        modules.push(path);
    }
    modules
}

fn declared_folders(document: &Document, vfs: &Vfs, needs: &mut Needs, sources: &mut Sources, sink: &mut Sink) {
    let harness = &document.agent.harness;
    let words = rules::skills::words(document.body.text(document.text));
    let mut add = |value: &Spanned<String>, role: Role, expected: Expected, sink: &mut Sink| {
        let origin = Origin::declared(document.file, value);
        let Some((path, kind)) = sources::resolve(vfs, needs, &mut sources.spellings, sink, value, &origin, expected)
        else {
            return;
        };
        if kind == crate::vfs::NodeKind::File {
            sources.add(path, role, origin);
            return;
        }
        if role == Role::Skill {
            rules::skills::mentioned(document, &words, value, sink);
            rules::skills::manifest(vfs, needs, sink, &path, &origin);
        }
        let listed = sources::files_in_folder(vfs, needs, sink, &path, &origin);
        if listed.is_empty && role == Role::File {
            sink.push(sources::empty_folder(&path, &origin));
        }
        for file in listed.files {
            sources.add(file, role, origin.clone());
        }
    };
    for value in &harness.skills {
        add(value, Role::Skill, Expected::Folder, sink);
    }
    for value in &harness.files {
        add(value, Role::File, Expected::Either, sink);
    }
}

/// agent.md itself and, where there are tool modules, package.json and the lock files.
fn add_fixed_sources(document: &Document, vfs: &Vfs, needs: &mut Needs, sources: &mut Sources, sink: &mut Sink) {
    sources.add(document.file.clone(), Role::Source, Origin::whole_file(document.file));
    if document.agent.harness.modules.is_empty() {
        return;
    }
    if let Some(path) = rules::package_json::check(document, vfs, needs, sink) {
        let origin = Origin::whole_file(&path);
        sources.add(path, Role::Source, origin);
    }
    for name in LOCK_FILES {
        let path = VfsPath::root().child(name);
        let origin = Origin::whole_file(&path);
        match vfs.lookup(&path, needs) {
            crate::vfs::Lookup::Found(crate::vfs::NodeKind::File) => sources.add(path, Role::Source, origin),
            crate::vfs::Lookup::Found(crate::vfs::NodeKind::Symlink) => {
                sink.push(sources::symlink(vfs, needs, &path, &origin));
            }
            _ => {}
        }
    }
}

fn check_contents(document: &Document, vfs: &Vfs, needs: &mut Needs, sources: &Sources, sink: &mut Sink) {
    // A SKILL.md is a skill's own where it stands directly in the declared folder.
    let skills: BTreeSet<&str> = document.agent.harness.skills.iter().map(|skill| skill.value.as_str()).collect();
    for path in sources.files.keys() {
        let Some(content) = vfs.read(path, needs) else { continue };
        if path != document.file {
            rules::content::check(path, content, sink);
        }
        let is_manifest =
            path.file_name() == SKILL_FILE && path.parent().is_some_and(|folder| skills.contains(folder.as_str()));
        if is_manifest && let Some(text) = rules::entry::decode(path, content, sink) {
            crate::skills::check_manifest(path, text, sink);
        }
    }
}
