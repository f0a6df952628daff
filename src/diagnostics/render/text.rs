//! Framed text, for people at a terminal.

use super::diff::diff;
use super::escape::visible;
use super::files::{Files, Place, Subject};
use super::frame::{Gutter, Mark, frame, lines_of};
use super::page::{Line, Look, Page, Style};
use crate::diagnostics::{Diagnostic, Edit, Related, Severity, Summary};
use crate::vfs::VfsPath;

/// The problems one after another, each with its source, how to mend it and what that changes, and a last line that
/// counts them. Columns count characters from 1.
pub fn text(subjects: &[Subject<'_>], look: Look) -> String {
    let mut page = Page::new(look);
    let mut summary = Summary::default();
    let mut mendable = 0;
    for subject in subjects {
        let files = Files::of(subject);
        let gutter = Gutter(number_width(subject, &files));
        for diagnostic in &subject.report.diagnostics {
            Drawing { subject, files: &files, gutter: &gutter, diagnostic }.draw(&mut page);
            page.blank();
            mendable += usize::from(diagnostic.fixes.iter().any(|fix| fix.safe));
        }
        let counted = subject.report.summary;
        summary.errors += counted.errors;
        summary.warnings += counted.warnings;
        summary.infos += counted.infos;
    }
    draw_summary(&mut page, summary, mendable);
    page.finish()
}

/// Columns for the largest line number that is shown, at least two.
pub(super) fn number_width(subject: &Subject<'_>, files: &Files<'_>) -> usize {
    let mut largest = 0;
    let mut see = |file: &VfsPath, span| {
        if let Some(file) = files.get(file) {
            largest = largest.max(file.line_of(file.clamp(span).end) + 1);
        }
    };
    for diagnostic in &subject.report.diagnostics {
        diagnostic.span.iter().for_each(|span| see(&diagnostic.file, *span));
        for related in &diagnostic.related {
            related.span.iter().for_each(|span| see(&related.file, *span));
        }
        for edit in diagnostic.fixes.iter().flat_map(|fix| &fix.edits) {
            if let Edit::Replace { file, span, .. } = edit {
                see(file, *span);
            }
        }
    }
    largest.to_string().len().max(2)
}

fn style_of(severity: Severity) -> Style {
    match severity {
        Severity::Error => Style::Error,
        Severity::Warning => Style::Warning,
        Severity::Info => Style::Info,
    }
}

/// Everything about one problem.
struct Drawing<'a> {
    subject: &'a Subject<'a>,
    files: &'a Files<'a>,
    gutter: &'a Gutter,
    diagnostic: &'a Diagnostic,
}

impl Drawing<'_> {
    fn draw(&self, page: &mut Page) {
        let Diagnostic { code, severity, message, file, span, help, fixes, related, .. } = self.diagnostic;
        let style = style_of(*severity);
        let head = Line::default().with(style, format!("{}[{code}]", severity.as_str())).with(Style::Strong, ": ");
        page.prose_hanging(head, Style::Strong, &visible(message), 4);
        page.line(self.gutter.arrow(&self.place_name(file, self.files.place(file, *span))));

        let (beside, apart): (Vec<_>, Vec<_>) = related.iter().partition(|related| self.is_beside(page, related));
        if let Some((span, file)) = span.zip(self.files.get(file)) {
            let mut marks = vec![Mark { span, label: "", style, underline: '^' }];
            marks.extend(
                beside.iter().filter_map(|related| related.span.map(|span| (span, related))).map(|(span, related)| {
                    Mark { span, label: &related.message, style: Style::Related, underline: '-' }
                }),
            );
            frame(page, self.gutter, file, &marks);
        }
        if let Some(help) = help {
            page.prose(self.gutter.lead(Style::Remedy, "help"), Style::Plain, &visible(help));
        }
        for related in apart {
            self.draw_related(page, related);
        }
        for fix in fixes.iter().filter(|fix| self.files.can_show(fix)) {
            let word = if fix.safe { "fix" } else { "suggestion" };
            page.prose(self.gutter.lead(Style::Remedy, word), Style::Plain, &visible(&fix.title));
            diff(page, self.gutter, self.subject, self.files, fix, file);
        }
    }

    /// Whether a related place can share the frame of the problem itself: both on one line each, of a common length
    /// where it is the same one.
    fn is_beside(&self, page: &Page, related: &Related) -> bool {
        let Some(file) = self.files.get(&related.file).filter(|_| related.file == self.diagnostic.file) else {
            return false;
        };
        let Some((span, other)) = self.diagnostic.span.zip(related.span) else { return false };
        let (first, last) = lines_of(file, file.clamp(span));
        let (other_first, other_last) = lines_of(file, file.clamp(other));
        let is_short = file.line_span(first).len() <= page.width;
        first == last && other_first == other_last && (is_short || first != other_first)
    }

    fn draw_related(&self, page: &mut Page, related: &Related) {
        page.prose(self.gutter.lead(Style::Related, "note"), Style::Plain, &visible(&related.message));
        page.line(self.gutter.arrow(&self.place_name(&related.file, self.files.place(&related.file, related.span))));
        if let Some((span, file)) = related.span.zip(self.files.get(&related.file)) {
            frame(page, self.gutter, file, &[Mark { span, label: "", style: Style::Related, underline: '-' }]);
        }
    }

    fn place_name(&self, file: &VfsPath, place: Option<Place>) -> String {
        place_name(self.subject, file, place)
    }
}

/// `agent.md:4:1`, escaped; the name alone where the place is not known.
pub(super) fn place_name(subject: &Subject<'_>, file: &VfsPath, place: Option<Place>) -> String {
    let name = visible(&subject.name(file));
    match place {
        Some(Place { start, .. }) => format!("{name}:{}:{}", start.line + 1, start.characters + 1),
        None => name,
    }
}

fn draw_summary(page: &mut Page, summary: Summary, mendable: usize) {
    let counts = [
        (summary.errors, "error", "errors", Style::Error),
        (summary.warnings, "warning", "warnings", Style::Warning),
        (summary.infos, "info", "infos", Style::Info),
    ];
    let mut line = Line::default();
    for (count, one, many, style) in counts.into_iter().filter(|(count, ..)| *count > 0) {
        if line.width() > 0 {
            line.push(Style::Plain, ", ");
        }
        line.push(style, format!("{count} {}", if count == 1 { one } else { many }));
    }
    if line.width() == 0 {
        line.push(Style::Strong, "no problems");
    }
    match mendable {
        0 => {}
        1 => line.push(Style::Plain, "; 1 has a safe fix"),
        _ => line.push(Style::Plain, format!("; {mendable} have a safe fix")),
    }
    page.line(line);
}
