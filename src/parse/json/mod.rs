//! Strict JSON (RFC 8259) with the place of every key and value.
//!
//! What people write by mistake (comments, trailing commas, single quotes, bare keys …) is reported, read as it was
//! meant, and parsing goes on.

mod number;
mod string;

use std::collections::BTreeMap;

use super::{Entry, Key, Node, Value};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Severity, quoted};
use crate::source::Span;
use crate::vfs::VfsPath;

/// The deepest nesting that is read; the outermost value is level 1.
pub const MAX_DEPTH: usize = 128;

/// How far out a bracket is looked for that fits a closing one.
const OWNERS: usize = 8;

/// A JSON text as read.
#[derive(Clone, Debug)]
pub struct Json {
    /// `None` where there is no value at all.
    pub root: Option<Node>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a JSON text; its problems are reported under `code`, repeated keys as errors.
pub fn parse(file: &VfsPath, text: &str, code: Code) -> Json {
    read(file, text, 0, code, Severity::Error)
}

/// Reads a JSON text as JavaScript's hosts do: repeated keys are warnings, and a byte-order mark is passed over.
pub fn parse_module(file: &VfsPath, text: &str, code: Code) -> Json {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    read(file, text, start, code, Severity::Warning)
}

fn read(file: &VfsPath, text: &str, start: usize, code: Code, duplicate_keys: Severity) -> Json {
    let mut parser = Parser {
        file,
        text,
        at: start,
        token_end: 0,
        space_end: 0,
        open_string_end: None,
        code,
        duplicate_keys,
        open: Vec::new(),
        reported_open: None,
        diagnostics: Vec::new(),
    };
    let root = parser.document();
    Json { root, diagnostics: parser.diagnostics }
}

struct Parser<'a> {
    file: &'a VfsPath,
    text: &'a str,
    at: usize,
    /// Where the last token before the cursor ends: neither white space nor a comment follows it there.
    token_end: usize,
    /// Where white space and comments were last skipped up to.
    space_end: usize,
    /// Where the last string ends that is never closed: what is inserted there becomes part of it.
    open_string_end: Option<usize>,
    code: Code,
    duplicate_keys: Severity,
    /// Where each open bracket stands, the innermost last.
    open: Vec<usize>,
    /// Where brackets were found unclosed, and how many of the open ones are not among them.
    reported_open: Option<(usize, usize)>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    fn document(&mut self) -> Option<Node> {
        if self.rest().starts_with('\u{feff}') {
            let span = Span::new(0, 3);
            let problem = self
                .report(span, "the file starts with a byte-order mark")
                .help("Save the file as UTF-8 without a byte-order mark.")
                .fix(Fix::safe("Delete the byte-order mark", vec![Edit::delete(self.file, span)]));
            self.diagnostics.push(problem);
            self.at = 3;
        }
        self.skip_space();
        if self.rest().is_empty() {
            let problem = self
                .report(Span::empty(self.at), "there is no JSON value in the file")
                .help("A JSON file holds one value, such as `{}`.");
            self.diagnostics.push(problem);
            return None;
        }
        let root = self.value();
        self.skip_space();
        if !self.rest().is_empty() {
            let start = self.at;
            let span = Span::new(start, start + self.line_rest().trim_end().len());
            let closer = matches!(self.peek(), Some(b'}' | b']'));
            let report = if closer {
                let only = self.rest()[1..].trim().is_empty();
                let report = self
                    .report(
                        Span::new(start, start + 1),
                        format!("nothing is open that this {} could close", self.shown()),
                    )
                    .help("Delete it, or add the opening bracket it belongs to.");
                let fix = vec![Edit::delete(self.file, Span::new(start, start + 1))];
                if only { report.fix(Fix::suggestion("Delete the extra bracket", fix)) } else { report }
            } else {
                self.report(
                    span,
                    format!("there is text after the end of the JSON value: {}", quoted(span.text(self.text))),
                )
                .help("A JSON file holds exactly one value. Delete what follows it.")
            };
            let problem = report;
            self.diagnostics.push(problem);
        }
        Some(root)
    }

