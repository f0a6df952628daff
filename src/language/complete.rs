//! Completions in agent.md.

use std::collections::BTreeSet;

use super::cursor::{Cursor, Step, Writing, cursor};
use super::place::{Referent, fields_of, node_at, referent, shape_at};
use super::{Completion, CompletionKind, Completions, modules};
use crate::agent::{Document, ModuleGraph};
use crate::parse::Node;
use crate::parse::yaml::quote_scalar;
use crate::schema::{Field, Shape};
use crate::source::Span;
use crate::vfs::{Lookup, Needs, NodeKind, Vfs, VfsPath};

/// Tools that Helix is known to have; it may have others.
const BUILTIN_TOOLS: [&str; 7] = ["read", "bash", "edit", "write", "grep", "find", "ls"];

/// What a completion may have to look at. Listings that are missing are noted in `needs`.
pub struct Surroundings<'a> {
    pub vfs: &'a Vfs,
    /// agent.md as it is now, where it can be read at all.
    pub document: Option<Document<'a>>,
    pub graph: &'a ModuleGraph,
}

/// What may be written at an offset of a file.
pub fn complete(file: &VfsPath, text: &str, offset: usize, around: &Surroundings, needs: &mut Needs) -> Completions {
    if around.graph.module(file).is_some() || modules::is_module(file) {
        return modules::complete(file, text, offset, around, needs);
    }
    let Some(yaml) = frontmatter_around(text, offset) else {
        return Completions { replace: Span::empty(offset), items: Vec::new() };
    };
    let cursor = cursor(text, yaml, offset);
    let Some((shape, _)) = shape_at(&cursor.path) else { return empty(&cursor) };
    let items = match (cursor.writing, shape) {
        (Writing::Key, Shape::Mapping(_)) => keys(text, &cursor, shape, around),
        (Writing::Key, Shape::List { .. } | Shape::Either(_)) => Vec::new(),
        _ => values(text, &cursor, shape, around, needs),
    };
    Completions { replace: cursor.word, items }
}

/// The frontmatter, where the offset is in it. One that is not closed yet reaches to the end of the file.
fn frontmatter_around(text: &str, offset: usize) -> Option<Span> {
    let is_fence = |line: &str| line.starts_with("---");
    let mut lines = text.split_inclusive('\n');
    let start = lines.next().filter(|line| is_fence(line))?.len();
    let mut end = start;
    for line in lines.take_while(|line| !is_fence(line)) {
        end += line.len();
    }
    (start <= offset && offset <= end).then(|| Span::new(start, end))
}

fn empty(cursor: &Cursor) -> Completions {
    Completions { replace: cursor.word, items: Vec::new() }
}

/// The keys that are not there yet, required ones first.
fn keys(text: &str, cursor: &Cursor, shape: &'static Shape, around: &Surroundings) -> Vec<Completion> {
    let fields = fields_of(shape);
    let mapping = around.document.as_ref().and_then(|document| mapping_around(document.root, cursor));
    let present: BTreeSet<&str> =
        mapping.into_iter().flat_map(Node::entries).map(|entry| entry.key.text.as_str()).collect();
    let has_colon = text[cursor.word.end as usize..].trim_start_matches(' ').starts_with(':');
    let is_wanted = |field: &&Field| !present.contains(field.name) || has_colon;
    let (required, others): (Vec<&Field>, Vec<&Field>) =
        fields.iter().filter(is_wanted).partition(|field| field.required);
    required.into_iter().chain(others).map(|field| key(field, cursor.indentation, has_colon)).collect()
}

fn key(field: &Field, indentation: Option<usize>, has_colon: bool) -> Completion {
    let name = field.name;
    let insert = match (&field.shape, indentation) {
        _ if has_colon => name.to_owned(),
        (Shape::Mapping(_), Some(column)) => format!("{name}:\n{}", " ".repeat(column + 2)),
        (Shape::List { .. }, Some(column)) => format!("{name}:\n{}- ", " ".repeat(column + 2)),
        _ => format!("{name}: "),
    };
    let required = if field.required { ", required" } else { "" };
    Completion {
        label: name.to_owned(),
        kind: CompletionKind::Field,
        detail: format!("{}{required}", field.shape.description()),
        documentation: documentation(field),
        insert,
    }
}

/// A field's meaning, as Markdown.
pub fn documentation(field: &Field) -> String {
    let mut text = field.documentation.to_owned();
    if let Some(default) = field.default {
        text.push_str(&format!("\n\nDefault: `{default}`"));
    }
    text.push_str(&format!("\n\nExample: `{}: {}`", field.name, field.example));
    text
}

