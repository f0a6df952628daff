use std::collections::BTreeMap;

use super::secrets::{Search, Secrets, fold};
use super::{Code, Diagnostic, Edit, Severity};
use crate::source::Span;
use crate::vfs::VfsPath;

/// How many diagnostics a report keeps, the closing one about those left out apart.
pub const LIMIT: usize = 1000;

/// Collects what the rules find, in any order.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    found: Vec<Diagnostic>,
    secrets: BTreeMap<VfsPath, Vec<Span>>,
    secret_texts: Secrets,
}

/// How many problems there are of each severity, those left out of the list included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub errors: usize,
    pub warnings: usize,
    pub infos: usize,
}

/// Everything that was found, in its one order: the entry file first, then by path, position and code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub diagnostics: Vec<Diagnostic>,
    pub summary: Summary,
    /// Spans that no renderer may show, by file, in order.
    pub secrets: BTreeMap<VfsPath, Vec<Span>>,
    /// What stands under those spans, line by line.
    secret_texts: Secrets,
}

impl Sink {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.found.extend(diagnostics);
    }

    /// Adds everything that another one holds.
    pub fn absorb(&mut self, other: &Self) {
        self.found.extend_from_slice(&other.found);
        for (file, spans) in &other.secrets {
            self.secrets.entry(file.clone()).or_default().extend_from_slice(spans);
        }
        self.secret_texts.absorb(&other.secret_texts);
    }

    /// Adds what is only suspicious about a file. Where an error has been found at the same value, a suspicion is what
    /// explains that error, and no problem of its own.
    pub fn explain(&mut self, file: &VfsPath, text: &str, suspicions: Vec<Diagnostic>) {
        let is_about_a_value =
            |found: &Diagnostic| found.severity == Severity::Error && found.pointer.is_some() && found.file == *file;
        let errors: BTreeMap<u32, usize> = self
            .found
            .iter()
            .enumerate()
            .filter(|(_, found)| is_about_a_value(found))
            .filter_map(|(index, found)| Some((found.span?.start, index)))
            .collect();
        for suspicion in suspicions {
            let before = suspicion.span.and_then(|place| errors.range(..=place.start).next_back());
            let error = before.and_then(|(_, index)| self.found.get_mut(*index));
            match error.filter(|error| is_cause(&suspicion, error, text)) {
                Some(error) => explain(error, suspicion),
                None => self.push(suspicion),
            }
        }
    }

    /// Keeps a span, and the lines of its text wherever they stand in a message, from ever being shown.
    pub fn mask(&mut self, file: &VfsPath, span: Span, text: &str) {
        self.secrets.entry(file.clone()).or_default().push(span);
        self.secret_texts.add(text);
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    pub fn into_report(self, entry: &VfsPath) -> Report {
        let Self { mut found, mut secrets, secret_texts } = self;
        for spans in secrets.values_mut() {
            spans.sort_unstable();
            spans.dedup();
        }
        found.sort_by(|a, b| order(a, entry).cmp(&order(b, entry)));
        found.dedup();

        let mut summary = Summary::default();
        for diagnostic in &found {
            match diagnostic.severity {
                Severity::Error => summary.errors += 1,
                Severity::Warning => summary.warnings += 1,
                Severity::Info => summary.infos += 1,
            }
        }
        if found.len() > LIMIT {
            let left_out = found.len() - LIMIT;
            found.truncate(LIMIT);
            found.push(
                Diagnostic::new(
                    Code::DiagnosticsOmitted,
                    entry,
                    None,
                    format!("{left_out} more problems were found and are not listed"),
                )
                .help("Mend the ones above and check again."),
            );
        }
        if !secret_texts.is_empty() {
            let search = secret_texts.search();
            let folded = secret_texts.folded();
            let folded = folded.search();
            found.iter_mut().for_each(|diagnostic| mask_texts(diagnostic, &search, &folded));
        }
        Report { diagnostics: found, summary, secrets, secret_texts }
    }
}

/// Whether a suspicion is about the value of an error, or about the comment that left it empty.
fn is_cause(suspicion: &Diagnostic, error: &Diagnostic, text: &str) -> bool {
    let (Some(place), Some(span)) = (suspicion.span, error.span) else { return false };
    let same_line = |from: u32, to: u32| !text.get(from as usize..to as usize).is_none_or(|gap| gap.contains('\n'));
    span.contains(place) || (span.is_empty() && same_line(span.end, place.start))
}

fn explain(error: &mut Diagnostic, suspicion: Diagnostic) {
    let mut cause = suspicion.message;
    if let Some(first) = cause.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    error.help = Some(format!("{cause}. {}", suspicion.help.unwrap_or_default()).trim_end().to_owned());
    error.fixes.splice(..0, suspicion.fixes);
}

type Order<'a> = (bool, &'a VfsPath, Option<Span>, &'static str, &'a str);

fn order<'a>(diagnostic: &'a Diagnostic, entry: &VfsPath) -> Order<'a> {
    let Diagnostic { file, span, code, message, .. } = diagnostic;
    (file != entry, file, *span, code.as_str(), message)
}

