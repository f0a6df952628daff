//! The Reviewdog Diagnostic Format, as one JSON document.

use serde_json::{Map, Value, json};

use super::files::{Files, Mark, Place, Subject};
use super::json::json_text;
use super::{TOOL_NAME, with_help};
use crate::diagnostics::{Diagnostic, Edit, Fix, Severity};

/// Columns count UTF-8 bytes from 1. A suggestion is one edit of the file that has the problem: other fixes are left out.
pub fn rdjson(subjects: &[Subject<'_>]) -> String {
    let mut diagnostics = Vec::new();
    for subject in subjects {
        let files = Files::of(subject);
        let found = &subject.report.diagnostics;
        diagnostics.extend(found.iter().map(|diagnostic| diagnostic_json(diagnostic, subject, &files)));
    }
    json_text(&json!({ "source": { "name": TOOL_NAME }, "diagnostics": diagnostics }))
}

fn diagnostic_json(diagnostic: &Diagnostic, subject: &Subject<'_>, files: &Files<'_>) -> Value {
    let mut location = Map::new();
    location.insert("path".into(), subject.name(&diagnostic.file).into());
    if let Some(place) = files.place(&diagnostic.file, diagnostic.span) {
        location.insert("range".into(), range(place));
    }
    let severity = match diagnostic.severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Info => "INFO",
    };
    let mut object = Map::new();
    object.insert("message".into(), with_help(diagnostic, "\n").into());
    object.insert("location".into(), location.into());
    object.insert("severity".into(), severity.into());
    object.insert("code".into(), json!({ "value": diagnostic.code.as_str() }));
    let suggestions: Vec<_> = diagnostic.fixes.iter().filter_map(|fix| suggestion(fix, diagnostic, files)).collect();
    if !suggestions.is_empty() {
        object.insert("suggestions".into(), suggestions.into());
    }
    object.into()
}

fn suggestion(fix: &Fix, diagnostic: &Diagnostic, files: &Files<'_>) -> Option<Value> {
    match fix.edits.as_slice() {
        [Edit::Replace { file, span, text }] if *file == diagnostic.file => {
            Some(json!({ "range": range(files.place(file, Some(*span))?), "text": text }))
        }
        _ => None,
    }
}

fn range(Place { start, end }: Place) -> Value {
    json!({ "start": position(start), "end": position(end) })
}

fn position(mark: Mark) -> Value {
    json!({ "line": mark.line + 1, "column": mark.utf8 + 1 })
}
