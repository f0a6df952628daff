//! Fixes apply, mend what they are for, come to an end, and the safe ones break nothing.

use agentmd::diagnostics::{Diagnostic, Fix, MAX_ROUNDS, Report, apply, apply_to_fixed_point};
use agentmd::vfs::{Vfs, VfsPath};

use super::report::{is_unreadable, unreadable};
use super::{check, path, places};

/// How many fixes of one folder are tried alone: each is a check.
const MOST_ALONE: usize = 12;

/// How many times [`MAX_ROUNDS`] fixes may take to come to an end.
const MOST_CALLS: usize = 5;

pub fn of_folder(files: &Vfs, before: &Report) {
    let fixes = before.diagnostics.iter().flat_map(|found| found.fixes.iter().map(move |fix| (found, fix)));
    for (found, fix) in fixes.take(MOST_ALONE) {
        alone(files, before, found, fix);
    }
    together(files, before);
}

fn alone(files: &Vfs, before: &Report, found: &Diagnostic, fix: &Fix) {
    let applied = apply(files, [fix]);
    assert_eq!(applied.applied, [true], "{found:#?} has a fix that can't be applied");
    let is_new = |(file, content): (&VfsPath, &Vec<u8>)| files.content(file).is_none_or(|old| **old != **content);
    let changes = &applied.changes;
    assert!(!changes.renames.is_empty() || changes.writes.iter().any(is_new), "a fix changes nothing: {found:#?}");
    // Where several things keep a file from being read, each may hide or cause others: only their end is of interest.
    if !fix.safe || unreadable(before) > usize::from(is_unreadable(found)) {
        return;
    }
    let after = check(&applied.files);
    let place = || {
        let texts = [files, &applied.files].map(|files| shown(files, found));
        let [before, after] = [before, &after].map(summary);
        format!("{}\n{}\n{before}→\n{}\n{after}", fix.title, texts[0], texts[1])
    };
    let same = |report: &Report| {
        let others = report.diagnostics.iter();
        others.filter(|other| (other.code, &other.message) == (found.code, &found.message)).count()
    };
    let problems = |report: &Report| report.summary.errors + report.summary.warnings;
    let mends = same(&after) < same(before) || problems(&after) < problems(before);
    assert!(mends, "a safe fix mends nothing: {}", place());
    assert!(unreadable(&after) <= unreadable(before), "a safe fix makes a file unreadable: {}", place());
}

fn together(files: &Vfs, before: &Report) {
    let mut fixed = apply_to_fixed_point(files, check, true);
    for _ in 0..MOST_CALLS {
        if fixed.mending.rounds.is_empty() {
            return;
        }
        fixed = apply_to_fixed_point(&fixed.files, check, true);
    }
    let last = fixed.mending.rounds.last().and_then(|round| round.applied().last()).map(|(_, fix)| &fix.title);
    let texts: Vec<_> = fixed.mending.changes.writes.values().map(|text| String::from_utf8_lossy(text)).collect();
    panic!(
        "safe fixes don't come to an end, {last:?} the last: {}→\n{}{texts:?}",
        summary(before),
        summary(&fixed.report)
    );
}

/// The safe fixes of a text that is parsed by itself come to an end, and one alone leaves no more than it was for.
pub fn of_text(text: &str, parse: impl Fn(&str) -> Vec<Diagnostic>) {
    let file = path("package.json");
    let mut files = Vfs::new();
    files.add_file(file.clone(), text.as_bytes());
    let mut problems = parse(text);
    for _ in 0..MOST_CALLS * MAX_ROUNDS {
        let fixes = problems.iter().filter_map(|found| found.fixes.iter().find(|fix| fix.safe));
        let round = apply(&files, fixes);
        if round.changes.is_empty() {
            return;
        }
        files = round.files;
        let text =
            files.content(&file).map(|content| String::from_utf8_lossy(content).into_owned()).unwrap_or_default();
        let after = parse(&text);
        places::of_diagnostics(&text, &after);
        assert!(problems.len() > 1 || after.len() <= 1, "{problems:#?}\n→ {text:?}\n{after:#?}");
        problems = after;
    }
    let end = files.content(&file).map(|content| String::from_utf8_lossy(content).into_owned());
    panic!("safe fixes don't come to an end: {text:?} → {end:?}");
}

fn shown(files: &Vfs, found: &Diagnostic) -> String {
    files.content(&found.file).map(|content| String::from_utf8_lossy(content).into_owned()).unwrap_or_default()
}

fn summary(report: &Report) -> String {
    let line = |found: &Diagnostic| format!("  {} {} {:?} {}\n", found.file, found.code, found.span, found.message);
    report.diagnostics.iter().map(line).collect()
}
