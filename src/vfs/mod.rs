//! The only view of a folder that the compiler has: normalised paths and an ordered in-memory tree.
//!
//! A [`Vfs`] may hold everything at once, or be filled round by round: whatever a pass looks up and the tree does
//! not know yet is noted in [`Needs`], for the host to answer before the next pass.

mod content;
mod path;
mod tree;

pub use content::Content;
pub use path::{PathProblem, VfsPath};
pub use tree::{Lookup, Needs, NodeKind, Vfs};
