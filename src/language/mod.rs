//! What an editor asks of a place in a file: completions, hovers, definitions, outlines.

mod complete;
mod cursor;
mod define;
mod describe;
mod modules;
mod place;
mod symbols;

use crate::source::Span;
use crate::vfs::VfsPath;

pub use complete::{Surroundings, complete};
pub use define::{define, define_import};
pub use describe::{describe, describe_import};
pub use symbols::{exports, symbols};

/// What may be written at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The text that the one that is chosen stands in for.
    pub replace: Span,
    pub items: Vec<Completion>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    pub label: String,
    pub kind: CompletionKind,
    /// A few words beside the label.
    pub detail: String,
    /// Markdown.
    pub documentation: String,
    /// What is written.
    pub insert: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    Field,
    Value,
    File,
    Folder,
    Tool,
    Secret,
    Export,
}

/// What is known of the thing at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    pub span: Span,
    /// Markdown.
    pub text: String,
}

/// A place that another one refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub file: VfsPath,
    pub span: Span,
}

/// A part of a file's outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    pub kind: SymbolKind,
    pub span: Span,
    /// The name within it.
    pub name_span: Span,
    pub children: Vec<Symbol>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    Field,
    Heading,
    Export,
}

impl CompletionKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::Value => "value",
            Self::File => "file",
            Self::Folder => "folder",
            Self::Tool => "tool",
            Self::Secret => "secret",
            Self::Export => "export",
        }
    }
}

impl SymbolKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::Heading => "heading",
            Self::Export => "export",
        }
    }
}
