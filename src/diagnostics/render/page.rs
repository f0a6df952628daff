//! Text for people: what each part of it looks like, in one place.

use super::width::text_width;

/// How text for people is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Columns that a line may take; less than 40 counts as 40, more than 400 as 400.
    pub width: usize,
    /// Whether ANSI colours are used.
    pub color: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { width: 100, color: false }
    }
}

/// What a piece of text is, from which its colour follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    /// What the eye should fall on first: a message, a name.
    Strong,
    Error,
    Warning,
    Info,
    /// A place that is related to the problem.
    Related,
    /// How to mend it.
    Remedy,
    Removed,
    Added,
    /// Line numbers, rules, labels.
    Faint,
    /// A character shown as an escape, a masked secret, a cut: text that does not stand in the file as such.
    Substitute,
}

impl Style {
    fn ansi(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Strong => "\x1b[1m",
            Self::Error => "\x1b[1;31m",
            Self::Warning => "\x1b[1;33m",
            Self::Info => "\x1b[1;36m",
            Self::Related => "\x1b[34m",
            Self::Remedy => "\x1b[36m",
            Self::Removed => "\x1b[31m",
            Self::Added => "\x1b[32m",
            Self::Faint => "\x1b[2m",
            Self::Substitute => "\x1b[35m",
        }
    }
}

const RESET: &str = "\x1b[0m";

/// Lines of styled text, none of which ends in spaces.
pub(super) struct Page {
    text: String,
    pub width: usize,
    color: bool,
}

/// One line being put together.
#[derive(Default)]
pub(super) struct Line {
    parts: Vec<(Style, String)>,
}

impl Page {
    pub fn new(look: Look) -> Self {
        Self { text: String::new(), width: look.width.clamp(40, 400), color: look.color }
    }

    pub fn line(&mut self, line: Line) {
        let mut parts = line.parts;
        while let Some((_, last)) = parts.last_mut() {
            last.truncate(last.trim_end_matches(' ').len());
            if !last.is_empty() {
                break;
            }
            parts.pop();
        }
        for (style, part) in parts {
            if self.color && style != Style::Plain {
                self.text.push_str(style.ansi());
                self.text.push_str(&part);
                self.text.push_str(RESET);
            } else {
                self.text.push_str(&part);
            }
        }
        self.text.push('\n');
    }

    pub fn blank(&mut self) {
        self.text.push('\n');
    }

    /// A lead, then prose that goes on under its own first word where it does not fit.
    pub fn prose(&mut self, lead: Line, style: Style, prose: &str) {
        let indent = lead.width();
        self.prose_hanging(lead, style, prose, indent);
    }

    /// A lead, then prose that goes on at `indent`, for a lead that is too long to go on under.
    pub fn prose_hanging(&mut self, lead: Line, style: Style, prose: &str, indent: usize) {
        let mut line = lead;
        let mut rest = prose;
        loop {
            let (part, after) = break_prose(rest, self.width.saturating_sub(line.width()));
            self.line(line.with(style, part));
            match after {
                Some(after) => rest = after,
                None => break,
            }
            line = Line::default().with(Style::Plain, " ".repeat(indent));
        }
    }

    pub fn finish(self) -> String {
        self.text
    }
}

impl Line {
    #[must_use]
    pub fn with(mut self, style: Style, text: impl Into<String>) -> Self {
        self.push(style, text);
        self
    }

    pub fn push(&mut self, style: Style, text: impl Into<String>) {
        let text = text.into();
        match self.parts.last_mut() {
            Some((last, part)) if *last == style => part.push_str(&text),
            _ if text.is_empty() => {}
            _ => self.parts.push((style, text)),
        }
    }

    pub fn width(&self) -> usize {
        self.parts.iter().map(|(_, part)| text_width(part)).sum()
    }
}

/// Breaks prose between words, see [`break_prose`]. Always gives at least one line.
pub(super) fn wrap(prose: &str, width: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = Some(prose);
    while let Some(prose) = rest {
        let (line, after) = break_prose(prose, width);
        lines.push(line);
        rest = after;
    }
    lines
}

/// The words that fit a width, and the rest without the space before it. A word that is wider than the line stands
/// alone, whole, so that it can be copied.
fn break_prose(prose: &str, width: usize) -> (&str, Option<&str>) {
    let mut used = 0;
    let mut from = 0;
    let mut fitting = None;
    for end in prose.match_indices(' ').map(|(space, _)| space).chain([prose.len()]) {
        used += text_width(&prose[from..end]);
        if let Some(fitting) = fitting.filter(|_| used > width) {
            return (&prose[..fitting], Some(&prose[fitting + 1..]));
        }
        fitting = Some(end);
        from = end;
    }
    (prose, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_wraps_between_words_and_loses_none() {
        let prose = "one two  three 漢字漢字 `a-very-long-word` end";
        for width in 1..40 {
            let lines = wrap(prose, width);
            assert_eq!(lines.join(" "), prose, "{width}");
            for line in lines {
                assert!(text_width(line) <= width || !line.trim().contains(' '), "{width}: {line}");
            }
        }
        assert_eq!(wrap("", 10), [""]);
    }

    #[test]
    fn lines_end_without_spaces_and_colours_end_with_their_text() {
        let mut page = Page::new(Look { width: 80, color: true });
        page.line(Line::default().with(Style::Error, "no").with(Style::Plain, "  ").with(Style::Faint, " "));
        assert_eq!(page.finish(), "\x1b[1;31mno\x1b[0m\n");
    }
}
