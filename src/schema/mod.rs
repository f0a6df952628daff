//! Declared shapes of values, and the one checker that holds a parsed tree against them.
//!
//! A format declares its fields once, as constants; the checker, the documentation and the JSON Schema read the same table.

mod check;
mod edits;
mod layout;
mod near_miss;
mod shape;

pub use check::{Checker, pointer};
pub use edits::Editor;
pub use near_miss::nearest;
pub use shape::{Field, Pattern, Shape};
