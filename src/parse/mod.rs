//! Parsers. Each takes text and gives a tree beside its errors, never one instead of the other.

mod node;

pub use node::{Entry, Key, Node, Number, Value};
