//! Agent Skills: what the open specification asks of a SKILL.md. Its departures are warnings (SKILL_FRONTMATTER), since
//! the agent.md reference does not refuse them.

use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Severity, Sink, quoted};
use crate::parse::{Node, frontmatter, yaml};
use crate::source::Span;
use crate::vfs::VfsPath;

/// Lengths in characters.
const NAME_LIMIT: usize = 64;
const DESCRIPTION_LIMIT: usize = 1024;

/// Checks the SKILL.md of the skill folder that holds it.
pub fn check_manifest(file: &VfsPath, text: &str, sink: &mut Sink) {
    let split = frontmatter::split(file, text);
    sink.extend(split.diagnostics.into_iter().map(as_advice));
    let Some(span) = split.yaml else { return };
    let parsed = yaml::parse(file, text, span);
    sink.extend(parsed.diagnostics.into_iter().map(as_advice));
    let Some(root) = parsed.root.filter(|root| !root.is_broken()) else { return };
    let opening = Span::new(0, text.len().min(3));
    let folder = file.parent().unwrap_or_default();
    name(file, &root, opening, folder.file_name(), sink);
    description(file, &root, opening, sink);
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

fn name(file: &VfsPath, root: &Node, opening: Span, folder: &str, sink: &mut Sink) {
    let Some(node) = root.get("name") else {
        sink.push(report(file, opening, "", "the skill has no `name`".to_owned(), format!("Add `name: {folder}`.")));
        return;
    };
    if node.is_broken() {
        return;
    }
    let rule = "It is 1 to 64 lowercase letters and digits, with single hyphens between them.";
    let Some(text) = node.as_str() else {
        let message = format!("the skill's `name` must be a string, not {}", node.type_name());
        sink.push(report(file, node.span, "/name", message, rule.to_owned()));
        return;
    };
    if !is_skill_name(text) {
        sink.push(report(file, node.span, "/name", format!("the skill's `name` is {}", quoted(text)), rule.to_owned()));
    }
    if text != folder {
        let message = format!("the skill is named {}, and its folder {}", quoted(text), quoted(folder));
        let mut diagnostic = report(file, node.span, "/name", message, "The two must be equal.".to_owned());
        if is_skill_name(folder) {
            diagnostic = diagnostic.fix(Fix::suggestion(
                format!("Name it {}", quoted(folder)),
                vec![Edit::replace(file, node.span, yaml::quote_scalar(folder))],
            ));
        }
        sink.push(diagnostic);
    }
}

fn description(file: &VfsPath, root: &Node, opening: Span, sink: &mut Sink) {
    let rule = "Say what the skill does and when to use it, in 1 to 1024 characters.";
    let Some(node) = root.get("description") else {
        sink.push(report(file, opening, "", "the skill has no `description`".to_owned(), rule.to_owned()));
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
    sink.push(report(file, node.span, "/description", message, rule.to_owned()));
}

fn is_skill_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= NAME_LIMIT
        && name
            .split('-')
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()))
}
