//! agent.md by itself: all that follows from its name and content, whatever else is in the folder.

use std::collections::BTreeSet;

use super::model::Agent;
use super::{Document, ENTRY_NAME, fields, rules};
use crate::diagnostics::{Code, Diagnostic, Severity, Sink};
use crate::parse::{Node, Value, frontmatter, yaml};
use crate::schema::Checker;
use crate::source::Span;
use crate::vfs::{Content, VfsPath};

#[derive(Debug)]
pub struct Reading {
    file: VfsPath,
    content: Content,
    pub findings: Sink,
    /// Where there is a frontmatter that is a mapping, or was meant as one.
    mapping: Option<Mapping>,
}

#[derive(Debug)]
struct Mapping {
    root: Node,
    agent: Agent,
    body: Span,
}

impl Reading {
    pub fn new(file: &VfsPath, content: &Content) -> Self {
        let mut findings = Sink::default();
        let mut suspicions = Vec::new();
        let mapping = read(file, content, &mut findings, &mut suspicions);
        let mut reading = Self { file: file.clone(), content: content.clone(), findings: Sink::default(), mapping };
        if let Some(document) = reading.document() {
            rules::fields::check(&document, &mut findings);
            findings.explain(file, document.text, std::mem::take(&mut suspicions));
            rules::tools::check(&document, &mut findings);
            rules::bindings::check(&document, &mut findings);
            rules::skills::check(&document, &mut findings);
        }
        findings.extend(suspicions);
        reading.findings = findings;
        reading
    }

    /// What the other rules read.
    pub fn document(&self) -> Option<Document<'_>> {
        let Mapping { root, agent, body } = self.mapping.as_ref()?;
        let text = std::str::from_utf8(&self.content).ok()?;
        Some(Document { file: &self.file, text, root, agent, body: *body })
    }
}

/// What is only suspicious about the text is kept apart: it may be the cause of what the rules find.
fn read(file: &VfsPath, content: &Content, sink: &mut Sink, suspicions: &mut Vec<Diagnostic>) -> Option<Mapping> {
    rules::content::check(file, content, sink);
    let text = rules::entry::decode(file, content, sink)?;
    let split = frontmatter::split(file, text);
    sink.extend(split.diagnostics);
    let mut parsed = yaml::parse(file, text, split.yaml?);
    let unreadable: BTreeSet<Span> = errors(&parsed.diagnostics).collect();
    let (suspicious, found): (Vec<_>, Vec<_>) =
        std::mem::take(&mut parsed.diagnostics).into_iter().partition(|found| found.code == Code::YamlSuspicious);
    suspicions.extend(suspicious);
    sink.extend(found);
    let misplaced = parsed.root.as_ref().is_some_and(|root| root.get(fields::LEGACY_INSTRUCTIONS_FIELD).is_some());
    if split.body.text(text).trim().is_empty() && !misplaced {
        sink.push(missing_instructions(file, text, split.body));
    }
    let root = parsed.root?;
    check_schema(file, text, &root, parsed.complete, &unreadable, sink);
    if !matches!(root.value, Value::Mapping(_)) && !root.is_broken() {
        return None;
    }
    let agent = Agent::from_tree(&root, text, parsed.complete);
    Some(Mapping { root, agent, body: split.body })
}

fn missing_instructions(entry: &VfsPath, text: &str, body: Span) -> Diagnostic {
    let at = if body.is_empty() { Span::empty(text.len()) } else { body };
    Diagnostic::new(Code::MissingInstructions, entry, at, "agent.md has no instructions after the frontmatter")
        .help("Write what the agent should do for every task below the closing `---` line.")
}

/// Where the errors are.
fn errors(diagnostics: &[Diagnostic]) -> impl Iterator<Item = Span> {
    diagnostics.iter().filter(|found| found.severity == Severity::Error).filter_map(|found| found.span)
}

/// The line of `---` that opens the frontmatter; where it is missing, the start of the file.
fn opening_line(text: &str) -> Span {
    let start = text.len() - text.trim_start_matches(|first: char| first == '\u{feff}' || first.is_whitespace()).len();
    Span::new(start, start + if text[start..].starts_with("---") { 3 } else { 0 })
}

fn check_schema(
    entry: &VfsPath,
    text: &str,
    root: &Node,
    complete: bool,
    unreadable: &BTreeSet<Span>,
    sink: &mut Sink,
) {
    let elsewhere: Vec<&str> =
        fields::LEGACY_MANIFEST_FIELDS.into_iter().chain([fields::LEGACY_INSTRUCTIONS_FIELD]).collect();
    let checker = Checker {
        file: entry,
        text,
        root,
        shape: &fields::FRONTMATTER,
        code: Code::AgentSchema,
        format: ENTRY_NAME,
        reported_elsewhere: &elsewhere,
        complete,
        unreadable,
    };
    checker.check(opening_line(text), sink);
}
