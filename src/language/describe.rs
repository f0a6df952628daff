//! Hovers.

use super::Hover;
use super::complete::documentation;
use super::place::{Place, Referent, place_at, referent};
use crate::agent::{Document, ModuleGraph};
use crate::bundle::Target;
use crate::package::{Role, package_path};
use crate::vfs::{Needs, NodeKind, Vfs, VfsPath};

/// What is known of the key or value at an offset of agent.md.
pub fn describe(document: &Document, offset: usize, vfs: &Vfs) -> Option<Hover> {
    let place = place_at(document, offset)?;
    let mut parts: Vec<String> = Vec::new();
    if let Some(field) = place.field {
        let required = if field.required { ", required" } else { "" };
        parts.push(format!("**{}** · {}{required}", field.name, field.shape.description()));
        parts.push(documentation(field));
    }
    parts.extend(declared(&place, vfs));
    (!parts.is_empty()).then(|| Hover { span: place.span, text: parts.join("\n\n") })
}

/// What a declared path leads to.
fn declared(place: &Place, vfs: &Vfs) -> Option<String> {
    let role = match referent(&place.path)? {
        Referent::ModulePath => Role::Source,
        Referent::SkillFolder => Role::Skill,
        Referent::PackagedPath => Role::File,
        _ => return None,
    };
    file_facts(&VfsPath::declared(place.value?.as_str()?).ok()?, role, vfs)
}

/// Where a file or folder is in the package, its size, and a file's digest.
fn file_facts(path: &VfsPath, role: Role, vfs: &Vfs) -> Option<String> {
    let mut needs = Needs::default();
    let packaged = package_path(role, path);
    if let Some(content) = vfs.content(path) {
        return Some(format!("`{packaged}` · {} bytes · sha256 `{}`", content.len(), content.digest().hex()));
    }
    let files = vfs.list(path, &mut needs)?.filter(|(_, kind)| *kind == NodeKind::File).count();
    let plural = if files == 1 { "file" } else { "files" };
    Some(format!("`{packaged}/` · {files} {plural} directly in it"))
}

/// What an import at an offset of a tool module leads to.
pub fn describe_import(file: &VfsPath, offset: usize, graph: &ModuleGraph, vfs: &Vfs) -> Option<Hover> {
    let (span, target) = graph.request_at(file, offset)?;
    let text = match target {
        Target::Module(path) => file_facts(path, Role::Source, vfs)?,
        Target::NodeBuiltin => "A module of Node, which the sandbox has.".to_owned(),
        Target::ToolsRuntime => "`defineTool` and `Type`; every package carries them.".to_owned(),
        Target::Unresolved => return None,
    };
    Some(Hover { span, text })
}
