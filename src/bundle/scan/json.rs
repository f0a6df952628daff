use std::collections::VecDeque;
use std::ops::Range;

use crate::diagnostics::Code as DiagnosticCode;
use crate::parse::{Node, Value, json};
use crate::source::LineIndex;
use crate::vfs::VfsPath;

use super::code::{Code, Export, ExportSource, Mark, Part, PartKind, Symbol, SymbolKind};
use super::exports::{ExportInfo, Exports};
use crate::diagnostics::Diagnostic;

/// A JSON file as a module: its value as the default export, and each key of an object that can name an export.
pub(super) struct JsonModule {
    pub code: Code,
    pub exports: Exports,
    pub diagnostics: Vec<Diagnostic>,
}

pub(super) fn parse(path: &VfsPath, source: &str, name: &str) -> JsonModule {
    let parsed = json::parse_module(path, source, DiagnosticCode::ToolSyntax);
    let diagnostics = parsed.diagnostics;
    let mut exports = Exports::default();
    let mut code = Code::default();
    if let Some(root) = &parsed.root {
        let span = root.span;
        exports.names.insert("default".to_owned(), ExportInfo { span, type_only: false });
        let mut keys = Vec::new();
        prototype_keys(root, &mut keys);
        let keys = keys.into_iter().map(|key| key.range()).collect::<VecDeque<_>>();
        let lines = LineIndex::new(source.as_bytes());
        let text = Text { source, lines, at: span.start as usize, keys, code: &mut code };
        // Of a key that stands twice there is the first value here, and JavaScript takes the last.
        text.write(root, name, diagnostics.is_empty());
        if let Value::Mapping(entries) = &root.value {
            for entry in entries {
                let info = ExportInfo { span: entry.key.span, type_only: false };
                exports.names.entry(entry.key.text.clone()).or_insert(info);
            }
        }
        code.exports.sort_by(|a, b| a.name.cmp(&b.name));
        code.exports.dedup_by(|a, b| a.name == b.name);
    }
    JsonModule { code, exports, diagnostics }
}

/// Writes the text itself, since JSON is a part of JavaScript but for a key `__proto__`, which a literal takes for the
/// prototype.
struct Text<'s> {
    source: &'s str,
    lines: LineIndex,
    /// How much of the source has been written.
    at: usize,
    /// Where `__proto__` is still to come.
    keys: VecDeque<Range<usize>>,
    code: &'s mut Code,
}

impl Text<'_> {
    fn write(mut self, root: &Node, name: &str, can_stand_apart: bool) {
        let whole = SymbolKind::Local { constant: true, ignores_this: false };
        self.code.symbols.push(Symbol { name: name.into(), kind: whole });
        self.code.exports.push(Export { name: "default".into(), source: ExportSource::Local(0) });
        self.mark();
        if let Value::Mapping(entries) = &root.value {
            for entry in entries.iter().filter(|entry| entry.key.text != "default") {
                let span = entry.value.span.range();
                self.copy(span.start);
                let start = self.code.text.len() as u32;
                self.mark();
                self.copy(span.end);
                let apart = can_stand_apart.then_some(start..self.code.text.len() as u32);
                let index = self.code.symbols.len() as u32;
                self.code
                    .symbols
                    .push(Symbol { name: (*entry.key.text).into(), kind: SymbolKind::JsonMember { apart } });
                self.code.exports.push(Export { name: (*entry.key.text).into(), source: ExportSource::Local(index) });
            }
        }
        self.copy(root.span.range().end);
        let declares = (0..self.code.symbols.len() as u32).collect();
        let (kind, reads) = (PartKind::Json, Vec::new());
        self.code.parts.push(Part { start: 0, kind, declares, noticed: false, reads, continues: false });
    }

    fn copy(&mut self, end: usize) {
        while let Some(key) = self.keys.front().filter(|key| key.end <= end).cloned() {
            self.keys.pop_front();
            self.code.text.push_str(self.source.get(self.at..key.start).unwrap_or_default());
            self.code.text.push_str("[\"__proto__\"]");
            self.at = key.end;
        }
        self.code.text.push_str(self.source.get(self.at..end).unwrap_or_default());
        self.at = end;
    }

    /// What is written next comes from here.
    fn mark(&mut self) {
        let place = self.lines.position(self.at as u32, self.source.as_bytes());
        let at = self.code.text.len() as u32;
        self.code.marks.push(Mark { at, line: place.line, column: place.character, name: None });
    }
}

/// The spans of keys that spell `__proto__`. Nests no deeper than the JSON parser lets through.
fn prototype_keys(node: &Node, found: &mut Vec<crate::source::Span>) {
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries {
                if entry.key.text == "__proto__" {
                    found.push(entry.key.span);
                }
                prototype_keys(&entry.value, found);
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| prototype_keys(item, found)),
        _ => {}
    }
}
