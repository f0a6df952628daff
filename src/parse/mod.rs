//! Parsers. Each takes text and gives a tree beside its errors, never one instead of the other.

pub mod frontmatter;
pub mod json;
mod node;
pub mod yaml;

pub use node::{Entry, Key, Node, Number, Value};
