//! What is packaged, and how it is launched.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::Document;
use super::sources::Sources;
use crate::bundle::{EntryPoint, Linked, Registration};
use crate::package::{Bindings, Launch, Role, SourceFile, package_path};
use crate::source::Span;
use crate::vfs::{Vfs, VfsPath};

/// Everything that the package of a folder without errors follows from.
pub struct Plan {
    pub name: String,
    pub sources: Vec<SourceFile>,
    pub launch: Launch,
    /// The instructions: bytes of the entry file.
    pub instructions: Span,
    /// The tool modules that are declared, and all of them linked, where there are any.
    pub tools: Vec<EntryPoint>,
    pub bundle: Option<(Rc<Linked>, Registration)>,
    /// Tools that `disallowed_tools` takes away.
    pub removed_tools: Vec<String>,
}

/// `None` where a part is missing; the rules have reported it then.
pub fn plan(document: &Document, vfs: &Vfs, sources: Sources, linked: Rc<Linked>) -> Option<Plan> {
    let agent = document.agent;
    let harness = &agent.harness;
    let name = agent.name.as_ref()?.value.clone();
    let entries = entry_points(document);
    let builtins: Vec<String> = agent.granted_builtins().map(|tool| tool.value.clone()).collect();
    let allowed_tools: Vec<String> =
        builtins.iter().cloned().chain(entries.iter().map(|entry| entry.name.clone())).collect();
    let granted: BTreeSet<&String> = builtins.iter().collect();
    let removed = harness.builtin.iter().map(|tool| &tool.value).filter(|tool| !granted.contains(tool));
    let removed_tools = removed.cloned().collect();
    let secrets: Vec<(String, bool)> = harness
        .secrets
        .iter()
        .filter_map(|secret| Some((secret.name.as_ref()?.value.clone(), secret.is_required())))
        .collect();
    let names = |required: bool| {
        secrets.iter().filter(|(_, wanted)| *wanted == required).map(|(name, _)| name.clone()).collect()
    };
    let launch = Launch {
        model: agent.model.as_ref()?.value.clone(),
        thinking: agent.thinking.as_ref().map(|thinking| thinking.value.clone()),
        allowed_tools: allowed_tools.clone(),
        skills: harness
            .skills
            .iter()
            .filter_map(|skill| Some(package_path(Role::Skill, &VfsPath::declared(&skill.value).ok()?)))
            .collect(),
        bindings: Bindings { required: names(true), optional: names(false) },
        mode: harness.mode.as_ref().map_or("interactive", |mode| &mode.value).to_owned(),
        scaffold: harness.scaffold.as_ref().map_or("standard", |scaffold| &scaffold.value).to_owned(),
    };
    let sources = sources
        .files
        .into_iter()
        .map(|(path, uses)| {
            let role = *uses.by_role.keys().next()?;
            let content = vfs.content(&path)?.clone();
            Some(SourceFile::new(path, role, content))
        })
        .collect::<Option<Vec<_>>>()?;
    let bundle = (!entries.is_empty()).then_some((linked, Registration { allowed_tools, bindings: secrets }));
    Some(Plan { name, sources, launch, instructions: document.body, tools: entries, bundle, removed_tools })
}

/// The declared tools, in their order; one without a path or a name, which has been reported, is left out.
pub fn entry_points(document: &Document) -> Vec<EntryPoint> {
    let modules = document.agent.harness.modules.iter();
    modules
        .filter_map(|module| {
            Some(EntryPoint {
                path: VfsPath::declared(&module.path.as_ref()?.value).ok()?,
                export: module.export_name().to_owned(),
                name: module.name.as_ref()?.value.clone(),
            })
        })
        .collect()
}
