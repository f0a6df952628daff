//! Tool modules into one ES module, in three stages that share no state but what they hand on:
//!
//! - [`Module::parse`] reads one file by itself: what it requests and exports, what is wrong with it, and its code,
//!   printed once with a hole wherever another file decides what stands there. Cacheable and shareable.
//! - [`link`] binds every import to what it means, leaves out what nothing needs, orders evaluation, and gives every
//!   binding its name.
//! - [`generate`] fills the holes, and writes code and source map.
//!
//! Where the text of a specifier leads is the caller's business: the rules about paths are not here.

mod generate;
mod link;
mod scan;
mod support;

pub use generate::{Bundle, Registration, generate};
pub use link::{EntryPoint, Graph, Linked, Target, link};
pub use scan::{
    Attribute, AttributeKeyword, ExportInfo, Exports, Format, Module, Request, RequestKind, SecretRead, ToolDefinition,
};

use crate::diagnostics::{Diagnostic, Severity};

/// Links and generates; the diagnostics, where linking finds an error.
pub fn bundle(graph: &Graph, registration: &Registration) -> Result<Bundle, Vec<Diagnostic>> {
    let linked = link(graph);
    let has_errors = |diagnostics: &[Diagnostic]| diagnostics.iter().any(|found| found.severity == Severity::Error);
    if has_errors(linked.diagnostics()) {
        return Err(linked.into_diagnostics());
    }
    Ok(generate(&linked, registration))
}
