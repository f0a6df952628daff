//! Mistakes in lists: items where a key is due, items without a dash, lists on the line of their key.

use super::block::{After, Entries};
use super::mistakes::{key_of_line, quoting};
use super::parser::Parser;
use super::prose::is_prose;
use crate::diagnostics::{Code, Edit, Fix, quoted};
use crate::parse::{Node, Value};
use crate::source::Span;

impl Parser<'_> {
    /// `- item` where a key is due.
    pub fn item_among_keys(&mut self, column: i32, entries: &mut Entries) {
        let start = self.at;
        if self.dashed_entry(column, entries) {
            return;
        }
        let rows = self.rows_of_list(self.row, column);
        let last = entries.list.last_mut();
        let mut problem =
            self.problem(Code::YamlParse, Span::new(start, start + 1), "a list item stands where a key is due");
        if let Some(last) = last {
            let name = quoted(&last.key.text);
            problem = problem.related(self.file, last.key.span, "the key above");
            let value = last.value.span;
            if matches!(last.value.value, Value::String(_) | Value::Number(_) | Value::Boolean(_)) {
                problem.message = format!("a list item can't follow the value of {name}");
                let written = value.text(self.text);
                if !written.contains(['\n', '\r']) && !written.starts_with(['|', '>']) {
                    let insert = format!("\n{}- ", " ".repeat(column.max(0) as usize));
                    // A key whose colon is missing has no gap after it.
                    let after_key = self.text.get(last.key.span.end as usize..value.start as usize);
                    let blank = after_key.and_then(|between| between.strip_prefix(':'));
                    if blank.is_some_and(|blank| blank.trim().is_empty()) {
                        let gap = Span::new(last.key.span.end as usize + 1, value.start as usize);
                        problem =
                            problem.fix(Fix::suggestion("Make the value the first item", vec![self.edit(gap, insert)]));
                        if is_prose(written) {
                            let edits = self.edits_to_block(gap, &rows, column);
                            problem = problem.fix(Fix::suggestion("Make the list part of the text", edits));
                        }
                    }
                }
                if written.starts_with(['|', '>']) && !rows.is_empty() {
                    let shift = " ".repeat((self.text_column(column, value) - column.max(0)) as usize);
                    let edits = rows.iter().map(|line| Edit::insert(self.file, line.start, shift.as_str())).collect();
                    problem = problem.fix(Fix::safe("Indent the list as part of the text", edits));
                }
                last.value.value = Value::Broken;
            }
            problem = problem.help("Give the key either one value on its line, or list items below it.");
        } else {
            problem = problem.help("Write `key:` on a line of its own above the list.");
        }
        self.diagnostics.push(problem);
        self.sequence(column, true);
    }

    /// `- key: value` among entries, the value above being a single word: an entry with a dash too many.
    fn dashed_entry(&mut self, column: i32, entries: &mut Entries) -> bool {
        let start = self.at;
        let inner = self.rest()[1..].trim_start_matches(' ');
        let above = entries.list.last().map(|last| last.value.span.text(self.text));
        if key_of_line(inner).is_none() || above.is_none_or(is_prose) {
            return false;
        }
        let gap = Span::new(start, self.line_end() - inner.len());
        let fix = Fix::safe("Take the dash away", vec![self.edit(gap, "")]);
        let message = format!("{} stands among keys and starts as a list item does", quoted(self.rest().trim_end()));
        self.parse_error_with(Span::new(start, start + 1), message, "Write `key: value`, without a dash.", fix);
        self.at = gap.end as usize;
        let key = self.plain_line();
        let key = self.key_of(key);
        self.skip_blanks();
        self.entry(column + 1, key, false, entries);
        true
    }

    /// Whether a list item starts at the cursor that lacks the space after its dash.
    pub fn at_mistaken_dash(&self) -> bool {
        let rest = self.rest();
        rest.starts_with('-') && !rest.starts_with("--") && key_of_line(&rest[1..]).is_none()
    }

    /// A line at the column of a sequence's dashes that has none. False where the sequence ends there.
    pub fn mistaken_item(&mut self, column: i32, items: &mut Vec<Node>) -> bool {
        let start = self.at;
        let rest = self.rest();
        let mut characters = rest.chars();
        let first = characters.next().unwrap_or_default();
        let second = characters.next();
        if first == '-' && second != Some('-') {
            let fix = Fix::safe("Add the space", vec![Edit::insert(self.file, start + 1, " ")]);
            let help = "Write `- item`, with a space after the dash.";
            self.parse_error_with(
                Span::new(start, start + 1),
                "a space is missing after the dash of a list item",
                help,
                fix,
            );
            self.at += 1;
            let item = self.block_node(column, After::Dash);
            items.push(item);
            return true;
        }
        if let Some(item) = self.bulleted_item(column) {
            items.push(item);
            return true;
        }
        if key_of_line(rest).is_some() {
            let line = self.line().copied();
            let edits = line.map(|line| self.edit(line.indentation(), " ".repeat(line.column.max(0) as usize + 2)));
            let problem = self
                .problem(Code::YamlParse, Span::new(start, self.line_end()), "a key stands where a list item is due")
                .help("Indent it by two more spaces if it belongs to the item above, or write it as `- item`.");
            let is_moved = line.is_some_and(|line| line.mended);
            let fits = !is_moved && matches!(items.last().map(|item| &item.value), Some(Value::Mapping(_)));
            let problem = match edits {
                Some(edit) if fits => problem.fix(Fix::suggestion("Indent it as part of the item above", vec![edit])),
                _ => problem,
            };
            self.diagnostics.push(problem);
            let mut entries = Entries::starting(start);
            let row = self.row;
            let plain = self.plain_line();
            self.skip_blanks();
            if self.row == row && self.at_indicator(b':') {
                let key = self.key_of(plain);
                self.entry(column, key, false, &mut entries);
            } else {
                self.next_line();
                self.skip_deeper(column);
            }
            if let Some(Value::Mapping(list)) = items.last_mut().map(|item| &mut item.value) {
                list.append(&mut entries.list);
            } else {
                self.complete = false;
            }
            return true;
        }
        let text = rest.trim_end();
        let fix = Fix::suggestion("Add a dash", vec![Edit::insert(self.file, start, "- ")]);
        self.parse_error_with(
            Span::new(start, start + text.len()),
            format!("{} stands among list items and has no dash", quoted(text)),
            "Write `- item`, or indent the line if it goes on with the item above.",
            fix,
        );
        self.next_line();
        self.skip_deeper(column);
        true
    }

    /// A list that starts on the line of its key. Returns the column of its dashes, `None` where it is text.
    pub fn inline_sequence(&mut self, parent: i32) -> Option<i32> {
        let start = self.at;
        let below = self.lines.get(self.row + 1).filter(|line| {
            !line.is_blank() && line.column >= parent.max(0) && self.text[line.content..line.end].starts_with("- ")
        });
        let column = below.map(|line| line.column)?;
        let gap = Span::new(self.text[..start].trim_end_matches([' ', '\t']).len(), start);
        let insert = format!("\n{}", " ".repeat(column.max(0) as usize));
        let fix = Fix::safe("Start the list on a line of its own", vec![self.edit(gap, insert)]);
        self.parse_error_with(
            Span::new(start, start + 1),
            "a list can't start on the line of its key",
            "Write the first item on the next line, as the others are.",
            fix,
        );
        Some(column)
    }

    /// A value that starts with `- ` on the line of its key, with no further items below.
    pub fn inline_item(&mut self, row: usize, parent: i32) -> Node {
        let start = self.at;
        let node = self.raw_text(start, row, parent);
        let quote = Fix::suggestion("Quote the value", quoting(self.file, self.text, node.span));
        let gap = Span::new(self.text[..start].trim_end_matches([' ', '\t']).len(), start);
        let insert = format!("\n{}", " ".repeat(parent.max(0) as usize + 2));
        let list = Fix::suggestion("Make it a list", vec![self.edit(gap, insert)]);
        let problem = self
            .problem(Code::YamlParse, Span::new(start, start + 1), "a list can't start on the line of its key")
            .help("Write the item on the next line; if it is text, put it in quotes.")
            .fix(list)
            .fix(quote);
        self.diagnostics.push(problem);
        Node { value: Value::Broken, ..node }
    }
}
