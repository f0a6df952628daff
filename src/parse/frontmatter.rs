//! The two lines of `---` around a file's YAML, and what people write in their place.

mod foreign;

use super::yaml::is_foreign_space;
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, quoted};
use crate::source::Span;
use crate::vfs::VfsPath;

/// A file cut into YAML and Markdown.
#[derive(Clone, Debug)]
pub struct Frontmatter {
    /// The lines between the two lines of `---`; `None` where there is no frontmatter.
    pub yaml: Option<Span>,
    /// Everything after the closing line.
    pub body: Span,
    pub diagnostics: Vec<Diagnostic>,
}

/// How exact the lines around the YAML have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// As agent.md has it: `---` at the very start of the file, and nothing else on its lines.
    Exact,
    /// A byte-order mark before, and spaces after the dashes, pass unreported.
    Lenient,
}

/// Cuts a file in two. Every departure is a `MARKDOWN_FRONTMATTER` diagnostic, and the file is cut where it was meant.
pub fn split(file: &VfsPath, text: &str) -> Frontmatter {
    split_with(file, text, Strictness::Exact)
}

/// As [`split`], with a choice of strictness.
pub fn split_with(file: &VfsPath, text: &str, strictness: Strictness) -> Frontmatter {
    let mut splitter =
        Splitter { file, text, strictness, lines: lines(text), mended_opening: None, diagnostics: Vec::new() };
    let (yaml, body) = splitter.split();
    Frontmatter { yaml, body, diagnostics: splitter.diagnostics }
}

struct Splitter<'a> {
    file: &'a VfsPath,
    text: &'a str,
    strictness: Strictness,
    lines: Vec<Line<'a>>,
    /// The opening line, where the last report is about it.
    mended_opening: Option<&'a str>,
    diagnostics: Vec<Diagnostic>,
}

/// A line without its line break.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    start: usize,
    /// After the line break.
    next: usize,
}

impl Line<'_> {
    fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// How long the byte-order marks at the start are.
fn byte_order_marks(text: &str) -> usize {
    text.len() - text.trim_start_matches('\u{feff}').len()
}

/// Whether every line ends in a carriage return alone, as on computers of long ago.
fn ends_lines_in_carriage_returns(text: &str) -> bool {
    text.contains('\r') && !text.contains('\n')
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut start = byte_order_marks(text);
    let mut lines = Vec::new();
    let end_of_line = if ends_lines_in_carriage_returns(text) { '\r' } else { '\n' };
    for line in text[start..].split_inclusive(end_of_line) {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let content = content.strip_suffix('\r').unwrap_or(content);
        lines.push(Line { text: content, start, next: start + line.len() });
        start += line.len();
    }
    lines
}

/// What a line that was meant as `---` has wrong with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marker {
    Exact,
    TrailingSpace,
    Indented,
    /// Characters beside it that show as nothing.
    Invisible,
    /// A comment, or the name of the language.
    Followed,
    Count,
    Typographic,
    Dots,
}

/// Whether a line was plainly meant as `---`.
fn marker(line: &str) -> Option<Marker> {
    if line == "---" {
        return Some(Marker::Exact);
    }
    let trimmed = line.trim();
    if trimmed != "---" && trimmed.trim_matches(|c: char| is_foreign_space(c) || c.is_whitespace()) == "---" {
        return Some(Marker::Invisible);
    }
    let tail = line.strip_prefix("---").map(str::trim).unwrap_or_default();
    if (tail.starts_with("# ") && line.starts_with("--- ")) || matches!(tail, "yaml" | "yml" | "YAML") {
        return Some(Marker::Followed);
    }
    let dashes = trimmed.chars().count();
    if trimmed == "---" {
        return Some(if line.starts_with("---") { Marker::TrailingSpace } else { Marker::Indented });
    }
    if dashes >= 2 && trimmed.bytes().all(|byte| byte == b'-') {
        return Some(Marker::Count);
    }
    if !trimmed.is_empty()
        && trimmed.chars().all(|dash| matches!(dash, '-' | '‐'..='―' | '−' | '﹘' | '－' | '⸺' | '⸻'))
    {
        return (dashes > 1 || trimmed.len() > 1).then_some(Marker::Typographic);
    }
    (trimmed == "..." && line.starts_with('.')).then_some(Marker::Dots)
}

