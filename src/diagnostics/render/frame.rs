//! A source frame: the lines in question, with line numbers, and the exact characters underlined.

use std::collections::BTreeMap;

use super::escape::visible;
use super::files::SourceFile;
use super::page::{Line, Page, Style, wrap};
use super::snippet::{line_cells, reveal_white_space};
use super::width::text_width;
use crate::source::Span;

/// A span with more lines than this is shown by its first and last lines.
const LONGEST: usize = 6;
const FIRST_LINES: usize = 3;
const LAST_LINES: usize = 2;

/// A place in a frame.
#[derive(Clone, Copy)]
pub(super) struct Mark<'a> {
    pub span: Span,
    /// Said beside the underline, where not empty.
    pub label: &'a str,
    pub style: Style,
    pub underline: char,
}

/// Where lines start: the columns of the line numbers.
pub(super) struct Gutter(pub usize);

impl Gutter {
    pub fn numbered(&self, number: usize, sign: char, style: Style) -> Line {
        let line = Line::default().with(Style::Faint, format!("{number:>width$} ", width = self.0));
        line.with(style, sign).with(Style::Plain, " ")
    }

    pub fn bare(&self) -> Line {
        Line::default().with(Style::Faint, format!("{:width$} │ ", "", width = self.0))
    }

    pub fn gap(&self) -> Line {
        Line::default().with(Style::Faint, format!("{:>width$}", "⋮", width = self.0))
    }

    /// `   = help: `
    pub fn lead(&self, style: Style, word: &str) -> Line {
        let line = Line::default().with(Style::Faint, format!("{:width$} = ", "", width = self.0));
        line.with(style, word).with(Style::Plain, ": ")
    }

    /// `  --> agent.md:4:1`
    pub fn arrow(&self, place: &str) -> Line {
        let line = Line::default().with(Style::Faint, format!("{:width$}--> ", "", width = self.0));
        line.with(Style::Plain, place)
    }

    pub fn width(&self) -> usize {
        self.0 + 3
    }
}

/// The lines that a span is on, first and last. A span that ends with a line break ends on that line.
pub(super) fn lines_of(file: &SourceFile<'_>, span: Span) -> (usize, usize) {
    let first = file.line_of(span.start);
    let mut last = file.line_of(span.end);
    if last > first && file.line_span(last).start == span.end {
        last -= 1;
    }
    (first, last)
}

/// Draws marks that are each on one line, or a single one of any size.
pub(super) fn frame(page: &mut Page, gutter: &Gutter, file: &SourceFile<'_>, marks: &[Mark<'_>]) {
    let Some(main) = marks.first() else { return };
    let (first, last) = lines_of(file, file.clamp(main.span));
    if first == last {
        draw_lines(page, gutter, file, first, marks);
    } else {
        draw_block(page, gutter, file, main, first, last);
    }
}

fn draw_lines(page: &mut Page, gutter: &Gutter, file: &SourceFile<'_>, main_line: usize, marks: &[Mark<'_>]) {
    let mut lines: BTreeMap<usize, Vec<Mark<'_>>> = BTreeMap::new();
    for mark in marks {
        let mark = Mark { span: file.clamp(mark.span), ..*mark };
        lines.entry(lines_of(file, mark.span).0).or_default().push(mark);
    }
    if let Some(before) = main_line.checked_sub(1)
        && !is_blank(file, before)
    {
        lines.entry(before).or_default();
    }
    let mut previous = None;
    for (line, marks) in lines {
        match previous {
            Some(previous) if line == previous + 2 => {
                draw_line(page, gutter, file, previous + 1, &[]);
            }
            Some(previous) if line > previous + 2 => page.line(gutter.gap()),
            _ => {}
        }
        draw_line(page, gutter, file, line, &marks);
        previous = Some(line);
    }
}

