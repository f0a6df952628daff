/// The longest value that a message repeats in full, in characters.
const LONGEST: usize = 80;

/// A value of the author's, in backticks, for a message: shortened where it is long, with anything that could steer a
/// terminal or reorder text written as an escape.
pub fn quoted(value: &str) -> String {
    let mut shown = String::with_capacity(value.len().min(LONGEST) + 2);
    shown.push('`');
    for (count, character) in value.chars().enumerate() {
        if count == LONGEST {
            shown.push('…');
            break;
        }
        push_visible(&mut shown, character);
    }
    shown.push('`');
    shown
}

fn push_visible(shown: &mut String, character: char) {
    match character {
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        _ if is_deceptive(character) => shown.push_str(&format!("\\u{{{:x}}}", u32::from(character))),
        _ => shown.push(character),
    }
}

/// Control characters, bidirectional controls, and characters that show as nothing.
pub(crate) fn is_deceptive(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_whole_or_shortened_and_never_steer_a_terminal() {
        assert_eq!(quoted("plain é"), "`plain é`");
        assert_eq!(quoted("a\u{1b}[31m\u{202e}b\n"), "`a\\u{1b}[31m\\u{202e}b\\n`");
        assert_eq!(quoted(&"x".repeat(100)), format!("`{}…`", "x".repeat(80)));
    }
}