/// The key of a line such as `name: x`, where it is one that could stand in a frontmatter.
fn key(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let key = key.trim_end();
    let plain = key.trim_matches(['"', '\'']);
    let fits = plain.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && plain.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.'));
    // `http://…` is no key.
    (fits && !rest.starts_with("//")).then_some(plain)
}

/// Whether a line continues YAML that stands above it.
fn continues(line: &str) -> bool {
    line.starts_with([' ', '\t', '}', ']']) || line.starts_with("- ") || line == "-" || key(line).is_some()
}

impl<'a> Splitter<'a> {
    fn split(&mut self) -> (Option<Span>, Span) {
        self.byte_order_mark();
        self.carriage_returns();
        let Some(first) = self.lines.iter().position(|line| !line.is_blank()) else {
            let problem = self
                .report(Span::empty(0), "the file is empty")
                .help("Write the frontmatter between two lines of `---`, and the instructions after it.");
            self.diagnostics.push(problem);
            return (None, Span::new(0, self.text.len()));
        };
        if let Some((yaml, body)) = self.foreign_opening(first) {
            return (yaml, Span::new(body, self.text.len()));
        }
        let Some(opening) = self.opening(first) else {
            return (None, Span::new(0, self.text.len()));
        };
        let start = opening.map_or(self.lines[first].start, |line| self.lines[line].next);
        let after = opening.map_or(first, |line| line + 1);
        let closing = self.closing(after, opening);
        let (end, body) = closing;
        (Some(Span::new(start, end)), Span::new(body, self.text.len()))
    }

    fn byte_order_mark(&mut self) {
        if self.strictness == Strictness::Lenient || !self.text.starts_with('\u{feff}') {
            return;
        }
        let span = Span::new(0, byte_order_marks(self.text));
        let problem = self
            .report(span, "the file starts with a byte-order mark")
            .help("Save the file as UTF-8 without a byte-order mark.")
            .fix(Fix::safe("Delete the byte-order mark", vec![Edit::delete(self.file, span)]));
        self.diagnostics.push(problem);
    }

    fn carriage_returns(&mut self) {
        if !ends_lines_in_carriage_returns(self.text) {
            return;
        }
        let places = self.text.match_indices('\r').map(|(at, _)| Span::new(at, at + 1));
        let edits: Vec<Edit> = places.map(|span| Edit::replace(self.file, span, "\n")).collect();
        let first = self.text.find('\r').unwrap_or_default();
        let problem = self
            .report(Span::new(first, first + 1), "the lines end in carriage returns alone, which end no line")
            .help("Save the file with line feeds (LF) or carriage returns and line feeds (CRLF) as line ends.")
            .fix(Fix::safe("Write line feeds", edits));
        self.diagnostics.push(problem);
    }

