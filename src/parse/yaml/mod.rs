//! YAML 1.2 with the place of every key and value.

mod quote;
mod schema;

pub use quote::{quote_scalar, scalar_needs_quotes};

use saphyr_parser::{Event, Parser, ScalarStyle};

use super::{Entry, Key, Node, Value};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::vfs::VfsPath;

/// A YAML document as read.
#[derive(Clone, Debug)]
pub struct Yaml {
    /// `None` where there is no document, or nothing of it can be made out.
    pub root: Option<Node>,
    /// False where text had to be skipped that may have held keys: a field that seems missing may stand there.
    pub complete: bool,
    pub diagnostics: Vec<Diagnostic>,
}

enum Frame {
    Sequence(usize, Vec<Node>),
    Mapping(usize, Vec<Entry>, Option<Key>),
}

/// Reads the one YAML document that is expected under `span` of `text`. Spans are bytes of `text`.
pub fn parse(file: &VfsPath, text: &str, span: Span) -> Yaml {
    let source = span.text(text);
    let offset = span.start as usize;
    let mut bytes: Vec<usize> = source.char_indices().map(|(at, _)| at + offset).collect();
    bytes.push(source.len() + offset);
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(source.len() + offset);
    let mut frames: Vec<Frame> = Vec::new();
    let mut diagnostics = Vec::new();
    let mut root = None;
    let mut documents = 0;
    for event in Parser::new_from_str(source) {
        let (event, place) = match event {
            Ok(found) => found,
            Err(error) => {
                let at = Span::empty(byte(error.marker().index()));
                diagnostics.push(Diagnostic::new(Code::YamlParse, file, at, error.info().to_owned()));
                break;
            }
        };
        let (start, end) = (byte(place.start.index()), byte(place.end.index()));
        let node = match event {
            Event::DocumentStart(_) => {
                documents += 1;
                continue;
            }
            Event::Scalar(value, style, ..) => {
                let value = if style == ScalarStyle::Plain {
                    schema::resolve(&value)
                } else {
                    Value::String(value.into_owned())
                };
                Node { span: Span::new(start, end), value }
            }
            Event::Alias(_) => Node { span: Span::new(start, end), value: Value::Broken },
            Event::SequenceStart(..) => {
                frames.push(Frame::Sequence(start, Vec::new()));
                continue;
            }
            Event::MappingStart(..) => {
                frames.push(Frame::Mapping(start, Vec::new(), None));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match frames.pop() {
                Some(Frame::Sequence(start, items)) => {
                    Node { span: Span::new(start, end), value: Value::Sequence(items) }
                }
                Some(Frame::Mapping(start, entries, _)) => {
                    Node { span: Span::new(start, end), value: Value::Mapping(entries) }
                }
                None => continue,
            },
            _ => continue,
        };
        match frames.last_mut() {
            None => root = root.or(Some(node)),
            Some(Frame::Sequence(_, items)) => items.push(node),
            Some(Frame::Mapping(_, entries, key)) => match key.take() {
                Some(key) => entries.push(Entry { key, value: node }),
                None => *key = Some(Key { span: node.span, text: node.as_str().unwrap_or_default().to_owned() }),
            },
        }
    }
    if documents != 1 && diagnostics.is_empty() {
        let message = format!("there are {documents} YAML documents where one is expected");
        diagnostics.push(Diagnostic::new(Code::YamlDocumentCount, file, span, message));
    }
    let complete = diagnostics.is_empty();
    Yaml { root, complete, diagnostics }
}
