//! YAML 1.2 with the place of every key and value.
//!
//! The parser is our own because of what happens after a mistake: the parsers there are stop at the first one and word
//! it in terms of their grammar. This one knows the mistakes that people make where it meets them, says what they are,
//! reads on as it was meant, and so finds everything in one pass.

mod anchors;
mod aside;
mod block;
mod block_scalar;
mod document;
mod flow;
mod line;
mod lists;
mod markdown;
mod mistakes;
mod parser;
mod properties;
mod prose;
mod quote;
mod requoting;
mod scalar;
mod schema;
mod stray;
mod suspicious;

pub(super) use line::is_foreign_space;
pub(crate) use markdown::bullet;
pub(crate) use prose::{is_prose, is_prose_key};
pub use quote::{quote_scalar, scalar_needs_quotes};

use super::{Node, Value};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::vfs::VfsPath;
use parser::Parser;

/// The deepest nesting that is read; the root is level 1.
pub const MAX_DEPTH: usize = 64;

/// A YAML document as read.
#[derive(Clone, Debug)]
pub struct Yaml {
    /// `None` where there is no document.
    pub root: Option<Node>,
    /// False where text had to be skipped that may have held keys: a field that seems missing may stand there.
    pub complete: bool,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the one YAML document that is due under `span` of `text`. Spans are bytes of `text`.
pub fn parse(file: &VfsPath, text: &str, span: Span) -> Yaml {
    let mut parser = Parser::new(file, text, span);
    parser.set_aside();
    let (mut root, documents) = parser.stream();
    parser.report_foreign();
    parser.report_bullets();
    parser.report_anchors();
    parser.report_suspicious(span, root.as_ref());
    let Parser { complete, mut diagnostics, .. } = parser;
    let has_parse_error = diagnostics.iter().any(|problem| problem.code == Code::YamlParse);
    if has_parse_error && documents != 1 {
        // How many documents there are, and what they hold, depends on what the parse error hides.
        diagnostics.retain(|problem| problem.code == Code::YamlParse);
    }
    if let Some(root) = &mut root
        && (has_parse_error || documents > 1)
        && !matches!(root.value, Value::Mapping(_))
    {
        root.value = Value::Broken;
    }
    diagnostics.sort_by_key(|problem| problem.span);
    Yaml { root, complete, diagnostics }
}
