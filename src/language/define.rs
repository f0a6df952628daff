//! Definitions: from what refers to what is referred to.

use super::Location;
use super::place::{Referent, place_at, referent};
use crate::agent::{Document, ModuleGraph, SKILL_FILE};
use crate::bundle::Target;
use crate::source::Span;
use crate::vfs::{Lookup, Needs, NodeKind, Vfs, VfsPath};

/// Where the thing at an offset of agent.md is defined: the file of a declared path, the export of a tool, the
/// declaration of a name in the instructions.
pub fn define(document: &Document, offset: usize, graph: &ModuleGraph, vfs: &Vfs) -> Option<Location> {
    if document.body.start as usize <= offset && offset <= document.body.end as usize {
        return named(document, word_at(document.text, offset)?, vfs);
    }
    let place = place_at(document, offset)?;
    let value = place.value?.as_str()?;
    match referent(&place.path)? {
        Referent::ModulePath | Referent::PackagedPath => start_of(VfsPath::declared(value).ok()?, vfs),
        Referent::SkillFolder => start_of(VfsPath::declared(value).ok()?.child(SKILL_FILE), vfs),
        Referent::GrantedTool => {
            let tool = document.agent.harness.builtin.iter().find(|tool| tool.value == value)?;
            Some(Location { file: document.file.clone(), span: tool.span })
        }
        Referent::Export => {
            let module = document
                .agent
                .harness
                .modules
                .iter()
                .find(|module| module.export.as_ref().is_some_and(|export| export.span == place.span))?;
            let file = VfsPath::declared(&module.path.as_ref()?.value).ok()?;
            let span = graph.module(&file)?.exports().names.get(value)?.span;
            Some(Location { file, span })
        }
        Referent::BuiltinTool => None,
    }
}

/// The file that an import at an offset of a tool module names.
pub fn define_import(file: &VfsPath, offset: usize, graph: &ModuleGraph) -> Option<Location> {
    match graph.request_at(file, offset)? {
        (_, Target::Module(path)) => Some(Location { file: path.clone(), span: Span::empty(0) }),
        _ => None,
    }
}

/// The declaration of a tool or skill.
fn named(document: &Document, name: &str, vfs: &Vfs) -> Option<Location> {
    let harness = &document.agent.harness;
    let module = harness.modules.iter().filter_map(|module| module.name.as_ref()).find(|tool| tool.value == name);
    if let Some(tool) = module.or_else(|| harness.builtin.iter().find(|tool| tool.value == name)) {
        return Some(Location { file: document.file.clone(), span: tool.span });
    }
    let skill = harness.skills.iter().find(|skill| skill.value.rsplit('/').next() == Some(name))?;
    start_of(VfsPath::declared(&skill.value).ok()?.child(SKILL_FILE), vfs)
}

fn start_of(file: VfsPath, vfs: &Vfs) -> Option<Location> {
    let found = vfs.lookup(&file, &mut Needs::default());
    (found == Lookup::Found(NodeKind::File)).then(|| Location { file, span: Span::empty(0) })
}

fn word_at(text: &str, offset: usize) -> Option<&str> {
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-');
    let (before, behind) = (text.get(..offset)?, text.get(offset..)?);
    let start = before
        .rfind(|character| !is_part(character))
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    let end = offset + behind.find(|character| !is_part(character)).unwrap_or(behind.len());
    Some(&text[start..end]).filter(|word| !word.is_empty())
}