/// The mapping that the cursor writes a key of. Of a list's mappings, the one that the cursor is in.
fn mapping_around<'a>(root: &'a Node, cursor: &Cursor) -> Option<&'a Node> {
    let mut node = root;
    for step in &cursor.path {
        node = match step {
            Step::Key(key) => node.get(key)?,
            Step::Item => node.items().iter().rev().find(|item| item.span.start <= cursor.word.start)?,
        };
    }
    Some(node)
}

fn values(text: &str, cursor: &Cursor, shape: &Shape, around: &Surroundings, needs: &mut Needs) -> Vec<Completion> {
    let written = Span::new(cursor.word.start as usize, cursor.word.end as usize).text(text);
    match (referent(&cursor.path), shape) {
        (Some(Referent::BuiltinTool), _) => {
            let listed = cursor.path.split_last().and_then(|(_, list)| node_at(around.document.as_ref()?.root, list));
            let listed: BTreeSet<&str> = listed.into_iter().flat_map(Node::items).filter_map(Node::as_str).collect();
            let names = BUILTIN_TOOLS.into_iter().filter(|name| !listed.contains(name) || *name == written);
            names.map(|name| value(name, CompletionKind::Tool, "built-in tool")).collect()
        }
        (Some(Referent::GrantedTool), _) => {
            let granted = around.document.iter().flat_map(|document| &document.agent.harness.builtin);
            granted.map(|tool| value(&tool.value, CompletionKind::Tool, "granted by `harness.tools.builtin`")).collect()
        }
        (Some(Referent::Export), _) => exports(cursor, around),
        (Some(Referent::ModulePath), _) => paths(written, around.vfs, needs, modules::is_module_name),
        (Some(Referent::SkillFolder), _) => paths(written, around.vfs, needs, |_| false),
        (Some(Referent::PackagedPath), _) => paths(written, around.vfs, needs, |_| true),
        (None, Shape::Words(words)) => words.iter().map(|word| value(word, CompletionKind::Value, "")).collect(),
        (None, Shape::Boolean) => ["true", "false"].map(|word| value(word, CompletionKind::Value, "")).into(),
        _ => Vec::new(),
    }
}

fn value(text: &str, kind: CompletionKind, detail: &str) -> Completion {
    Completion {
        label: text.to_owned(),
        kind,
        detail: detail.to_owned(),
        documentation: String::new(),
        insert: quote_scalar(text),
    }
}

/// Names that the module declared in the same list entry exports.
fn exports(cursor: &Cursor, around: &Surroundings) -> Vec<Completion> {
    let Some(document) = &around.document else { return Vec::new() };
    let modules = &document.agent.harness.modules;
    let module = modules.iter().rev().find(|module| module.span.start <= cursor.word.start);
    let path = module.and_then(|module| VfsPath::declared(&module.path.as_ref()?.value).ok());
    let names = path.and_then(|path| around.graph.export_names(&path)).unwrap_or_default();
    names.iter().map(|name| value(name, CompletionKind::Export, "export")).collect()
}

/// What is in the folder that is being written, folders first.
pub fn paths(written: &str, vfs: &Vfs, needs: &mut Needs, is_wanted: impl Fn(&str) -> bool) -> Vec<Completion> {
    let folder = written.trim_start_matches(['"', '\'']).rsplit_once('/').map_or("", |(folder, _)| folder);
    let Ok(path) = VfsPath::from_host(folder) else { return Vec::new() };
    let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    if vfs.lookup(&path, needs) != Lookup::Found(NodeKind::Directory) {
        return Vec::new();
    }
    let Some(entries) = vfs.list(&path, needs) else { return Vec::new() };
    let mut found: Vec<(bool, Completion)> = entries
        .filter(|(name, _)| !name.starts_with('.') && *name != "node_modules")
        .filter_map(|(name, kind)| match kind {
            NodeKind::Directory => Some((false, value(&format!("{prefix}{name}"), CompletionKind::Folder, "folder"))),
            NodeKind::File if is_wanted(name) => {
                Some((true, value(&format!("{prefix}{name}"), CompletionKind::File, "file")))
            }
            _ => None,
        })
        .collect();
    found.sort_by_key(|(is_file, _)| *is_file);
    found.into_iter().map(|(_, item)| item).collect()
}
