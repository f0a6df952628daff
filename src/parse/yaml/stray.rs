//! Lines that are no entries: text that was meant to go on above, or that belongs to nothing.

use super::block::Entries;
use super::mistakes::{key_of_line, mistaken_separator};
use super::parser::Parser;
use super::prose::{is_prose, is_prose_key, is_prose_line};
use crate::diagnostics::{Code, Edit, Fix, quoted};
use crate::parse::{Entry, Node, Value};
use crate::source::Span;

/// How far ahead the end of an element such as `<example>` is looked for, in lines.
const LOOKAHEAD: usize = 200;

impl Parser<'_> {
    /// Lines that are no entries: text that was meant to go on above, or that belongs to nothing.
    pub fn stray_text(&mut self, column: i32, entries: &mut Entries) {
        let last_row = self.stray_rows(column).last().copied().unwrap_or(self.row);
        let labelled = self.step_back_to_label(entries);
        let (first_row, start) = (self.row, self.at);
        let first_text = self.text[start..self.line_end()].trim_end();
        let span = Span::new(start, start + first_text.len());
        let mut text = String::new();
        for row in first_row..=last_row {
            if row > first_row {
                text.push('\n');
            }
            text.push_str(self.text[self.lines[row].content..self.lines[row].end].trim_end());
        }
        let above = entries.list.last().map_or(Span::empty(start), |last| last.value.span);
        let indentation = " ".repeat(self.text_column(column, above) as usize);
        let mut edits: Vec<Edit> = (first_row..=last_row)
            .filter(|row| !self.lines[*row].is_blank())
            .map(|row| {
                let line = self.lines[row];
                let by = if row == first_row { line.content } else { line.start };
                if row == first_row {
                    self.edit(Span::new(line.start, by), indentation.as_str())
                } else {
                    Edit::insert(self.file, by, &indentation[column.max(0) as usize..])
                }
            })
            .collect();
        let mut problem = self.problem(
            Code::YamlParse,
            span,
            if labelled {
                format!("{} starts text that is not indented as part of the value above", quoted(first_text))
            } else {
                format!("{} is neither `key: value` nor indented as part of a value", quoted(first_text))
            },
        );
        match entries.list.last_mut() {
            Some(Entry { key, value: Node { span: value_span, value } })
                if matches!(value, Value::Null | Value::String(_)) && is_prose(value_span.text(self.text)) =>
            {
                let written = value_span.text(self.text);
                let header = written.lines().next().unwrap_or_default();
                let block = header.starts_with(['|', '>']);
                let quoted_value = header.starts_with(['"', '\'']);
                let key_end = key.span.end as usize;
                let colon = self.text[key_end..].find(':').map(|colon| key_end + colon + 1);
                problem = problem
                    .help(format!(
                        "If it goes on with the value of {}, indent it; otherwise delete it.",
                        quoted(&key.text)
                    ))
                    .related(self.file, key.span, "the key above");
                let one_line = !written.contains(['\n', '\r']);
                let fixable = match colon {
                    Some(_) if written.is_empty() && first_text.starts_with(['[', '{', '"', '\'']) => true,
                    Some(colon) if !quoted_value && !block && one_line => {
                        let gap = Span::new(colon, (value_span.start as usize).max(colon));
                        let blank = gap.text(self.text).trim_matches([' ', '\t']).is_empty();
                        let insert = if written.is_empty() { " |".to_owned() } else { format!(" |\n{indentation}") };
                        if blank {
                            let at = if written.is_empty() { Span::empty(colon) } else { gap };
                            edits.insert(0, self.edit(at, insert));
                        }
                        blank
                    }
                    Some(_) => block && header.trim_end()[1..].trim_end_matches(['+', '-']).is_empty(),
                    None => false,
                };
                // Comments and the like between the key and the text would become part of it.
                let gap_is_clear = self.text[(value_span.end as usize).max(key_end)..start]
                    .trim_matches([':', ' ', '\t', '\n', '\r'])
                    .is_empty();
                if fixable && gap_is_clear {
                    problem = problem.fix(Fix::safe("Indent it as part of the value above", edits));
                }
                let before = match value {
                    Value::String(before) => std::mem::take(before),
                    _ => written.to_owned(),
                };
                let joined = if before.is_empty() { text } else { format!("{}\n{text}", before.trim_end()) };
                *value = Value::String(joined);
                let from = if written.is_empty() { start } else { (value_span.start as usize).max(key_end) };
                *value_span = Span::new(from, self.lines[last_row].end);
            }
            _ => {
                self.complete = false;
                let whole = Span::new(self.lines[first_row].start, self.lines[last_row].end);
                problem = problem
                    .help("Write it as `key: value`, make it a comment with `#`, or delete it.")
                    .fix(Fix::suggestion("Delete it", vec![self.edit(whole, "")]));
            }
        }
        self.diagnostics.push(problem);
        self.go_to(last_row, self.lines[last_row].end);
        self.next_line();
    }

    /// Where the last entry is a label of prose with nothing after it, such as `Examples:`, takes it for part of the text.
    fn step_back_to_label(&mut self, entries: &mut Entries) -> bool {
        let [.., before, label] = entries.list.as_slice() else { return false };
        let goes_on = before.value.as_str().is_some() && is_prose(before.value.span.text(self.text));
        if label.value.value != Value::Null || !is_prose_key(&label.key.text) || !goes_on {
            return false;
        }
        let at = label.key.span.start as usize;
        let row = self.lines.partition_point(|line| line.start <= at).saturating_sub(1);
        entries.first_of.remove(&label.key.text);
        entries.list.pop();
        self.go_to(row, at);
        true
    }

    /// The column of text that goes on with a value: that of its block, if it is one.
    pub fn text_column(&self, column: i32, above: Span) -> i32 {
        let least = column.max(0) + 2;
        let value = above.text(self.text);
        let below = value.lines().skip(1).find(|line| !line.trim().is_empty());
        let spaces = below.map_or(0, |line| line.len() - line.trim_start_matches(' ').len());
        if value.starts_with(['|', '>']) { least.max(spaces as i32) } else { least }
    }

    /// Whether a line further down closes the code fence that one opens.
    fn fence_closes(&self, row: usize) -> bool {
        let ahead = self.lines[row + 1..].iter().take(LOOKAHEAD);
        ahead.into_iter().any(|line| self.text[line.content..line.end].trim_end() == "```")
    }

    /// The rows of a run of stray text from the cursor on: up to the next key, an element such as `<example>` as a whole.
    pub fn stray_rows(&self, column: i32) -> Vec<usize> {
        let mut rows = Vec::new();
        let mut tag: Option<&str> = None;
        let mut in_fence = false;
        let mut row = self.row;
        while let Some(line) = self.lines.get(row) {
            let text = &self.text[line.content..line.end];
            if in_fence {
                in_fence = !text.starts_with("```");
            } else if let Some(name) = tag {
                if text.contains(&format!("</{name}>")) {
                    tag = None;
                }
            } else if line.is_blank() {
                row += 1;
                continue;
            } else {
                let ends = row > self.row
                    && (line.column < column
                        || self.is_marker(row)
                        || ((key_of_line(text).is_some() || mistaken_separator(text).is_some())
                            && !is_prose_line(text))
                        || (text.starts_with('#') && !text.starts_with("##")));
                if ends {
                    break;
                }
                in_fence = text.starts_with("```") && self.fence_closes(row);
                tag = opened_tag(text).filter(|name| {
                    let close = format!("</{name}>");
                    let ahead = self.lines[row + 1..].iter().take(LOOKAHEAD);
                    ahead.into_iter().any(|line| self.text[line.start..line.end].contains(&close))
                });
            }
            rows.push(row);
            row += 1;
        }
        rows
    }
}

fn opened_tag(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('<')?;
    let length = inner.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(inner.len());
    let name = &inner[..length];
    (!name.is_empty() && !line.contains(&format!("</{name}>"))).then_some(name)
}
