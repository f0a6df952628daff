//! SARIF 2.1.0, for code scanning services and editors.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::escape;
use super::files::{Files, Mark, Place, Subject};
use super::json::json_text;
use super::{TOOL_NAME, TOOL_VERSION, with_help};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Severity};
use crate::source::Span;
use crate::vfs::VfsPath;

/// One run, with the rules that fired and no others. Columns are UTF-16 code units, as `columnKind` says; names of files
/// are relative URIs. A fix that creates or renames a file has no form in SARIF and is left out.
pub fn sarif(subjects: &[Subject<'_>]) -> String {
    let fired = subjects.iter().flat_map(|subject| &subject.report.diagnostics).map(|diagnostic| diagnostic.code);
    let mut rules: BTreeMap<Code, usize> = fired.map(|code| (code, 0)).collect();
    rules.values_mut().enumerate().for_each(|(index, rule)| *rule = index);

    let mut results = Vec::new();
    for subject in subjects {
        let files = Files::of(subject);
        let log = Log { subject, files: &files };
        results.extend(subject.report.diagnostics.iter().map(|diagnostic| log.result(diagnostic, &rules)));
    }
    let rules: Vec<_> = rules.into_keys().map(rule).collect();
    json_text(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": TOOL_NAME, "semanticVersion": TOOL_VERSION, "rules": rules } },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    }))
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": message(code.summary()) },
        "defaultConfiguration": { "level": level(code.severity()) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// Text for a `message` object, where braces make placeholders and `[…](…)` makes a link.
fn message(text: &str) -> String {
    let text = text.replace('{', "{{").replace('}', "}}");
    if text.contains("](") { text.replace('[', "\\[").replace(']', "\\]") } else { text }
}

struct Log<'a> {
    subject: &'a Subject<'a>,
    files: &'a Files<'a>,
}

impl Log<'_> {
    fn result(&self, diagnostic: &Diagnostic, rules: &BTreeMap<Code, usize>) -> Value {
        let mut result = Map::new();
        result.insert("ruleId".into(), diagnostic.code.as_str().into());
        if let Some(index) = rules.get(&diagnostic.code) {
            result.insert("ruleIndex".into(), (*index).into());
        }
        result.insert("level".into(), level(diagnostic.severity).into());
        result.insert("message".into(), json!({ "text": message(&with_help(diagnostic, ". ")) }));
        result.insert("locations".into(), json!([self.location(&diagnostic.file, diagnostic.span)]));
        let related = diagnostic.related.iter().map(|related| {
            let mut location = self.location(&related.file, related.span);
            location["message"] = json!({ "text": message(&related.message) });
            location
        });
        if !diagnostic.related.is_empty() {
            result.insert("relatedLocations".into(), related.collect());
        }
        let fixes: Vec<_> = diagnostic.fixes.iter().filter_map(|fix| self.fix(fix)).collect();
        if !fixes.is_empty() {
            result.insert("fixes".into(), fixes.into());
        }
        result.into()
    }

    fn location(&self, file: &VfsPath, span: Option<Span>) -> Value {
        let mut physical = json!({ "artifactLocation": self.artifact(file) });
        if let Some(place) = self.files.place(file, span) {
            physical["region"] = region(place);
        }
        json!({ "physicalLocation": physical })
    }

    fn artifact(&self, file: &VfsPath) -> Value {
        json!({ "uri": escape::uri(&self.subject.name(file)) })
    }

    fn fix(&self, fix: &Fix) -> Option<Value> {
        let mut changes: BTreeMap<&VfsPath, Vec<Value>> = BTreeMap::new();
        for edit in &fix.edits {
            let Edit::Replace { file, span, text } = edit else { return None };
            let deleted = region(self.files.place(file, Some(*span))?);
            let replacement = json!({ "deletedRegion": deleted, "insertedContent": { "text": text } });
            changes.entry(file).or_default().push(replacement);
        }
        let change =
            |(file, replacements)| json!({ "artifactLocation": self.artifact(file), "replacements": replacements });
        let changes: Vec<_> = changes.into_iter().map(change).collect();
        Some(json!({ "description": { "text": message(&fix.title) }, "artifactChanges": changes }))
    }
}

/// Lines and columns from 1, the end column being the one after the last character.
fn region(Place { start, end }: Place) -> Value {
    let column = |mark: Mark| mark.utf16 + 1;
    json!({
        "startLine": start.line + 1,
        "startColumn": column(start),
        "endLine": end.line + 1,
        "endColumn": column(end),
    })
}