    /// A value at the cursor. Always moves on or leaves the cursor at something that closes the value around it.
    fn value(&mut self) -> Node {
        let start = self.at;
        match self.peek() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string(),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => self.number(),
            None | Some(b'}' | b']' | b',' | b':') => {
                let span = Span::new(start, start + usize::from(self.peek().is_some()));
                let problem = self
                    .report(span, "a value is missing here")
                    .help("Write a value: a string, a number, `true`, `false`, `null`, an object or an array.");
                self.diagnostics.push(problem);
                if self.peek() == Some(b':') {
                    self.at += 1;
                }
                Node { span: Span::empty(start), value: Value::Broken }
            }
            Some(b'\'' | b'`') => self.string(),
            Some(_) if self.smart_quote().is_some() => self.string(),
            Some(_) => self.word(),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Value) -> Node {
        let start = self.at;
        if self.open.len() == MAX_DEPTH {
            let problem = self
                .report(Span::new(start, start + 1), format!("the nesting is deeper than {MAX_DEPTH} levels"))
                .help("Flatten the data.");
            self.diagnostics.push(problem);
            self.skip_brackets();
            if self.rest().is_empty() {
                // Flattened, the data will have other brackets to close.
                self.reported_open = Some((self.at, 0));
            }
            return Node { span: Span::new(start, self.at), value: Value::Broken };
        }
        self.open.push(start);
        self.at += 1;
        let value = read(self);
        self.open.pop();
        Node { span: Span::new(start, self.at), value }
    }

