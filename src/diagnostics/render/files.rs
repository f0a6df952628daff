use std::collections::BTreeMap;

use crate::diagnostics::{Edit, Fix, Report};
use crate::source::{LineIndex, Position, Span};
use crate::vfs::{Content, Vfs, VfsPath};

/// Where a renderer gets the bytes of the files that a report speaks of.
pub trait Sources {
    /// `None` where the file does not exist or its bytes are not at hand: it is named then, but not shown.
    fn bytes(&self, file: &VfsPath) -> Option<&[u8]>;
}

impl Sources for Vfs {
    fn bytes(&self, file: &VfsPath) -> Option<&[u8]> {
        self.content(file).map(|content| &**content)
    }
}

impl Sources for BTreeMap<VfsPath, Content> {
    fn bytes(&self, file: &VfsPath) -> Option<&[u8]> {
        self.get(file).map(|content| &**content)
    }
}

/// One checked folder. Renderers take a list of them, so that several folders make one report.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The folder as the reader names it, without a trailing slash; empty where names are relative to it.
    pub folder: &'a str,
    pub report: &'a Report,
    pub sources: &'a dyn Sources,
}

impl<'a> Subject<'a> {
    pub fn new(report: &'a Report, sources: &'a dyn Sources) -> Self {
        Self { folder: "", report, sources }
    }

    #[must_use]
    pub fn in_folder(self, folder: &'a str) -> Self {
        Self { folder, ..self }
    }

    /// A file's name for the reader, not yet escaped for any medium.
    pub(super) fn name(&self, file: &VfsPath) -> String {
        match (self.folder, file.as_str()) {
            ("", "") => ".".to_owned(),
            ("", file) => file.to_owned(),
            (folder, "") => folder.to_owned(),
            ("/", file) => format!("/{file}"),
            (folder, file) => format!("{folder}/{file}"),
        }
    }
}

/// The files that a report points into, each read and indexed once.
pub(super) struct Files<'a>(BTreeMap<&'a VfsPath, SourceFile<'a>>);

pub(super) struct SourceFile<'a> {
    pub content: &'a [u8],
    pub index: LineIndex,
    /// Disjoint, in order.
    secrets: Vec<Span>,
}

impl<'a> Files<'a> {
    pub fn of(subject: &Subject<'a>) -> Self {
        let mut files = BTreeMap::new();
        let mut open = |file: &'a VfsPath| {
            if !files.contains_key(file)
                && let Some(content) = subject.sources.bytes(file)
            {
                let secrets = subject.report.secrets.get(file).map_or(&[][..], Vec::as_slice);
                files.insert(file, SourceFile::new(content, secrets));
            }
        };
        for diagnostic in &subject.report.diagnostics {
            if diagnostic.span.is_some() {
                open(&diagnostic.file);
            }
            diagnostic.related.iter().filter(|related| related.span.is_some()).for_each(|related| open(&related.file));
            for edit in diagnostic.fixes.iter().flat_map(|fix| &fix.edits) {
                if let Edit::Replace { file, .. } = edit {
                    open(file);
                }
            }
        }
        Self(files)
    }

    pub fn get(&self, file: &VfsPath) -> Option<&SourceFile<'a>> {
        self.0.get(file)
    }

    /// The place of a span, where there is one and its file is at hand.
    pub fn place(&self, file: &VfsPath, span: Option<Span>) -> Option<Place> {
        Some(self.get(file)?.place(span?))
    }

    /// Whether every file that a fix edits is at hand, so that its places can be named.
    pub fn can_show(&self, fix: &Fix) -> bool {
        fix.edits.iter().all(|edit| match edit {
            Edit::Replace { file, .. } => self.0.contains_key(file),
            Edit::Create { .. } | Edit::Rename { .. } => true,
        })
    }
}

impl<'a> SourceFile<'a> {
    pub fn new(content: &'a [u8], secrets: &[Span]) -> Self {
        let mut disjoint: Vec<Span> = Vec::with_capacity(secrets.len());
        for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
            match disjoint.last_mut() {
                Some(last) if secret.start <= last.end => *last = last.to(*secret),
                _ => disjoint.push(*secret),
            }
        }
        Self { content, index: LineIndex::new(content), secrets: disjoint }
    }

    /// The span, cut to what the file has.
    pub fn clamp(&self, span: Span) -> Span {
        let end = span.end.min(Span::empty(self.content.len()).end);
        Span { start: span.start.min(end), end }
    }

    pub fn place(&self, span: Span) -> Place {
        let span = self.clamp(span);
        let (start, end) = self.index.range(span, self.content);
        Place { start: self.mark(start), end: self.mark(end) }
    }

    /// The secret that holds an offset, or the first one after it.
    pub fn secret_from(&self, offset: u32) -> Option<Span> {
        let at = self.secrets.partition_point(|secret| secret.end <= offset);
        self.secrets.get(at).copied()
    }

    pub fn line_of(&self, offset: u32) -> usize {
        self.index.line_of(offset)
    }

    pub fn line_span(&self, line: usize) -> Span {
        self.index.line_span(line, self.content)
    }

    fn mark(&self, position: Position) -> Mark {
        let Position { line, character, offset } = position;
        let line_start = self.line_span(line as usize).start;
        Mark {
            line,
            utf16: character,
            utf8: offset - line_start,
            characters: self.index.column(offset, self.content),
            offset,
        }
    }
}

/// A span in every unit that some format wants. All counts are zero-based.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub start: Mark,
    pub end: Mark,
}

#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub line: u32,
    pub utf16: u32,
    pub utf8: u32,
    pub characters: u32,
    pub offset: u32,
}