    /// The line of the opening `---`: `Some(None)` where it is missing before what is frontmatter all the same, and
    /// `None` where the file has none.
    fn opening(&mut self, first: usize) -> Option<Option<usize>> {
        let line = self.lines[first];
        if let Some(found) = marker(line.text).filter(|found| *found != Marker::Dots) {
            let start = byte_order_marks(self.text);
            if line.start > start {
                let span = Span::new(start, line.start);
                let problem = self
                    .report(span, "the file must begin with the line `---`, but blank lines stand before it")
                    .help("Delete the blank lines.")
                    .fix(Fix::safe("Delete the blank lines", vec![Edit::delete(self.file, span)]));
                self.diagnostics.push(problem);
            }
            self.marker_problem(line, found, "opening");
            return Some(Some(first));
        }
        if let Some(opening) = self.later_opening(first) {
            let span = Span::new(line.start, self.lines[opening].start);
            let problem = self
                .report(
                    Span::new(line.start, line.start + line.text.len()),
                    format!(
                        "the file must begin with the line `---`, but {} stands before it",
                        quoted(line.text.trim())
                    ),
                )
                .help("Move what stands before the frontmatter into the body, or delete it.")
                .fix(self.moving_below(span, opening))
                .fix(Fix::suggestion("Delete what stands before the frontmatter", vec![Edit::delete(self.file, span)]));
            self.diagnostics.push(problem);
            self.marker_problem(self.lines[opening], Marker::Exact, "opening");
            return Some(Some(opening));
        }
        if key(line.text).is_some() && self.reads_as_frontmatter(first) {
            let insert = format!("---{}", self.line_break());
            let problem = self
                .report(Span::empty(line.start), "the opening line `---` is missing")
                .help("Write `---` as the first line of the file.")
                .fix(Fix::safe("Add the opening `---`", vec![Edit::insert(self.file, line.start, insert)]));
            self.diagnostics.push(problem);
            return Some(None);
        }
        let report = self.report(line.span(), "the file has no frontmatter: its first line is not `---`");
        let problem = report.help("Begin the file with a line `---`, the fields as YAML, and another line `---`.");
        self.diagnostics.push(problem);
        None
    }

    /// A fix that moves what stands before the opening line to the start of the body.
    fn moving_below(&self, before: Span, opening: usize) -> Fix {
        let closing = (opening + 1..self.lines.len()).find(|row| self.lines[*row].text == "---");
        let at = closing.map_or(self.text.len(), |row| self.lines[row].next);
        let line_break = self.line_break();
        let lead = if self.text[..at].ends_with(['\n', '\r']) { "" } else { line_break };
        let moved = format!("{lead}{}{line_break}{line_break}", before.text(self.text).trim());
        let edits = vec![Edit::delete(self.file, before), Edit::insert(self.file, at, moved)];
        Fix::suggestion("Move it below the frontmatter", edits)
    }

    /// An opening line below other text: `---`, a key, and later another `---`.
    fn later_opening(&self, first: usize) -> Option<usize> {
        let at = first + 1 + self.lines[first + 1..].iter().position(|line| line.text == "---")?;
        let opens = self.lines.get(at + 1).is_some_and(|next| key(next.text).is_some());
        let closes = || self.lines[at + 1..].iter().any(|line| line.text == "---");
        (key(self.lines[first].text).is_none() && opens && closes()).then_some(at)
    }

    /// Whether keys stand here that a line of `---` closes, or at least two of them in a row.
    fn reads_as_frontmatter(&self, first: usize) -> bool {
        let mut keys = 0;
        for line in &self.lines[first..] {
            if line.is_blank() {
                continue;
            }
            if marker(line.text).is_some() {
                return true;
            }
            if !continues(line.text) {
                return keys >= 2;
            }
            keys += usize::from(key(line.text).is_some_and(|key| key.starts_with(|c: char| c.is_ascii_lowercase())));
        }
        keys >= 2
    }

    /// Where the YAML ends and where the body starts.
    fn closing(&mut self, after: usize, opening: Option<usize>) -> (usize, usize) {
        let exact = self.lines[after..].iter().position(|line| line.text == "---").map(|at| at + after);
        let exact = exact.filter(|row| !self.is_rule_in_body(after, *row));
        let near = self.near_closing(after, exact, opening);
        if let Some((at, found)) = near {
            let line = self.lines[at];
            self.marker_problem(line, found, "closing");
            return (line.start, line.next);
        }
        if let Some(at) = exact {
            return (self.lines[at].start, self.lines[at].next);
        }
        if let Some(cut) = self.closing_at_line_end(after) {
            return cut;
        }
        let end = self.end_of_yaml(after);
        let line_break = self.line_break();
        let mut insert = format!("---{line_break}");
        if end > 0 && !self.text[..end].ends_with('\n') {
            insert.insert_str(0, line_break);
        }
        if opening.is_none()
            && let Some(problem) = self.diagnostics.last_mut()
        {
            // Both are missing: one mistake, reported where the first is due.
            problem.message = "no lines of `---` stand around the frontmatter".to_owned();
            problem.help = Some("Write `---` on a line of its own above and below the fields.".to_owned());
            let edit = Edit::insert(self.file, end, insert);
            problem.fixes.iter_mut().for_each(|fix| {
                fix.title = "Add both lines of `---`".to_owned();
                fix.edits.push(edit.clone());
            });
            return (end, end);
        }
        let report = self
            .report(Span::empty(end), "the closing line `---` of the frontmatter is missing")
            .help("Write a line `---` between the frontmatter and the instructions.")
            .fix(Fix::safe("Add the closing `---`", vec![Edit::insert(self.file, end, insert)]));
        let report = match opening {
            Some(line) => report.related(self.file, self.lines[line].span(), "the frontmatter begins here"),
            None => report,
        };
        let problem = report;
        self.diagnostics.push(problem);
        (end, end)
    }

