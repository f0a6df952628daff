//! What people put around the fields in place of the two lines of `---`: code fences, other rules, TOML, JSON as it is,
//! and a merge conflict around it all.

use super::{Line, Splitter, key};
use crate::diagnostics::{Edit, Fix, quoted};
use crate::source::Span;

/// Where the YAML is, if it can be read, and where the body starts.
type Cut = (Option<Span>, usize);

impl Splitter<'_> {
    /// Cuts a file whose first line is something else that was meant to open its frontmatter.
    pub(super) fn foreign_opening(&mut self, first: usize) -> Option<Cut> {
        let line = *self.lines.get(first)?;
        let text = line.text.trim();
        if text.starts_with("```") || text.starts_with("~~~") {
            return self.code_fence(first);
        }
        if text.starts_with("<<<<<<<") {
            return self.merge_conflict(first);
        }
        if text == "+++" && self.is_toml(first) {
            return self.toml(first);
        }
        if text.starts_with('{') && !text.starts_with("{{") && !text.starts_with("{%") {
            return self.bare_json(first);
        }
        self.other_rule(first)
    }

    fn next_filled(&self, after: usize) -> Option<usize> {
        (after + 1..self.lines.len()).find(|row| !self.lines[*row].is_blank())
    }

    fn row_of(&self, after: usize, text: &str) -> Option<usize> {
        (after + 1..self.lines.len()).find(|row| self.lines[*row].text.trim_end() == text)
    }

    /// A line with its line break.
    fn whole(line: Line<'_>) -> Span {
        Span::new(line.start, line.next)
    }

    /// `***`, `===` and the like above and below the fields.
    fn other_rule(&mut self, first: usize) -> Option<Cut> {
        let line = self.lines[first];
        let text = line.text.trim();
        let character = text.chars().next().filter(|character| "*_=~+;%#".contains(*character))?;
        if text.len() < 3 || text.chars().any(|other| other != character) {
            return None;
        }
        let next = self.lines[self.next_filled(first)?];
        if key(next.text).is_none() && !next.text.starts_with('{') {
            return None;
        }
        let closing = self.row_of(first, text).or_else(|| self.row_of(first, "---"))?;
        let replace = |line: Line<'_>| Edit::replace(self.file, line.span(), "---");
        let end = self.lines[closing];
        let is_same = end.text.trim_end() != "---";
        let message = if is_same {
            format!("the frontmatter stands between lines of {}, not of `---`", quoted(text))
        } else {
            format!("the opening line is {}, not `---`", quoted(text))
        };
        let edits = if is_same { vec![replace(line), replace(end)] } else { vec![replace(line)] };
        let mut problem = self.report(line.span(), message);
        if is_same {
            problem = problem.related(self.file, end.span(), "the closing line");
        }
        let problem = problem.help("Write `---` in their place.").fix(Fix::safe("Write `---`", edits));
        self.diagnostics.push(problem);
        Some((Some(Span::new(line.next, end.start)), end.next))
    }

    /// A code fence around the frontmatter, around its lines of `---`, or around the whole file.
    fn code_fence(&mut self, first: usize) -> Option<Cut> {
        let line = self.lines[first];
        let fence = line.text.trim_start();
        let fence = &fence[..fence.len() - fence.trim_start_matches(['`', '~']).len()];
        let next = self.next_filled(first)?;
        if self.lines[next].text == "---" {
            let closing = self.row_of(next, "---")?;
            let end = self.next_filled(closing).filter(|row| self.lines[*row].text.trim() == fence);
            let last = || (0..self.lines.len()).rev().find(|row| !self.lines[*row].is_blank());
            let end = end.or_else(|| last().filter(|row| *row > closing && self.lines[*row].text.trim() == fence));
            let mut edits = vec![Edit::delete(self.file, Span::new(line.start, self.lines[next].start))];
            edits.extend(end.map(|row| Edit::delete(self.file, Self::whole(self.lines[row]))));
            let problem = self
                .report(line.span(), "a Markdown code fence stands around the frontmatter")
                .help("The first line of the file is `---`. Delete the lines of the fence.")
                .fix(Fix::safe("Delete the fence", edits));
            self.diagnostics.push(problem);
            let body = match end {
                Some(row) if Some(row) == self.next_filled(closing) => self.lines[row].next,
                _ => self.lines[closing].next,
            };
            return Some((Some(Span::new(self.lines[next].next, self.lines[closing].start)), body));
        }
        if key(self.lines[next].text).is_none() && !self.lines[next].text.starts_with('{') {
            return None;
        }
        let end = self.lines[self.row_of(first, fence)?];
        let edits = [line, end].map(|line| Edit::replace(self.file, line.span(), "---")).to_vec();
        let problem = self
            .report(line.span(), "the frontmatter stands in a Markdown code fence, not between lines of `---`")
            .help("Write `---` in place of the lines of the fence.")
            .related(self.file, end.span(), "the fence ends here")
            .fix(Fix::safe("Write `---`", edits));
        self.diagnostics.push(problem);
        Some((Some(Span::new(line.next, end.start)), end.next))
    }

    fn is_toml(&self, first: usize) -> bool {
        self.next_filled(first).is_some_and(|row| key(self.lines[row].text).is_none())
    }

    /// TOML is not read; where it is nothing but `key = value`, it can be written as YAML.
    fn toml(&mut self, first: usize) -> Option<Cut> {
        let line = self.lines[first];
        let closing = self.row_of(first, "+++");
        let body = closing.map_or(self.text.len(), |row| self.lines[row].next);
        let mut problem = self
            .report(line.span(), "the frontmatter is TOML, between lines of `+++`")
            .help("Write it as YAML: `key: value`, between two lines of `---`.");
        if let Some(closing) = closing
            && let Some(mut edits) = self.toml_as_yaml(first + 1..closing)
        {
            edits.insert(0, Edit::replace(self.file, line.span(), "---"));
            edits.push(Edit::replace(self.file, self.lines[closing].span(), "---"));
            problem = problem.fix(Fix::safe("Write it as YAML", edits));
        }
        self.diagnostics.push(problem);
        Some((None, body))
    }

    /// The edits that make YAML of lines of `key = value`; `None` where there is more to them.
    fn toml_as_yaml(&self, rows: std::ops::Range<usize>) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        for line in self.lines.get(rows)? {
            if line.is_blank() || line.text.starts_with('#') {
                continue;
            }
            let (name, value) = line.text.split_once('=')?;
            let is_bare = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
            let known = value.trim_start();
            let plain = !known.contains("\"\"\"")
                && !known.contains("'''")
                && (known.starts_with(['"', '\'', '[']) == known.ends_with(['"', '\'', ']']))
                && !known.is_empty();
            if name.trim().is_empty() || !name.trim().chars().all(is_bare) || !plain {
                return None;
            }
            let start = line.start + name.trim_end().len();
            let end = line.start + line.text.len() - known.len();
            edits.push(Edit::replace(self.file, Span::new(start, end), ": "));
        }
        Some(edits)
    }

    /// A JSON object with nothing around it.
    fn bare_json(&mut self, first: usize) -> Option<Cut> {
        let start = self.lines[first].start;
        let last = self.last_row_of_object(first)?;
        let end = self.lines[last];
        let line_break = self.line_break();
        let next = self.next_filled(last).map(|row| self.lines[row]).filter(|line| line.text.trim_end() == "---");
        let mut edits = vec![Edit::insert(self.file, start, format!("---{line_break}"))];
        if next.is_none() {
            edits.push(Edit::insert(self.file, end.start + end.text.len(), format!("{line_break}---")));
        }
        let problem = self
            .report(Span::new(start, start + 1), "no line `---` stands before the frontmatter")
            .help("Write `---` on a line of its own above and below it. JSON between them is fine.")
            .fix(Fix::safe("Put it between lines of `---`", edits));
        self.diagnostics.push(problem);
        Some((Some(Span::new(start, end.next)), next.map_or(end.next, |line| line.next)))
    }

    /// The row on which the braces are closed that the first line opens.
    fn last_row_of_object(&self, first: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (row, line) in self.lines.iter().enumerate().skip(first) {
            let (mut in_string, mut escaped) = (false, false);
            for byte in line.text.bytes() {
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' if in_string => escaped = true,
                    b'"' => in_string = !in_string,
                    b'{' | b'[' if !in_string => depth += 1,
                    b'}' | b']' if !in_string => depth = depth.checked_sub(1)?,
                    _ => {}
                }
            }
            if depth == 0 {
                return line.text.trim_end().ends_with('}').then_some(row);
            }
        }
        None
    }

    /// The frontmatter stands on both sides of a conflict; the first side is read.
    fn merge_conflict(&mut self, first: usize) -> Option<Cut> {
        let line = self.lines[first];
        let starts = |row: usize, marker: &str| self.lines[row].text.starts_with(marker);
        let opening = self.next_filled(first).filter(|row| self.lines[*row].text == "---")?;
        let closing = self.row_of(opening, "---")?;
        let middle = (closing..self.lines.len()).find(|row| starts(*row, "======="));
        let end = middle.and_then(|middle| (middle..self.lines.len()).find(|row| starts(*row, ">>>>>>>")));
        let mut problem = self
            .report(line.span(), format!("a merge conflict is not resolved: {}", quoted(line.text.trim())))
            .help("Keep one of the two sides and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`.");
        if let (Some(middle), Some(end)) = (middle, end) {
            let (middle, end) = (self.lines[middle], self.lines[end]);
            let delete = |span: Span| Edit::delete(self.file, span);
            let keep_first = vec![delete(Self::whole(line)), delete(Span::new(middle.start, end.next))];
            let keep_second = vec![delete(Span::new(line.start, middle.next)), delete(Self::whole(end))];
            problem = problem
                .fix(Fix::suggestion("Keep the first side", keep_first))
                .fix(Fix::suggestion("Keep the second side", keep_second));
        }
        self.diagnostics.push(problem);
        Some((Some(Span::new(self.lines[opening].next, self.lines[closing].start)), self.lines[closing].next))
    }
}