    /// Past a bracketed value that is too deep to read, strings minded.
    fn skip_brackets(&mut self) {
        let bytes = self.text.as_bytes();
        let mut depth = 0usize;
        while let Some(byte) = bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    while let Some(inside) = bytes.get(self.at) {
                        self.at += 1;
                        match inside {
                            b'\\' => self.at += 1,
                            b'"' | b'\n' => break,
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        self.at = self.text.floor_char_boundary(self.at);
    }

    fn object(&mut self) -> Value {
        let mut entries: Vec<Entry> = Vec::new();
        let mut first_of: BTreeMap<String, Span> = BTreeMap::new();
        let mut comma = None;
        loop {
            self.skip_space();
            if self.closes(b'}', comma) {
                return Value::Mapping(entries);
            }
            if self.stray_comma(comma.is_none() && !entries.is_empty()) {
                continue;
            }
            if comma.is_none() && !entries.is_empty() {
                self.missing_comma();
            }
            comma = None;
            let Some(key) = self.key() else { continue };
            self.skip_space();
            if self.peek() == Some(b':') {
                self.at += 1;
            } else {
                self.missing_colon(&key);
            }
            self.skip_space();
            let value = self.value();
            if let Some(first) = first_of.get(&key.text) {
                let mut report = self
                    .report(key.span, format!("the key {} stands twice in this object", quoted(&key.text)))
                    .help("Keep one of the two.");
                report.severity = self.duplicate_keys;
                report = report.related(self.file, *first, "first here");
                let problem = report;
                self.diagnostics.push(problem);
            } else {
                first_of.insert(key.text.clone(), key.span);
                entries.push(Entry { key, value });
            }
            comma = self.comma();
        }
    }

    fn array(&mut self) -> Value {
        let mut items: Vec<Node> = Vec::new();
        let mut comma = None;
        loop {
            self.skip_space();
            if self.closes(b']', comma) {
                return Value::Sequence(items);
            }
            if self.stray_comma(comma.is_none() && !items.is_empty()) {
                continue;
            }
            if comma.is_none() && !items.is_empty() {
                self.missing_comma();
            }
            if self.peek() == Some(b':') {
                let span = Span::new(self.at, self.at + 1);
                let problem = self
                    .report(span, "an array has no keys, so no `:` can stand here")
                    .help("Use an object, `{ … }`, for keys with values.");
                self.diagnostics.push(problem);
                self.at += 1;
                self.skip_space();
                if self.closes(b']', None) {
                    return Value::Sequence(items);
                }
            }
            items.push(self.value());
            comma = self.comma();
        }
    }

    /// Whether the innermost bracket ends here: by its closer, by that of a bracket further out, or with the file.
    fn closes(&mut self, closer: u8, comma: Option<usize>) -> bool {
        let at = self.at;
        let ends = match self.peek() {
            None => true,
            Some(byte) => byte == closer || matches!(byte, b'}' | b']'),
        };
        if !ends {
            return false;
        }
        if let Some(comma) = comma {
            let span = Span::new(comma, comma + 1);
            let problem = self
                .report(span, "JSON allows no comma after the last element")
                .help("Delete the comma.")
                .fix(Fix::safe("Delete the trailing comma", vec![Edit::delete(self.file, span)]));
            self.diagnostics.push(problem);
        }
        if self.peek() == Some(closer) {
            self.at += 1;
            return true;
        }
        if self.reported_open.is_some_and(|(place, depth)| place == at && self.open.len() > depth) {
            return true;
        }
        let opened = self.open.last().copied().unwrap_or_default();
        let opener = &self.text[opened..=opened];
        let wanted = match self.peek() {
            None => None,
            Some(b'}') => Some(b'{'),
            Some(_) => Some(b'['),
        };
        // The bracket that does stand here may belong to one further out.
        let is_owner = |place: &usize| Some(self.text.as_bytes()[*place]) == wanted;
        let owner = self.open.iter().rev().take(OWNERS).position(is_owner).map(|inner| self.open.len() - inner);
        if wanted.is_some() && owner.is_none() {
            let span = Span::new(at, at + 1);
            let closer = char::from(closer);
            let problem = self
                .report(span, format!("{} can't close the `{opener}`", self.shown()))
                .help(format!("Write `{closer}`."))
                .fix(Fix::safe(format!("Write `{closer}`"), vec![Edit::replace(self.file, span, closer)]))
                .related(self.file, Span::new(opened, opened + 1), "opened here");
            self.diagnostics.push(problem);
            self.at += 1;
            return true;
        }
        let depth = owner.unwrap_or(0);
        self.reported_open = Some((at, depth));
        let closers: String = self.open[depth..]
            .iter()
            .rev()
            .map(|place| if self.text.as_bytes()[*place] == b'{' { '}' } else { ']' })
            .collect();
        let place = self.token_end.max(opened + 1);
        let mut report = self
            .report(Span::new(opened, opened + 1), format!("this `{opener}` is never closed"))
            .help(format!("Add {} where it ends.", quoted(&closers)));
        report = self.with_insertion(report, &format!("Add {}", quoted(&closers)), place, &closers);
        for outer in self.open[depth..self.open.len() - 1].iter().rev().take(OWNERS) {
            report = report.related(self.file, Span::new(*outer, outer + 1), "nor is this one");
        }
        let problem = report;
        self.diagnostics.push(problem);
        true
    }

    /// The comma after an element; a semicolon is reported and taken for one.
    fn comma(&mut self) -> Option<usize> {
        self.skip_space();
        let at = self.at;
        match self.peek() {
            Some(b',') => {}
            Some(b';') => {
                let span = Span::new(at, at + 1);
                let problem = self
                    .report(span, "elements are separated by `,`, not `;`")
                    .help("Write a comma.")
                    .fix(Fix::safe("Write a comma", vec![Edit::replace(self.file, span, ",")]));
                self.diagnostics.push(problem);
            }
            _ => return None,
        }
        self.at += 1;
        Some(at)
    }

    /// A comma with no element before it.
    fn stray_comma(&mut self, allowed: bool) -> bool {
        if allowed || self.peek() != Some(b',') {
            return false;
        }
        let span = Span::new(self.at, self.at + 1);
        let problem = self
            .report(span, "a comma with no element before it")
            .help("Delete the comma.")
            .fix(Fix::safe("Delete the extra comma", vec![Edit::delete(self.file, span)]));
        self.diagnostics.push(problem);
        self.at += 1;
        true
    }

    fn missing_comma(&mut self) {
        let place = self.token_end;
        let report = self
            .report(Span::empty(place), "a comma is missing between two elements")
            .help("Write a comma after the first one.");
        self.diagnostics.push(self.with_insertion(report, "Add the comma", place, ","));
    }

    fn missing_colon(&mut self, key: &Key) {
        let at = self.at;
        if matches!(self.peek(), Some(b'=')) {
            let length = if self.rest().starts_with("=>") { 2 } else { 1 };
            let span = Span::new(at, at + length);
            let problem = self
                .report(span, format!("the key {} is followed by `=`, not by `:`", quoted(&key.text)))
                .help("Write a colon between a key and its value.")
                .fix(Fix::safe("Write a colon", vec![Edit::replace(self.file, span, ":")]));
            self.diagnostics.push(problem);
            self.at += length;
            return;
        }
        let place = key.span.end as usize;
        let report = self
            .report(key.span, format!("the key {} has no `:` and value", quoted(&key.text)))
            .help("Write a colon and a value after the key.");
        let follows = self.peek().is_some_and(|byte| !matches!(byte, b'}' | b']' | b','));
        let report = if follows { self.with_insertion(report, "Add the colon", place, ":") } else { report };
        self.diagnostics.push(report);
    }

    /// With a fix that inserts text, unless a string is open there.
    fn with_insertion(&self, report: Diagnostic, title: &str, place: usize, text: &str) -> Diagnostic {
        if self.open_string_end == Some(place) {
            return report;
        }
        report.fix(Fix::safe(title, vec![Edit::insert(self.file, place, text)]))
    }

    /// The key at the cursor, or `None` after reporting what stands in its place.
    fn key(&mut self) -> Option<Key> {
        let start = self.at;
        let node = match self.peek() {
            Some(b'"' | b'\'' | b'`') => self.string(),
            Some(b'{' | b'[') => {
                let node = self.value();
                let problem = self.report(node.span, "a key must be a string").help("Write the key in double quotes.");
                self.diagnostics.push(problem);
                return Some(Key { span: node.span, text: node.span.text(self.text).to_owned() });
            }
            Some(b':') => {
                let problem = self
                    .report(Span::new(start, start + 1), "a key is missing before the `:`")
                    .help("Write a key in double quotes.");
                self.diagnostics.push(problem);
                return Some(Key { span: Span::empty(start), text: String::new() });
            }
            _ if self.smart_quote().is_some() => self.string(),
            _ => {
                let span = self.bare_word();
                let text = span.text(self.text);
                let problem = self
                    .report(span, format!("the key {} is not in double quotes", quoted(text)))
                    .help("JSON keys are strings, written in double quotes.")
                    .fix(Fix::safe("Quote the key", vec![Edit::replace(self.file, span, string::written(text))]));
                self.diagnostics.push(problem);
                return Some(Key { span, text: text.to_owned() });
            }
        };
        let Value::String(text) = node.value else { return None };
        Some(Key { span: node.span, text })
    }

    fn number(&mut self) -> Node {
        let span = self.bare_word();
        let text = span.text(self.text);
        if let Some(number) = number::strict(text) {
            return Node { span, value: Value::Number(number) };
        }
        if let Some((corrected, number)) = number::lenient(text) {
            let problem = self
                .report(span, format!("{} is not a JSON number", quoted(text)))
                .help("JSON numbers are decimal, with digits on both sides of the point and no sign but a leading `-`.")
                .fix(Fix::safe(
                    format!("Write {}", quoted(&corrected)),
                    vec![Edit::replace(self.file, span, corrected)],
                ));
            self.diagnostics.push(problem);
            return Node { span, value: Value::Number(number) };
        }
        self.not_a_value(span)
    }

    fn word(&mut self) -> Node {
        let span = self.bare_word();
        let text = span.text(self.text);
        let value = match text {
            "null" => return Node { span, value: Value::Null },
            "true" => return Node { span, value: Value::Boolean(true) },
            "false" => return Node { span, value: Value::Boolean(false) },
            _ if text.eq_ignore_ascii_case("true") => Value::Boolean(true),
            _ if text.eq_ignore_ascii_case("false") => Value::Boolean(false),
            _ if text.eq_ignore_ascii_case("null") || matches!(text, "None" | "nil" | "undefined") => Value::Null,
            _ => return self.not_a_value(span),
        };
        let meant = match value {
            Value::Boolean(true) => "true",
            Value::Boolean(false) => "false",
            _ => "null",
        };
        let problem = self
            .report(span, format!("{} is not a JSON value", quoted(text)))
            .help(format!("Write `{meant}`."))
            .fix(Fix::safe(format!("Write `{meant}`"), vec![Edit::replace(self.file, span, meant)]));
        self.diagnostics.push(problem);
        Node { span, value }
    }

    fn not_a_value(&mut self, span: Span) -> Node {
        let text = span.text(self.text);
        let problem =
            self.report(span, format!("{} is not a JSON value", quoted(text))).help("Put text in double quotes.").fix(
                Fix::suggestion("Put it in double quotes", vec![Edit::replace(self.file, span, string::written(text))]),
            );
        self.diagnostics.push(problem);
        Node { span, value: Value::Broken }
    }

    /// Everything up to the next white space, bracket, quote or separator; at least one character.
    fn bare_word(&mut self) -> Span {
        let start = self.at;
        let rest = self.rest();
        let end = rest
            .char_indices()
            .find(|(offset, character)| {
                *offset > 0
                    && (character.is_whitespace()
                        || matches!(character, '{' | '}' | '[' | ']' | ',' | ':' | ';' | '"' | '\'' | '=')
                        || (*character == '/' && rest[*offset..].starts_with("//"))
                        || rest[*offset..].starts_with("/*"))
            })
            .map_or(rest.len(), |(offset, _)| offset);
        self.at = start + end;
        Span::new(start, self.at)
    }

    /// Past white space, and past comments and foreign spaces after reporting them.
    fn skip_space(&mut self) {
        if self.at > self.space_end {
            self.token_end = self.at;
        }
        self.skip_all_space();
        self.space_end = self.at;
    }

    fn skip_all_space(&mut self) {
        loop {
            let start = self.at;
            let rest = self.rest();
            let Some(character) = rest.chars().next() else { return };
            match character {
                ' ' | '\t' | '\n' | '\r' => self.at += 1,
                '#' => self.comment(self.line_rest().len()),
                '/' if rest.starts_with("//") => self.comment(self.line_rest().len()),
                '/' if rest.starts_with("/*") => {
                    let length = rest[2..].find("*/").map_or(rest.len(), |end| end + 4);
                    self.comment(length);
                }
                _ if character.is_whitespace() || matches!(character, '\u{feff}' | '\u{200b}') => {
                    let span = Span::new(start, start + character.len_utf8());
                    let problem = self
                        .report(
                            span,
                            format!("the character U+{:04X} is not white space in JSON", u32::from(character)),
                        )
                        .help("Write a plain space.")
                        .fix(Fix::safe("Write a plain space", vec![Edit::replace(self.file, span, " ")]));
                    self.diagnostics.push(problem);
                    self.at += character.len_utf8();
                }
                _ => return,
            }
        }
    }

    fn comment(&mut self, length: usize) {
        let span = Span::new(self.at, self.at + length);
        let problem = self
            .report(span, "JSON has no comments")
            .help("Delete the comment.")
            .fix(Fix::safe("Delete the comment", vec![Edit::delete(self.file, span)]));
        self.diagnostics.push(problem);
        self.at += length;
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn line_rest(&self) -> &'a str {
        let rest = self.rest();
        rest.split(['\n', '\r']).next().unwrap_or(rest)
    }

    /// The character at the cursor, for a message.
    fn shown(&self) -> String {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        quoted(&self.rest()[..length])
    }

    fn report(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.code, self.file, span, message)
    }
}
