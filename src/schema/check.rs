use std::collections::{BTreeMap, BTreeSet};

use super::{Editor, Field, Pattern, Shape, nearest};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::parse::yaml::quote_scalar;
use crate::parse::{Entry, Node, Value};
use crate::source::Span;
use crate::vfs::VfsPath;

/// Holds the tree of one file against its shape. What departs from it is reported under `code`.
pub struct Checker<'a> {
    pub file: &'a VfsPath,
    pub text: &'a str,
    pub root: &'a Node,
    pub shape: &'a Shape,
    pub code: Code,
    /// What the file's top level is called: "agent.md".
    pub format: &'a str,
    /// Keys at the top level that another rule reports.
    pub reported_elsewhere: &'a [&'a str],
    /// Whether all of the text could be read; otherwise a field that seems missing may stand there.
    pub complete: bool,
    /// Where the parser has found errors: what it made of the text there is nothing to judge.
    pub unreadable: &'a BTreeSet<Span>,
}

/// The JSON pointer of a child: `/harness/tools` and `builtin` give `/harness/tools/builtin`.
pub fn pointer(parent: &str, child: &str) -> String {
    format!("{parent}/{}", child.replace('~', "~0").replace('/', "~1"))
}

impl Checker<'_> {
    /// Checks the whole file. `anchor` is underlined where the top level lacks a field.
    pub fn check(&self, anchor: Span, sink: &mut Sink) {
        self.value(self.root, self.shape, "", Some(anchor), sink);
    }

    pub(super) fn editor(&self) -> Editor<'_> {
        Editor { file: self.file, text: self.text }
    }

    pub(super) fn report(&self, span: Span, pointer: &str, message: String) -> Diagnostic {
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
            (Shape::Boolean, Value::Boolean(_)) | (Shape::Null, Value::Null) => {}
            (Shape::Integer { min, max }, Value::Number(number))
                if number.integer.is_some_and(|number| (min..=max).contains(&&number)) => {}
            (Shape::List { item, unique }, Value::Sequence(items)) => {
                for (index, value) in items.iter().enumerate() {
                    self.value(value, item, &pointer(at, &index.to_string()), None, sink);
                }
                if *unique {
                    self.repeated(node, at, sink);
                }
            }
            (Shape::Mapping(fields), Value::Mapping(entries)) => self.mapping(node, entries, fields, at, anchor, sink),
            (Shape::Either(shapes), _) => match shapes.iter().find(|shape| shape.takes_type_of(&node.value)) {
                Some(shape) => self.value(node, shape, at, anchor, sink),
                None => self.wrong_type(node, shape, at, sink),
            },
            _ => self.wrong_type(node, shape, at, sink),
        }
    }

    fn wrong_type(&self, node: &Node, shape: &Shape, at: &str, sink: &mut Sink) {
        if self
            .unreadable
            .range(Span::empty(node.span.start as usize)..)
            .next()
            .is_some_and(|span| span.start <= node.span.end)
        {
            return;
        }
        let subject = if at.is_empty() { self.format.to_owned() } else { format!("`{}`", dotted(at)) };
        let expected = shape.description();
        let written = node.span.text(self.text);
        let message = match &node.value {
            Value::Null => format!("{subject} has no value; it must be {expected}"),
            Value::String(text) => format!("{subject} must be {expected}, not the string {}", quoted(text)),
            Value::Number(_) => format!("{subject} must be {expected}, not the number {}", quoted(written)),
            Value::Boolean(_) => format!("{subject} must be {expected}, not the boolean {}", quoted(written)),
            _ => format!("{subject} must be {expected}, not {}", node.type_name()),
        };
        let mut diagnostic = self.report(node.span, at, message);
        let wants_string = accepts(shape, |shape| matches!(shape, Shape::String { .. } | Shape::CommaSeparated { .. }));
        let wants_list = accepts(shape, |shape| matches!(shape, Shape::List { item: Shape::String { .. }, .. }));
        match &node.value {
            Value::Null if at.ends_with(|last: char| last.is_ascii_digit()) => {
                diagnostic = diagnostic.help("Write a value after the dash, or remove the entry.");
            }
            Value::Null => {
                diagnostic = diagnostic.help("Write a value, or remove the key.");
            }
            Value::Number(_) | Value::Boolean(_) if wants_string => {
                diagnostic = diagnostic.help("Put it in quotes to make it a string.").fix(Fix::safe(
                    "Put the value in quotes",
                    vec![Edit::replace(self.file, node.span, format!("\"{written}\""))],
                ));
            }
            Value::String(_) if wants_list && let Some((cause, fix)) = self.list_as_text(node) => {
                diagnostic = diagnostic.help(format!("{cause}. An item starts with a dash and a space.")).fix(fix);
            }
            // Words with spaces between them may be one entry or several.
            Value::String(text) if wants_list && is_flow_safe(written) && !text.contains(',') && text.contains(' ') => {
                let words: Vec<&str> = written.split_whitespace().collect();
                let list = |items: &str| vec![Edit::replace(self.file, node.span, format!("[{items}]"))];
                diagnostic = diagnostic
                    .help("Write a list, with commas between the entries.")
                    .fix(Fix::suggestion(format!("List its {} words", words.len()), list(&words.join(", "))))
                    .fix(Fix::suggestion("Make it a list of one entry", list(written)));
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
                diagnostic = diagnostic.help("YAML 1.2 knows `true` and `false` alone, without quotes.");
                let meant = match text.to_ascii_lowercase().as_str() {
                    "true" | "yes" | "on" | "y" => Some("true"),
                    "false" | "no" | "off" | "n" => Some("false"),
                    _ => None,
                };
                if let Some(meant) = meant {
                    diagnostic = diagnostic
                        .fix(Fix::safe(format!("Write `{meant}`"), vec![Edit::replace(self.file, node.span, meant)]));
                }
            }
            Value::String(_) if at.is_empty() => {
                diagnostic.message =
                    format!("the frontmatter has no `key: value` in it, only the text {}", quoted(written));
                diagnostic = diagnostic.help(form(shape, at).unwrap_or_default());
                diagnostic.fixes.extend(self.adding_colons(node));
            }
            Value::Sequence(_) if at.is_empty() => {
                diagnostic = diagnostic.help(form(shape, at).unwrap_or_default());
                diagnostic.fixes.extend(self.unlisting(node));
            }
            Value::Mapping(_) if accepts(shape, |shape| matches!(shape, Shape::String { .. })) => {
                diagnostic = diagnostic.help("Write text. What has a `: ` in it goes in quotes, or below a `|`.");
                diagnostic.fixes.extend(self.making_text(node, at));
            }
            Value::String(text) if let Some((entries, edit)) = self.path_as_mapping(node, text, shape, at) => {
                diagnostic = diagnostic
                    .help(format!("Write {} as its `path`, and give it a `name`.", quoted(text)))
                    .fix(Fix::suggestion(format!("Write {}", quoted(&entries)), vec![edit]));
            }
            Value::String(text) if let Some(field) = only_required(shape) => {
                let scalar = quote_scalar(text);
                let is_item = self.text[..node.span.start as usize].trim_end_matches(' ').ends_with('-');
                let written = if is_item { format!("{field}: {scalar}") } else { format!("{{{field}: {scalar}}}") };
                diagnostic = diagnostic.help(format!("Write {} as its `{field}`.", quoted(text))).fix(Fix::safe(
                    format!("Write {}", quoted(&written)),
                    vec![Edit::replace(self.file, node.span, written)],
                ));
            }
            Value::Sequence(items) if !wants_list && (wants_string || matches!(shape, Shape::Words(_))) => {
                diagnostic = diagnostic.help("Write one value, without brackets or dashes.");
                if let [only] = items.as_slice()
                    && only.as_str().is_some()
                    && written.starts_with('[')
                {
                    let scalar = only.span.text(self.text);
                    diagnostic = diagnostic
                        .fix(Fix::safe("Take the brackets away", vec![Edit::replace(self.file, node.span, scalar)]));
                } else if written.starts_with('[') && !written.contains('\n') {
                    let quoting = vec![Edit::replace(self.file, node.span, quote_scalar(written))];
                    diagnostic = diagnostic.fix(Fix::suggestion("Quote it as text", quoting));
                } else {
                    diagnostic.fixes.extend(self.making_text(node, at));
                }
            }
            _ => {
                if let Some(form) = form(shape, at) {
                    diagnostic = diagnostic.help(form);
                }
            }
        }
        if let Some((field, edit)) = self.lacks_key(node, shape, at) {
            diagnostic = diagnostic
                .help(format!("A list like this belongs in its field `{field}`."))
                .fix(Fix::safe(format!("Put it under `{field}`"), vec![edit]));
        } else if !at[at.len().min(1)..].contains('/')
            && let Some((path, fix)) = self.belongs_elsewhere(node, at)
        {
            diagnostic = diagnostic.help(format!("A value like this belongs in `{}`.", path.join(".")));
            diagnostic.fixes.extend(fix);
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
                format!("`{name}` has {length} character{}: {}", if length == 1 { "" } else { "s" }, quoted(text))
            };
            let limits = if max == usize::MAX {
                format!("It must have at least {min} character{}.", if min == 1 { "" } else { "s" })
            } else {
                format!("It must have {min} to {max} characters.")
            };
            sink.push(self.report(node.span, at, message).help(limits));
        } else if let Some(pattern) = pattern
            && !(pattern.matches)(text)
        {
            let mut diagnostic = self
                .report(node.span, at, format!("`{name}` can't be {}", quoted(text)))
                .help(format!("It must be {}.", pattern.description));
            if let Some(meant) = in_form(text, pattern).filter(|meant| (min..=max).contains(&meant.chars().count())) {
                diagnostic = diagnostic.fix(Fix::suggestion(
                    format!("Write `{meant}`"),
                    vec![Edit::replace(self.file, node.span, quote_scalar(&meant))],
                ));
            }
            sink.push(diagnostic);
        }
    }

    fn names(&self, node: &Node, text: &str, max: usize, at: &str, sink: &mut Sink) {
        if let Some((message, fix)) = self.list_as_text(node) {
            let problem = Diagnostic::new(Code::YamlSuspicious, self.file, node.span, message).pointer(at);
            return sink.push(problem.help("An item starts with a dash and a space.").fix(fix));
        }
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
            let names: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
            let mut diagnostic =
                self.report(node.span, at, message).help("Write names with one comma between each two.");
            let written = node.span.text(self.text);
            let reported = written.ends_with(',');
            if !names.is_empty() && !reported && !written.contains(['\n', '\\']) {
                let joined = in_its_quotes(written, &names.join(", "));
                let edit = Edit::replace(self.file, node.span, joined);
                diagnostic = diagnostic.fix(Fix::safe("Delete the extra comma", vec![edit]));
            }
            sink.push(diagnostic);
        }
    }

    fn word(&self, node: &Node, text: &str, words: &[&str], at: &str, sink: &mut Sink) {
        if words.contains(&text) {
            return;
        }
        let allowed: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
        let mut diagnostic = self
            .report(node.span, at, format!("`{}` can't be {}", dotted(at), quoted(text)))
            .help(format!("It must be {}.", allowed.join(" or ")));
        if let Some(meant) = nearest(text, words.iter().copied()) {
            diagnostic = diagnostic.fix(Fix::safe(
                format!("Write `{meant}`"),
                vec![Edit::replace(self.file, node.span, in_its_quotes(node.span.text(self.text), meant))],
            ));
        }
        sink.push(diagnostic);
    }

    fn repeated(&self, list: &Node, at: &str, sink: &mut Sink) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for (index, item) in list.items().iter().enumerate() {
            let Some(text) = item.as_str() else { continue };
            match seen.get(text) {
                Some(first) => {
                    let mut diagnostic = self
                        .report(
                            item.span,
                            &pointer(at, &index.to_string()),
                            format!("{} is listed twice in `{}`", quoted(text), dotted(at)),
                        )
                        .help("Remove one of the two.")
                        .related(self.file, *first, "listed here first");
                    if let Some(edit) = self.editor().remove_item(list, index) {
                        diagnostic = diagnostic.fix(Fix::safe("Remove the second one", vec![edit]));
                    }
                    sink.push(diagnostic);
                }
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
        let mut present: BTreeSet<&str> = entries.iter().map(|entry| entry.key.text.as_str()).collect();
        let mut prose_end = 0;
        for (index, entry) in entries.iter().enumerate() {
            let name = entry.key.text.as_str();
            let child = pointer(at, name);
            if index < prose_end {
                continue;
            }
            match fields.iter().find(|field| field.name == name) {
                Some(field) => self.value(&entry.value, &field.shape, &child, None, sink),
                None if at.is_empty() && self.reported_elsewhere.contains(&name) => {}
                None if self.unreadable.contains(&entry.key.span) => {}
                None if let Some((count, fix)) = self.prose_at_the_margin(node, index, fields) => {
                    prose_end = index + count;
                    let run = &entries[index..prose_end];
                    sink.extend(self.report_prose(run, &self.owner(at), fix, &child));
                }
                None => {
                    let field = self.unknown_key(node, index, fields, &present, at, sink);
                    // What two keys were meant as is offered to the first alone.
                    present.extend(field);
                    meant.extend(field);
                }
            }
        }
        if !self.complete {
            return;
        }
        for field in fields.iter().filter(|field| field.required && !meant.contains(&field.name)) {
            let is_there = entries.iter().any(|entry| entry.key.text == field.name);
            if is_there || (at.is_empty() && self.is_misplaced(field.name)) {
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

    /// What the mapping at a pointer is called.
    fn owner(&self, at: &str) -> String {
        if at.is_empty() { self.format.to_owned() } else { format!("`{}`", dotted(at)) }
    }

    /// Reports a key that no field has, and returns the field that was meant.
    fn unknown_key(
        &self,
        mapping: &Node,
        index: usize,
        fields: &[Field],
        present: &BTreeSet<&str>,
        at: &str,
        sink: &mut Sink,
    ) -> Option<&'static str> {
        let entries = mapping.entries();
        let entry = entries.get(index)?;
        let key = &entry.key.text;
        let absent = fields.iter().map(|field| field.name).filter(|name| !present.contains(name));
        let meant = nearest(key, absent);
        let owner = self.owner(at);
        let child = pointer(at, key);
        let diagnostic = self.report(entry.key.span, &child, format!("{} is not a field of {owner}", quoted(key)));
        if let Some(meant) = meant {
            sink.push(diagnostic.help(format!("Did you mean `{meant}`?")).fix(Fix::safe(
                format!("Rename it to `{meant}`"),
                vec![Edit::replace(self.file, entry.key.span, meant)],
            )));
            return Some(meant);
        }
        let drop = self.editor().remove_entry(mapping, index).or_else(|| self.editor().remove_at(self.root, &child));
        let drop = drop.map(|edit| Fix::suggestion(format!("Remove {}", quoted(key)), vec![edit]));
        let mut diagnostic = match self.belongs_elsewhere(&entry.value, &child) {
            Some((path, moving)) => {
                let mut diagnostic = diagnostic.help(match path.as_slice() {
                    [_] => "It belongs at the top level.".to_owned(),
                    path => format!("It belongs in `{}`.", path.join(".")),
                });
                diagnostic.fixes.extend(moving);
                diagnostic
            }
            None => diagnostic.help(fields_of(fields)),
        };
        diagnostic.fixes.extend(drop);
        sink.push(diagnostic);
        None
    }

    /// For a list of strings where a mapping is due that has one field for such a list: that field, and the edit that
    /// puts the list there.
    fn lacks_key(&self, list: &Node, shape: &Shape, at: &str) -> Option<(&'static str, Edit)> {
        let Shape::Mapping(fields) = shape else { return None };
        let items = list.items();
        if items.is_empty() || items.iter().any(|item| item.as_str().is_none()) {
            return None;
        }
        let mut fitting =
            fields.iter().filter(|field| matches!(field.shape, Shape::List { item: Shape::String { .. }, .. }));
        let field = fitting.next().filter(|_| fitting.next().is_none())?.name;
        let (owner, index) = self.entry_at(at)?;
        Some((field, self.editor().put_under_key(owner, index, field)?))
    }

    /// The one other field of the entry's name that takes its value, and the fix that moves it there.
    fn belongs_elsewhere(&self, value: &Node, at: &str) -> Option<(Vec<&'static str>, Option<Fix>)> {
        let here: Vec<&str> = at.split('/').skip(1).collect();
        let key = here.last()?;
        let mut candidates = self
            .shape
            .fields_named(key)
            .into_iter()
            .filter(|(path, shape)| *path != here && shape.takes_type_of(&value.value));
        let (path, _) = candidates.next()?;
        if candidates.next().is_some() || (value.entries().is_empty() && matches!(value.value, Value::Mapping(_))) {
            return None;
        }
        let (owner, index) = self.entry_at(at)?;
        let edits = self.editor().move_entry(self.root, owner, index, &path);
        let title = format!("Move it to `{}`", path.join("."));
        Some((path, edits.map(|edits| Fix::safe(title, edits))))
    }

    /// The mapping that holds an entry, and which one it is, by the keys above it.
    pub(super) fn entry_at(&self, pointer: &str) -> Option<(&Node, usize)> {
        let (above, key) = pointer.rsplit_once('/')?;
        let owner = above.split('/').skip(1).try_fold(self.root, |owner, key| owner.get(key))?;
        let index = owner.entries().iter().position(|entry| entry.key.text == key)?;
        Some((owner, index))
    }

    /// Whether a field that the top level lacks stands further in, where it has been reported as misplaced.
    fn is_misplaced(&self, name: &str) -> bool {
        let is_there = |node: &Node, shape: &Shape| {
            let Shape::Mapping(fields) = shape else { return false };
            fields.iter().all(|field| field.name != name) && node.get(name).is_some()
        };
        let mut waiting = vec![(self.root, self.shape)];
        while let Some((node, shape)) = waiting.pop() {
            if is_there(node, shape) {
                return true;
            }
            let Shape::Mapping(fields) = shape else { continue };
            waiting.extend(fields.iter().filter_map(|field| Some((node.get(field.name)?, &field.shape))));
        }
        false
    }
}

/// The one field that a mapping must have, where that is a string.
fn only_required(shape: &Shape) -> Option<&'static str> {
    let Shape::Mapping(fields) = shape else { return None };
    let mut required = fields.iter().filter(|field| field.required);
    let only = required.next().filter(|field| matches!(field.shape, Shape::String { .. }))?;
    required.next().is_none().then_some(only.name)
}

/// A word in the quotes, if any, of the scalar that it takes the place of.
fn in_its_quotes(written: &str, word: &str) -> String {
    match written.chars().next() {
        Some(quote @ ('"' | '\'')) => format!("{quote}{word}{quote}"),
        _ => word.to_owned(),
    }
}

/// The fields of a mapping, in a sentence.
fn fields_of(fields: &[Field]) -> String {
    let names: Vec<_> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
    match names.as_slice() {
        [only] => format!("Its only field is {only}."),
        names => format!("Its fields are {}.", names.join(", ")),
    }
}

/// What to write where a mapping or a list is due.
fn form(shape: &Shape, at: &str) -> Option<String> {
    match shape {
        Shape::Mapping(fields) if at.is_empty() => Some(format!("Write one field to a line. {}", fields_of(fields))),
        Shape::Mapping(fields) => Some(format!("Write its fields below it, one a line. {}", fields_of(fields))),
        Shape::List { item: Shape::Mapping(_), .. } => Some("Write its entries below it, each after `- `.".to_owned()),
        Shape::List { .. } => Some("Write a list: one entry in brackets, or one to a line after `- `.".to_owned()),
        Shape::String { .. } => Some("Write text, in quotes where it has a `:` or brackets.".to_owned()),
        _ => None,
    }
}

/// A text made to fit a pattern by lower-casing it or writing a hyphen or an underscore for what does not fit.
fn in_form(text: &str, pattern: &Pattern) -> Option<String> {
    let joined = |text: &str, joint: &str| {
        let parts = text.split(|character: char| !character.is_alphanumeric()).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(joint)
    };
    [joined(text, "_"), joined(&text.to_lowercase(), "-")].into_iter().find(|meant| (pattern.matches)(meant))
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