fn draw_line(page: &mut Page, gutter: &Gutter, file: &SourceFile<'_>, line: usize, marks: &[Mark<'_>]) {
    // The end of a line is pointed at one column after its last character.
    let room = page.width.saturating_sub(gutter.width() + 1);
    let focus = marks.first().map(|mark| mark.span);
    let mut cells = line_cells(file, line, focus, room);
    for mark in marks {
        reveal_white_space(&mut cells.cells, mark.span);
    }
    let window = cells.window(cells.columns(focus), room);
    let mut shown = gutter.numbered(line + 1, '│', Style::Faint);
    window.push_to(&mut shown, Style::Plain);
    page.line(shown);
    for mark in marks {
        let (from, to) = window.columns(mark.span);
        let to = to.min(room + 1).max(from + 1);
        let underline: String = std::iter::repeat_n(mark.underline, to - from).collect();
        let under = gutter.bare().with(Style::Plain, " ".repeat(from)).with(mark.style, underline);
        draw_label(page, gutter, under, mark, from, to);
    }
}

/// Beside the underline if it fits there, and below it otherwise.
fn draw_label(page: &mut Page, gutter: &Gutter, under: Line, mark: &Mark<'_>, from: usize, to: usize) {
    let label = visible(mark.label);
    let room = page.width.saturating_sub(gutter.width());
    let beside = room.saturating_sub(to + 1);
    let lines = wrap(&label, beside);
    if lines.len() == 1 && text_width(&label) <= beside {
        page.line(under.with(Style::Plain, " ").with(mark.style, label));
        return;
    }
    page.line(under);
    let indent = from.min(room / 2);
    for line in wrap(&label, room - indent) {
        page.line(gutter.bare().with(Style::Plain, " ".repeat(indent)).with(mark.style, line));
    }
}

/// A span of several lines: a bar beside them, that starts and ends under the exact characters.
fn draw_block(page: &mut Page, gutter: &Gutter, file: &SourceFile<'_>, mark: &Mark<'_>, first: usize, last: usize) {
    let span = file.clamp(mark.span);
    let room = page.width.saturating_sub(gutter.width() + 3);
    let style = mark.style;
    let bar = |text: &str| (style, text.to_owned());

    if let Some(before) = first.checked_sub(1)
        && !is_blank(file, before)
    {
        draw_block_line(page, gutter, file, before, None, room, bar("  "));
    }
    if is_white(file, Span { start: file.line_span(first).start, end: span.start }) {
        draw_block_line(page, gutter, file, first, Some(span), room, bar("╭ "));
    } else {
        let (from, _) = draw_block_line(page, gutter, file, first, Some(span), room, bar("  "));
        page.line(gutter.bare().with(style, format!("╭─{}{}", "─".repeat(from), mark.underline)));
    }

    let is_long = last - first >= LONGEST;
    for line in first + 1..last {
        if is_long && line == first + FIRST_LINES {
            page.line(gutter.gap().with(Style::Plain, "   ").with(style, "│"));
        }
        if is_long && line >= first + FIRST_LINES && line + LAST_LINES <= last {
            continue;
        }
        draw_block_line(page, gutter, file, line, None, room, bar("│ "));
    }

    // The last character of the span, or the end of its line where the span ends with the line break.
    let end = span.end.min(file.line_span(last).end);
    let tail = Span { start: end.saturating_sub(1).max(file.line_span(last).start), end };
    let (_, to) = draw_block_line(page, gutter, file, last, Some(tail), room, bar("│ "));
    let under = gutter.bare().with(style, format!("╰─{}{}", "─".repeat(to.saturating_sub(1)), mark.underline));
    draw_label(page, gutter, under, mark, 0, to + 2);
}

/// Returns the columns of the focus.
fn draw_block_line(
    page: &mut Page,
    gutter: &Gutter,
    file: &SourceFile<'_>,
    line: usize,
    focus: Option<Span>,
    room: usize,
    (style, bar): (Style, String),
) -> (usize, usize) {
    let cells = line_cells(file, line, focus, room);
    let window = cells.window(cells.columns(focus), room);
    let mut shown = gutter.numbered(line + 1, '│', Style::Faint).with(style, bar);
    window.push_to(&mut shown, Style::Plain);
    page.line(shown);
    focus.map_or((0, 0), |focus| window.columns(focus))
}

fn is_blank(file: &SourceFile<'_>, line: usize) -> bool {
    is_white(file, file.line_span(line))
}

/// Whether a span holds nothing but spaces. One that is longer than any screen is taken to hold more.
fn is_white(file: &SourceFile<'_>, span: Span) -> bool {
    span.len() < 1000 && file.content.get(span.range()).is_some_and(|bytes| bytes.iter().all(|byte| *byte == b' '))
}
