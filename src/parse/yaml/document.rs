//! The stream: directives, document markers and the root (YAML 1.2.2, chapter 9).

use super::block::After;
use super::parser::{END, Parser};
use crate::diagnostics::{Code, Fix, quoted};
use crate::parse::{Node, Value};
use crate::source::Span;

impl Parser<'_> {
    /// Reads all documents; the root of the first, and how many there are.
    pub fn stream(&mut self) -> (Option<Node>, usize) {
        let mut root: Option<Node> = None;
        let mut documents = 0usize;
        // Whether directives may stand here: at the start, and after `...`.
        let mut fresh = true;
        while let Some(marker) = self.document_start(&mut fresh) {
            documents += 1;
            if documents == 2 {
                let problem = self
                    .problem(Code::YamlDocumentCount, marker, "a second YAML document starts here")
                    .help("Keep one document: delete this line, or everything from here on.");
                self.diagnostics.push(problem);
            }
            let node = self.document();
            if documents == 1 {
                root = Some(node);
            }
            fresh = self.document_end();
        }
        if documents == 0 {
            let span = self.lines.first().map_or(Span::empty(self.at), |line| Span::empty(line.start));
            let problem = self
                .problem(Code::YamlDocumentCount, span, "there is no YAML here, where one document is due")
                .help("Write the fields, such as `name: …`, one a line.");
            self.diagnostics.push(problem);
        }
        (root, documents)
    }

    /// To the content of the next document, past directives and `---`. The place where it starts, `None` at the end.
    fn document_start(&mut self, fresh: &mut bool) -> Option<Span> {
        let mut directive: Option<Span> = None;
        let mut version = false;
        self.handles.clear();
        loop {
            self.settle();
            let Some(line) = self.line().copied() else {
                if let Some(span) = directive {
                    self.lone_directive(span);
                }
                return None;
            };
            let text = &self.text[line.start..line.end];
            if self.is_marker(self.row) && text.starts_with("...") {
                if let Some(span) = directive {
                    self.lone_directive(span);
                    directive = None;
                }
                self.at = line.start + 3;
                self.end_of_marker_line();
                *fresh = true;
                continue;
            }
            if self.is_marker(self.row) {
                self.at = line.start + 3;
                return Some(Span::new(line.start, self.at));
            }
            if text.starts_with('%') && *fresh && !self.looks_like_entry(text) {
                let span = Span::new(line.start, line.start + text.trim_end().len());
                self.directive(span, &mut version);
                directive = Some(span);
                self.next_line();
                continue;
            }
            if let Some(span) = directive {
                self.lone_directive(span);
            }
            return Some(Span::new(self.at, line.end));
        }
    }

    /// `%key: value` is a mistaken entry, not a directive.
    fn looks_like_entry(&self, text: &str) -> bool {
        !text.starts_with("%YAML") && !text.starts_with("%TAG") && text.contains(": ")
    }

    fn directive(&mut self, span: Span, version: &mut bool) {
        let text = span.text(self.text);
        let mut words =
            text.split([' ', '\t']).filter(|word| !word.is_empty()).take_while(|word| !word.starts_with('#'));
        let problem = match words.next() {
            Some("%YAML") => {
                let repeated = std::mem::replace(version, true);
                let number = words.next().unwrap_or_default();
                let fits = number.split_once('.').is_some_and(|(major, minor)| {
                    major == "1" && !minor.is_empty() && minor.bytes().all(|byte| byte.is_ascii_digit())
                });
                if repeated {
                    Some("the `%YAML` directive stands twice")
                } else if !fits || words.next().is_some() {
                    Some("the `%YAML` directive is not `%YAML 1.2`")
                } else {
                    None
                }
            }
            Some("%TAG") => match (words.next(), words.next()) {
                (Some(handle), Some(_)) if handle.starts_with('!') => {
                    self.handles.push(handle.to_owned());
                    None
                }
                _ => Some("the `%TAG` directive needs a handle and a prefix"),
            },
            _ => None,
        };
        if let Some(message) = problem {
            let fix = Fix::suggestion("Delete the directive", vec![self.edit(span, "")]);
            self.parse_error_with(span, message, "Delete the directive: frontmatter needs none.", fix);
        }
    }

    fn lone_directive(&mut self, span: Span) {
        self.parse_error(
            span,
            format!("the directive {} has no document after it", quoted(span.text(self.text))),
            "Put text that starts with `%` in quotes; a directive needs a line `---` after it.",
        );
    }

    fn document(&mut self) -> Node {
        let mut root = self.block_node(-1, After::Document);
        loop {
            self.seek_content();
            let column = self.column();
            if column == END {
                return root;
            }
            self.leftover(&mut root, column);
        }
    }

    /// Content after the root has ended.
    fn leftover(&mut self, root: &mut Node, column: i32) {
        let Some(line) = self.line().copied() else { return };
        let start = self.at;
        let text = self.rest().trim_end();
        let span = Span::new(start, start + text.len());
        let inner = self.column_of(root.span.start as usize);
        let is_mapping = matches!(root.value, Value::Mapping(_)) && !root.span.text(self.text).starts_with('{');
        if is_mapping && column < inner && column == line.column {
            let first = self.line_of(root.span.start as usize).copied();
            let first_row = self.lines.partition_point(|line| line.end < root.span.start as usize);
            let above = self.lines.get(first_row..self.row).unwrap_or_default();
            let edits: Vec<_> = above
                .iter()
                .filter(|line| !line.is_blank() && line.column >= inner)
                .map(|line| self.edit(line.indentation(), " ".repeat((line.column - inner + column) as usize)))
                .collect();
            let place = first.map_or(span, |line| line.indentation());
            let problem = self
                .problem(
                    Code::YamlParse,
                    place,
                    format!("the first key is indented by {inner}, keys further down by {column}"),
                )
                .help("Indent all keys of a mapping alike.")
                .related(self.file, span, "such a key");
            let problem = if edits.is_empty() { problem } else { problem.fix(Fix::safe("Indent them alike", edits)) };
            self.diagnostics.push(problem);
            let more = self.block_node(-1, After::Document);
            root.span = root.span.to(more.span);
            if let (Value::Mapping(entries), Value::Mapping(more)) = (&mut root.value, more.value) {
                self.extend_mapping(entries, more);
            } else {
                self.complete = false;
            }
            return;
        }
        self.complete = false;
        self.parse_error(
            span,
            format!("{} follows the end of the YAML value", quoted(text)),
            "The frontmatter is one mapping of `key: value` lines. Delete what is no part of it.",
        );
        while self.column() != END {
            self.next_line();
            self.settle();
        }
    }

    /// Past `...`, if that ends the document. Whether directives may follow.
    fn document_end(&mut self) -> bool {
        let Some(line) = self.line().copied() else { return false };
        if !self.text[line.start..line.end].starts_with("...") {
            return false;
        }
        self.at = line.start + 3;
        self.end_of_marker_line();
        true
    }

    fn end_of_marker_line(&mut self) {
        self.skip_blanks();
        if self.peek().is_some() && !self.at_comment() {
            let span = Span::new(self.at, self.line_end());
            self.parse_error(span, format!("{} follows `...` on its line", quoted(span.text(self.text))), "Delete it.");
        }
        self.next_line();
    }
}
