//! Text that parses but is plainly not what was meant, and characters that YAML does not allow.

use super::parser::Parser;
use crate::diagnostics::{Code, Fix};
use crate::parse::{Node, Value};
use crate::source::Span;

impl Parser<'_> {
    pub fn report_suspicious(&mut self, span: Span, root: Option<&Node>) {
        self.control_characters(span);
        let _ = (root, Value::Null);
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
                let problem = self
                    .problem(
                        Code::YamlParse,
                        place,
                        format!("the control character U+{:04X} is not allowed in YAML", u32::from(character)),
                    )
                    .help("Delete it, or write it as an escape in double quotes.")
                    .fix(fix);
                self.diagnostics.push(problem);
            }
        }
    }
}
