//! Our own JSON.
//!
//! ```text
//! Diagnostic = {code, severity, message, file, range?, pointer?, help?, fixes: [Fix], related: [Related], docs}
//! Range      = {start: Position, end: Position}
//! Position   = {line, character, offset}        zero-based line, UTF-16 units in it, UTF-8 bytes in the file
//! Fix        = {title, safe, edits: [Edit]}
//! Edit       = {kind: "replace", file, range, newText}
//!            | {kind: "create", file, newText}
//!            | {kind: "rename", file, newFile}
//! Related    = {message, file, range?}
//! Summary    = {errors, warnings, infos}
//! ```
//! A key marked `?` is left out where it does not apply; no value is ever `null`. Lists are always there, empty or not.
//! `file` is relative to the checked folder, the empty string for the folder itself. `docs` is `rules/CODE`, the rule's
//! page relative to the documentation. A fix that edits a file whose bytes are not at hand is left out.

use serde_json::{Map, Value, json};

use super::escape;
use super::files::{Files, Mark, Place, Subject};
use crate::diagnostics::{Diagnostic, Edit, Fix, Related, Summary};

/// The list of `Diagnostic`s, in the order of the report. [`Subject::folder`] plays no part: names are relative to it.
pub fn diagnostics_json(subject: &Subject<'_>) -> Value {
    let files = Files::of(subject);
    subject.report.diagnostics.iter().map(|diagnostic| diagnostic_json(diagnostic, &files)).collect()
}

/// The `Summary`.
pub fn summary_json(summary: Summary) -> Value {
    let Summary { errors, warnings, infos } = summary;
    json!({ "errors": errors, "warnings": warnings, "infos": infos })
}

/// A value as text for a pipe or a terminal, indented, with a last line break. What could deceive the eye is written as
/// `\u` escapes, which changes nothing for a parser.
pub fn json_text(value: &Value) -> String {
    let mut text = escape::json(&format!("{value:#}"));
    text.push('\n');
    text
}

fn diagnostic_json(diagnostic: &Diagnostic, files: &Files<'_>) -> Value {
    let Diagnostic { code, severity, message, file, span, pointer, help, fixes, related } = diagnostic;
    let mut object = Map::new();
    object.insert("code".into(), code.as_str().into());
    object.insert("severity".into(), severity.as_str().into());
    object.insert("message".into(), message.as_str().into());
    object.insert("file".into(), file.as_str().into());
    insert_range(&mut object, files.place(file, *span));
    if let Some(pointer) = pointer {
        object.insert("pointer".into(), pointer.as_str().into());
    }
    if let Some(help) = help {
        object.insert("help".into(), help.as_str().into());
    }
    let fixes = fixes.iter().filter(|fix| files.can_show(fix));
    object.insert("fixes".into(), fixes.map(|fix| fix_json(fix, files)).collect());
    object.insert("related".into(), related.iter().map(|related| related_json(related, files)).collect());
    object.insert("docs".into(), format!("rules/{code}").into());
    object.into()
}

fn related_json(related: &Related, files: &Files<'_>) -> Value {
    let mut object = Map::new();
    object.insert("message".into(), related.message.as_str().into());
    object.insert("file".into(), related.file.as_str().into());
    insert_range(&mut object, files.place(&related.file, related.span));
    object.into()
}

fn fix_json(fix: &Fix, files: &Files<'_>) -> Value {
    let edits: Value = fix.edits.iter().map(|edit| edit_json(edit, files)).collect();
    json!({ "title": fix.title, "safe": fix.safe, "edits": edits })
}

fn edit_json(edit: &Edit, files: &Files<'_>) -> Value {
    match edit {
        Edit::Replace { file, span, text } => {
            let mut object = Map::new();
            object.insert("kind".into(), "replace".into());
            object.insert("file".into(), file.as_str().into());
            insert_range(&mut object, files.place(file, Some(*span)));
            object.insert("newText".into(), text.as_str().into());
            object.into()
        }
        Edit::Create { file, text } => json!({ "kind": "create", "file": file.as_str(), "newText": text }),
        Edit::Rename { from, to } => json!({ "kind": "rename", "file": from.as_str(), "newFile": to.as_str() }),
    }
}

fn insert_range(object: &mut Map<String, Value>, place: Option<Place>) {
    if let Some(Place { start, end }) = place {
        object.insert("range".into(), json!({ "start": position_json(start), "end": position_json(end) }));
    }
}

fn position_json(mark: Mark) -> Value {
    json!({ "line": mark.line, "character": mark.utf16, "offset": mark.offset })
}
