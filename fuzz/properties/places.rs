//! Every place is in its file, and between characters.

use agentmd::diagnostics::{Diagnostic, Edit};
use agentmd::parse::Node;
use agentmd::source::Span;
use agentmd::vfs::{Vfs, VfsPath};

pub fn is_in(content: &[u8], span: Span) {
    assert!(span.start <= span.end && span.end as usize <= content.len(), "{span:?} is not in {content:?}");
    if let Ok(text) = std::str::from_utf8(content) {
        assert!(text.get(span.range()).is_some(), "{span:?} cuts a character of {text:?}");
    }
}

pub fn of_diagnostics(text: &str, diagnostics: &[Diagnostic]) {
    diagnostics.iter().for_each(|found| of_diagnostic(found, |_| Some(text.as_bytes())));
}

pub fn of_report(files: &Vfs, diagnostics: &[Diagnostic]) {
    diagnostics.iter().for_each(|found| of_diagnostic(found, |file| files.content(file).map(|content| &**content)));
}

fn of_diagnostic<'a>(found: &Diagnostic, content: impl Fn(&VfsPath) -> Option<&'a [u8]>) {
    let is_in_file = |file: &VfsPath, span: Span| {
        let content = content(file).unwrap_or_else(|| panic!("{file} is not there, and {found:?} has a place in it"));
        is_in(content, span);
    };
    found.span.into_iter().for_each(|span| is_in_file(&found.file, span));
    for related in &found.related {
        related.span.into_iter().for_each(|span| is_in_file(&related.file, span));
    }
    for edit in found.fixes.iter().flat_map(|fix| &fix.edits) {
        match edit {
            Edit::Replace { file, span, .. } => is_in_file(file, *span),
            Edit::Create { file, .. } => assert!(content(file).is_none(), "{file} is there already"),
            Edit::Rename { from, .. } => assert!(content(from).is_some(), "{from} is not there"),
        }
    }
}

/// Of a tree of values. Its depth is what the parsers allow.
pub fn of_tree(text: &str, node: &Node) {
    is_in(text.as_bytes(), node.span);
    for entry in node.entries() {
        is_in(text.as_bytes(), entry.key.span);
        of_tree(text, &entry.value);
    }
    node.items().iter().for_each(|item| of_tree(text, item));
}
