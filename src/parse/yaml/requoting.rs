//! Text with quotes around it that are not YAML's, or not where YAML has them.

use super::line::Line;
use super::mistakes::quoting;
use super::parser::Parser;
use super::quote::quoted_scalar;
use crate::diagnostics::{Edit, Fix, quoted};
use crate::parse::{Node, Value};
use crate::source::Span;

/// How many lines a text in triple quotes may have.
const LONGEST: usize = 200;

const REPEATED: &str = "Write one quote on each side; for several lines, write `|` and the lines below it, indented.";

/// What a text with misplaced quotes was meant to be.
pub(super) struct Requoted {
    /// Where it shows, if not at the text behind the first pair of quotes.
    pub place: Option<Span>,
    pub message: String,
    pub help: &'static str,
    pub fix: Fix,
    pub value: Value,
}

impl Parser<'_> {
    /// Reads text that starts with a quote and does not end with its partner, as it was meant.
    ///
    /// `text` is all of it; `after` is what follows the quote that YAML takes for the closing one.
    pub fn requoted(&self, text: &Node, after: &str) -> Option<Requoted> {
        let span = text.span;
        let written = span.text(self.text);
        let first = written.chars().next().filter(|first| matches!(first, '"' | '\''))?;
        if let Some(requoted) = self.repeated_quotes(span, first) {
            return Some(requoted);
        }
        if let Some(items) = self.quoted_items(span, first) {
            let edits = vec![
                Edit::insert(self.file, span.start as usize, "["),
                Edit::insert(self.file, span.end as usize, "]"),
            ];
            return Some(Requoted {
                place: None,
                message: format!("several values need brackets around them: {}", quoted(after)),
                help: "Write a list in brackets, or one item to a line after `- `.",
                fix: Fix::safe("Put them in brackets", edits),
                value: Value::Sequence(items),
            });
        }
        let separate = after.starts_with(['+', '"', '\'']) || is_row_of_quotations(written, first);
        let inner = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
        if written.len() <= 2 || !written.ends_with(first) || separate {
            return None;
        }
        let message = format!("text follows the closing quote: {}", quoted(after));
        if inner.contains('\n') {
            let escape = if first == '"' { "\\" } else { "'" };
            let is_bare = |at: &usize| first == '\'' || !inner[..*at].ends_with('\\');
            let places = inner.match_indices(first).map(|(at, _)| at).filter(is_bare);
            let start = span.start as usize + 1;
            let edits = places.map(|at| Edit::insert(self.file, start + at, escape)).collect();
            let value = Value::String(inner.to_owned());
            let help = "A quote inside the text is written as an escape.";
            return Some(Requoted {
                place: None,
                message,
                help,
                fix: Fix::safe("Escape the quotes inside the text", edits),
                value,
            });
        }
        // Quotes inside quotes: the outer ones were meant.
        let plain = match first {
            '"' => inner.replace("\\\"", "\""),
            _ => inner.replace("\\'", "'").replace("''", "'"),
        };
        let replacement = if first == '"' && inner.contains('\\') {
            format!("\"{}\"", escape_inner_quotes(inner))
        } else {
            quoted_scalar(&plain)
        };
        Some(Requoted {
            place: None,
            message,
            help: "Put the whole value in quotes, in such that the text does not hold.",
            fix: Fix::safe("Quote the whole value", vec![self.edit(span, replacement)]),
            value: Value::String(plain),
        })
    }

    /// `"""text"""` and `''text''`.
    fn repeated_quotes(&self, span: Span, quote: char) -> Option<Requoted> {
        let written = span.text(self.text);
        let count = written.len() - written.trim_start_matches(quote).len();
        let ends = written.len() - written.trim_end_matches(quote).len();
        if !(2..=3).contains(&count) || ends != count || written.len() <= 2 * count {
            return None;
        }
        let inner = &written[count..written.len() - count];
        let marks = &written[..count];
        if inner.contains('\n') {
            return None;
        }
        let plain = inner.trim();
        let edits = vec![self.edit(span, quoted_scalar(plain))];
        Some(Requoted {
            place: Some(Span::new(span.start as usize, span.start as usize + count)),
            message: format!("the text stands between {}, which YAML has not", quoted(marks)),
            help: REPEATED,
            fix: Fix::safe("Write it as YAML has it", edits),
            value: Value::String(plain.to_owned()),
        })
    }

    /// Three quotes at the end of a line, and as many alone on a later one: what stands between is a block of text.
    pub fn block_in_triple_quotes(&mut self, start: usize, row: usize) -> Option<Node> {
        let marks = self.text[start..self.lines.get(row)?.end].trim_end();
        let is_closing = |line: &Line| self.text[line.content..line.end].trim_end() == marks;
        if !matches!(marks, "\"\"\"" | "\'\'\'") {
            return None;
        }
        let last = row + 1 + self.lines[row + 1..].iter().take(LONGEST).position(is_closing)?;
        let place = Span::new(start, start + marks.len());
        let edits =
            vec![self.edit(place, "|"), self.edit(Span::new(self.lines[last - 1].end, self.lines[last].end), "")];
        let message = format!("the text stands between {}, which YAML has not", quoted(marks));
        self.parse_error_with(place, message, REPEATED, Fix::safe("Write it as a block of text", edits));
        let end = self.lines[last].end;
        let text = self.text[place.end as usize..self.lines[last].content].trim().to_owned();
        self.go_to(last, end);
        Some(Node { span: Span::new(start, end), value: Value::String(text) })
    }

    /// The items of `"a", "b"`: quoted strings with commas between them and nothing else.
    fn quoted_items(&self, span: Span, quote: char) -> Option<Vec<Node>> {
        let written = span.text(self.text);
        let mut items = Vec::new();
        let mut at = 0;
        loop {
            let rest = written[at..].strip_prefix(quote)?;
            let inner = &rest[..rest.find(quote)?];
            if inner.contains(['\\', '\n']) {
                return None;
            }
            let start = span.start as usize + at;
            at += inner.len() + 2;
            let item = Span::new(start, span.start as usize + at);
            items.push(Node { span: item, value: Value::String(inner.to_owned()) });
            let rest = written[at..].trim_start_matches([' ', '\t']);
            if rest.is_empty() {
                return (items.len() > 1).then_some(items);
            }
            let rest = rest.strip_prefix(',')?.trim_start_matches([' ', '\t']);
            at = written.len() - rest.len();
        }
    }

    /// Moves the closing quote of a text to the end of the indented lines below it.
    pub fn moving_quote(&self, node: Span, column: i32) -> Option<Fix> {
        let written = node.text(self.text);
        let quote = written.chars().next().filter(|first| matches!(first, '"' | '\''))?;
        let below = self.lines.get(self.row..)?.iter().take_while(|line| line.is_blank() || line.column > column);
        let last = below.filter(|line| !line.is_blank()).last()?;
        let end = last.start + self.text[last.start..last.end].trim_end().len();
        let text = self.text.get(node.end as usize..end)?;
        if text.contains([quote, '#', '\\']) || !written.ends_with(quote) {
            return None;
        }
        let closing = Span::new(node.end as usize - 1, node.end as usize);
        let edits = vec![self.edit(closing, ""), Edit::insert(self.file, end, quote)];
        Some(Fix::safe("Close the quote after the last line", edits))
    }

    /// For a quoted text of several lines that has such quotes in it: escapes of all but the first and the last.
    pub fn escaping_inner_quotes(&self, node: Span, parent: i32) -> Option<Fix> {
        let quote = node.text(self.text).chars().next().filter(|first| matches!(first, '"' | '\''))?;
        let below = self.lines.get(self.row..)?;
        let last =
            below.iter().take_while(|line| line.is_blank() || line.column > parent).filter(|line| !line.is_blank());
        let end = last.last().map(|line| line.start + self.text[line.start..line.end].trim_end().len())?;
        let inner = self.text.get(node.start as usize + 1..end)?.strip_suffix(quote)?;
        let start = node.start as usize + 1;
        let escape = if quote == '"' { "\\" } else { "'" };
        let is_bare = |at: &usize| quote == '\'' || !inner[..*at].ends_with('\\');
        let places = inner.match_indices(quote).map(|(at, _)| at).filter(is_bare);
        let edits = places.map(|at| Edit::insert(self.file, start + at, escape)).collect();
        Some(Fix::safe("Escape the quotes inside the text", edits))
    }

    /// The fix for text that is more than a quoted part, a list or an alias: all of it in quotes.
    pub fn quoting_whole(&self, text: &Node) -> Fix {
        Fix::safe("Quote the whole value", quoting(self.file, self.text, text.span))
    }
}

/// Whether quotes of one kind open and close by turns, as in `"a" and "b"`, and not one within the other.
fn is_row_of_quotations(text: &str, quote: char) -> bool {
    let is_part = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    let is_space = |character: Option<char>| character.is_none_or(char::is_whitespace);
    let mut count = 0;
    text.match_indices(quote).all(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + 1..].chars().next();
        count += 1;
        if count % 2 == 1 { !is_part(before) && !is_space(behind) } else { !is_space(before) && !is_part(behind) }
    }) && count % 2 == 0
}

/// The inside of double quotes with every quote escaped that is not yet.
fn escape_inner_quotes(inner: &str) -> String {
    let mut out = String::with_capacity(inner.len() + 8);
    let mut escaped = false;
    for character in inner.chars() {
        if character == '"' && !escaped {
            out.push('\\');
        }
        escaped = character == '\\' && !escaped;
        out.push(character);
    }
    out
}
