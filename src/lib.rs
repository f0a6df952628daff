//! agentmd: the compiler for agent folders.
//!
//! ```text
//! folder → vfs → parse → model → rules → plan → bundle → package → archive, manifest, digests
//!           └───────┴───────┴──────┴──────┴───────┴── diagnostics: one sink, sorted once
//! ```
//! `ARCHITECTURE.md` has the map of the crate and the invariants it keeps.

pub mod diagnostics;
pub mod package;
pub mod parse;
pub mod source;
pub mod vfs;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
