//! Text that parses but is plainly not what was meant, and characters that YAML does not allow.

use super::line::is_foreign_space;
use super::mistakes::{quoting, space_missing};
use super::parser::Parser;
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, quoted};
use crate::parse::{Node, Value};
use crate::source::Span;

impl Parser<'_> {
    pub fn report_suspicious(&mut self, span: Span, root: Option<&Node>) {
        self.control_characters(span);
        self.swallowing_comments();
        self.item_lines();
        self.commented_values();
        if let Some(root) = root {
            self.suspicious_node(root);
        }
    }

    fn suspicion(&self, span: Span, message: String, help: &str) -> Diagnostic {
        self.problem(Code::YamlSuspicious, span, message).help(help)
    }

    fn control_characters(&mut self, span: Span) {
        for (offset, character) in span.text(self.text).char_indices() {
            let refused = matches!(character,
                '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}'
                | '\u{fffe}' | '\u{ffff}');
            if refused {
                let start = span.start as usize + offset;
                let place = Span::new(start, start + character.len_utf8());
                let fix = Fix::safe("Delete the character", vec![self.edit(place, "")]);
                self.parse_error_with(
                    place,
                    format!("the control character U+{:04X} is not allowed in YAML", u32::from(character)),
                    "Delete it, or write it as an escape in double quotes.",
                    fix,
                );
            }
        }
    }

    fn swallowing_comments(&mut self) {
        for (comment, value) in std::mem::take(&mut self.swallowed) {
            let text = comment.text(self.text);
            let whole = if value.is_empty() { comment } else { value.to(comment) };
            let message = if value.is_empty() {
                format!("{} is a comment, so the value is empty", quoted(text))
            } else {
                format!("{} is a comment and no part of the value", quoted(text))
            };
            let problem = self
                .suspicion(
                    comment,
                    message,
                    "Put the value in quotes if the `#` belongs to it; otherwise write a space after the `#`.",
                )
                .fix(Fix::suggestion("Quote the value with the `#`", quoting(self.file, self.text, whole)));
            self.diagnostics.push(problem);
        }
    }

    /// Values that a comment leaves empty, or cuts off after a word that a `#` belongs to.
    fn commented_values(&mut self) {
        for comment in std::mem::take(&mut self.commented) {
            let message = format!("{} is a comment, so nothing stands here", quoted(comment.text(self.text)));
            let help = "Put the text in quotes if it is the value; otherwise write the value before the comment.";
            let fix = Fix::suggestion("Quote it as the value", quoting(self.file, self.text, comment));
            let problem = self.suspicion(comment, message, help).fix(fix);
            self.diagnostics.push(problem);
        }
    }

    fn item_lines(&mut self) {
        for line in std::mem::take(&mut self.item_lines) {
            let message =
                format!("{} is no list item here: it goes on with the text above", quoted(line.text(self.text)));
            let problem = self.suspicion(
                line,
                message,
                "For a list, write nothing after the key and every item on its own line; for text, put it in quotes.",
            );
            self.diagnostics.push(problem);
        }
    }

    /// Values are nested no deeper than the parser allows, so recursion is safe.
    fn suspicious_node(&mut self, node: &Node) {
        match &node.value {
            Value::Mapping(entries) => {
                for entry in entries {
                    self.look_alikes(entry.key.span, "key");
                    self.suspicious_node(&entry.value);
                }
            }
            Value::Sequence(items) => items.iter().for_each(|item| self.suspicious_node(item)),
            Value::String(_) => {
                let span = node.span;
                self.look_alikes(span, "value");
                let alone = self.line_of(span.start as usize).is_some_and(|line| line.content == span.start as usize);
                let text = span.text(self.text);
                self.loose_ends(span);
                if alone
                    && !text.contains('\n')
                    && let Some(colon) = space_missing(text)
                {
                    let at = span.start as usize + colon;
                    let problem = self
                        .suspicion(
                            Span::new(at, at + 1),
                            format!("{} is plain text: a space is missing after the colon", quoted(text)),
                            "Write `key: value`, with a space after the colon; put it in quotes if it is text.",
                        )
                        .fix(Fix::safe("Add the space", vec![Edit::insert(self.file, at + 1, " ")]));
                    self.diagnostics.push(problem);
                }
            }
            _ => {}
        }
    }

    /// A comma, a semicolon, a quote or a bracket at the end of a plain scalar that has no part in it.
    fn loose_ends(&mut self, span: Span) {
        let text = span.text(self.text);
        let Some(last) = text.chars().next_back() else { return };
        if text.starts_with(['"', '\'', '|', '>']) || text.starts_with(is_double_quote) || text.contains('\n') {
            return;
        }
        let end = Span::new(span.end as usize - last.len_utf8(), span.end as usize);
        let line_end = self.line_of(span.start as usize).map_or(0, |line| line.end);
        let ends_line = self.text.get(span.end as usize..line_end).is_some_and(|rest| rest.trim().is_empty());
        let count = |wanted: char| text.chars().filter(|character| *character == wanted).count();
        let shown = quoted(&last.to_string());
        let problem = match last {
            ',' | ';' if ends_line => self
                .suspicion(
                    end,
                    format!("{shown} at the end of the line is part of the value"),
                    "YAML needs nothing there. Delete it.",
                )
                .fix(Fix::safe("Delete it", vec![self.edit(end, "")])),
            '"' if count('"') % 2 == 1 && !text[..text.len() - 1].ends_with(|c: char| c.is_ascii_digit()) => self
                .suspicion(
                    end,
                    format!("nothing opens the quote {shown} at the end of the value"),
                    "Delete it, or write one before the text as well.",
                )
                .fix(Fix::suggestion("Delete it", vec![self.edit(end, "")]))
                .fix(Fix::suggestion(
                    "Write one before the text",
                    vec![Edit::insert(self.file, span.start as usize, "\"")],
                )),
            ']' | '}' if count(last) > count(if last == ']' { '[' } else { '{' }) => {
                let opener = if last == ']' { "[" } else { "{" };
                self.suspicion(
                    end,
                    format!("nothing is open that {shown} could close"),
                    "Delete it, or write the bracket that it should close.",
                )
                .fix(Fix::suggestion("Delete it", vec![self.edit(end, "")]))
                .fix(Fix::suggestion("Open the bracket", vec![Edit::insert(self.file, span.start as usize, opener)]))
            }
            _ => return,
        };
        self.diagnostics.push(problem);
    }

    /// Quotes and spaces that are not what they look like, in a plain scalar.
    fn look_alikes(&mut self, span: Span, what: &str) {
        let text = span.text(self.text);
        if text.starts_with(['"', '\'', '|', '>']) {
            return;
        }
        let start = span.start as usize;
        let first = text.chars().next().unwrap_or_default();
        let last = text.chars().next_back().unwrap_or_default();
        let closes = is_double_quote(last) || matches!(last, '"' | '\'');
        if is_double_quote(first) && closes && text.chars().nth(1).is_some() {
            let inner = &text[first.len_utf8()..text.len() - last.len_utf8()];
            let problem = self
                .suspicion(
                    Span::new(start, start + first.len_utf8()),
                    format!("the {what} is in typographic quotes, which are part of the text"),
                    "Write straight quotes, or none.",
                )
                .fix(Fix::safe("Write straight quotes", vec![self.edit(span, super::quote::quoted_scalar(inner))]));
            self.diagnostics.push(problem);
            return;
        }
        let trimmed = text.trim_matches(|character: char| is_foreign_space(character) || character == ' ');
        let lead = text.len()
            - text.trim_start_matches(|character: char| is_foreign_space(character) || character == ' ').len();
        let places = [Span::new(start, start + lead), Span::new(start + lead + trimmed.len(), start + text.len())];
        for place in places.into_iter().filter(|place| !place.is_empty() && !trimmed.is_empty()) {
            let problem = self
                .suspicion(
                    place,
                    format!(
                        "the {what} has a character at its edge that looks like a space, or like nothing: {}",
                        quoted(place.text(self.text))
                    ),
                    "Delete it.",
                )
                .fix(Fix::safe("Delete it", vec![self.edit(place, "")]));
            self.diagnostics.push(problem);
        }
    }
}

fn is_double_quote(character: char) -> bool {
    matches!(character, '“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '‚' | '‛' | '″' | '＂')
}
