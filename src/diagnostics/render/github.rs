//! Annotations of a GitHub workflow run: one workflow command a problem.

use super::escape::{github_message, github_property};
use super::files::{Files, Subject};
use super::with_help;
use crate::diagnostics::Severity;

/// Columns count characters from 1; GitHub takes them for a range on one line only.
pub fn github(subjects: &[Subject<'_>]) -> String {
    let mut commands = String::new();
    for subject in subjects {
        let files = Files::of(subject);
        for diagnostic in &subject.report.diagnostics {
            let command = match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "notice",
            };
            let mut properties = format!("file={}", github_property(&subject.name(&diagnostic.file)));
            if let Some(place) = files.place(&diagnostic.file, diagnostic.span) {
                properties.push_str(&format!(",line={},endLine={}", place.start.line + 1, place.end.line + 1));
                if place.start.line == place.end.line {
                    let (start, end) = (place.start.characters + 1, place.end.characters + 1);
                    properties.push_str(&format!(",col={start},endColumn={end}"));
                }
            }
            let message = github_message(&with_help(diagnostic, "\n"));
            commands.push_str(&format!("::{command} {properties},title={}::{message}\n", diagnostic.code));
        }
    }
    commands
}
