//! Plain and quoted scalars (YAML 1.2.2, sections 7.3.1 to 7.3.3).

use super::mistakes::{key_of_line, quoting};
use super::parser::Parser;
use super::prose::is_prose_key;
use super::schema;
use crate::diagnostics::{Code, Edit, Fix, quoted};
use crate::parse::{Node, Value};
use crate::source::Span;

/// What ends a plain scalar within its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// A `:` that makes a key of it.
    Colon,
    Comment,
    /// A bracket or comma of the flow collection it stands in.
    Flow,
    LineEnd,
}

pub(super) fn is_flow_indicator(byte: Option<u8>) -> bool {
    matches!(byte, Some(b',' | b'[' | b']' | b'{' | b'}'))
}

impl Parser<'_> {
    /// Where a plain scalar that starts at the cursor ends within its line, and what ends it there.
    pub fn plain_end(&self) -> (usize, Stop) {
        let flow = self.flow_depth > 0;
        let bytes = self.rest().as_bytes();
        let mut end = bytes.len();
        let mut stop = Stop::LineEnd;
        for (at, byte) in bytes.iter().enumerate() {
            let next = bytes.get(at + 1).copied();
            let found = match byte {
                b':' if matches!(next, None | Some(b' ' | b'\t')) || (flow && is_flow_indicator(next)) => Stop::Colon,
                b'#' if at > 0 && matches!(bytes[at - 1], b' ' | b'\t') => Stop::Comment,
                b',' | b'[' | b']' | b'{' | b'}' if flow => Stop::Flow,
                _ => continue,
            };
            (end, stop) = (at, found);
            break;
        }
        (self.at + self.rest()[..end].trim_end_matches([' ', '\t']).len(), stop)
    }

    /// Whether the character at the cursor can't start a plain scalar.
    pub fn is_reserved_start(&self) -> bool {
        let flow = self.flow_depth > 0;
        match self.peek() {
            Some(b'-' | b'?' | b':') => self.blank_at(1) || (flow && is_flow_indicator(self.byte(1))),
            Some(first) => b",[]{}#&*!|>'\"%@`".contains(&first),
            None => false,
        }
    }

    /// The part of a plain scalar that is on this line.
    pub fn plain_line(&mut self) -> Node {
        let start = self.at;
        let (end, _) = self.plain_end();
        self.at = end;
        let span = Span::new(start, end);
        Node { span, value: schema::resolve(span.text(self.text)) }
    }

    /// A plain scalar in a block; its first line alone where a `:` follows, which the caller finds at the cursor.
    ///
    /// `None` where it began on a line of its own and a later line, just as far in, is a key: then it is no scalar.
    pub fn plain_or_key(&mut self, parent: i32, key_fits: bool) -> Option<Node> {
        let (first_row, start) = (self.row, self.at);
        let column = self.column();
        let reserved = self.is_reserved_start();
        let (mut end, mut stop) = self.plain_end();
        if reserved && !(key_fits && stop == Stop::Colon) {
            return Some(self.reserved_text(start, first_row, parent));
        }
        let mut value = self.text[start..end].to_owned();
        self.at = end;
        if reserved {
            self.reserved_key(Span::new(start, end));
        }
        while stop == Stop::LineEnd {
            let mut row = self.row + 1;
            while self.lines.get(row).is_some_and(|line| self.is_empty_line(line.start, line.end)) {
                row += 1;
            }
            let Some(line) = self.lines.get(row).copied() else { break };
            if line.column <= parent || self.is_marker(row) || self.text.as_bytes().get(line.content) == Some(&b'#') {
                break;
            }
            let (last_row, last_at) = (self.row, self.at);
            self.go_to(row, line.content);
            let (line_end, line_stop) = self.plain_end();
            if line_stop == Stop::Colon {
                let key = is_plain_key(self.rest());
                if key_fits && first_row_is_fresh(self, first_row, start) && line.column == column {
                    return None;
                }
                self.go_to(last_row, last_at);
                if key && !key_fits {
                    break;
                }
                return Some(self.text_with_colon(start, first_row, parent));
            }
            if line.spaces <= parent {
                self.note_foreign();
            }
            if self.at_indicator(b'-') {
                self.item_lines.push(Span::new(line.content, line_end));
            }
            fold(&mut value, row - last_row);
            value.push_str(&self.text[line.content..line_end]);
            (end, stop) = (line_end, line_stop);
            self.at = end;
        }
        if stop == Stop::Comment {
            self.note_swallowed(Span::new(start, end));
        }
        let value = if self.row == first_row { schema::resolve(&value) } else { Value::String(value) };
        Some(Node { span: Span::new(start, end), value })
    }

    /// Notes a comment on the rest of the line that starts as text does: `#12`, `#general`.
    pub fn note_swallowed(&mut self, value: Span) {
        let rest = self.rest();
        let comment = rest.trim_start_matches([' ', '\t']);
        let Some(text) = comment.strip_prefix('#') else { return };
        let start = self.at + rest.len() - comment.len();
        let span = Span::new(start, start + comment.trim_end().len());
        // `C #` is a language.
        let language = value.text(self.text).rsplit(' ').next().is_some_and(|word| matches!(word, "C" | "F"));
        if text.starts_with(char::is_alphanumeric) || language {
            self.swallowed.push((span, value));
        } else if value.is_empty() && !text.trim().is_empty() {
            self.commented.push(span);
        }
    }

    fn is_empty_line(&self, start: usize, end: usize) -> bool {
        self.text[start..end].bytes().all(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// Everything from `start` to the end of the node's lines, taken for plain text whatever it holds.
    pub fn raw_text(&mut self, start: usize, row: usize, parent: i32) -> Node {
        self.go_to(row, start);
        let mut value = String::new();
        let mut end = start;
        loop {
            let rest = self.rest();
            let comment = rest.match_indices('#').find(|(at, _)| *at > 0 && rest[..*at].ends_with([' ', '\t']));
            let text = comment.map_or(rest, |(at, _)| &rest[..at]).trim_end_matches([' ', '\t']);
            value.push_str(text);
            end = end.max(self.at + text.len());
            let mut next = self.row + 1;
            while self.lines.get(next).is_some_and(|line| self.is_empty_line(line.start, line.end)) {
                next += 1;
            }
            let continues = self.lines.get(next).is_some_and(|line| {
                let rest = &self.text[line.content..line.end];
                line.column > parent
                    && !self.is_marker(next)
                    && self.text.as_bytes().get(line.content) != Some(&b'#')
                    && !is_plain_key(rest)
            });
            if comment.is_some() || !continues {
                self.at = end;
                return Node { span: Span::new(start, end), value: Value::String(value) };
            }
            fold(&mut value, next - self.row);
            self.go_to(next, self.lines[next].content);
        }
    }

    /// Whether the quote at the cursor has its partner on the same line.
    pub fn quote_closes_on_line(&self) -> bool {
        let bytes = self.rest().as_bytes();
        let Some(quote) = bytes.first() else { return false };
        let mut at = 1;
        while at < bytes.len() {
            if bytes[at] == b'\\' && *quote == b'"' {
                at += 1;
            } else if bytes[at] == *quote {
                if *quote == b'"' || bytes.get(at + 1) != Some(quote) {
                    return true;
                }
                at += 1;
            }
            at += 1;
        }
        false
    }

    /// A quoted scalar at the cursor.
    pub fn quoted(&mut self, parent: i32) -> Node {
        let (first_row, start) = (self.row, self.at);
        let double = self.peek() == Some(b'"');
        self.at += 1;
        let mut value = String::new();
        // How much of `value` is not to be trimmed at the end of a line: escapes.
        let mut kept = 0;
        let mut bad_escapes: Vec<Span> = Vec::new();
        let mut other_escapes = false;
        let mut shallow: Vec<usize> = Vec::new();
        loop {
            let rest = self.rest();
            let stop: &[char] = if double { &['"', '\\'] } else { &['\''] };
            let length = rest.find(stop).unwrap_or(rest.len());
            value.push_str(&rest[..length]);
            self.at += length;
            match (self.peek(), self.byte(1)) {
                (Some(b'\''), Some(b'\'')) => {
                    value.push('\'');
                    self.at += 2;
                }
                (Some(b'"' | b'\''), _) => {
                    self.at += 1;
                    break;
                }
                (Some(_), Some(_)) => {
                    let escape = self.at;
                    match self.escape() {
                        Some(character) => {
                            value.push(character);
                            other_escapes = true;
                        }
                        None => {
                            bad_escapes.push(Span::new(escape, self.at));
                            value.push_str(&self.text[escape..self.at]);
                        }
                    }
                    kept = value.len();
                }
                (escaped_break, _) => {
                    if escaped_break.is_none() {
                        let trimmed = value.trim_end_matches([' ', '\t']).len();
                        value.truncate(trimmed.max(kept));
                    }
                    let Some(breaks) = self.continue_quoted(parent, &mut shallow) else {
                        return self.unclosed_quote(first_row, start, parent);
                    };
                    if escaped_break.is_none() || breaks > 1 {
                        fold(&mut value, breaks);
                    }
                    kept = value.len();
                }
            }
        }
        let span = Span::new(start, self.at);
        self.report_shallow(&shallow, parent, span, "quoted text");
        self.report_escapes(span, &bad_escapes, other_escapes, &value);
        Node { span, value: Value::String(value) }
    }

    /// To the next line of a quoted scalar, blank ones skipped; how many line breaks that takes, `None` at its end.
    fn continue_quoted(&mut self, parent: i32, shallow: &mut Vec<usize>) -> Option<usize> {
        let before = self.row;
        self.next_line();
        while let Some(line) = self.line().copied() {
            if !self.is_empty_line(line.start, line.end) {
                if self.is_marker(self.row) {
                    return None;
                }
                if line.column <= parent {
                    let rest = &self.text[line.content..line.end];
                    if key_of_line(rest).is_some() || rest.starts_with("- ") {
                        return None;
                    }
                    shallow.push(self.row);
                } else if line.spaces <= parent {
                    self.note_foreign();
                }
                let text = &self.text[line.start..line.end];
                self.at = line.end - text.trim_start_matches([' ', '\t']).len();
                return Some(self.row - before);
            }
            self.next_line();
        }
        None
    }

    /// Reports lines of a node that are not indented as its parent asks.
    pub fn report_shallow(&mut self, rows: &[usize], parent: i32, node: Span, what: &str) {
        let Some(first) = rows.first().and_then(|row| self.lines.get(*row)).copied() else { return };
        let edits = self.indenting(rows, parent.max(0) + 2);
        let span = Span::new(first.content, first.end);
        let problem = self
            .problem(
                Code::YamlParse,
                span,
                format!("this line of the {what} is not indented deeper than the key it belongs to"),
            )
            .help("Indent every line of a value deeper than its key.")
            .related(self.file, Span::new(node.start as usize, node.start as usize + 1), "the value starts here");
        self.diagnostics.push(match edits {
            Some(edits) => problem.fix(Fix::safe("Indent it", edits)),
            None => problem,
        });
    }

    /// Edits that indent lines to a column. `None` where one of them is read at another column than it stands at: what
    /// has been reported of it moves it.
    pub fn indenting(&self, rows: &[usize], column: i32) -> Option<Vec<Edit>> {
        let indentation = " ".repeat(column.max(0) as usize);
        let lines = || rows.iter().filter_map(|row| self.lines.get(*row));
        (!lines().any(|line| line.mended))
            .then(|| lines().map(|line| self.edit(line.indentation(), indentation.as_str())).collect())
    }

    /// The quote was never closed: the text ends with its line.
    fn unclosed_quote(&mut self, row: usize, start: usize, parent: i32) -> Node {
        self.go_to(row, start + 1);
        let rest = self.rest();
        let length = if self.flow_depth > 0 { rest.find([',', ']', '}']).unwrap_or(rest.len()) } else { rest.len() };
        let text = rest[..length].trim_end_matches([' ', '\t']);
        self.at += text.len();
        let quote = &self.text[start..=start];
        let other = text.chars().next_back().filter(|last| is_other_quote(*last, quote, text));
        if let Some(other) = other.filter(|_| self.flow_depth == 0) {
            let span = Span::new(self.at - other.len_utf8(), self.at);
            let fix = Fix::safe("Write the same quote", vec![self.edit(span, quote)]);
            let message =
                format!("the text is opened by {} and closed by {}", quoted(quote), quoted(&other.to_string()));
            let help = "Write the same quote on both sides.";
            let problem = self.problem(Code::YamlParse, span, message).help(help);
            let opened = Span::new(start, start + 1);
            self.diagnostics.push(problem.related(self.file, opened, "opened here").fix(fix));
            let inner = text[..text.len() - other.len_utf8()].to_owned();
            return Node { span: Span::new(start, self.at), value: Value::String(inner) };
        }
        let mut value = text.to_owned();
        if self.flow_depth == 0 {
            self.unclosed_lines(parent, &mut value);
        }
        let fix = Fix::safe("Close the quote", vec![Edit::insert(self.file, self.at, quote)]);
        self.parse_error_with(
            Span::new(start, start + 1),
            format!("the quote before {} is never closed", quoted(text)),
            format!("Write a closing `{quote}` at the end of the text."),
            fix,
        );
        Node { span: Span::new(start, self.at), value: Value::String(value) }
    }

    /// The further lines of a text whose quote is never closed: those that are indented and are no entries.
    fn unclosed_lines(&mut self, parent: i32, value: &mut String) {
        while let Some(line) = self.lines.get(self.row + 1).copied() {
            let rest = self.text[line.content..line.end].trim_end();
            let is_entry = key_of_line(rest).is_some() || rest.starts_with("- ") || rest.starts_with('#');
            if line.is_blank() || line.column <= parent.max(0) || is_entry || rest.contains(['"', '\'']) {
                return;
            }
            fold(value, 1);
            value.push_str(rest);
            self.go_to(self.row + 1, line.content + rest.len());
        }
    }

    /// The character that the escape at the cursor stands for, `None` where it is none. Always moves past it.
    fn escape(&mut self) -> Option<char> {
        let kind = self.rest()[1..].chars().next()?;
        self.at += 1 + kind.len_utf8();
        let digits = match kind {
            '0' => return Some('\0'),
            'a' => return Some('\u{7}'),
            'b' => return Some('\u{8}'),
            't' | '\t' => return Some('\t'),
            'n' => return Some('\n'),
            'v' => return Some('\u{b}'),
            'f' => return Some('\u{c}'),
            'r' => return Some('\r'),
            'e' => return Some('\u{1b}'),
            'N' => return Some('\u{85}'),
            '_' => return Some('\u{a0}'),
            'L' => return Some('\u{2028}'),
            'P' => return Some('\u{2029}'),
            ' ' | '"' | '/' | '\\' => return Some(kind),
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => return None,
        };
        let hex = self.rest().get(..digits).filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        let mut code = u32::from_str_radix(hex, 16).ok()?;
        // A pair of surrogates, as JSON writes characters beyond U+FFFF.
        let mut length = digits;
        if let (0xd800..=0xdbff, Some(low)) =
            (code, self.rest().get(6..10).filter(|_| self.rest()[4..].starts_with("\\u")))
            && let Ok(low @ 0xdc00..=0xdfff) = u32::from_str_radix(low, 16)
        {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            length = 10;
        }
        let character = char::from_u32(code)?;
        self.at += length;
        Some(character)
    }

    fn report_escapes(&mut self, span: Span, bad: &[Span], others: bool, value: &str) {
        let inner = Span::new(span.start as usize + 1, span.end as usize - 1).text(self.text);
        let is_path = matches!(inner.as_bytes(), [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic());
        let one_line = !inner.contains(['\n', '\r']);
        let single = (one_line && !inner.contains('\'')).then(|| {
            Fix::safe("Use single quotes, where backslashes are plain", vec![self.edit(span, format!("'{inner}'"))])
        });
        let Some(first) = bad.first().copied() else {
            if is_path && value.chars().any(char::is_control) {
                let problem = self
                    .problem(
                        Code::YamlSuspicious,
                        span,
                        format!("{} holds escapes such as `\\t`, so it is no path", quoted(inner)),
                    )
                    .help("Put a Windows path in single quotes, or double its backslashes.");
                let problem = match single {
                    Some(fix) => problem.fix(Fix { safe: false, ..fix }),
                    None => problem,
                };
                self.diagnostics.push(problem);
            }
            return;
        };
        let fix = match single {
            Some(fix) if is_path || !others => fix,
            _ => {
                let edits = bad.iter().map(|escape| Edit::insert(self.file, escape.start as usize, "\\")).collect();
                Fix::safe("Double the backslash", edits)
            }
        };
        self.parse_error_with(
            first,
            format!("{} is not an escape that YAML knows", quoted(first.text(self.text))),
            "In double quotes a backslash is written `\\\\`; in single quotes it stands for itself.",
            fix,
        );
    }

    /// A value that starts with a character that no plain scalar may start with.
    pub fn reserved_text(&mut self, start: usize, row: usize, parent: i32) -> Node {
        let node = self.raw_text(start, row, parent);
        let first = self.text[start..].chars().next().unwrap_or_default();
        let span = Span::new(start, start + first.len_utf8());
        let fix = Fix::safe("Quote the value", quoting(self.file, self.text, node.span));
        self.parse_error_with(
            span,
            format!("unquoted text can't start with {}", quoted(&first.to_string())),
            "Put the whole value in quotes.",
            fix,
        );
        node
    }

    pub fn reserved_key(&mut self, span: Span) {
        let first = span.text(self.text).chars().next().unwrap_or_default();
        let fix = Fix::safe("Quote the key", quoting(self.file, self.text, span));
        let start = span.start as usize;
        self.parse_error_with(
            Span::new(start, start + first.len_utf8()),
            format!("an unquoted key can't start with {}", quoted(&first.to_string())),
            "Put the key in quotes.",
            fix,
        );
    }
}

/// Whether a text that `quote` opens ends in another quote, which nothing in it opens.
fn is_other_quote(last: char, quote: &str, text: &str) -> bool {
    let is_quote = matches!(last, '"' | '\'' | '”' | '“' | '’' | '‘' | '`') && !quote.starts_with(last);
    let plural = last == '\'' && text.ends_with("s'");
    is_quote && !plural && text.matches(last).count() == 1 && text.chars().count() > 1
}

/// Whether a line starts with a key of the form that fields have: `note: …` and not `Note: …`.
fn is_plain_key(line: &str) -> bool {
    key_of_line(line)
        .is_some_and(|key| !is_prose_key(key) && !key.starts_with(|first: char| first.is_ascii_uppercase()))
}

fn first_row_is_fresh(parser: &Parser<'_>, row: usize, start: usize) -> bool {
    parser.lines.get(row).is_some_and(|line| line.content == start)
}

/// Joins two lines that are `breaks` line breaks apart: one is a space, more are one break fewer.
pub(super) fn fold(value: &mut String, breaks: usize) {
    if breaks == 1 {
        value.push(' ');
    }
    value.extend(std::iter::repeat_n('\n', breaks.saturating_sub(1)));
}
