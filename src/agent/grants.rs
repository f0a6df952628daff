//! The edit that grants built-in tools, wherever the frontmatter lacks the place for it.

use super::Document;
use crate::diagnostics::Edit;
use crate::parse::yaml;

const BUILTIN: [&str; 3] = ["harness", "tools", "builtin"];

/// Adds names to `harness.tools.builtin`, with the keys above it where they are missing. `None` where something else
/// stands in their place.
pub fn grant(document: &Document, names: &[String]) -> Option<Edit> {
    let list = BUILTIN.iter().try_fold(document.root, |node, key| node.get(key));
    match list {
        Some(list) => document.editor().append_items(list, names),
        None => {
            let names: Vec<_> = names.iter().map(|name| yaml::quote_scalar(name)).collect();
            document.editor().put(document.root, &BUILTIN, &format!("[{}]", names.join(", ")))
        }
    }
}
