//! A line of a file as it is shown: escaped, masked, and cut to the width around what matters.
//!
//! Only what can be seen is looked at, so that a line of 20 MB costs as little as any other.

use super::escape::push_visible;
use super::files::SourceFile;
use super::page::{Line, Style};
use super::width::{char_width, text_width};
use crate::diagnostics::MASK;
use crate::source::Span;

/// Columns between tab stops.
const TAB: usize = 4;

/// Bytes looked at for each column that can be seen: the longest character in UTF-8.
const BYTES_PER_COLUMN: usize = 4;

/// The smallest unit that is shown or left out: a character, a byte that is no character, or a masked secret.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The bytes it stands for; for text that is in no file, counted from the start of that text.
    pub span: Span,
    pub text: String,
    pub width: usize,
    pub style: Style,
}

/// A line, or as much of it as can matter.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    pub cells: Vec<Cell>,
    /// Whether the line has more before and after.
    pub cut_before: bool,
    pub cut_after: bool,
}

/// The part of a line that fits the width.
pub(super) struct Window<'a> {
    pub cells: &'a [Cell],
    pub cut_before: bool,
    pub cut_after: bool,
}

/// A line of a file, of which `focus` is to be seen first of all.
pub(super) fn line_cells(file: &SourceFile<'_>, line: usize, focus: Option<Span>, width: usize) -> Cells {
    let whole = file.line_span(line);
    let reach = width * BYTES_PER_COLUMN;
    if whole.len() <= 2 * reach {
        return Cells { cells: source_cells(file, whole), cut_before: false, cut_after: false };
    }
    let at = focus.map_or(whole.start, |focus| focus.start.clamp(whole.start, whole.end));
    let start = whole.start.max(boundary(file.content, at.saturating_sub(reach as u32)));
    let end = whole.end.min(boundary(file.content, at.saturating_add(reach as u32)));
    let seen = Span { start, end };
    Cells { cells: source_cells(file, seen), cut_before: start > whole.start, cut_after: end < whole.end }
}

/// The nearest place at or before `at` where no character is cut, as far as that can be told from a few bytes.
pub(super) fn boundary(content: &[u8], at: u32) -> u32 {
    let is_inside = |at: u32| content.get(at as usize).is_some_and(|byte| byte & 0b1100_0000 == 0b1000_0000);
    (at.saturating_sub(3)..=at).rev().find(|at| !is_inside(*at)).unwrap_or(at)
}

/// The bytes of a span within one line.
pub(super) fn source_cells(file: &SourceFile<'_>, span: Span) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut column = 0;
    let mut at = span.start;
    while at < span.end {
        let secret = file.secret_from(at).filter(|secret| secret.start < span.end);
        let stop = secret.map_or(span.end, |secret| secret.start.max(at));
        if at < stop {
            let open = Span { start: at, end: stop };
            let bytes = file.content.get(open.range()).unwrap_or_default();
            push_bytes(&mut cells, &mut column, bytes, at as usize);
            at = stop;
        } else if let Some(secret) = secret {
            let end = secret.end.min(span.end);
            push(&mut cells, &mut column, Span { start: at, end }, MASK.to_owned(), Style::Substitute);
            at = end;
        }
    }
    cells
}

/// Text that is in no file, such as what a fix inserts; one line of it.
pub(super) fn text_cells(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    push_bytes(&mut cells, &mut 0, text.as_bytes(), 0);
    cells
}

fn push_bytes(cells: &mut Vec<Cell>, column: &mut usize, bytes: &[u8], mut at: usize) {
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            let span = Span::new(at, at + character.len_utf8());
            at += character.len_utf8();
            if character == '\t' {
                push(cells, column, span, " ".repeat(TAB - *column % TAB), Style::Plain);
                continue;
            }
            let mut text = String::new();
            push_visible(&mut text, character);
            let style = if text.chars().eq([character]) { Style::Plain } else { Style::Substitute };
            push(cells, column, span, text, style);
        }
        for byte in chunk.invalid() {
            push(cells, column, Span::new(at, at + 1), format!("\\x{byte:02x}"), Style::Substitute);
            at += 1;
        }
    }
}

