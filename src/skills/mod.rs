//! Agent Skills: what the open specification asks of a SKILL.md. Its departures are warnings (SKILL_FRONTMATTER), since
//! the agent.md reference does not refuse them.

use std::collections::BTreeSet;

use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Severity, Sink, quoted};
use crate::parse::{Key, Node, Value, frontmatter, yaml};
use crate::schema::{Editor, nearest};
use crate::source::Span;
use crate::vfs::VfsPath;

/// Lengths in characters.
const NAME_LIMIT: usize = 64;
const DESCRIPTION_LIMIT: usize = 1024;
const COMPATIBILITY_LIMIT: usize = 500;

/// The fields of the specification. Programs have others of their own, so only what looks like one of these is reported.
const FIELDS: [&str; 6] = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

/// Checks the SKILL.md of the skill folder that holds it.
pub fn check_manifest(file: &VfsPath, text: &str, sink: &mut Sink) {
    let split = frontmatter::split(file, text);
    sink.extend(split.diagnostics.into_iter().map(as_advice));
    let Some(span) = split.yaml else { return };
    let parsed = yaml::parse(file, text, span);
    sink.extend(parsed.diagnostics.into_iter().map(as_advice));
    let Some(root) = parsed.root.filter(|root| !root.is_broken()) else { return };
    if !matches!(root.value, Value::Mapping(_)) {
        let message = format!("the frontmatter must be a mapping, not {}", root.type_name());
        sink.push(report(file, root.span, "", message, "Write `name: …` and `description: …`, one a line.".to_owned()));
        return;
    }
    let skill = Skill { file, text, root: &root, complete: parsed.complete, opening: Span::new(0, text.len().min(3)) };
    misspelt_fields(&skill, sink);
    name(&skill, sink);
    description(&skill, sink);
    compatibility(&skill, sink);
    metadata(&skill, sink);
}

/// A SKILL.md whose frontmatter is a mapping.
struct Skill<'a> {
    file: &'a VfsPath,
    text: &'a str,
    root: &'a Node,
    /// Whether all of the frontmatter could be read; otherwise a field that seems missing may stand there.
    complete: bool,
    opening: Span,
}

/// The frontmatter of a skill is read by other tools than the deploy, so its mistakes warn.
fn as_advice(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.code = Code::SkillFrontmatter;
    if diagnostic.severity == Severity::Error {
        diagnostic.severity = Severity::Warning;
    }
    diagnostic
}

fn report(file: &VfsPath, span: Span, pointer: &str, message: String, help: String) -> Diagnostic {
    Diagnostic::new(Code::SkillFrontmatter, file, span, message).pointer(pointer).help(help)
}

/// Keys that were meant as a field that is not there.
fn misspelt<'a>(skill: &'a Skill) -> impl Iterator<Item = (&'a Key, &'static str)> {
    let missing: Vec<&'static str> = FIELDS.into_iter().filter(|field| skill.root.get(field).is_none()).collect();
    let keys = skill.root.entries().iter().map(|entry| &entry.key);
    keys.filter(|key| !FIELDS.contains(&key.text.as_str()))
        .filter_map(move |key| Some((key, nearest(&key.text, missing.iter().copied())?)))
}

fn misspelt_fields(skill: &Skill, sink: &mut Sink) {
    let mut renamed = BTreeSet::new();
    for (key, meant) in misspelt(skill) {
        let message = format!("{} is not a field of a skill", quoted(&key.text));
        let found = report(skill.file, key.span, "", message, format!("Did you mean `{meant}`?"));
        // Two keys can't both become the field.
        sink.push(match renamed.insert(meant) {
            true => {
                let rename = vec![Edit::replace(skill.file, key.span, meant)];
                found.fix(Fix::safe(format!("Rename it to `{meant}`"), rename))
            }
            false => found,
        });
    }
}

/// Whether nothing in the frontmatter could stand for a field.
fn is_missing(skill: &Skill, field: &str) -> bool {
    skill.complete && misspelt(skill).all(|(_, meant)| meant != field)
}

