use std::collections::BTreeMap;

use super::{Field, Pattern, Shape, nearest};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::parse::{Entry, Node, Value};
use crate::source::Span;
use crate::vfs::VfsPath;

/// Holds trees of one file against shapes. What departs from its shape is reported under `code`.
pub struct Checker<'a> {
    pub file: &'a VfsPath,
    pub text: &'a str,
    pub code: Code,
    /// What the file's top level is called: "agent.md".
    pub format: &'a str,
    /// Keys at the top level that another rule reports.
    pub reported_elsewhere: &'a [&'a str],
}

/// The JSON pointer of a child: `/harness/tools` and `builtin` give `/harness/tools/builtin`.
pub fn pointer(parent: &str, child: &str) -> String {
    format!("{parent}/{}", child.replace('~', "~0").replace('/', "~1"))
}

impl Checker<'_> {
    /// Checks a whole file. `anchor` is underlined where the top level lacks a field.
    pub fn check(&self, root: &Node, shape: &Shape, anchor: Span, sink: &mut Sink) {
        self.value(root, shape, "", Some(anchor), sink);
    }

    fn report(&self, span: Span, pointer: &str, message: String) -> Diagnostic {
        Diagnostic::new(self.code, self.file, span, message).pointer(pointer)
    }

    fn value(&self, node: &Node, shape: &Shape, at: &str, anchor: Option<Span>, sink: &mut Sink) {
        if node.is_broken() {
            return;
        }
        match (shape, &node.value) {
            (Shape::String { min, max, pattern }, Value::String(text)) => {
                self.string(node, text, *min, *max, *pattern, at, sink);
            }
            (Shape::CommaSeparated { max }, Value::String(text)) => self.names(node, text, *max, at, sink),
            (Shape::Words(words), Value::String(text)) => self.word(node, text, words, at, sink),
            (Shape::Boolean, Value::Boolean(_)) => {}
            (Shape::List { item, unique }, Value::Sequence(items)) => {
                for (index, value) in items.iter().enumerate() {
                    self.value(value, item, &pointer(at, &index.to_string()), None, sink);
                }
                if *unique {
                    self.repeated(items, at, sink);
                }
            }
            (Shape::Mapping(fields), Value::Mapping(entries)) => self.mapping(node, entries, fields, at, anchor, sink),
            (Shape::Either(shapes), _) => match shapes.iter().find(|shape| same_type(shape, &node.value)) {
                Some(shape) => self.value(node, shape, at, anchor, sink),
                None => self.wrong_type(node, shape, at, sink),
            },
            _ => self.wrong_type(node, shape, at, sink),
        }
    }

    fn wrong_type(&self, node: &Node, shape: &Shape, at: &str, sink: &mut Sink) {
        let subject = if at.is_empty() { self.format.to_owned() } else { format!("`{}`", dotted(at)) };
        let expected = shape.description();
        let written = node.span.text(self.text);
        let message = match &node.value {
            Value::Null => format!("{subject} has no value; it must be {expected}"),
            Value::String(text) => format!("{subject} must be {expected}, not the string {}", quoted(text)),
            Value::Number(_) | Value::Boolean(_) => {
                format!("{subject} must be {expected}, not {} {}", node.type_name(), quoted(written))
            }
            _ => format!("{subject} must be {expected}, not {}", node.type_name()),
        };
        let mut diagnostic = self.report(node.span, at, message);
        let wants_string = accepts(shape, |shape| matches!(shape, Shape::String { .. } | Shape::CommaSeparated { .. }));
        let wants_list = accepts(shape, |shape| matches!(shape, Shape::List { item: Shape::String { .. }, .. }));
        match &node.value {
            Value::Null => {
                diagnostic = diagnostic.help("Write a value, or remove the key.");
            }
            Value::Number(_) | Value::Boolean(_) if wants_string => {
                diagnostic = diagnostic.help("Put it in quotes to make it a string.").fix(Fix::safe(
                    "Put the value in quotes",
                    vec![Edit::replace(self.file, node.span, format!("\"{written}\""))],
                ));
            }
            Value::String(text) if wants_list && is_flow_safe(written) => {
                diagnostic = diagnostic.help("Write a list: one entry in brackets, or one to a line after `- `.").fix(
                    Fix::safe(
                        format!("Make {} a list", quoted(text)),
                        vec![Edit::replace(self.file, node.span, format!("[{written}]"))],
                    ),
                );
            }
            Value::String(text) if accepts(shape, |shape| matches!(shape, Shape::Boolean)) => {
                let meant = match text.to_ascii_lowercase().as_str() {
                    "true" | "yes" | "on" | "y" => Some("true"),
                    "false" | "no" | "off" | "n" => Some("false"),
                    _ => None,
                };
                if let Some(meant) = meant {
                    diagnostic = diagnostic
                        .help("YAML 1.2 knows `true` and `false` alone, without quotes.")
                        .fix(Fix::safe(format!("Write `{meant}`"), vec![Edit::replace(self.file, node.span, meant)]));
                }
            }
            _ => {}
        }
        sink.push(diagnostic);
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one shape")]
    fn string(
        &self,
        node: &Node,
        text: &str,
        min: usize,
        max: usize,
        pattern: Option<&Pattern>,
        at: &str,
        sink: &mut Sink,
    ) {
        let length = text.chars().count();
        let name = dotted(at);
        if length < min || length > max {
            let message = if length == 0 {
                format!("`{name}` is empty")
            } else {
                format!("`{name}` has {length} characters: {}", quoted(text))
            };
            sink.push(self.report(node.span, at, message).help(format!("It must have {min} to {max} characters.")));
        } else if let Some(pattern) = pattern
            && !(pattern.matches)(text)
        {
            let mut diagnostic = self
                .report(node.span, at, format!("`{name}` is {}", quoted(text)))
                .help(format!("It must be {}.", pattern.description));
            let lower = text.to_lowercase().replace([' ', '_'], "-");
            if lower != text && (pattern.matches)(&lower) {
                diagnostic = diagnostic
                    .fix(Fix::suggestion(format!("Write `{lower}`"), vec![Edit::replace(self.file, node.span, lower)]));
            }
            sink.push(diagnostic);
        }
    }

    fn names(&self, node: &Node, text: &str, max: usize, at: &str, sink: &mut Sink) {
        let length = text.chars().count();
        let name = dotted(at);
        if length > max {
            sink.push(
                self.report(node.span, at, format!("`{name}` has {length} characters"))
                    .help(format!("It must have at most {max}.")),
            );
        } else if text.split(',').any(|name| name.trim().is_empty()) {
            let message = if text.trim().is_empty() {
                format!("`{name}` is empty")
            } else {
                format!("`{name}` has an empty name between its commas: {}", quoted(text))
            };
            sink.push(self.report(node.span, at, message).help("Write names with one comma between each two."));
        }
    }

    fn word(&self, node: &Node, text: &str, words: &[&str], at: &str, sink: &mut Sink) {
        if words.contains(&text) {
            return;
        }
        let allowed: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
        let mut diagnostic = self
            .report(node.span, at, format!("`{}` is {}", dotted(at), quoted(text)))
            .help(format!("It must be {}.", allowed.join(" or ")));
        if let Some(meant) = nearest(text, words.iter().copied()) {
            diagnostic =
                diagnostic.fix(Fix::safe(format!("Write `{meant}`"), vec![Edit::replace(self.file, node.span, meant)]));
        }
        sink.push(diagnostic);
    }

    fn repeated(&self, items: &[Node], at: &str, sink: &mut Sink) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for (index, item) in items.iter().enumerate() {
            let Some(text) = item.as_str() else { continue };
            match seen.get(text) {
                Some(first) => sink.push(
                    self.report(
                        item.span,
                        &pointer(at, &index.to_string()),
                        format!("{} is listed twice in `{}`", quoted(text), dotted(at)),
                    )
                    .help("Remove one of the two.")
                    .related(self.file, *first, "listed here first"),
                ),
                None => {
                    seen.insert(text, item.span);
                }
            }
        }
    }

    fn mapping(
        &self,
        node: &Node,
        entries: &[Entry],
        fields: &[Field],
        at: &str,
        anchor: Option<Span>,
        sink: &mut Sink,
    ) {
        let mut meant = Vec::new();
        for entry in entries {
            let name = entry.key.text.as_str();
            let child = pointer(at, name);
            match fields.iter().find(|field| field.name == name) {
                Some(field) => self.value(&entry.value, &field.shape, &child, None, sink),
                None if at.is_empty() && self.reported_elsewhere.contains(&name) => {}
                None => meant.extend(self.unknown_key(entry, entries, fields, at, sink)),
            }
        }
        for field in fields.iter().filter(|field| field.required && !meant.contains(&field.name)) {
            if entries.iter().any(|entry| entry.key.text == field.name) {
                continue;
            }
            let first_key = entries.first().map_or(node.span, |entry| entry.key.span);
            let message = if at.is_empty() {
                format!("{} has no `{}`", self.format, field.name)
            } else {
                format!("`{}` has no `{}`", dotted(at), field.name)
            };
            sink.push(self.report(anchor.unwrap_or(first_key), at, message).help(format!(
                "Add `{}`: {}",
                field.name,
                lower_first(field.documentation)
            )));
        }
    }

    /// Reports a key that no field has, and returns the field that was meant.
    fn unknown_key(
        &self,
        entry: &Entry,
        entries: &[Entry],
        fields: &[Field],
        at: &str,
        sink: &mut Sink,
    ) -> Option<&'static str> {
        let absent =
            fields.iter().map(|field| field.name).filter(|name| entries.iter().all(|other| other.key.text != *name));
        let meant = nearest(&entry.key.text, absent);
        let owner = if at.is_empty() { self.format.to_owned() } else { format!("`{}`", dotted(at)) };
        let mut diagnostic = self.report(
            entry.key.span,
            &pointer(at, &entry.key.text),
            format!("{} is not a field of {owner}", quoted(&entry.key.text)),
        );
        if let Some(meant) = meant {
            diagnostic = diagnostic.help(format!("Did you mean `{meant}`?")).fix(Fix::safe(
                format!("Rename it to `{meant}`"),
                vec![Edit::replace(self.file, entry.key.span, meant)],
            ));
        } else {
            let names: Vec<_> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
            diagnostic = diagnostic.help(format!("Its fields are {}.", names.join(", ")));
        }
        sink.push(diagnostic);
        meant
    }
}