fn mask_texts(diagnostic: &mut Diagnostic, secrets: &Search, folded: &Search) {
    // What a fix makes of a secret, in other letters or with other marks in it, gives it away as well.
    let reveals = |text: &str| secrets.masked(text).is_some() || folded.masked(&fold(text)).is_some();
    let mask = |text: &mut String| {
        if let Some(masked) = secrets.masked(text) {
            *text = masked;
        }
    };
    mask(&mut diagnostic.message);
    diagnostic.help.iter_mut().for_each(mask);
    diagnostic.pointer.iter_mut().for_each(mask);
    diagnostic.related.iter_mut().for_each(|related| mask(&mut related.message));
    // A masked edit would write the mask into the author's file, so such a fix is not offered.
    diagnostic.fixes.retain(|fix| {
        !reveals(&fix.title)
            && fix.edits.iter().all(|edit| match edit {
                Edit::Replace { text, .. } | Edit::Create { text, .. } => !reveals(text),
                Edit::Rename { .. } => true,
            })
    });
}

impl Report {
    pub fn has_errors(&self) -> bool {
        self.summary.errors > 0
    }

    /// A text of the folder as it may be shown: without what is secret in it.
    pub fn shown(&self, text: &str) -> String {
        self.secret_texts.search().masked(text).unwrap_or_else(|| text.to_owned())
    }

    pub fn is_secret(&self, file: &VfsPath, offset: u32) -> bool {
        let spans = self.secrets.get(file).map_or(&[][..], Vec::as_slice);
        spans.iter().any(|span| span.start <= offset && offset < span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::{Fix, MASK};

    fn path(text: &str) -> VfsPath {
        VfsPath::declared(text).unwrap()
    }

    #[test]
    fn the_entry_file_comes_first_then_path_position_and_code() {
        let entry = path("agent.md");
        let mut sink = Sink::default();
        for (code, file, at) in [
            (Code::ToolSyntax, "tools/a.ts", 4),
            (Code::DynamicImport, "tools/a.ts", 4),
            (Code::AgentSchema, "agent.md", 9),
            (Code::PackageJson, "a.json", 0),
            (Code::AgentSchema, "agent.md", 2),
        ] {
            sink.push(Diagnostic::new(code, &path(file), Span::new(at, at + 1), "x"));
        }
        let report = sink.into_report(&entry);
        let listed: Vec<_> = report
            .diagnostics
            .iter()
            .map(|found| (found.file.as_str(), found.span.unwrap().start, found.code.as_str()))
            .collect();
        assert_eq!(
            listed,
            [
                ("agent.md", 2, "AGENT_SCHEMA"),
                ("agent.md", 9, "AGENT_SCHEMA"),
                ("a.json", 0, "PACKAGE_JSON"),
                ("tools/a.ts", 4, "DYNAMIC_IMPORT"),
                ("tools/a.ts", 4, "TOOL_SYNTAX"),
            ]
        );
        assert_eq!(report.summary.errors, 5);
    }

    #[test]
    fn the_list_is_capped_and_the_summary_counts_all() {
        let entry = path("agent.md");
        let mut sink = Sink::default();
        for at in 0..LIMIT + 7 {
            sink.push(Diagnostic::new(Code::AgentSchema, &entry, Span::empty(at), "x"));
        }
        let report = sink.into_report(&entry);
        assert_eq!(report.diagnostics.len(), LIMIT + 1);
        assert_eq!(report.summary.errors, LIMIT + 7);
        let last = report.diagnostics.last().unwrap();
        assert_eq!(last.code, Code::DiagnosticsOmitted);
        assert!(last.message.starts_with("7 more"), "{}", last.message);
    }

    #[test]
    fn a_secret_appears_in_no_text_and_no_fix() {
        let entry = path("agent.md");
        let mut sink = Sink::default();
        sink.mask(&entry, Span::new(3, 9), "hunter");
        sink.push(
            Diagnostic::new(Code::AgentSchema, &entry, Span::new(0, 1), "bad `hunter`")
                .help("not hunter")
                .related(&entry, None, "hunter again")
                .fix(Fix::safe("Quote it", vec![Edit::insert(&entry, 0, "\"hunter\"")]))
                .fix(Fix::safe("Drop it", vec![Edit::delete(&entry, Span::new(0, 1))])),
        );
        let report = sink.into_report(&entry);
        assert!(!format!("{:?}", report.diagnostics).contains("hunter"));
        assert_eq!(report.diagnostics[0].fixes.len(), 1);
        assert!(report.is_secret(&entry, 3) && !report.is_secret(&entry, 9));
    }

    #[test]
    fn the_start_of_a_secret_that_a_message_cuts_off_is_masked_and_so_is_each_line() {
        let entry = path("agent.md");
        let mut sink = Sink::default();
        sink.mask(&entry, Span::new(0, 1), "first-line\n  second-line\n");
        for message in ["`is first-li…`", "`second-line` and more", "`x second-line…`"] {
            sink.push(Diagnostic::new(Code::AgentSchema, &entry, None, message));
        }
        let report = sink.into_report(&entry);
        let messages: Vec<_> = report.diagnostics.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, [format!("`is {MASK}…`"), format!("`{MASK}` and more"), format!("`x {MASK}…`")]);
    }
}