fn name(skill: &Skill, sink: &mut Sink) {
    let file = skill.file;
    let folder = file.parent().unwrap_or_default();
    let folder = folder.file_name();
    let Some(node) = skill.root.get("name") else {
        if is_missing(skill, "name") {
            sink.push(missing_name(skill, folder));
        }
        return;
    };
    if node.is_broken() {
        return;
    }
    let rule = "It is 1 to 64 lowercase letters and digits, with single hyphens between them.";
    let with_fix = |diagnostic: Diagnostic| match is_skill_name(folder) {
        true => diagnostic.fix(Fix::suggestion(
            format!("Name it {}", quoted(folder)),
            vec![Edit::replace(file, node.span, yaml::quote_scalar(folder))],
        )),
        false => diagnostic,
    };
    let Some(text) = node.as_str() else {
        let message = format!("the skill's `name` must be a string, not {}", node.type_name());
        sink.push(with_fix(report(file, node.span, "/name", message, rule.to_owned())));
        return;
    };
    if let Some(problem) = name_problem(text) {
        let message = format!("the skill's `name` {problem}: {}", quoted(text));
        sink.push(with_fix(report(file, node.span, "/name", message, rule.to_owned())));
    } else if text != folder {
        let message = format!("the skill is named {}, and its folder {}", quoted(text), quoted(folder));
        sink.push(with_fix(report(file, node.span, "/name", message, "The two must be equal.".to_owned())));
    }
}

fn missing_name(skill: &Skill, folder: &str) -> Diagnostic {
    let help = format!("Add `name: {folder}`: the name of a skill is that of its folder.");
    let diagnostic = report(skill.file, skill.opening, "", "the skill has no `name`".to_owned(), help);
    let Some(first) = skill.root.entries().first().filter(|_| is_skill_name(folder)) else { return diagnostic };
    if skill.root.span.text(skill.text).starts_with('{') {
        return diagnostic;
    }
    let line_break = Editor { file: skill.file, text: skill.text }.line_break();
    let inserted = format!("name: {}{line_break}", yaml::quote_scalar(folder));
    diagnostic.fix(Fix::safe(
        format!("Name it {}", quoted(folder)),
        vec![Edit::insert(skill.file, first.key.span.start as usize, inserted)],
    ))
}

fn description(skill: &Skill, sink: &mut Sink) {
    let rule = "Say what the skill does and when to use it, in 1 to 1024 characters.";
    let Some(node) = skill.root.get("description") else {
        if is_missing(skill, "description") {
            let message = "the skill has no `description`".to_owned();
            sink.push(report(skill.file, skill.opening, "", message, rule.to_owned()));
        }
        return;
    };
    let message = match node.as_str() {
        _ if node.is_broken() => return,
        None => format!("the skill's `description` must be a string, not {}", node.type_name()),
        Some(text) if text.trim().is_empty() => "the skill's `description` is empty".to_owned(),
        Some(text) if text.chars().count() > DESCRIPTION_LIMIT => {
            format!("the skill's `description` has {} characters", text.chars().count())
        }
        Some(_) => return,
    };
    sink.push(report(skill.file, node.span, "/description", message, rule.to_owned()));
}

fn compatibility(skill: &Skill, sink: &mut Sink) {
    let Some(node) = skill.root.get("compatibility").filter(|node| !node.is_broken()) else { return };
    let message = match node.as_str() {
        None => format!("the skill's `compatibility` must be a string, not {}", node.type_name()),
        Some(text) if (1..=COMPATIBILITY_LIMIT).contains(&text.chars().count()) => return,
        Some(text) => format!("the skill's `compatibility` has {} characters", text.chars().count()),
    };
    let rule = "Say what the skill needs around it, in 1 to 500 characters, or leave the field out.";
    sink.push(report(skill.file, node.span, "/compatibility", message, rule.to_owned()));
}

fn metadata(skill: &Skill, sink: &mut Sink) {
    let Some(node) = skill.root.get("metadata").filter(|node| !node.is_broken()) else { return };
    if !matches!(node.value, Value::Mapping(_)) {
        let message = format!("the skill's `metadata` must be a mapping, not {}", node.type_name());
        sink.push(report(skill.file, node.span, "/metadata", message, "Write keys with strings below it.".to_owned()));
    }
}

fn is_skill_name(name: &str) -> bool {
    name_problem(name).is_none()
}

/// What is wrong with a name, to follow "the name".
fn name_problem(name: &str) -> Option<&'static str> {
    let is_allowed = |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
    if name.is_empty() {
        Some("is empty")
    } else if name.chars().count() > NAME_LIMIT {
        Some("has more than 64 characters")
    } else if name.chars().any(char::is_uppercase) {
        Some("has capital letters")
    } else if !name.chars().all(is_allowed) {
        Some("has characters other than letters from a to z, digits and hyphens")
    } else if name.starts_with('-') || name.ends_with('-') {
        Some("starts or ends with a hyphen")
    } else if name.contains("--") {
        Some("has two hyphens in a row")
    } else {
        None
    }
}