fn same_type(shape: &Shape, value: &Value) -> bool {
    matches!(
        (shape, value),
        (Shape::String { .. } | Shape::Words(_) | Shape::CommaSeparated { .. }, Value::String(_))
            | (Shape::Boolean, Value::Boolean(_))
            | (Shape::List { .. }, Value::Sequence(_))
            | (Shape::Mapping(_), Value::Mapping(_))
    )
}

fn accepts(shape: &Shape, wanted: impl Fn(&Shape) -> bool) -> bool {
    match shape {
        Shape::Either(shapes) => shapes.iter().any(wanted),
        shape => wanted(shape),
    }
}

/// Whether a plain scalar may stand between the brackets of a list as it is written.
fn is_flow_safe(written: &str) -> bool {
    !written.is_empty() && !written.contains(['[', ']', '{', '}', '#', '\n', '|', '>', '"', '\''])
}

/// `/harness/tools/modules/0/path` as people write it: `harness.tools.modules[0].path`.
fn dotted(pointer: &str) -> String {
    let mut name = String::new();
    for part in pointer.split('/').skip(1) {
        if part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty() && !name.is_empty() {
            name.push_str(&format!("[{part}]"));
        } else {
            if !name.is_empty() {
                name.push('.');
            }
            name.push_str(&part.replace("~1", "/").replace("~0", "~"));
        }
    }
    name
}

fn lower_first(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
