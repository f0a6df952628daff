//! Lines that can't be YAML wherever they stand: those of a merge conflict, and a code fence around it all.

use super::parser::Parser;
use crate::diagnostics::{Code, Fix, quoted};
use crate::source::Span;

impl Parser<'_> {
    /// Takes out lines that can't be YAML wherever they stand: those of a merge conflict, and a code fence around it all.
    pub fn set_aside(&mut self) {
        self.code_fence();
        let mut kept = Vec::with_capacity(self.lines.len());
        let mut conflict: Option<(Span, Option<usize>)> = None;
        let lines = std::mem::take(&mut self.lines);
        for line in lines {
            let text = &self.text[line.start..line.end];
            let marker = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().position(|marker| {
                text.strip_prefix(marker).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            });
            match (marker, &mut conflict) {
                (Some(0), _) => conflict = Some((Span::new(line.start, line.end), None)),
                (Some(1 | 2), Some((_, theirs))) => {
                    theirs.get_or_insert(line.start);
                }
                (Some(3), Some((opening, theirs))) => {
                    let (opening, theirs) = (*opening, *theirs);
                    self.conflict(opening, theirs, Some(line.end));
                    conflict = None;
                }
                (Some(3), None) => self.conflict(Span::new(line.start, line.end), None, None),
                (_, Some((_, Some(_)))) => {}
                _ => kept.push(line),
            }
        }
        if let Some((opening, theirs)) = conflict {
            self.conflict(opening, theirs, None);
            self.complete = false;
        }
        self.lines = kept;
        self.go_to(0, self.lines.first().map_or(self.at, |line| line.start));
    }

    fn conflict(&mut self, opening: Span, theirs: Option<usize>, end: Option<usize>) {
        let mut problem = self
            .problem(
                Code::YamlParse,
                opening,
                format!("a merge conflict is not resolved: {}", quoted(opening.text(self.text))),
            )
            .help("Keep one of the two sides and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`.");
        if let (Some(theirs), Some(end)) = (theirs, end) {
            let after = |at: usize| {
                let rest = &self.text[at..];
                at + rest.find('\n').map_or(rest.len(), |line_break| line_break + 1)
            };
            let separator = self.text[theirs..end].rfind("\n=======").map_or(theirs, |offset| theirs + offset + 1);
            let first = Span::new(opening.start as usize, after(opening.start as usize));
            let keep_ours = vec![self.edit(first, ""), self.edit(Span::new(theirs, after(end)), "")];
            let last_line = self.text[..end].rfind('\n').map_or(0, |line_break| line_break + 1);
            let keep_theirs = vec![
                self.edit(Span::new(opening.start as usize, after(separator)), ""),
                self.edit(Span::new(last_line, after(end)), ""),
            ];
            problem = problem
                .fix(Fix::suggestion("Keep the first side", keep_ours))
                .fix(Fix::suggestion("Keep the second side", keep_theirs));
        }
        self.diagnostics.push(problem);
    }

    fn code_fence(&mut self) {
        let fence = |line: &super::line::Line| self.text[line.content..line.end].starts_with("```");
        let filled: Vec<usize> = (0..self.lines.len()).filter(|row| !self.lines[*row].is_blank()).collect();
        let (Some(first), Some(last)) = (filled.first().copied(), filled.last().copied()) else { return };
        let rows: Vec<usize> = [first, last].into_iter().filter(|row| fence(&self.lines[*row])).collect();
        if rows.is_empty() {
            return;
        }
        let after = |at: usize| {
            let rest = &self.text[at..];
            at + rest.find('\n').map_or(rest.len(), |line_break| line_break + 1)
        };
        let mut rows = rows;
        rows.dedup();
        let edits = rows
            .iter()
            .map(|row| self.edit(Span::new(self.lines[*row].start, after(self.lines[*row].end)), ""))
            .collect();
        let line = self.lines[rows[0]];
        let fix = Fix::safe("Delete the fence", edits);
        self.parse_error_with(
            Span::new(line.content, line.end),
            "a Markdown code fence stands in the frontmatter",
            "The frontmatter is YAML as it is. Delete the lines of backticks.",
            fix,
        );
        for row in rows.into_iter().rev() {
            self.lines.remove(row);
        }
    }
}
