//! Text of several lines that was not marked as a block, and holds what YAML takes for keys and lists.

use super::line::Line;
use super::mistakes::key_of_line;
use super::parser::Parser;
use crate::diagnostics::{Edit, Fix};
use crate::parse::{Node, Value};
use crate::source::Span;

const AS_A_BLOCK: &str = "Write `|` after the key, and the text below it, every line indented.";

impl Parser<'_> {
    /// Whether prose starts at a place that is the first below its key: words, and not a key whose colon is missing.
    pub fn starts_prose(&self, row: usize, start: usize, parent: i32) -> bool {
        let Some(line) = self.lines.get(row) else { return false };
        let text = self.text[start..line.end].trim_end();
        let words = text.split_whitespace().count();
        let sentence = words > 2 || (words == 2 && text.ends_with(['.', ',', '!', '?', ';']));
        parent >= 0 && sentence && line.content == start && self.key_end_above(row).is_some()
    }

    /// The end of the line `key:` above a row.
    fn key_end_above(&self, row: usize) -> Option<usize> {
        let above = self.lines.get(..row)?;
        let line = above.iter().rev().find(|line| !line.is_blank() && self.text.as_bytes()[line.content] != b'#')?;
        let end = line.start + self.text[line.start..line.end].trim_end().len();
        let written = &self.text[line.content..end];
        (written.ends_with(':') && !written.contains('#')).then_some(end)
    }

    /// All lines below a key, as the text that they were meant to be.
    pub fn prose_block(&mut self, row: usize, start: usize, parent: i32) -> Node {
        let belongs = |line: &Line| line.is_blank() || line.column > parent;
        let after = self.lines[row..].iter().position(|line| !belongs(line)).map_or(self.lines.len(), |at| row + at);
        let mut last = row;
        let mut colon = None;
        for at in row..after {
            let line = self.lines[at];
            let text = self.text[line.content..line.end].trim_end();
            let found = text.find(": ").or_else(|| text.ends_with(':').then(|| text.len() - 1));
            colon = colon.or(found.map(|offset| Span::new(line.content + offset, line.content + offset + 1)));
            last = if line.is_blank() { last } else { at };
        }
        let end = self.lines[last].end;
        let span = Span::new(start, end);
        let edits = self.key_end_above(row).map(|at| vec![Edit::insert(self.file, at, " |")]).unwrap_or_default();
        let fix = Fix::safe("Write the text as a block", edits);
        let message = "unquoted text can't hold `: `, which makes a key of what stands before it";
        self.parse_error_with(colon.unwrap_or(span), message, AS_A_BLOCK, fix);
        self.go_to(last, end);
        Node { span, value: Value::String(span.text(self.text).to_owned()) }
    }

    /// The lines of a list from a row on, dashes at the column of the key above or deeper, blank ones left out.
    pub fn rows_of_list(&self, row: usize, column: i32) -> Vec<Line> {
        let margin = column.max(0);
        let is_item = |line: &Line| self.text[line.content..line.end].starts_with("- ");
        let belongs =
            |line: &&Line| line.is_blank() || line.column > margin || (line.column == margin && is_item(line));
        let lines = self.lines.get(row..).unwrap_or_default();
        lines.iter().take_while(belongs).filter(|line| !line.is_blank()).copied().collect()
    }

    /// Edits that make a block of the text after `gap` and of the lines below it.
    pub fn edits_to_block(&self, gap: Span, rows: &[Line], column: i32) -> Vec<Edit> {
        let indent = column.max(0) + 2;
        let least = rows.iter().map(|line| line.column).min().unwrap_or(indent);
        let shift = " ".repeat((indent - least).max(0) as usize);
        let mut edits = vec![self.edit(gap, format!(" |\n{}", " ".repeat(indent as usize)))];
        if !shift.is_empty() {
            edits.extend(rows.iter().map(|line| Edit::insert(self.file, line.start, shift.as_str())));
        }
        edits
    }

    /// `key: Use when: …` above a list or lines at the margin, which go on with the text.
    pub fn text_running_on(&mut self, start: usize, row: usize, parent: i32, colon: Span) -> Option<Node> {
        let margin = parent.max(0);
        if self.row != row || colon.end as usize > self.lines.get(row)?.end {
            return None;
        }
        let next = (row + 1..self.lines.len()).find(|row| !self.lines[*row].is_blank())?;
        let line = self.lines[next];
        let text = &self.text[line.content..line.end];
        let is_item = text.starts_with("- ");
        let is_entry = key_of_line(text).is_some() || text.starts_with('#') || self.is_marker(next);
        let ends = self.text[colon.end as usize..self.lines[row].end].trim().is_empty();
        let runs_on = line.column == margin && (is_item || !is_entry);
        let is_text = is_prose(&self.text[start..self.lines[row].end]);
        if !is_text || !(runs_on || (is_item && ends && line.column > margin)) {
            return None;
        }
        let rows = if runs_on && !is_item {
            self.go_to(next, line.content);
            let rows = self.stray_rows(margin);
            rows.into_iter().map(|row| self.lines[row]).filter(|line| !line.is_blank()).collect()
        } else {
            self.rows_of_list(next, margin)
        };
        let last = *rows.last()?;
        let gap = Span::new(self.text[..start].trim_end_matches([' ', '\t']).len(), start);
        if !self.text[..gap.start as usize].ends_with(':') {
            self.go_to(row, colon.start as usize);
            return None;
        }
        let fix = Fix::safe("Write all of the text as a block", self.edits_to_block(gap, &rows, margin));
        let message = match ends {
            true => "unquoted text can't end with `:`, which makes a key of it",
            false => "unquoted text can't hold `: `, which makes a key of what stands before it",
        };
        self.parse_error_with(colon, message, AS_A_BLOCK, fix);
        let span = Span::new(start, last.end);
        self.go_to(self.lines.partition_point(|line| line.start < last.start), last.end);
        Some(Node { span, value: Value::String(span.text(self.text).to_owned()) })
    }
}

/// Labels of dialogues and examples, which no format has as fields.
const LABELS: [&str; 8] = ["user", "assistant", "human", "system", "example", "examples", "note", "commentary"];
/// Fields that people write with a capital letter.
const FIELDS: [&str; 8] = ["name", "description", "model", "tools", "skills", "harness", "thinking", "color"];

/// Whether a key is one of prose, such as `Note` or `When to use`, rather than a field's.
pub(crate) fn is_prose_key(key: &str) -> bool {
    let capital = key.starts_with(|first: char| first.is_alphabetic() && !first.is_lowercase());
    let field = FIELDS.iter().any(|field| key.eq_ignore_ascii_case(field));
    !field && (capital || key.contains(' ') || LABELS.contains(&key))
}

/// Whether a line that starts as a key does is rather part of a text.
pub(super) fn is_prose_line(line: &str) -> bool {
    let key = line.find(": ").map(|colon| &line[..colon]).or_else(|| line.trim_end().strip_suffix(':'));
    key.is_some_and(|key| is_prose_key(key.trim_matches(['"', '\''])))
}

/// Whether a value, as it is written, is text that a further line may go on with.
pub(crate) fn is_prose(written: &str) -> bool {
    written.is_empty() || written.starts_with(['|', '>']) || written.contains(' ')
}
