//! One file by itself.

mod code;
mod commonjs;
mod declarators;
mod depth;
mod downlevel;
mod effects;
mod exports;
mod inspect;
mod json;
mod layout;
mod lower;
mod module;
mod print;
mod regular_expression;
mod requests;
mod syntax;
mod tools;
mod typescript;

pub(super) use code::{Code, Export, ExportSource, Hole, HoleKind, Imported, Part, PartKind, SymbolIndex, SymbolKind};
pub use exports::{ExportInfo, Exports};
pub use module::{Format, Module};
pub use requests::{Attribute, AttributeKeyword, Request, RequestKind};
pub use tools::{SecretRead, ToolDefinition};
