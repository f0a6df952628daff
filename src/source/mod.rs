//! Byte spans, and their conversion to lines and columns: the only place where it happens.

mod position;
mod span;

pub use position::{LineIndex, Position};
pub use span::Span;
