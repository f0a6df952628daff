//! A fix, shown as the lines that it takes away and the lines that it puts in their place.

use super::escape::visible;
use super::files::{Files, SourceFile, Subject};
use super::frame::Gutter;
use super::page::{Page, Style};
use super::snippet::{Cell, Cells, boundary, line_cells, source_cells, text_cells};
use crate::diagnostics::{Edit, Fix};
use crate::source::Span;
use crate::vfs::VfsPath;

/// How many lines of each kind are shown before the rest is only counted.
const SHOWN: usize = 8;

/// Edited regions larger than this are described, not shown.
const LARGEST: usize = 16 * 1024;

/// How much of a long line is looked at before and after its edits, in bytes.
const REACH: u32 = 400;

/// Draws what a fix changes. Where that is `home` alone, which the reader is looking at, no file is named.
pub(super) fn diff(
    page: &mut Page,
    gutter: &Gutter,
    subject: &Subject<'_>,
    files: &Files<'_>,
    fix: &Fix,
    home: &VfsPath,
) {
    let mut edited: Vec<(&VfsPath, Vec<Replacement<'_>>)> = Vec::new();
    for edit in &fix.edits {
        if let Edit::Replace { file, span, text } = edit {
            let replacement = Replacement { span: *span, text };
            match edited.iter_mut().find(|(known, _)| *known == file) {
                Some((_, replacements)) => replacements.push(replacement),
                None => edited.push((file, vec![replacement])),
            }
        }
    }
    let is_at_home = is_at_home(fix, home);
    let arrow = |file: &VfsPath| gutter.arrow(&visible(&subject.name(file)));

    for (name, mut replacements) in edited {
        let Some(file) = files.get(name) else { continue };
        if !is_at_home {
            page.line(arrow(name));
        }
        replacements.iter_mut().for_each(|replacement| replacement.span = file.clamp(replacement.span));
        replacements.sort_by_key(|replacement| replacement.span);
        let mut added_lines = 0;
        for region in replacements.chunk_by(|one, next| file.line_of(one.span.end) + 1 >= file.line_of(next.span.start))
        {
            added_lines += draw_region(page, gutter, file, region, added_lines);
        }
    }
    for edit in &fix.edits {
        match edit {
            Edit::Replace { .. } => {}
            Edit::Create { file, text } => {
                page.line(arrow(file).with(Style::Faint, " (new)"));
                let added: Vec<_> = text.lines().map(Row::of_text).collect();
                draw_rows(page, gutter, &ADDED, 0, &added, &[]);
            }
            Edit::Rename { from, to } => {
                page.line(arrow(from).with(Style::Faint, " → ").with(Style::Plain, visible(&subject.name(to))));
            }
        }
    }
}

/// Whether all that a fix changes is text of one file.
pub(super) fn is_at_home(fix: &Fix, home: &VfsPath) -> bool {
    fix.edits.iter().all(|edit| matches!(edit, Edit::Replace { file, .. } if file == home))
}

/// What lines of one side of a diff look like.
struct Side {
    sign: char,
    edge: Style,
    text: Style,
}

const REMOVED: Side = Side { sign: '-', edge: Style::Removed, text: Style::Removed };
const ADDED: Side = Side { sign: '+', edge: Style::Added, text: Style::Added };
const CONTEXT: Side = Side { sign: '│', edge: Style::Faint, text: Style::Plain };

struct Replacement<'a> {
    span: Span,
    text: &'a str,
}

/// A line of either side, with the bytes that it is compared by.
#[derive(Default)]
struct Row {
    raw: Vec<u8>,
    cells: Cells,
}

