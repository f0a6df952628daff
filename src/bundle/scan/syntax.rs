use oxc_diagnostics::OxcDiagnostic;

use crate::diagnostics::{Code, Diagnostic, quoted};
use crate::source::Span;
use crate::vfs::VfsPath;

pub(super) fn span_of(span: oxc_span::Span) -> Span {
    Span { start: span.start, end: span.end }
}

/// A literal's span without its quotes.
pub(super) fn within(span: Span) -> Span {
    if span.len() < 2 { span } else { Span { start: span.start + 1, end: span.end - 1 } }
}

/// What the parser found, in our words where they are better and in its own otherwise.
pub(super) fn translated(code: Code, file: &VfsPath, source: &str, found: &OxcDiagnostic) -> Diagnostic {
    let mut labels = found.labels.iter().map(|label| {
        let start = on_boundary(source, label.offset());
        let end = on_boundary(source, label.offset().saturating_add(label.len()));
        (Span::new(start, end.max(start)), label.label().map(str::to_owned))
    });
    let (span, label) = labels.next().map_or((None, None), |(span, label)| (Some(span), label));
    let mut diagnostic = Diagnostic::new(code, file, span, plain(&found.message));
    let help = found.help.as_deref().map(plain).or_else(|| label.as_deref().map(plain));
    if let Some(help) = help {
        diagnostic = diagnostic.help(sentence(&help));
    }
    for (span, label) in labels {
        diagnostic = diagnostic.related(file, span, label.as_deref().map_or_else(|| "here".to_owned(), plain));
    }
    diagnostic
}

/// A message of another's without its full stop and without anything that steers a terminal.
fn plain(message: &str) -> String {
    let message = message.trim().trim_end_matches('.');
    if message.chars().any(crate::diagnostics::is_deceptive) {
        quoted(message).trim_matches('`').to_owned()
    } else {
        message.to_owned()
    }
}

fn sentence(text: &str) -> String {
    let mut sentence = String::with_capacity(text.len() + 1);
    let mut characters = text.chars();
    sentence.extend(characters.next().into_iter().flat_map(char::to_uppercase));
    sentence.push_str(characters.as_str());
    if !sentence.ends_with(['.', '?', '!']) {
        sentence.push('.');
    }
    sentence
}

fn on_boundary(source: &str, at: impl TryInto<usize>) -> usize {
    let mut at = at.try_into().unwrap_or(usize::MAX).min(source.len());
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}
