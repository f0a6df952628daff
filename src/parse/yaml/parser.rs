//! The state of a parse: where it is, and what it has found so far.

use std::collections::{BTreeMap, BTreeSet};

use super::line::{Line, lines};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix};
use crate::parse::Node;
use crate::source::Span;
use crate::vfs::VfsPath;

/// The column of what is no content: the end of the text, or a document marker.
pub(super) const END: i32 = i32::MIN;

pub(super) struct Parser<'a> {
    pub file: &'a VfsPath,
    pub text: &'a str,
    /// Lines that are to be read; others (the losing side of a merge conflict, say) are left out.
    pub lines: Vec<Line>,
    pub row: usize,
    pub at: usize,
    /// How many collections are open.
    pub depth: usize,
    /// How many of them are flow collections around the cursor.
    pub flow_depth: usize,
    /// What closes each of those, the innermost last.
    pub flow_closers: Vec<u8>,
    /// Closing brackets of flow collections that were found to lack them, the innermost first.
    pub unclosed: Vec<char>,
    /// Where the last token in a flow collection ends: neither white space nor a comment follows it there.
    pub token_end: usize,
    /// Where white space and comments between such tokens were last skipped up to.
    pub space_end: usize,
    pub anchors: Vec<Anchor>,
    pub anchor_named: BTreeMap<String, usize>,
    pub aliases: Vec<Alias>,
    /// Values of merge keys: aliases in them are not reported apart.
    pub merges: Vec<Merge>,
    /// Tag handles that a directive of the current document declares.
    pub handles: Vec<String>,
    pub complete: bool,
    /// Lines whose foreign indentation is reported, once for all.
    pub foreign: Vec<Span>,
    /// What list items start with in place of dashes.
    pub bullets: Vec<Span>,
    /// Comments that may have been meant as text, and the values they cut short.
    pub swallowed: Vec<(Span, Span)>,
    /// Comments that stand where a value is due.
    pub commented: Vec<Span>,
    /// Lines of plain text that start as list items do.
    pub item_lines: Vec<Span>,
    pub diagnostics: Vec<Diagnostic>,
    end: usize,
}

pub(super) struct Anchor {
    pub span: Span,
    /// `None` while the node is being read.
    pub node: Option<Node>,
    pub used: bool,
}

pub(super) struct Alias {
    pub span: Span,
    /// `None` where no anchor of that name stands before.
    pub anchor: Option<usize>,
}

pub(super) struct Merge {
    pub key: Span,
    pub value: Span,
    /// Keys that the mapping has itself.
    pub present: BTreeSet<String>,
}

impl<'a> Parser<'a> {
    pub fn new(file: &'a VfsPath, text: &'a str, span: Span) -> Self {
        let lines = lines(text, span);
        let at = lines.first().map_or(span.end as usize, |line| line.start);
        Self {
            file,
            text,
            lines,
            row: 0,
            at,
            depth: 0,
            flow_depth: 0,
            flow_closers: Vec::new(),
            unclosed: Vec::new(),
            token_end: 0,
            space_end: 0,
            anchors: Vec::new(),
            anchor_named: BTreeMap::new(),
            aliases: Vec::new(),
            merges: Vec::new(),
            handles: Vec::new(),
            complete: true,
            foreign: Vec::new(),
            bullets: Vec::new(),
            swallowed: Vec::new(),
            commented: Vec::new(),
            item_lines: Vec::new(),
            diagnostics: Vec::new(),
            end: span.end as usize,
        }
    }

    pub fn line(&self) -> Option<&Line> {
        self.lines.get(self.row)
    }

    pub fn line_end(&self) -> usize {
        self.line().map_or(self.end, |line| line.end)
    }

    pub fn is_over(&self) -> bool {
        self.row >= self.lines.len()
    }

    /// The byte at the cursor, `None` at the end of a line.
    pub fn peek(&self) -> Option<u8> {
        self.byte(0)
    }

    /// The byte `ahead` of the cursor on the same line.
    pub fn byte(&self, ahead: usize) -> Option<u8> {
        let at = self.at + ahead;
        if at < self.line_end() { self.text.as_bytes().get(at).copied() } else { None }
    }