fn push(cells: &mut Vec<Cell>, column: &mut usize, span: Span, text: String, style: Style) {
    let width = match text.chars().next() {
        Some(first) if first.len_utf8() == text.len() => char_width(first),
        _ => text_width(&text),
    };
    *column += width;
    cells.push(Cell { span, text, width, style });
}

impl Cells {
    /// What fits `width` columns, marks of the cuts included, so that the columns of `focus` are seen with something on
    /// both sides.
    pub fn window(&self, focus: (usize, usize), width: usize) -> Window<'_> {
        let total: usize = self.cells.iter().map(|cell| cell.width).sum();
        let (from, to) = focus;
        if total + usize::from(self.cut_before) + usize::from(self.cut_after) <= width {
            return Window { cells: &self.cells, cut_before: self.cut_before, cut_after: self.cut_after };
        }
        let room = width.saturating_sub(2);
        let slack = room.saturating_sub(to - from);
        let mut first_column = from.saturating_sub(slack / 2);
        if !self.cut_before && to < room {
            first_column = 0;
        } else if !self.cut_after {
            // Near the end of the line the room is better spent on what comes before.
            first_column = first_column.min(total.saturating_sub(room).max(from.saturating_sub(slack)));
        }

        let mut column = 0;
        let mut first = self.cells.len();
        let mut last = self.cells.len();
        for (at, cell) in self.cells.iter().enumerate() {
            if column >= first_column && first == self.cells.len() {
                first = at;
            }
            if first < self.cells.len() && column + cell.width > first_column + room {
                last = at;
                break;
            }
            column += cell.width;
        }
        Window {
            cells: self.cells.get(first..last).unwrap_or_default(),
            cut_before: self.cut_before || first > 0,
            cut_after: self.cut_after || last < self.cells.len(),
        }
    }

    /// The columns that a span takes, or the start of the line where there is none.
    pub fn columns(&self, span: Option<Span>) -> (usize, usize) {
        span.map_or((0, 0), |span| columns(&self.cells, span))
    }
}

impl Window<'_> {
    pub fn push_to(&self, line: &mut Line, plain: Style) {
        if self.cut_before {
            line.push(Style::Faint, "…");
        }
        for cell in self.cells {
            line.push(if cell.style == Style::Plain { plain } else { cell.style }, cell.text.as_str());
        }
        if self.cut_after {
            line.push(Style::Faint, "…");
        }
    }

    /// The columns that a span takes in what is seen. What is cut off counts as lying under the mark of the cut.
    pub fn columns(&self, span: Span) -> (usize, usize) {
        let (mut from, mut to) = columns(self.cells, span);
        let shift = usize::from(self.cut_before);
        let starts_before = self.cells.first().is_some_and(|cell| span.start < cell.span.start);
        let ends_after = self.cells.last().is_some_and(|cell| span.end > cell.span.end);
        from = if self.cut_before && starts_before { 0 } else { from + shift };
        to += shift + usize::from(self.cut_after && ends_after);
        (from, to.max(from + 1))
    }
}

/// Columns from the first cell that a span touches to the end of the last one; both equal where it touches none.
fn columns(cells: &[Cell], span: Span) -> (usize, usize) {
    let mut column = 0;
    let mut from = None;
    let mut to = 0;
    for cell in cells {
        let is_past = cell.span.start >= span.end && !span.is_empty();
        if !is_past && cell.span.end > span.start && from.is_none() {
            from = Some(column);
        }
        column += cell.width;
        if cell.span.start < span.end && cell.span.end > span.start {
            to = column;
        }
    }
    let from = from.unwrap_or(column);
    (from, to.max(from))
}

/// White space under a span that holds nothing else, made visible.
pub(super) fn reveal_white_space(cells: &mut [Cell], span: Span) {
    let inside = |cell: &Cell| cell.span.start < span.end && cell.span.end > span.start;
    let is_white = |cell: &Cell| cell.style == Style::Plain && cell.text.bytes().all(|byte| byte == b' ');
    if cells.iter().filter(|cell| inside(cell)).all(is_white) {
        for cell in cells.iter_mut().filter(|cell| inside(cell)) {
            let is_tab = cell.width > 1 || cell.text.len() > 1;
            cell.text = if is_tab { format!("→{}", " ".repeat(cell.width - 1)) } else { "·".to_owned() };
            cell.style = Style::Substitute;
        }
    }
}
