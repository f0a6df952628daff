//! Text of several lines that was not marked as a block, and holds what YAML takes for keys and lists.

use super::parser::Parser;
use crate::diagnostics::{Edit, Fix};
use crate::parse::{Node, Value};
use crate::source::Span;

const AS_A_BLOCK: &str = "Write `|` after the key, and the text below it, every line indented.";

impl Parser<'_> {
    /// Whether prose starts at a place that is the first below its key: words, and not a key whose colon is missing.
    pub fn starts_prose(&self, row: usize, start: usize, parent: i32) -> bool {
        let Some(line) = self.lines.get(row) else { return false };
        let words = self.text[start..line.end].split_whitespace().count();
        parent >= 0 && words > 2 && line.content == start && self.key_end_above(row).is_some()
    }

    /// The end of the line `key:` above a row.
    fn key_end_above(&self, row: usize) -> Option<usize> {
        let end = self.content_end_before(row);
        let line = self.line_of(end)?;
        let written = &self.text[line.content..end];
        (written.ends_with(':') && !written.contains('#')).then_some(end)
    }

    /// All lines below a key, as the text that they were meant to be.
    pub fn prose_block(&mut self, row: usize, start: usize, parent: i32) -> Node {
        let belongs = |line: &super::line::Line| line.is_blank() || line.column > parent;
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

    /// `key: Use when:` above list items, which go on with the text.
    pub fn text_above_list(&mut self, start: usize, row: usize, parent: i32, colon: Span) -> Option<Node> {
        let margin = parent.max(0);
        let first = self.lines.get(row + 1)?;
        let is_item = |line: &super::line::Line| self.text[line.content..line.end].starts_with("- ");
        if !is_item(first) || first.column < margin || self.row != row {
            return None;
        }
        let belongs = |line: &super::line::Line| {
            line.is_blank() || line.column > margin || (line.column == margin && is_item(line))
        };
        let count = self.lines[row + 1..].iter().take_while(|line| belongs(line)).count();
        let rows: Vec<_> = self.lines[row + 1..=row + count].iter().filter(|line| !line.is_blank()).copied().collect();
        let last = *rows.last()?;
        let shift = (margin + 2 - rows.iter().map(|line| line.column).min()?).max(0) as usize;
        let gap = Span::new(self.text[..start].trim_end_matches([' ', '\t']).len(), start);
        if !self.text[..gap.start as usize].ends_with(':') {
            return None;
        }
        let mut edits = vec![self.edit(gap, format!(" |\n{}", " ".repeat(margin as usize + 2)))];
        edits.extend(rows.iter().map(|line| Edit::insert(self.file, line.start, " ".repeat(shift))));
        edits.retain(|edit| !matches!(edit, Edit::Replace { span, text, .. } if span.is_empty() && text.is_empty()));
        let fix = Fix::safe("Write the text and the list as a block", edits);
        let message = "unquoted text can't end with `:`, which makes a key of it, above a list";
        self.parse_error_with(colon, message, AS_A_BLOCK, fix);
        let span = Span::new(start, last.end);
        let last_row = self.lines.partition_point(|line| line.start < last.start);
        self.go_to(last_row, last.end);
        Some(Node { span, value: Value::String(span.text(self.text).to_owned()) })
    }
}
