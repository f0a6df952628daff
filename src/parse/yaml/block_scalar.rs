//! Literal and folded scalars, `|` and `>` (YAML 1.2.2, section 8.1).

use super::mistakes::{key_of_line, quoting};
use super::parser::Parser;
use crate::diagnostics::{Code, Fix, quoted};
use crate::parse::{Node, Value};
use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Clip,
    Strip,
    Keep,
}

struct Header {
    folded: bool,
    chomping: Chomping,
    indent: Option<i32>,
}

impl Parser<'_> {
    /// A block scalar whose `|` or `>` is at the cursor.
    pub fn block_scalar(&mut self, parent: i32) -> Node {
        let (row, start) = (self.row, self.at);
        let Some((header, width)) = self.header() else {
            return self.mistaken_header(start, row, parent);
        };
        let header_end = start + width;
        self.next_line();
        let mut indent = header.indent.map(|digit| parent.max(0) + digit);
        let mut first_blanks: Vec<usize> = Vec::new();
        let mut content: Vec<&str> = Vec::new();
        let mut end = header_end;
        let mut shallow: Vec<usize> = Vec::new();
        while let Some(line) = self.line().copied() {
            let text = &self.text[line.start..line.end];
            let only_spaces = line.spaces as usize == text.len();
            if only_spaces && indent.is_none_or(|indent| line.spaces <= indent) {
                if indent.is_none() {
                    first_blanks.push(self.row);
                }
                content.push("");
                self.next_line();
                continue;
            }
            if self.is_marker(self.row) {
                break;
            }
            if line.spaces <= parent {
                let indented_by_tabs = line.column > parent && !line.is_blank();
                if indent.is_none() && text.starts_with('\t') && line.is_blank() {
                    self.parse_error(
                        Span::new(line.start, line.end),
                        "a tab stands where the text of the block must be indented by spaces",
                        "Delete the tab.",
                    );
                    content.push("");
                    self.next_line();
                    continue;
                }
                if !indented_by_tabs {
                    break;
                }
                self.note_foreign();
                indent = indent.or(Some(line.column));
                content.push(&self.text[line.content..line.end]);
                end = line.end;
                self.next_line();
                continue;
            }
            let margin = *indent.get_or_insert(line.spaces);
            if line.spaces < margin {
                let rest = &self.text[line.content..line.end];
                let key = key_of_line(rest).is_some_and(|key| key.starts_with(|c: char| c.is_ascii_lowercase()));
                if key || rest.starts_with('#') {
                    break;
                }
                shallow.push(self.row);
                content.push(rest);
            } else {
                content.push(&text[margin as usize..]);
            }
            end = line.end;
            self.next_line();
        }
        let indent_is_known = indent.is_some();
        let indent = indent.unwrap_or(0);
        first_blanks.retain(|row| header.indent.is_none() && indent_is_known && self.lines[*row].spaces > indent);
        self.wide_blanks(&first_blanks, indent);
        self.report_shallow_text(&shallow, indent, Span::new(start, header_end));
        let end = if end == header_end { header_end } else { end };
        let value = if header.folded { folded(&content) } else { content.join("\n") };
        let value = chomp(value, content.iter().any(|line| !line.is_empty()), content.len(), header.chomping);
        Node { span: Span::new(start, end), value: Value::String(value) }
    }

    /// The header at the cursor and its length, where nothing but a comment follows it.
    fn header(&self) -> Option<(Header, usize)> {
        let rest = self.rest();
        let mut header = Header { folded: rest.starts_with('>'), chomping: Chomping::Clip, indent: None };
        let mut width = 1;
        for byte in rest.bytes().skip(1) {
            match byte {
                b'1'..=b'9' if header.indent.is_none() => header.indent = Some(i32::from(byte - b'0')),
                b'-' if header.chomping == Chomping::Clip => header.chomping = Chomping::Strip,
                b'+' if header.chomping == Chomping::Clip => header.chomping = Chomping::Keep,
                _ => break,
            }
            width += 1;
        }
        let after = &rest[width..];
        let trimmed = after.trim_start_matches([' ', '\t']);
        let fits = trimmed.is_empty() || (trimmed.starts_with('#') && trimmed.len() < after.len());
        fits.then_some((header, width))
    }

    /// Text follows the `|` or `>` on its line.
    fn mistaken_header(&mut self, start: usize, row: usize, parent: i32) -> Node {
        let mut node = self.raw_text(start, row, parent);
        let first_line_end = self.lines[row].end;
        let indicator = &self.text[start..=start];
        let modifiers = self.text[start + 1..first_line_end].bytes().take_while(|byte| b"+-123456789".contains(byte));
        let after = start + 1 + modifiers.count();
        let text = self.text[after..first_line_end].trim();
        let text_start = first_line_end - self.text[after..first_line_end].trim_start().len();
        let below = self.lines.get(row + 1).filter(|line| line.column > parent && !line.is_blank());
        if let Some(below) = below
            && self.text[start..first_line_end].chars().all(|character| "|>+- 0123456789".contains(character))
        {
            return self.overloaded_header(start, row, below.column);
        }
        let problem = self.problem(
            Code::YamlParse,
            Span::new(text_start, text_start + text.len()),
            format!("text follows `{indicator}` on the same line: {}", quoted(text)),
        );
        let next = self.lines.get(row + 1).filter(|line| line.spaces > parent && !line.is_blank() && self.row > row);
        // `| text` alone is a block whose text did not get its line; `> 90 %` is text.
        let meant = next.map(|next| next.spaces).or_else(|| {
            let alone = text.starts_with(char::is_alphabetic) && !text.contains('|') && parent >= 0;
            alone.then_some(parent + 2)
        });
        let problem = match meant {
            Some(spaces) => {
                if let Value::String(value) = &mut node.value {
                    value.drain(..(text_start - start).min(value.len()));
                }
                let gap = Span::new(after, text_start);
                let insert = format!("\n{}", " ".repeat(spaces as usize));
                problem
                    .help(format!("The text of a block starts on the line after `{indicator}`."))
                    .fix(Fix::safe("Move the text to the next line", vec![self.edit(gap, insert)]))
            }
            None => problem
                .help("Put the whole value in quotes.")
                .fix(Fix::safe("Quote the value", quoting(self.file, self.text, node.span))),
        };
        self.diagnostics.push(problem);
        node
    }

    /// A header with more in it than it can have, such as `|>` or `|+-`.
    fn overloaded_header(&mut self, start: usize, row: usize, column: i32) -> Node {
        let span = Span::new(
            start,
            self.lines[row].start + self.text[self.lines[row].start..self.lines[row].end].trim_end().len(),
        );
        let indicator = &self.text[start..=start];
        let fix = Fix::safe(format!("Write `{indicator}`"), vec![self.edit(span, indicator)]);
        self.parse_error_with(
            span,
            format!("{} is more than the start of a block can have", quoted(span.text(self.text))),
            "Write `|` to keep line breaks or `>` to fold them, then at most one `+` or `-`.",
            fix,
        );
        self.go_to(row, self.lines[row].end);
        let mut value = String::new();
        let mut end = span.end as usize;
        self.next_line();
        while let Some(line) = self.line().copied().filter(|line| line.is_blank() || line.column >= column) {
            value.push_str(&self.text[line.content..line.end]);
            value.push('\n');
            end = if line.is_blank() { end } else { line.end };
            self.next_line();
        }
        Node { span: Span::new(start, end), value: Value::String(value) }
    }

    /// Reports blank lines before the text, in `rows`, that are wider than the text is indented.
    fn wide_blanks(&mut self, rows: &[usize], margin: i32) {
        let Some(first) = rows.first().and_then(|row| self.lines.get(*row)).copied() else { return };
        let edits =
            rows.iter().map(|row| self.edit(Span::new(self.lines[*row].start, self.lines[*row].end), "")).collect();
        self.parse_error_with(
            Span::new(first.start + margin as usize, first.end),
            "a blank line before the text of the block has more spaces than the text is indented by",
            "Delete the spaces on the blank line.",
            Fix::safe("Delete the spaces", edits),
        );
    }

    fn report_shallow_text(&mut self, rows: &[usize], indent: i32, header: Span) {
        let Some(first) = rows.first().and_then(|row| self.lines.get(*row)).copied() else { return };
        let edits = self.indenting(rows, indent);
        let problem = self
            .problem(
                Code::YamlParse,
                Span::new(first.content, first.end),
                "this line is indented less than the text of the block above",
            )
            .help(format!("Indent it by {indent} spaces, as the first line of the text is."))
            .related(self.file, header, "the block starts here");
        self.diagnostics.push(match edits {
            Some(edits) => problem.fix(Fix::safe("Indent it as the lines above", edits)),
            None => problem,
        });
    }
}

