//! agent.md folders: model, rules, and the plan of what is packaged.

pub mod fields;
mod grants;
mod graph;
mod memory;
pub mod model;
mod names;
mod plan;
mod reading;
pub(crate) mod rules;
mod sources;

pub use graph::ModuleGraph;
pub use memory::Memory;
pub use plan::Plan;
pub use reading::Reading;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagnostics::Sink;
use crate::package::Role;
use crate::parse::Node;
use crate::schema::Editor;
use crate::source::Span;
use crate::vfs::{Needs, Vfs, VfsPath};
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
    /// The entry file by itself, where there is one.
    pub reading: Option<Arc<Reading>>,
    /// The tool modules, as far as they could be read.
    pub graph: ModuleGraph,
    /// What would be packaged; there where no error is.
    pub plan: Option<Plan>,
}

impl Analysis {
    /// Of a folder that there is nothing to say about.
    pub fn nothing() -> Self {
        Self::nothing_but(VfsPath::root().child(ENTRY_NAME))
    }

    fn nothing_but(entry: VfsPath) -> Self {
        Self { entry, name: None, reading: None, graph: ModuleGraph::default(), plan: None }
    }
}

/// Checks a folder as far as the tree is known, and notes in `needs` what else must be.
///
/// Where `needs` is not empty afterwards, the report says too little or too much: provide what is missing and check again.
pub fn analyse(vfs: &Vfs, needs: &mut Needs, memory: &mut Memory, sink: &mut Sink) -> Analysis {
    let Some(entry) = rules::entry::find(vfs, needs, sink) else { return Analysis::nothing() };
    let Some(content) = vfs.read(&entry, needs) else { return Analysis::nothing_but(entry) };
    let reading = memory.reading(&entry, content);
    sink.absorb(&reading.findings);
    let Some(document) = reading.document() else { return Analysis::nothing_but(entry) };
    rules::fields::local_skills(&document, vfs, needs, sink);

    let mut sources = Sources::default();
    let modules = declared_modules(&document, vfs, needs, &mut sources, sink);
    declared_folders(&document, vfs, needs, &mut sources, sink);
    let mut graph = ModuleGraph::build(&modules, vfs, needs, memory, &mut sources, sink);
    rules::tools::check_exports(&document, &graph, sink);
    rules::bindings::check_reads(&document, &graph, sink);
    rules::roles::check(&document, &sources, sink);
    add_fixed_sources(&document, vfs, needs, memory, &mut sources, sink);
    rules::package_paths::check(&sources, sink);
    check_contents(&document, vfs, needs, memory, &sources, sink);

    let name = document.agent.name.as_ref().map(|name| name.value.clone());
    let plan = if needs.is_empty() {
        let linked = memory.link(graph.bundle_graph(plan::entry_points(&document)));
        sink.extend(linked.diagnostics().iter().cloned());
        if sink.has_errors() { None } else { plan::plan(&document, vfs, sources, linked) }
    } else {
        None
    };
    memory.end_pass();
    Analysis { entry, name, reading: Some(reading.clone()), graph, plan }
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
fn add_fixed_sources(
    document: &Document,
    vfs: &Vfs,
    needs: &mut Needs,
    memory: &mut Memory,
    sources: &mut Sources,
    sink: &mut Sink,
) {
    sources.add(document.file.clone(), Role::Source, Origin::whole_file(document.file));
    if document.agent.harness.modules.is_empty() {
        return;
    }
    if let Some(path) = rules::package_json::check(document, vfs, needs, memory, sink) {
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

fn check_contents(
    document: &Document,
    vfs: &Vfs,
    needs: &mut Needs,
    memory: &mut Memory,
    sources: &Sources,
    sink: &mut Sink,
) {
    // A SKILL.md is a skill's own where it stands directly in the declared folder.
    let skills: BTreeSet<&str> = document.agent.harness.skills.iter().map(|skill| skill.value.as_str()).collect();
    for path in sources.files.keys() {
        let Some(content) = vfs.read(path, needs) else { continue };
        if path != document.file {
            sink.absorb(&memory.content_findings(path, content));
        }
        if path.file_name() == SKILL_FILE && path.parent().is_some_and(|folder| skills.contains(folder.as_str())) {
            sink.absorb(&memory.skill_findings(path, content));
        }
    }
}
