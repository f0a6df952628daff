use crate::diagnostics::{Code as DiagnosticCode, Severity};
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
    let text = source.strip_prefix('\u{feff}').unwrap_or(source);
    let parsed = json::parse_with(path, text, DiagnosticCode::ToolSyntax, Severity::Warning);
    let by = source.len() - text.len();
    let mut diagnostics = parsed.diagnostics;
    for diagnostic in &mut diagnostics {
        diagnostic.span = diagnostic.span.map(|span| span.shifted(by));
    }
    let mut exports = Exports::default();
    let mut code = Code::default();
    if let Some(root) = &parsed.root {
        let span = root.span.shifted(by);
        exports.names.insert("default".to_owned(), ExportInfo { span, type_only: false });
        value(root, source, by, name, &mut code);
        if let Value::Mapping(entries) = &root.value {
            for entry in entries {
                named(&entry.key.text, &mut code);
                let info = ExportInfo { span: entry.key.span.shifted(by), type_only: false };
                exports.names.entry(entry.key.text.clone()).or_insert(info);
            }
        }
        code.exports.sort_by(|a, b| a.name.cmp(&b.name));
        code.exports.dedup_by(|a, b| a.name == b.name);
    }
    JsonModule { code, exports, diagnostics }
}

/// `const data = …`: the text itself, since JSON is a part of JavaScript but for a key `__proto__`, which a literal
/// takes for the prototype.
fn value(root: &Node, source: &str, by: usize, name: &str, code: &mut Code) {
    code.symbols.push(Symbol { name: name.into(), kind: SymbolKind::Local { constant: true, ignores_this: false } });
    code.exports.push(Export { name: "default".into(), source: ExportSource::Local(0) });
    code.parts.push(Part {
        start: 0,
        kind: PartKind::Json,
        declares: vec![0],
        noticed: false,
        reads: Vec::new(),
        continues: false,
    });
    let span = root.span.shifted(by);
    let mut keys = Vec::new();
    prototype_keys(root, &mut keys);
    let lines = LineIndex::new(source.as_bytes());
    let mut at = span.start as usize;
    for key in keys {
        let key = key.shifted(by).range();
        code.text.push_str(source.get(at..key.start).unwrap_or_default());
        code.text.push_str("[\"__proto__\"]");
        at = key.end;
    }
    code.text.push_str(source.get(at..span.end as usize).unwrap_or_default());
    let start = lines.position(span.start, source.as_bytes());
    code.marks.push(Mark { at: 0, line: start.line, column: start.character, name: None });
}

fn named(key: &str, code: &mut Code) {
    if key == "default" {
        return;
    }
    let index = code.symbols.len() as u32;
    code.symbols.push(Symbol { name: key.into(), kind: SymbolKind::JsonMember });
    code.exports.push(Export { name: key.into(), source: ExportSource::Local(index) });
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
