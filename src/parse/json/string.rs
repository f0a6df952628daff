use super::Parser;
use crate::diagnostics::{Edit, Fix, quoted};
use crate::parse::{Node, Value};
use crate::source::Span;

/// A text as a JSON string, in double quotes.
pub(super) fn written(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}

impl Parser<'_> {
    /// The quote at the cursor where it is a typographic one.
    pub(super) fn smart_quote(&self) -> Option<char> {
        self.rest().chars().next().filter(|first| matches!(first, '“' | '”' | '„' | '«' | '‘' | '’'))
    }

    /// A string at the cursor, in whatever quotes. One that is not closed ends with its line.
    pub(super) fn string(&mut self) -> Node {
        let start = self.at;
        let opener = self.rest().chars().next().unwrap_or('"');
        let closers: &[char] = match opener {
            '“' | '”' | '„' | '«' => &['“', '”', '»', '"'],
            '‘' | '’' => &['‘', '’', '\''],
            '\'' => &['\''],
            '`' => &['`'],
            _ => &['"'],
        };
        self.at += opener.len_utf8();
        let mut value = String::new();
        let mut closed = false;
        while let Some(character) = self.rest().chars().next() {
            if closers.contains(&character) {
                self.at += character.len_utf8();
                closed = true;
                break;
            }
            match character {
                '\\' => self.escape(&mut value),
                '\n' | '\r' => break,
                _ if character < ' ' => {
                    self.control_character(character);
                    value.push(character);
                }
                _ => {
                    value.push(character);
                    self.at += character.len_utf8();
                }
            }
        }
        let mut span = Span::new(start, self.at);
        if !closed {
            span = self.unclosed(start, &mut value);
        } else if opener != '"' {
            let problem = self
                .report(span, format!("strings are written in double quotes, not {}", quoted(&opener.to_string())))
                .help("Write it in plain double quotes.")
                .fix(Fix::safe("Use double quotes", vec![Edit::replace(self.file, span, written(&value))]));
            self.diagnostics.push(problem);
        }
        Node { span, value: Value::String(value) }
    }

    /// The string ran to the end of its line: what looks like the end of an element is given back.
    fn unclosed(&mut self, start: usize, value: &mut String) -> Span {
        let written = &self.text[start..self.at];
        let trimmed = written.trim_end().trim_end_matches([',', '}', ']']).trim_end();
        let end = start + trimmed.len().max(1);
        value.truncate(value.len().saturating_sub(self.at - end));
        self.at = end;
        self.open_string_end = Some(end);
        let span = Span::new(start, end);
        let problem = self
            .report(span, "this string is never closed")
            .help("Write a closing quote. A line break inside a string is written `\\n`.")
            .fix(Fix::suggestion("Close the string here", vec![Edit::insert(self.file, end, "\"")]));
        self.diagnostics.push(problem);
        span
    }

    fn control_character(&mut self, character: char) {
        let span = Span::new(self.at, self.at + character.len_utf8());
        let escaped = written(&character.to_string());
        let escaped = escaped.trim_matches('"').to_owned();
        let problem = self
            .report(span, format!("a control character, U+{:04X}, stands in a string", u32::from(character)))
            .help(format!("Write it as `{escaped}`."))
            .fix(Fix::safe("Write it as an escape", vec![Edit::replace(self.file, span, escaped)]));
        self.diagnostics.push(problem);
        self.at = span.end as usize;
    }

    fn escape(&mut self, value: &mut String) {
        let start = self.at;
        self.at += 1;
        let Some(kind) = self.rest().chars().next() else { return };
        if matches!(kind, '\n' | '\r') {
            return;
        }
        self.at += kind.len_utf8();
        let meant = match kind {
            '"' | '\\' | '/' => kind,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => match self.unicode_escape() {
                Some(character) => character,
                None => return self.bad_escape(start, kind, value),
            },
            _ => return self.bad_escape(start, kind, value),
        };
        value.push(meant);
    }

    fn bad_escape(&mut self, start: usize, kind: char, value: &mut String) {
        let span = Span::new(start, self.at);
        let text = span.text(self.text);
        let report = self.report(span, format!("{} is not an escape that JSON knows", quoted(text)));
        if kind == '\'' {
            value.push('\'');
            let fix = Fix::safe("Delete the backslash", vec![Edit::replace(self.file, span, "'")]);
            let problem = report.help("A single quote needs no backslash.").fix(fix);
            self.diagnostics.push(problem);
        } else {
            value.push_str(text);
            let problem = report
                .help("A backslash itself is written `\\\\`.")
                .fix(Fix::suggestion("Double the backslash", vec![Edit::insert(self.file, start, "\\")]));
            self.diagnostics.push(problem);
        }
    }

    /// The character after `\u`, surrogate pairs joined. A surrogate alone, which RFC 8259 tolerates, has no character.
    fn unicode_escape(&mut self) -> Option<char> {
        let unit = self.hex4()?;
        if let Some(character) = char::from_u32(unit) {
            return Some(character);
        }
        let before = self.at;
        if unit < 0xdc00 && self.rest().starts_with("\\u") {
            self.at += 2;
            if let Some(low @ 0xdc00..=0xdfff) = self.hex4() {
                return char::from_u32(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
            }
            self.at = before;
        }
        Some('\u{fffd}')
    }

    fn hex4(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}
