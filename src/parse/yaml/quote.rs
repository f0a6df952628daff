//! Writing a text as a scalar that reads back as that text.

use super::schema;
use crate::parse::Value;

/// Whether a text, written as it is, would read back as something else, anywhere in a YAML document.
///
/// Words that YAML 1.1 takes for booleans count too: other readers may still follow it.
pub fn scalar_needs_quotes(text: &str) -> bool {
    const WORDS: [&str; 8] = ["y", "n", "yes", "no", "on", "off", "<<", "="];
    let Some(first) = text.chars().next() else { return true };
    !matches!(schema::resolve(text), Value::String(_))
        || matches!(
            first,
            '-' | '?'
                | ':'
                | ','
                | '['
                | ']'
                | '{'
                | '}'
                | '#'
                | '&'
                | '*'
                | '!'
                | '|'
                | '>'
                | '\''
                | '"'
                | '%'
                | '@'
                | '`'
        )
        || WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
        || text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '.'))
        || text.starts_with(char::is_whitespace)
        || text.ends_with(char::is_whitespace)
        || text.split(':').skip(1).any(|after| !after.starts_with(|next: char| next.is_alphanumeric() || next == '/'))
        || text.contains(" #")
        || text.contains([',', '[', ']', '{', '}'])
        || text.chars().any(needs_escape)
}

/// A text as a YAML scalar on one line: plain where that reads back as the same text, quoted elsewhere.
pub fn quote_scalar(text: &str) -> String {
    if scalar_needs_quotes(text) { quoted_scalar(text) } else { text.to_owned() }
}

/// A text as a quoted YAML scalar on one line, in the quotes that need the fewest escapes.
pub(super) fn quoted_scalar(text: &str) -> String {
    if !text.chars().any(needs_escape) && text.contains(['"', '\\']) && !text.contains('\'') {
        return format!("'{text}'");
    }
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if !needs_escape(character) => out.push(character),
            _ if u32::from(character) <= 0xffff => out.push_str(&format!("\\u{:04X}", u32::from(character))),
            _ => out.push_str(&format!("\\U{:08X}", u32::from(character))),
        }
    }
    out.push('"');
    out
}

/// Characters that only an escape writes reliably: not printable in YAML, line breaks, and those that show as nothing.
fn needs_escape(character: char) -> bool {
    crate::diagnostics::is_deceptive(character) || matches!(character, '\u{fffe}' | '\u{ffff}')
}