    /// What remains of the line.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..self.line_end()).unwrap_or_default()
    }

    /// Whether white space or the end of the line stands `ahead` of the cursor.
    pub fn blank_at(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), None | Some(b' ' | b'\t'))
    }

    /// Whether an indicator, `-`, `?` or `:`, stands at the cursor with white space after it.
    pub fn at_indicator(&self, indicator: u8) -> bool {
        self.peek() == Some(indicator) && self.blank_at(1)
    }

    /// Whether the cursor is at the first character of its line that is not white space.
    pub fn is_fresh(&self) -> bool {
        self.line().is_some_and(|line| line.content == self.at)
    }

    /// The column of the cursor; `END` at the end of the text and at a document marker.
    pub fn column(&self) -> i32 {
        match self.line() {
            Some(_) if self.at_marker() => END,
            Some(line) if self.at >= line.content => line.column + (self.at - line.content) as i32,
            Some(line) => (self.at - line.start) as i32,
            None => END,
        }
    }

    /// Whether a document marker starts the line of the cursor, and the cursor is there.
    pub fn at_marker(&self) -> bool {
        self.line().is_some_and(|line| line.start == self.at) && self.is_marker(self.row)
    }

    pub fn is_marker(&self, row: usize) -> bool {
        self.lines.get(row).is_some_and(|line| {
            let text = &self.text[line.start..line.end];
            (text.starts_with("---") || text.starts_with("..."))
                && matches!(text.as_bytes().get(3), None | Some(b' ' | b'\t'))
        })
    }

    pub fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Whether a comment starts at the cursor: a `#` with white space or nothing before it.
    pub fn at_comment(&self) -> bool {
        self.peek() == Some(b'#')
            && (self.line().is_some_and(|line| line.start == self.at)
                || matches!(self.text.as_bytes()[self.at - 1], b' ' | b'\t')
                || self.is_fresh())
    }

    /// To the next content: past white space, comments and blank lines.
    pub fn seek_content(&mut self) {
        self.skip_blanks();
        if self.peek().is_none() || self.at_comment() {
            self.next_line();
            self.settle();
        }
    }

    /// From the start of a line to its content, or to that of the first line below that has any.
    pub fn settle(&mut self) {
        while let Some(line) = self.lines.get(self.row) {
            self.at = line.content;
            if !line.is_blank() && self.peek() != Some(b'#') {
                return;
            }
            self.row += 1;
        }
        self.at = self.end;
    }

    pub fn next_line(&mut self) {
        self.row += 1;
        self.at = self.lines.get(self.row).map_or(self.end, |line| line.start);
    }

    pub fn go_to(&mut self, row: usize, at: usize) {
        self.row = row;
        self.at = at;
    }

    /// Past every line that is indented deeper than `column`.
    pub fn skip_deeper(&mut self, column: i32) {
        self.settle();
        while self.column() > column {
            self.next_line();
            self.settle();
        }
    }

    /// The one character at a place.
    pub fn character(&self, at: usize) -> Span {
        let length = self.text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Span::new(at, at + length)
    }

    pub fn line_of(&self, at: usize) -> Option<&Line> {
        let after = self.lines.partition_point(|line| line.start <= at);
        self.lines.get(after.checked_sub(1)?)
    }

    /// The column of any place in the text.
    pub fn column_of(&self, at: usize) -> i32 {
        self.line_of(at).map_or(0, |line| line.column + at as i32 - line.content as i32)
    }

    /// Notes that the indentation of the current line is not the plain spaces that it has to be.
    pub fn note_foreign(&mut self) {
        self.note_foreign_at(self.row);
    }

    pub fn note_foreign_at(&mut self, row: usize) {
        if let Some(line) = self.lines.get(row)
            && line.is_foreign()
            && !line.mended
            && self.foreign.last() != Some(&line.indentation())
        {
            self.foreign.push(line.indentation());
        }
    }

    pub fn problem(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.file, span, message)
    }

    pub fn parse_error(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let problem = self.problem(Code::YamlParse, span, message).help(help);
        self.diagnostics.push(problem);
    }

    pub fn parse_error_with(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>, fix: Fix) {
        let problem = self.problem(Code::YamlParse, span, message).help(help).fix(fix);
        self.diagnostics.push(problem);
    }

    pub fn edit(&self, span: Span, text: impl Into<String>) -> Edit {
        Edit::replace(self.file, span, text)
    }
}
