use std::collections::BTreeMap;

use super::secrets::{Search, Secrets};
use super::{Code, Diagnostic, Edit, Severity};
use crate::source::Span;
use crate::vfs::VfsPath;

/// How many diagnostics a report keeps, the closing one about those left out apart.
pub const LIMIT: usize = 1000;

/// Collects what the rules find, in any order.
#[derive(Debug, Default)]
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
}

impl Sink {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.found.extend(diagnostics);
    }

    /// Keeps a span, and each line of its text wherever it stands in a message, from ever being shown.
    pub fn mask(&mut self, file: &VfsPath, span: Span, text: &str) {
        self.secrets.entry(file.clone()).or_default().push(span);
        self.secret_texts.add(text);
    }

    /// A text of the author's as it may be shown.
    pub fn masked(&self, text: String) -> String {
        self.secret_texts.search().masked(&text).unwrap_or(text)
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
            found.iter_mut().for_each(|diagnostic| mask_texts(diagnostic, &search));
        }
        Report { diagnostics: found, summary, secrets }
    }
}

type Order<'a> = (bool, &'a VfsPath, Option<Span>, &'static str, &'a str);

fn order<'a>(diagnostic: &'a Diagnostic, entry: &VfsPath) -> Order<'a> {
    let Diagnostic { file, span, code, message, .. } = diagnostic;
    (file != entry, file, *span, code.as_str(), message)
}

fn mask_texts(diagnostic: &mut Diagnostic, secrets: &Search) {
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
    let reveals = |text: &str| secrets.masked(text).is_some();
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

    pub fn is_secret(&self, file: &VfsPath, offset: u32) -> bool {
        let spans = self.secrets.get(file).map_or(&[][..], Vec::as_slice);
        spans.iter().any(|span| span.start <= offset && offset < span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Fix;

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
}
