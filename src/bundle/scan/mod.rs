//! One file by itself.

mod aliases;
mod class_members;
mod code;
mod commonjs;
mod decorators;
mod depth;
mod enums;
mod exports;
mod for_await;
mod fresh;
mod inspect;
mod json;
mod lower;
mod module;
mod namespaces;
mod own_this;
mod print;
mod regular_expression;
mod requests;
mod spaces;
mod suspension;
mod syntax;
mod targets;
mod template;
mod tools;
mod top_level;
mod typescript;
mod using;

pub(super) use code::{Code, ExportSource, Hole, HoleKind, Imported, PartKind, SymbolIndex, SymbolKind};
pub use exports::{ExportInfo, Exports};
pub use module::{Format, Module};
pub use requests::{Attribute, AttributeKeyword, Request, RequestKind};
pub use tools::{SecretRead, ToolDefinition};