/// Joins the lines of a folded scalar: neighbours by a space, unless one of them is indented.
fn folded(lines: &[&str]) -> String {
    let is_spaced = |line: &str| line.starts_with([' ', '\t']);
    let mut value = String::new();
    let mut previous: Option<&str> = None;
    let mut blanks = 0;
    for line in lines {
        if line.is_empty() {
            blanks += 1;
            continue;
        }
        match previous {
            None => value.extend(std::iter::repeat_n('\n', blanks)),
            Some(previous) if is_spaced(previous) || is_spaced(line) => {
                value.extend(std::iter::repeat_n('\n', blanks + 1));
            }
            Some(_) => super::scalar::fold(&mut value, blanks + 1),
        }
        value.push_str(line);
        previous = Some(line);
        blanks = 0;
    }
    value.extend(std::iter::repeat_n('\n', if previous.is_some() { blanks } else { blanks.saturating_sub(1) }));
    value
}

/// What remains of the line breaks at the end of a text whose last one is not in it.
fn chomp(mut value: String, has_text: bool, lines: usize, chomping: Chomping) -> String {
    match chomping {
        Chomping::Keep => {
            if lines > 0 {
                value.push('\n');
            }
        }
        Chomping::Clip | Chomping::Strip => {
            value.truncate(value.trim_end_matches('\n').len());
            if chomping == Chomping::Clip && has_text {
                value.push('\n');
            }
        }
    }
    value
}
