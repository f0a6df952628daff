//! Reports for people and programs. Each format is one file and one pure function of what was found, the files it was
//! found in, and options.
//!
//! Everything that comes from a folder is hostile here: names, source lines and values are escaped for the medium they
//! go to, and the spans in [`super::Report::secrets`] are shown as [`super::MASK`], whatever their length.

mod card;
mod diff;
mod escape;
mod files;
mod fixes;
mod frame;
mod github;
mod json;
mod junit;
mod line;
mod page;
mod rdjson;
mod rule;
mod sarif;
mod snippet;
mod text;
mod width;

pub use card::{Binding, Card, Digests, PackagedFile, Tool, card};
pub use files::{Sources, Subject};
pub use fixes::fixes;
pub use github::github;
pub use json::{diagnostics_json, json_text, summary_json};
pub use junit::junit;
pub use line::line;
pub use page::Look;
pub use rdjson::rdjson;
pub use rule::rule_page;
pub use sarif::sarif;
pub use text::text;

use super::Diagnostic;

const TOOL_NAME: &str = "agentmd";
const TOOL_VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is wrong and how to mend it, for formats that have one text for both.
fn with_help(diagnostic: &Diagnostic, separator: &str) -> String {
    match &diagnostic.help {
        Some(help) => format!("{}{separator}{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    }
}

#[cfg(test)]
mod tests;
