//! The lines of a YAML text and their indentation.

use crate::source::Span;

/// One line, as byte offsets into the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub start: usize,
    /// The first character that is not white space; `end` on a blank line.
    pub content: usize,
    /// Before the line break.
    pub end: usize,
    /// How many plain spaces the line starts with: its indentation as YAML counts it.
    pub spaces: i32,
    /// The column of `content`, tabs and foreign spaces counted as the author sees them.
    pub column: i32,
    /// Whether a report has been made that mends the indentation.
    pub mended: bool,
}

impl Line {
    pub fn is_blank(&self) -> bool {
        self.content == self.end
    }

    /// Whether the indentation has tabs or foreign spaces in it.
    pub fn is_foreign(&self) -> bool {
        self.content - self.start != self.spaces as usize
    }

    pub fn indentation(&self) -> Span {
        Span::new(self.start, self.content)
    }
}

/// White space that shows as a space, or as nothing, and is none to YAML.
pub(in crate::parse) fn is_foreign_space(character: char) -> bool {
    matches!(
        character,
        '\u{a0}' | '\u{1680}' | '\u{180e}' | '\u{2000}'
            ..='\u{200d}' | '\u{202f}' | '\u{205f}' | '\u{2060}' | '\u{3000}' | '\u{feff}'
    )
}

/// How many columns a character of an indentation takes, as the author sees it.
fn width(character: char, tab: i32) -> i32 {
    match character {
        '\t' => tab,
        '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => 0,
        _ => 1,
    }
}

/// Cuts the part of a file under `span` into lines.
pub(super) fn lines(text: &str, span: Span) -> Vec<Line> {
    let source = span.text(text);
    let offset = span.start as usize;
    let mut lines = Vec::new();
    let mut rest = source;
    let mut start = 0;
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let length = end + if rest[end..].starts_with("\r\n") { 2 } else { usize::from(end < rest.len()) };
        lines.push(line(&rest[..end], offset + start));
        start += length;
        rest = &rest[length..];
    }
    let tab = tab_width(&lines);
    for line in &mut lines {
        if line.is_foreign() {
            let indentation = &text[line.start..line.content];
            line.column = indentation.chars().map(|character| width(character, tab)).sum();
        }
    }
    lines
}

fn line(text: &str, start: usize) -> Line {
    let spaces = text.bytes().take_while(|byte| *byte == b' ').count();
    let foreign = |character: char| character == '\t' || character == ' ' || is_foreign_space(character);
    let content = text.len() - text.trim_start_matches(foreign).len();
    Line {
        start,
        content: start + content,
        end: start + text.len(),
        spaces: spaces as i32,
        column: spaces as i32,
        mended: false,
    }
}

/// How many columns a tab stands for: the smallest indentation by spaces in the text, 2 where there is none.
fn tab_width(lines: &[Line]) -> i32 {
    lines
        .iter()
        .filter(|line| !line.is_blank() && !line.is_foreign() && line.spaces > 1)
        .map(|line| line.spaces)
        .min()
        .unwrap_or(2)
}
