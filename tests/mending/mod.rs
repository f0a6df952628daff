//! Applies fixes as the command line does.

use agentmd::diagnostics::{Diagnostic, Edit};
use agentmd::source::Span;

/// Applies the safe fixes, of overlapping ones the first.
pub fn apply_safe(text: &str, problems: &[Diagnostic]) -> String {
    let mut applied: Vec<(Span, &str)> = Vec::new();
    for fix in problems.iter().filter_map(|problem| problem.fixes.iter().find(|fix| fix.safe)) {
        let edits: Vec<(Span, &str)> = fix
            .edits
            .iter()
            .map(|edit| match edit {
                Edit::Replace { span, text, .. } => (*span, text.as_str()),
                other => panic!("{other:?}"),
            })
            .collect();
        let overlaps = |a: Span, b: Span| a.start == b.start || (a.start < b.end && b.start < a.end);
        if !edits.iter().any(|(span, _)| applied.iter().any(|(other, _)| overlaps(*span, *other))) {
            applied.extend(edits);
        }
    }
    applied.sort_by_key(|(span, _)| *span);
    let mut out = text.to_owned();
    for (span, replacement) in applied.into_iter().rev() {
        out.replace_range(span.range(), replacement);
    }
    out
}

/// Applies them until nothing changes, ten times at most.
#[allow(dead_code, reason = "not every test that includes this module needs it")]
pub fn mended(text: &str, read: impl Fn(&str) -> Vec<Diagnostic>) -> String {
    let mut text = text.to_owned();
    for _ in 0..10 {
        let next = apply_safe(&text, &read(&text));
        if next == text {
            break;
        }
        text = next;
    }
    text
}
