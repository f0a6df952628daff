//! Which declared thing a place in agent.md is about.

use crate::agent::Document;
use crate::agent::fields::FRONTMATTER;
use crate::parse::{Node, Value};
use crate::schema::{Field, Shape};
use crate::source::Span;

use super::cursor::Step;

/// What a value of agent.md refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Referent {
    BuiltinTool,
    /// A built-in tool that is granted.
    GrantedTool,
    ModulePath,
    Export,
    SkillFolder,
    PackagedPath,
}

/// A key or a value under an offset, and the way to it.
pub struct Place<'a> {
    pub path: Vec<Step>,
    pub field: Option<&'static Field>,
    pub span: Span,
    /// The scalar, where the offset is in one and not in a key.
    pub value: Option<&'a Node>,
}

/// What values at a path refer to.
pub fn referent(path: &[Step]) -> Option<Referent> {
    let names: Vec<&str> = path
        .iter()
        .map(|step| match step {
            Step::Key(key) => key.as_str(),
            Step::Item => "*",
        })
        .collect();
    Some(match names.as_slice() {
        ["harness", "tools", "builtin", "*"] | ["tools", "*"] => Referent::BuiltinTool,
        ["disallowed_tools" | "disallowedTools", ..] => Referent::GrantedTool,
        ["harness", "tools", "modules", "*", "path"] => Referent::ModulePath,
        ["harness", "tools", "modules", "*", "export"] => Referent::Export,
        ["harness", "skills", "*"] => Referent::SkillFolder,
        ["harness", "files", "*"] => Referent::PackagedPath,
        _ => return None,
    })
}

/// The shape of what stands at the end of a way, and the field that it is the value of.
pub fn shape_at(path: &[Step]) -> Option<(&'static Shape, Option<&'static Field>)> {
    let mut shape = &FRONTMATTER;
    let mut field = None;
    for step in path {
        (shape, field) = match step {
            Step::Key(key) => {
                let found = fields_of(shape).iter().find(|field| field.name == key)?;
                (&found.shape, Some(found))
            }
            Step::Item => (item_of(shape)?, None),
        };
    }
    Some((shape, field))
}

/// The keys that a shape has.
pub fn fields_of(shape: &'static Shape) -> &'static [Field] {
    match shape {
        Shape::Mapping(fields) => fields,
        _ => &[],
    }
}

fn item_of(shape: &'static Shape) -> Option<&'static Shape> {
    match shape {
        Shape::List { item, .. } => Some(item),
        Shape::Either(shapes) => shapes.iter().find_map(item_of),
        _ => None,
    }
}

/// The key or scalar of the frontmatter at an offset.
pub fn place_at<'a>(document: &Document<'a>, offset: usize) -> Option<Place<'a>> {
    let mut path = Vec::new();
    let mut node = document.root;
    loop {
        match &node.value {
            Value::Mapping(entries) => {
                let entry = entries.iter().find(|entry| {
                    touches(entry.key.span, offset) || touches(entry.key.span.to(entry.value.span), offset)
                })?;
                path.push(Step::Key(entry.key.text.clone()));
                if touches(entry.key.span, offset) {
                    let field = shape_at(&path).and_then(|(_, field)| field);
                    return Some(Place { path, field, span: entry.key.span, value: None });
                }
                node = &entry.value;
            }
            Value::Sequence(items) => {
                node = items.iter().find(|item| touches(item.span, offset))?;
                path.push(Step::Item);
            }
            _ if touches(node.span, offset) => {
                let field = shape_at(&path).and_then(|(_, field)| field);
                return Some(Place { path, field, span: node.span, value: Some(node) });
            }
            _ => return None,
        }
    }
}

fn touches(span: Span, offset: usize) -> bool {
    span.start as usize <= offset && offset <= span.end as usize
}

/// The node at the end of a way of keys.
pub fn node_at<'a>(root: &'a Node, path: &[Step]) -> Option<&'a Node> {
    path.iter().try_fold(root, |node, step| match step {
        Step::Key(key) => node.get(key),
        Step::Item => None,
    })
}