    /// Whether a line of `---` is a rule in the body of a file whose closing line is missing: prose that starts below a
    /// blank line stands above it, no field, and a blank line.
    fn is_rule_in_body(&self, after: usize, row: usize) -> bool {
        if row == after || !self.lines[row - 1].is_blank() {
            return false;
        }
        let end = self.end_of_yaml(after);
        let Some(prose) = (after..row).find(|row| self.lines[*row].start >= end && !self.lines[*row].is_blank()) else {
            return false;
        };
        let is_field =
            |line: &Line| key(line.text).is_some_and(|key| key.starts_with(|c: char| c.is_ascii_lowercase()));
        let starts_prose = |line: &Line| line.text.starts_with(|c: char| c == '#' || c.is_uppercase());
        prose > after
            && (self.lines[prose - 1].is_blank() || self.lines[prose].text.starts_with('#'))
            && starts_prose(&self.lines[prose])
            && !self.lines[prose..row].iter().any(is_field)
    }

    /// A closing `---` that follows the last value on its line.
    fn closing_at_line_end(&mut self, after: usize) -> Option<(usize, usize)> {
        let ends =
            |line: &&Line| line.text.ends_with("---") && !line.text.ends_with("----") && key(line.text).is_some();
        let line = *self.lines[after..].iter().take_while(|line| continues(line.text)).find(ends)?;
        let dashes = Span::new(line.start + line.text.len() - 3, line.start + line.text.len());
        let value = line.text[..line.text.len() - 3].trim_end().len();
        let gap = Span::new(line.start + value, dashes.end as usize);
        let insert = format!("{}---", self.line_break());
        let problem = self
            .report(dashes, "the closing `---` stands at the end of another line")
            .help("Write `---` on a line of its own.")
            .fix(Fix::safe("Start a new line", vec![Edit::replace(self.file, gap, insert)]));
        self.diagnostics.push(problem);
        Some((line.start + value, line.next))
    }

    /// A line before the exact closing one that was meant as it: no YAML follows it.
    fn near_closing(&self, after: usize, exact: Option<usize>, opening: Option<usize>) -> Option<(usize, Marker)> {
        let end = exact.unwrap_or(self.lines.len());
        let opening = opening.map(|row| self.lines[row].text);
        let candidates = (after..end).filter_map(|at| marker(self.lines[at].text).map(|found| (at, found)));
        // Where the exact line is but a rule in the body, it is none here either.
        for (at, found) in candidates.filter(|(_, found)| *found != Marker::Exact) {
            let next = self.lines[at + 1..end].iter().find(|line| !line.is_blank());
            let as_the_opening = found == Marker::Indented && opening == Some(self.lines[at].text);
            let yaml_follows =
                !as_the_opening && next.is_some_and(|next| continues(next.text) || next.text.starts_with("--- "));
            let nothing_before_exact = exact.is_some() && next.is_none();
            let inside_a_block =
                found == Marker::Indented && next.is_some_and(|next| next.text.starts_with(' ')) && !as_the_opening;
            // `...` is YAML as well: only prose below it tells that the frontmatter was to end there.
            let prose_follows = next.is_some_and(|next| next.text.starts_with(|c: char| c == '#' || c.is_alphabetic()));
            if found == Marker::Dots && exact.is_some() && !prose_follows {
                continue;
            }
            let belongs_to_yaml = (yaml_follows && exact.is_some()) || nothing_before_exact || inside_a_block;
            if !belongs_to_yaml {
                return Some((at, found));
            }
        }
        None
    }

