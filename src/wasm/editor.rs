//! A session that stays open: edits, and what editors ask.

use js_sys::JsString;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use super::{Session, host_path};
use crate::cache::Work;
use crate::diagnostics::render::{self, Subject};
use crate::language::{Completion, Completions, Hover, Location, Symbol};
use crate::source::{LineIndex, Position, Span};
use crate::vfs::{Content, VfsPath};
use crate::{Workspace, outcome};

#[wasm_bindgen]
impl Session {
    /// Replaces parts of a text file, one after the other, each in what the ones before have made of it. `edits` is
    /// JSON: `[{range: {start: {line, character}, end: {line, character}}, newText}]`. Whether there is such a file.
    #[wasm_bindgen(js_name = editText)]
    pub fn edit_text(&self, path: &str, edits: &str) -> Result<bool, JsError> {
        let file = host_path(path)?;
        let edits: Value = serde_json::from_str(edits)?;
        let mut workspace = self.workspace.borrow_mut();
        for edit in edits.as_array().into_iter().flatten() {
            let Some(content) = workspace.vfs().content(&file) else { return Ok(false) };
            let index = LineIndex::new(content);
            let offset = |position: &Value| {
                let number =
                    |key: &str| position[key].as_u64().and_then(|it| u32::try_from(it).ok()).unwrap_or(u32::MAX);
                index.offset(number("line"), number("character"), content)
            };
            let (start, end) = (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]));
            let span = Span::new(start.min(end) as usize, end.max(start) as usize);
            let text = edit["newText"].as_str().unwrap_or_default();
            workspace.replace_text(&file, span, text);
        }
        Ok(true)
    }

    /// Takes away a file or a folder. Whether there was one.
    pub fn remove(&self, path: &str) -> Result<bool, JsError> {
        Ok(self.workspace.borrow_mut().remove(&host_path(path)?))
    }

    /// Gives a file or a folder another path. Whether there was one.
    pub fn rename(&self, from: &str, to: &str) -> Result<bool, JsError> {
        Ok(self.workspace.borrow_mut().rename(&host_path(from)?, &host_path(to)?))
    }

    /// What is wrong with the folder, as JSON: the result of a check without anything of a package.
    pub fn diagnose(&self) -> JsString {
        let mut workspace = self.workspace.borrow_mut();
        let checked = workspace.check(&[]);
        outcome::checked_json(&checked, workspace.vfs()).to_string().into()
    }

    /// JSON: `{range, items: [{label, kind, detail, documentation, insert}]}`.
    pub fn complete(&self, path: &str, line: u32, character: u32) -> Result<String, JsError> {
        let file = host_path(path)?;
        let mut workspace = self.workspace.borrow_mut();
        let offset = offset(&workspace, &file, line, character);
        let Completions { replace, items } = workspace.complete(&file, offset);
        let items: Vec<Value> = items.iter().map(completion).collect();
        Ok(json!({ "range": Ranges::new(&workspace, &file).range(replace), "items": items }).to_string())
    }

    /// JSON: `{range, text}`, or `null`.
    pub fn hover(&self, path: &str, line: u32, character: u32) -> Result<String, JsError> {
        let file = host_path(path)?;
        let mut workspace = self.workspace.borrow_mut();
        let offset = offset(&workspace, &file, line, character);
        let found = workspace.hover(&file, offset);
        let ranges = Ranges::new(&workspace, &file);
        let json = found.map(|Hover { span, text }| json!({ "range": ranges.range(span), "text": text }));
        Ok(Value::from(json).to_string())
    }

    /// JSON: `{file, range}`, or `null`.
    pub fn definition(&self, path: &str, line: u32, character: u32) -> Result<String, JsError> {
        let file = host_path(path)?;
        let mut workspace = self.workspace.borrow_mut();
        let offset = offset(&workspace, &file, line, character);
        let found = workspace.definition(&file, offset);
        let json = found.map(|Location { file, span }| {
            json!({ "file": file.as_str(), "range": Ranges::new(&workspace, &file).range(span) })
        });
        Ok(Value::from(json).to_string())
    }

    /// JSON: `[{name, kind, range, nameRange, children}]`.
    pub fn symbols(&self, path: &str) -> Result<String, JsError> {
        let file = host_path(path)?;
        let mut workspace = self.workspace.borrow_mut();
        let found = workspace.symbols(&file);
        let ranges = Ranges::new(&workspace, &file);
        Ok(found.iter().map(|found| symbol(found, &ranges)).collect::<Value>().to_string())
    }

    /// The problems that touch a range and can be fixed, as JSON: `Diagnostic`s.
    #[wasm_bindgen(js_name = fixesAt)]
    pub fn fixes_at(&self, path: &str, range: &[u32]) -> Result<String, JsError> {
        let file = host_path(path)?;
        let mut workspace = self.workspace.borrow_mut();
        let at = |index: usize| range.get(index).copied().unwrap_or_default();
        let start = offset(&workspace, &file, at(0), at(1));
        let end = offset(&workspace, &file, at(2), at(3));
        let report = workspace.fixes(&file, Span::new(start, end.max(start)));
        Ok(render::diagnostics_json(&Subject::new(&report, workspace.vfs())).to_string())
    }

    /// What has been done since the session was opened, as JSON: counts.
    pub fn work(&self) -> String {
        let Work { parses, transforms, links, bundles, hashes, hashed_bytes, compressions, compressed_bytes } =
            self.workspace.borrow().work();
        json!({
            "parses": parses,
            "transforms": transforms,
            "links": links,
            "bundles": bundles,
            "hashes": hashes,
            "hashedBytes": hashed_bytes,
            "compressions": compressions,
            "compressedBytes": compressed_bytes,
        })
        .to_string()
    }
}

/// The byte offset of a position; zero in a file that is not there.
fn offset(workspace: &Workspace, file: &VfsPath, line: u32, character: u32) -> usize {
    let content = workspace.vfs().content(file);
    content.map_or(0, |content| LineIndex::new(content).offset(line, character, content) as usize)
}

/// Spans of one file as ranges.
struct Ranges {
    content: Content,
    index: LineIndex,
}

impl Ranges {
    fn new(workspace: &Workspace, file: &VfsPath) -> Self {
        let content = workspace.vfs().content(file).cloned().unwrap_or_else(|| Vec::new().into());
        Self { index: LineIndex::new(&content), content }
    }

    fn range(&self, span: Span) -> Value {
        let position = |offset| {
            let Position { line, character, offset } = self.index.position(offset, &self.content);
            json!({ "line": line, "character": character, "offset": offset })
        };
        json!({ "start": position(span.start), "end": position(span.end) })
    }
}

fn completion(item: &Completion) -> Value {
    json!({
        "label": item.label,
        "kind": item.kind.as_str(),
        "detail": item.detail,
        "documentation": item.documentation,
        "insert": item.insert,
    })
}

fn symbol(symbol: &Symbol, ranges: &Ranges) -> Value {
    json!({
        "name": symbol.name,
        "kind": symbol.kind.as_str(),
        "range": ranges.range(symbol.span),
        "nameRange": ranges.range(symbol.name_span),
        "children": symbol.children.iter().map(|child| self::symbol(child, ranges)).collect::<Vec<_>>(),
    })
}
