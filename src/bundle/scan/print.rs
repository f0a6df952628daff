//! Prints a lowered program, and takes the holes out of the printed text.

use std::path::PathBuf;

use oxc_ast::ast;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions, IndentChar, LegalComment};

use super::code::{Code, Hole, HoleKind, Mark};
use super::layout::{CLOSE, CLOSE_CLOSELY, JOIN, JOIN_CLOSELY};
use super::lower::Marker;

/// Adds the text, its holes and its marks to the code that lowering recorded.
pub(super) fn print(program: &ast::Program<'_>, marker: Marker, code: &mut Code) {
    let options = CodegenOptions {
        indent_char: IndentChar::Space,
        indent_width: 2,
        comments: CommentOptions { normal: false, jsdoc: false, annotation: false, legal: LegalComment::Inline },
        source_map_path: Some(PathBuf::new()),
        ..CodegenOptions::default()
    };
    let printed = Codegen::new().with_options(options).build(program);
    let mut marks = Vec::new();
    let mut names = Vec::new();
    if let Some(map) = &printed.map {
        names.extend(map.get_names().map(Box::from));
        marks.extend(map.get_tokens());
    }
    let mut reader = Reader { raw: &printed.code, at: 0, line: 0, column: 0, marker, code };
    for token in marks {
        reader.advance_to(token.get_dst_line(), token.get_dst_col());
        let name = token.get_name_id().filter(|name| names.get(*name as usize).is_some_and(|name| is_name(name)));
        let at = reader.code.text.len() as u32;
        reader.code.marks.push(Mark { at, line: token.get_src_line(), column: token.get_src_col(), name });
    }
    reader.advance_to(u32::MAX, 0);
    code.names = names;
}

/// The printer takes the source under a node as its name; for nodes that were made up that is no name at all.
fn is_name(text: &str) -> bool {
    oxc_syntax::identifier::is_identifier_name(text.strip_prefix('#').unwrap_or(text))
}

struct Reader<'p, 'c> {
    raw: &'p str,
    at: usize,
    line: u32,
    /// In UTF-16 units.
    column: u32,
    marker: Marker,
    code: &'c mut Code,
}

impl Reader<'_, '_> {
    /// Copies text and takes out holes up to a place in the printed text, or to its end.
    fn advance_to(&mut self, line: u32, column: u32) {
        while (self.line, self.column) < (line, column) {
            let Some(next) = self.raw.get(self.at..).and_then(|rest| rest.chars().next()) else { return };
            if next == self.marker.0 {
                self.hole();
                continue;
            }
            self.at += next.len_utf8();
            self.code.text.push(next);
            let ends_line = match next {
                '\n' | '\u{2028}' | '\u{2029}' => true,
                '\r' => self.raw.as_bytes().get(self.at) != Some(&b'\n'),
                _ => false,
            };
            if ends_line {
                self.line += 1;
                self.column = 0;
            } else {
                self.column += next.len_utf16() as u32;
            }
        }
    }

    fn hole(&mut self) {
        let start = self.at + self.marker.0.len_utf8();
        let rest = self.raw.get(start..).unwrap_or_default();
        let inner = rest.split(self.marker.0).next().unwrap_or_default();
        let mut characters = inner.chars();
        let kind = characters.next();
        let index: u32 = characters.as_str().parse().unwrap_or(u32::MAX);
        self.skip(inner.len() + 2 * self.marker.0.len_utf8());
        let kind = match kind {
            Some('p') => {
                self.skip(";\n".len());
                if let Some(part) = self.code.parts.get_mut(index as usize) {
                    part.start = self.code.text.len() as u32;
                }
                return;
            }
            Some(JOIN | JOIN_CLOSELY) => {
                self.trim("");
                self.skip(",".len());
                self.join(kind == Some(JOIN));
                return;
            }
            Some(CLOSE | CLOSE_CLOSELY) => {
                self.trim(",");
                self.join(kind == Some(CLOSE));
                return;
            }
            Some('n') => HoleKind::Name(index),
            Some('c') => HoleKind::Callee(index),
            Some('s') => HoleKind::Shorthand(index),
            Some('m') => HoleKind::ImportMeta,
            Some('k') => {
                let before = self.code.text.trim_end().strip_suffix("static {").unwrap_or(&self.code.text);
                let kept = before.trim_end_matches(' ').len();
                self.code.text.truncate(kept);
                let rest = self.raw.get(self.at..).unwrap_or_default();
                self.skip(rest.find("}\n").map_or(0, |end| end + 2));
                HoleKind::ClassBody(index)
            }
            Some('i') => {
                self.skip("()".len());
                HoleKind::Import(index)
            }
            Some('q') => {
                self.skip("()".len());
                HoleKind::Require(index)
            }
            Some('x') => {
                self.skip("(".len());
                HoleKind::NamedStart(index)
            }
            Some('a') => {
                self.skip("(".len());
                HoleKind::AwaitStart
            }
            _ => {
                // The end of a pair is an argument of its own, behind a comma and before the closing parenthesis.
                self.skip(")".len());
                self.trim(",");
                if kind == Some('b') { HoleKind::AwaitEnd } else { HoleKind::NamedEnd(index) }
            }
        };
        let (at, marks) = (self.code.text.len() as u32, self.code.marks.len() as u32);
        self.code.holes.push(Hole { at, kind, marks });
    }

    /// Takes white space, and a text before it, off the end of what has been copied.
    fn trim(&mut self, end: &str) {
        let kept = self.code.text.trim_end();
        let kept = kept.strip_suffix(end).unwrap_or(kept).len();
        self.code.text.truncate(kept);
        for mark in self.code.marks.iter_mut().rev().take_while(|mark| mark.at > kept as u32) {
            mark.at = kept as u32;
        }
    }

    /// Goes on with what stands on the next line.
    fn join(&mut self, spaced: bool) {
        let rest = self.raw.get(self.at..).unwrap_or_default();
        self.skip(rest.len() - rest.trim_start_matches(['\n', ' ']).len());
        if spaced {
            self.code.text.push(' ');
        }
    }

    /// Passes over printed text without copying it.
    fn skip(&mut self, bytes: usize) {
        let skipped = self.raw.get(self.at..self.at + bytes).unwrap_or_default();
        for character in skipped.chars() {
            if character == '\n' {
                self.line += 1;
                self.column = 0;
            } else {
                self.column += character.len_utf16() as u32;
            }
        }
        self.at += bytes;
    }
}
