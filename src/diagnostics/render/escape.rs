//! Hostile text made harmless, for each medium in its way.

use std::fmt::Write;

use crate::diagnostics::quote::is_deceptive;

/// For terminals and logs: one line, in which nothing steers the terminal, reorders text or hides.
pub(super) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|character| push_visible(&mut shown, character));
    shown
}

pub(super) fn push_visible(shown: &mut String, character: char) {
    match character {
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        _ if is_deceptive(character) => write_escape(shown, format_args!("\\u{{{:x}}}", u32::from(character))),
        _ => shown.push(character),
    }
}

/// For XML 1.0, in text and in attributes. What XML can't hold at all is written as [`visible`] writes it.
pub(super) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\n' => escaped.push_str("&#10;"),
            '\u{fffe}' | '\u{ffff}' => write_escape(&mut escaped, format_args!("\\u{{{:x}}}", u32::from(character))),
            _ => push_visible(&mut escaped, character),
        }
    }
    escaped
}

/// For the message of a GitHub workflow command. Line breaks of ours are kept, as `%0A`.
pub(super) fn github_message(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| visible(line).replace('%', "%25")).collect();
    lines.join("%0A")
}

/// For a property of a GitHub workflow command, such as the file name.
pub(super) fn github_property(text: &str) -> String {
    visible(text).replace('%', "%25").replace(':', "%3A").replace(',', "%2C")
}

/// A relative or absolute path as a URI reference: everything but unreserved characters and `/` percent-encoded.
pub(super) fn uri(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                encoded.push(char::from(byte))
            }
            _ => write_escape(&mut encoded, format_args!("%{byte:02X}")),
        }
    }
    encoded
}

/// JSON text that means the same and holds no deceptive character, for it may be read in a terminal.
pub(super) fn json(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        // serde_json has escaped what is below U+0020 in strings; what is left of it is the layout.
        if character != '\n' && is_deceptive(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write_escape(&mut escaped, format_args!("\\u{unit:04x}"));
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}

fn write_escape(text: &mut String, escape: std::fmt::Arguments<'_>) {
    // Writing to a String can't fail.
    let _ = text.write_fmt(escape);
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}[2J\nb\u{202e}c\u{9b}d\u{e0041}é";

    #[test]
    fn terminals_get_no_control_and_no_line_of_the_author() {
        assert_eq!(visible(HOSTILE), "a\\u{1b}[2J\\nb\\u{202e}c\\u{9b}d\\u{e0041}é");
    }

    #[test]
    fn xml_gets_no_markup_and_no_character_it_forbids() {
        assert_eq!(xml("<a b='\"'>&\0\u{ffff}\n"), "&lt;a b=&apos;&quot;&apos;&gt;&amp;\\u{0}\\u{ffff}&#10;");
    }

    #[test]
    fn a_workflow_command_can_not_be_forged() {
        assert_eq!(github_message("50%\n::error::x\r"), "50%25%0A::error::x\\r");
        assert_eq!(github_property("a,b:c%\n"), "a%2Cb%3Ac%25\\n");
    }

    #[test]
    fn a_uri_is_encoded_byte_for_byte() {
        assert_eq!(uri("a b/é#?%:\\.ts"), "a%20b/%C3%A9%23%3F%25%3A%5C.ts");
    }

    #[test]
    fn json_means_the_same_and_shows_nothing_deceptive() {
        let value = serde_json::Value::String(HOSTILE.to_owned());
        let text = json(&value.to_string());
        assert!(text.is_ascii() || text.chars().all(|character| !is_deceptive(character)), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
