//! agent.md as the rules see it: typed, and every value with its place.

use std::collections::BTreeSet;

use crate::parse::{Node, Value};
use crate::schema::{nearest, pointer};
use crate::source::Span;

/// A value, where it stands and its JSON pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    pub value: T,
    pub span: Span,
    pub pointer: String,
}

/// What could be read of agent.md. A field of the wrong type is absent here; the schema check has reported it.
#[derive(Clone, Debug, Default)]
pub struct Agent {
    pub name: Option<Spanned<String>>,
    pub description: Option<Spanned<String>>,
    pub model: Option<Spanned<String>>,
    pub thinking: Option<Spanned<String>>,
    pub tools: Option<Names>,
    pub disallowed_tools: Option<Names>,
    /// The same under its other spelling.
    pub disallowed_tools_camel: Option<Names>,
    pub skills: Option<Names>,
    pub harness: Harness,
}

/// A list of names, written as a list or with commas.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The key before it.
    pub key: Span,
    pub value: Span,
    pub names: Vec<Spanned<String>>,
}

#[derive(Clone, Debug, Default)]
pub struct Harness {
    pub builtin: Vec<Spanned<String>>,
    /// False where the list is there and can't be read: nothing follows then from what it lacks.
    pub builtin_readable: bool,
    pub modules: Vec<ToolModule>,
    pub skills: Vec<Spanned<String>>,
    pub files: Vec<Spanned<String>>,
    pub secrets: Vec<SecretBinding>,
    pub mode: Option<Spanned<String>>,
    pub scaffold: Option<Spanned<String>>,
}

#[derive(Clone, Debug)]
pub struct ToolModule {
    pub path: Option<Spanned<String>>,
    pub export: Option<Spanned<String>>,
    pub name: Option<Spanned<String>>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct SecretBinding {
    pub name: Option<Spanned<String>>,
    pub required: Option<Spanned<bool>>,
    /// Whether the key is there with a value that tells nothing; the schema check has reported it.
    pub required_unreadable: bool,
    pub span: Span,
    pub pointer: String,
}

impl ToolModule {
    /// The export that holds the tool.
    pub fn export_name(&self) -> &str {
        self.export.as_ref().map_or("default", |export| &export.value)
    }
}

impl SecretBinding {
    pub fn is_required(&self) -> bool {
        self.required.as_ref().map_or(!self.required_unreadable, |required| required.value)
    }
}

impl Agent {
    /// `complete` says whether all of the text could be read.
    pub fn from_tree(root: &Node, text: &str, complete: bool) -> Self {
        let names = |key: &str| {
            let entry = root.entry(key)?;
            read_names(entry.key.span, &entry.value, &pointer("", key), text)
        };
        Self {
            name: string(root, "", "name"),
            description: string(root, "", "description"),
            model: string(root, "", "model"),
            thinking: string(root, "", "thinking"),
            tools: names("tools"),
            disallowed_tools: names("disallowed_tools"),
            disallowed_tools_camel: names("disallowedTools"),
            skills: names("skills"),
            harness: Harness::from_tree(root, complete),
        }
    }

    /// The disallowed names that count: `disallowed_tools` before its other spelling.
    pub fn disallowed(&self) -> &[Spanned<String>] {
        let names = self.disallowed_tools.as_ref().or(self.disallowed_tools_camel.as_ref());
        names.map_or(&[], |names| &names.names)
    }