/// Draws edits of neighbouring lines; `shift` is how many lines earlier edits have added. Returns how many these add.
fn draw_region(
    page: &mut Page,
    gutter: &Gutter,
    file: &SourceFile<'_>,
    region: &[Replacement<'_>],
    shift: isize,
) -> isize {
    let (Some(first), Some(last)) = (region.first(), region.last()) else { return 0 };
    let first_line = file.line_of(first.span.start);
    let last_line = file.line_of(last.span.end);
    let (line_start, line_end) = (file.line_span(first_line).start, file.line_span(last_line).end);
    let whole = Span {
        start: line_start.max(boundary(file.content, first.span.start.saturating_sub(REACH))),
        end: line_end.min(boundary(file.content, last.span.end.saturating_add(REACH))).max(last.span.end),
    };
    let inserted: usize = region.iter().map(|replacement| replacement.text.len()).sum();
    if whole.len() + inserted > LARGEST {
        let line = format!("{} bytes give way to {inserted}", first.span.to(last.span).len());
        page.line(gutter.gap().with(Style::Faint, format!(" {line}")));
        return 0;
    }

    let mut old = Rows::default();
    old.push_source(file, whole);
    let mut new = Rows::default();
    let mut at = whole.start;
    for replacement in region {
        new.push_source(file, Span { start: at, end: replacement.span.start.max(at) });
        new.push_text(replacement.text);
        at = replacement.span.end.max(at);
    }
    new.push_source(file, Span { start: at, end: whole.end });
    let (mut old, mut new) = (old.0, new.0);
    for rows in [&mut old, &mut new] {
        if let Some(row) = rows.first_mut() {
            row.cells.cut_before = whole.start > line_start;
        }
        if let Some(row) = rows.last_mut() {
            row.cells.cut_after = whole.end < line_end;
        }
    }
    let added_lines = new.len() as isize - old.len() as isize;

    let same = |(one, other): &(&Row, &Row)| one.raw == other.raw;
    let before = old.iter().zip(&new).take_while(same).count();
    let rest = old.len().min(new.len()) - before;
    let after = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(same).count();
    let removed = &old[before..old.len() - after];
    let added = &new[before..new.len() - after];

    if removed.is_empty() && added.is_empty() {
        return 0;
    }

    // An insertion has no line of its own to be recognised by, so the one before it is shown.
    if removed.is_empty() && first_line + before > 0 {
        let line = first_line + before - 1;
        match before.checked_sub(1).and_then(|at| old.get(at)) {
            Some(row) => draw_row(page, gutter, &CONTEXT, line + 1, row, 0),
            None => {
                let room = page.width.saturating_sub(gutter.width());
                let row = Row { raw: Vec::new(), cells: line_cells(file, line, None, room) };
                draw_row(page, gutter, &CONTEXT, line + 1, &row, 0);
            }
        }
    }
    draw_rows(page, gutter, &REMOVED, first_line + before, removed, added);
    let first_added = (first_line + before).saturating_add_signed(shift);
    draw_rows(page, gutter, &ADDED, first_added, added, removed);
    added_lines
}

/// Draws lines of one side; `others` are those of the other, to see where they differ.
fn draw_rows(page: &mut Page, gutter: &Gutter, side: &Side, first: usize, rows: &[Row], others: &[Row]) {
    for (at, row) in rows.iter().take(SHOWN).enumerate() {
        let same = |(one, other): &(&Cell, &Cell)| one.text == other.text;
        let others = others.get(at).map_or(&[][..], |other| &other.cells.cells);
        let common = row.cells.cells.iter().zip(others).take_while(same);
        let differs_at = common.map(|(cell, _)| cell.width).sum();
        draw_row(page, gutter, side, first + at + 1, row, differs_at);
    }
    let more = rows.len().saturating_sub(SHOWN);
    if more > 0 {
        let lines = if more == 1 { "line" } else { "lines" };
        page.line(gutter.gap().with(side.text, format!(" {} {more} more {lines}", side.sign)));
    }
}

/// Draws a line, of which the part at `focus`, a column, is to be seen.
fn draw_row(page: &mut Page, gutter: &Gutter, side: &Side, number: usize, row: &Row, focus: usize) {
    let mut line = gutter.numbered(number, side.sign, side.edge);
    let room = page.width.saturating_sub(gutter.width());
    row.cells.window((focus, focus), room).push_to(&mut line, side.text);
    page.line(line);
}

impl Row {
    fn of_text(line: &str) -> Self {
        let cells = text_cells(line);
        Self { raw: line.as_bytes().to_vec(), cells: Cells { cells, ..Cells::default() } }
    }

    fn push(&mut self, raw: &[u8], cells: Vec<Cell>) {
        self.raw.extend_from_slice(raw);
        self.cells.cells.extend(cells);
    }
}

/// Lines being put together from pieces; there is always a last one to add to once something was pushed.
#[derive(Default)]
struct Rows(Vec<Row>);

impl Rows {
    fn push_source(&mut self, file: &SourceFile<'_>, span: Span) {
        for line in file.line_of(span.start)..=file.line_of(span.end) {
            let whole = file.line_span(line);
            let part = Span { start: whole.start.max(span.start), end: whole.end.min(span.end) };
            let is_first = whole.start <= span.start;
            if part.start > part.end {
                // The span starts inside a line break.
                continue;
            }
            let raw = file.content.get(part.range()).unwrap_or_default();
            self.row(is_first).push(raw, source_cells(file, part));
        }
    }

    fn push_text(&mut self, text: &str) {
        for (at, line) in text.split('\n').enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            self.row(at == 0).push(line.as_bytes(), text_cells(line));
        }
    }

    fn row(&mut self, goes_on: bool) -> &mut Row {
        if !goes_on || self.0.is_empty() {
            self.0.push(Row::default());
        }
        let last = self.0.len() - 1;
        &mut self.0[last]
    }
}
