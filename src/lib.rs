//! agentmd: the compiler for agent folders.
//!
//! ```text
//! folder → vfs → parse → model → rules → plan → bundle → package → archive, manifest, digests
//!           └───────┴───────┴──────┴──────┴───────┴── diagnostics: one sink, sorted once
//! ```
//! `ARCHITECTURE.md` has the map of the crate and the invariants it keeps.

pub mod agent;
pub mod bundle;
pub mod cache;
pub mod diagnostics;
mod digest;
pub mod language;
pub mod outcome;
pub mod package;
pub mod parse;
pub mod schema;
pub mod skills;
pub mod source;
pub mod vfs;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
mod workspace;

pub use digest::Digest;
pub use workspace::{Checked, Packed, Workspace};

/// Runs the Rust example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