    /// Where the prose begins: the first line at the margin that can't belong to the YAML above it.
    fn end_of_yaml(&self, after: usize) -> usize {
        let mut end = self.lines.get(after).map_or(self.text.len(), |line| line.start);
        let mut blank = false;
        let mut at = after;
        // The first line from here on that is neither blank nor a comment.
        let mut content = after;
        while let Some(line) = self.lines.get(at) {
            if line.is_blank() {
                blank = true;
            } else if line.text.starts_with('#') {
                // A comment or a heading: what follows tells.
                content = content.max(at);
                while self.lines.get(content).is_some_and(|line| line.is_blank() || line.text.starts_with('#')) {
                    content += 1;
                }
                let heading = blank || self.lines.get(at + 1).is_none_or(Line::is_blank);
                if heading || !self.lines.get(content).is_some_and(|next| continues(next.text)) {
                    return end;
                }
            } else {
                let prose_key = key(line.text).is_some_and(|key| !key.starts_with(|c: char| c.is_ascii_lowercase()));
                let item_after_blank = blank && line.text.starts_with('-');
                if !continues(line.text) || (blank && prose_key) || item_after_blank {
                    return end;
                }
                end = line.next;
                blank = false;
            }
            at += 1;
        }
        end
    }

    fn marker_problem(&mut self, line: Line<'a>, found: Marker, which: &str) {
        let span = line.span();
        let message = match found {
            Marker::Exact => return,
            Marker::TrailingSpace if self.strictness == Strictness::Lenient => return,
            Marker::TrailingSpace => format!("spaces follow the {which} `---`"),
            Marker::Indented => format!("the {which} `---` is indented"),
            Marker::Followed => format!("{} follows the {which} `---`", quoted(line.text[3..].trim())),
            Marker::Invisible => format!("characters that show as nothing stand beside the {which} `---`"),
            Marker::Count => format!("the {which} line is {}, not exactly three dashes", quoted(line.text.trim())),
            Marker::Typographic => {
                format!("the {which} line is {}, which are not plain dashes", quoted(line.text.trim()))
            }
            Marker::Dots => format!("the {which} line is `...`, not `---`"),
        };
        // The fix and the span cover only what is too much, where something is.
        let (span, text) = match found {
            Marker::TrailingSpace | Marker::Followed => (Span::new(line.start + 3, span.end as usize), ""),
            _ => (span, "---"),
        };
        if which == "closing" && self.is_as_the_opening(line, Edit::replace(self.file, span, text)) {
            return;
        }
        self.mended_opening = Some(line.text);
        let problem = self
            .report(span, message)
            .help(format!("The {which} line is exactly `---`."))
            .fix(Fix::safe(format!("Write the {which} line as `---`"), vec![Edit::replace(self.file, span, text)]));
        self.diagnostics.push(problem);
    }

    /// Adds a closing line to the report about an opening line that is written the same way.
    fn is_as_the_opening(&mut self, line: Line<'_>, edit: Edit) -> bool {
        if self.mended_opening != Some(line.text) {
            return false;
        }
        let Some(mut problem) = self.diagnostics.pop() else { return false };
        if let Some(fix) = problem.fixes.first_mut() {
            fix.title = "Write both lines as `---`".to_owned();
            fix.edits.push(edit);
        }
        self.diagnostics.push(problem.related(self.file, line.span(), "and so is the closing line"));
        true
    }

    fn line_break(&self) -> &'static str {
        if self.text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r')) { "\r\n" } else { "\n" }
    }

    fn report(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Code::MarkdownFrontmatter, self.file, span, message)
    }
}