    /// The built-in tools that remain once the disallowed ones are taken away, in their order.
    pub fn granted_builtins(&self) -> impl Iterator<Item = &Spanned<String>> {
        let disallowed: BTreeSet<&str> = self.disallowed().iter().map(|name| name.value.as_str()).collect();
        self.harness.builtin.iter().filter(move |tool| !disallowed.contains(tool.value.as_str()))
    }
}

impl Harness {
    fn from_tree(root: &Node, complete: bool) -> Self {
        let harness = root.get("harness");
        let get = |key: &str| harness.and_then(|harness| harness.get(key));
        let tools = get("tools");
        let builtin = tools.and_then(|tools| tools.get("builtin"));
        let is_mapping = |node: Option<&Node>| node.is_none_or(|node| matches!(node.value, Value::Mapping(_)));
        let readable = match builtin {
            Some(list) => matches!(list.value, Value::Sequence(_)),
            None => complete && is_mapping(harness) && is_mapping(tools) && !is_builtin_misplaced(root, harness, tools),
        };
        let modules = tools.and_then(|tools| tools.get("modules"));
        let bindings = get("bindings").and_then(|bindings| bindings.get("secrets"));
        let runtime = get("runtime");
        Self {
            builtin: strings(builtin, "/harness/tools/builtin"),
            builtin_readable: readable,
            modules: items(modules).map(|(index, item)| ToolModule::from_tree(item, index)).collect(),
            skills: strings(get("skills"), "/harness/skills"),
            files: strings(get("files"), "/harness/files"),
            secrets: items(bindings).map(|(index, item)| SecretBinding::from_tree(item, index)).collect(),
            mode: runtime.and_then(|runtime| string(runtime, "/harness/runtime", "mode")),
            scaffold: runtime.and_then(|runtime| string(runtime, "/harness/runtime", "scaffold")),
        }
    }
}

impl ToolModule {
    fn from_tree(node: &Node, index: usize) -> Self {
        let at = format!("/harness/tools/modules/{index}");
        Self {
            path: string(node, &at, "path"),
            export: string(node, &at, "export"),
            name: string(node, &at, "name"),
            span: node.span,
        }
    }
}

impl SecretBinding {
    fn from_tree(node: &Node, index: usize) -> Self {
        let at = format!("/harness/bindings/secrets/{index}");
        let required = node.get("required").and_then(|value| match value.value {
            Value::Boolean(required) => {
                Some(Spanned { value: required, span: value.span, pointer: pointer(&at, "required") })
            }
            _ => None,
        });
        let required_unreadable =
            required.is_none() && (node.get("required").is_some() || is_misspelt(node, "required"));
        Self { name: string(node, &at, "name"), required, required_unreadable, span: node.span, pointer: at }
    }
}

/// Whether the list of built-in tools seems to stand under another key, which the schema check has reported.
fn is_builtin_misplaced(root: &Node, harness: Option<&Node>, tools: Option<&Node>) -> bool {
    let at = |node: Option<&Node>, key: &str| node.is_some_and(|node| node.get(key).is_some());
    at(Some(root), "builtin")
        || at(harness, "builtin")
        || root.get("tools").is_some_and(|tools| matches!(tools.value, Value::Mapping(_)))
        || is_misspelt(root, "harness")
        || harness.is_some_and(|harness| is_misspelt(harness, "tools"))
        || tools.is_some_and(|tools| is_misspelt(tools, "builtin"))
}

/// Whether a key is absent, and another one there that was meant as it.
fn is_misspelt(mapping: &Node, key: &str) -> bool {
    mapping.get(key).is_none() && mapping.entries().iter().any(|entry| nearest(&entry.key.text, [key]).is_some())
}

fn items(list: Option<&Node>) -> impl Iterator<Item = (usize, &Node)> {
    list.map_or(&[][..], Node::items).iter().enumerate()
}

/// The non-empty string under a key.
fn string(parent: &Node, at: &str, key: &str) -> Option<Spanned<String>> {
    let node = parent.get(key)?;
    Some(Spanned { value: node.as_str()?.to_owned(), span: node.span, pointer: pointer(at, key) })
}

/// The strings of a list, empty ones left out.
fn strings(list: Option<&Node>, at: &str) -> Vec<Spanned<String>> {
    items(list)
        .filter_map(|(index, item)| {
            let value = item.as_str().filter(|value| !value.is_empty())?.to_owned();
            Some(Spanned { value, span: item.span, pointer: pointer(at, &index.to_string()) })
        })
        .collect()
}

fn read_names(key: Span, node: &Node, at: &str, text: &str) -> Option<Names> {
    let names = match &node.value {
        Value::String(list) => split_names(list, node.span, at, text),
        Value::Sequence(_) => strings(Some(node), at),
        _ => return None,
    };
    Some(Names { key, value: node.span, names })
}

/// The names between commas. Each gets its own span where the string is written out plainly, else the string's.
fn split_names(list: &str, span: Span, at: &str, text: &str) -> Vec<Spanned<String>> {
    let written = span.text(text);
    let offset = written.find(list).map(|inside| span.start as usize + inside);
    let mut names = Vec::new();
    let mut start = 0;
    for part in list.split(',') {
        let name = part.trim();
        if !name.is_empty() {
            let inside = start + (part.len() - part.trim_start().len());
            let span = offset.map_or(span, |offset| Span::new(offset + inside, offset + inside + name.len()));
            names.push(Spanned { value: name.to_owned(), span, pointer: at.to_owned() });
        }
        start += part.len() + 1;
    }
    names
}
