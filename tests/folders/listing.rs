//! A report as a few lines of text that a reader can hold against the folder.

use std::fmt::Write;

use agentmd::diagnostics::{Diagnostic, Report, Severity, apply_to_fixed_point};
use agentmd::vfs::{Vfs, VfsPath};

/// What is found in a folder, in order, each with the exact text it underlines; then what the safe fixes change.
pub fn listing(files: &Vfs, report: &Report, check: impl FnMut(&Vfs) -> Report) -> String {
    let mut text = String::new();
    if report.diagnostics.is_empty() {
        text.push_str("valid\n");
    }
    for diagnostic in &report.diagnostics {
        describe(&mut text, files, diagnostic);
    }
    if report.diagnostics.iter().any(|diagnostic| diagnostic.fixes.iter().any(|fix| fix.safe)) {
        after_fixes(&mut text, files, check);
    }
    text
}

fn describe(text: &mut String, files: &Vfs, diagnostic: &Diagnostic) {
    let Diagnostic { code, severity, file, .. } = diagnostic;
    let file = if file.is_root() { "." } else { file.as_str() };
    let _ = write!(text, "{} {code} {file}", severity.as_str());
    if let Some(span) = diagnostic.span {
        let content = files.content(&diagnostic.file).expect("a span is in a file");
        let before = String::from_utf8_lossy(&content[..span.start as usize]);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let underlined = String::from_utf8_lossy(&content[span.range()]);
        let _ = write!(text, ":{line}:{column} {underlined:?}");
    }
    if let Some(pointer) = &diagnostic.pointer {
        let _ = write!(text, " at {pointer:?}");
    }
    let _ = writeln!(text, "\n    {}", diagnostic.message);
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(text, "    help: {help}");
    }
    for related in &diagnostic.related {
        let place = related.span.map(|span| underlined(files, &related.file, span.range())).unwrap_or_default();
        let _ = writeln!(text, "    related: {}{place}: {}", related.file, related.message);
    }
    for fix in &diagnostic.fixes {
        let _ = writeln!(text, "    {}: {}", if fix.safe { "safe fix" } else { "fix" }, fix.title);
    }
}

fn underlined(files: &Vfs, file: &VfsPath, range: std::ops::Range<usize>) -> String {
    let content = files.content(file).expect("a span is in a file");
    format!(" {:?}", String::from_utf8_lossy(&content[range]))
}

fn after_fixes(text: &mut String, files: &Vfs, check: impl FnMut(&Vfs) -> Report) {
    let fixed = apply_to_fixed_point(files, check, true);
    let changes = &fixed.mending.changes;
    text.push_str("after safe fixes\n");
    for (from, to) in &changes.renames {
        let _ = writeln!(text, "  {from} → {to}");
    }
    for (file, content) in &changes.writes {
        let old_name = changes.renames.iter().find(|(_, to)| to == file).map_or(file, |(from, _)| from);
        let before = files.content(old_name).map(|content| String::from_utf8_lossy(content).into_owned());
        let _ = writeln!(text, "  {file}{}", if before.is_none() { " (new)" } else { "" });
        changed_lines(text, &before.unwrap_or_default(), &String::from_utf8_lossy(content));
    }
    let left: Vec<_> = fixed
        .report
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity != Severity::Info)
        .map(|diagnostic| diagnostic.code.as_str())
        .collect();
    let _ = writeln!(text, "  left: {}", if left.is_empty() { "nothing".to_owned() } else { left.join(", ") });
}

/// Lines that went and lines that came; line breaks other than `\n` are shown.
fn changed_lines(text: &mut String, before: &str, after: &str) {
    let before: Vec<&str> = before.split('\n').collect();
    let after: Vec<&str> = after.split('\n').collect();
    // Lengths of the longest common subsequence of the ends of both.
    let mut common = vec![vec![0usize; after.len() + 1]; before.len() + 1];
    for (row, line) in before.iter().enumerate().rev() {
        for (column, other) in after.iter().enumerate().rev() {
            common[row][column] = if line == other {
                common[row + 1][column + 1] + 1
            } else {
                common[row + 1][column].max(common[row][column + 1])
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < before.len() || column < after.len() {
        if row < before.len() && column < after.len() && before[row] == after[column] {
            (row, column) = (row + 1, column + 1);
        } else if row < before.len() && (column == after.len() || common[row + 1][column] >= common[row][column + 1]) {
            let _ = writeln!(text, "    - {}", before[row].escape_debug());
            row += 1;
        } else {
            let _ = writeln!(text, "    + {}", after[column].escape_debug());
            column += 1;
        }
    }
}
