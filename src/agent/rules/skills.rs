//! SKILL_MANIFEST, SKILL_REQUIRES_READ, SKILL_NOT_MENTIONED.

use std::collections::BTreeSet;

use crate::agent::grants::grant;
use crate::agent::model::Spanned;
use crate::agent::sources::Origin;
use crate::agent::{Document, SKILL_FILE};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::vfs::{Lookup, Needs, NodeKind, Vfs, VfsPath};

/// The built-in tool that an agent reads its skills with.
pub const READ: &str = "read";

pub fn check(document: &Document, sink: &mut Sink) {
    let harness = &document.agent.harness;
    let Some(first) = harness.skills.first() else { return };
    if harness.builtin_readable && document.agent.granted_builtins().all(|tool| tool.value != READ) {
        sink.push(requires_read(document, first.span));
    }
}

/// Reports a skill folder, one that exists, that the instructions never name. `words` are the words of these.
pub fn mentioned(document: &Document, words: &BTreeSet<&str>, skill: &Spanned<String>, sink: &mut Sink) {
    let Some(name) = skill.value.rsplit('/').next().filter(|name| !name.is_empty()) else { return };
    let is_word = name.chars().all(is_part_of_word);
    let is_named = words.contains(name) || (!is_word && document.body.text(document.text).contains(name));
    if words.is_empty() || is_named {
        return;
    }
    sink.push(
        Diagnostic::new(
            Code::SkillNotMentioned,
            document.file,
            skill.span,
            format!("the instructions never name the skill {}", quoted(name)),
        )
        .pointer(&skill.pointer)
        .help("Say in the body when the agent should read it; a skill is guidance that it reads, not a tool."),
    );
}

fn requires_read(document: &Document, span: crate::source::Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::SkillRequiresRead,
        document.file,
        span,
        "skills are declared, but the agent has no `read` tool to read them with",
    )
    .pointer("/harness/skills");
    if let Some(name) = document.agent.disallowed().iter().find(|name| name.value == READ) {
        let mut diagnostic = diagnostic
            .related(document.file, name.span, "taken away here")
            .help("Take `read` out of the disallowed tools, and have it in `harness.tools.builtin`.");
        if let Some(edit) = super::fields::allow(document, name) {
            diagnostic = diagnostic.fix(Fix::suggestion("Take it out of the disallowed tools", vec![edit]));
        }
        return diagnostic;
    }
    let diagnostic = diagnostic.help("Add `read` to `harness.tools.builtin`.");
    match grant(document, &[READ.to_owned()]) {
        Some(edit) => diagnostic.fix(Fix::safe("Add `read` to `harness.tools.builtin`", vec![edit])),
        None => diagnostic,
    }
}

/// The words of a text, as names of skills are written.
pub fn words(text: &str) -> BTreeSet<&str> {
    text.split(|character| !is_part_of_word(character)).filter(|word| !word.is_empty()).collect()
}

fn is_part_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '_')
}

/// Whether a skill folder has the file that makes it one.
pub fn manifest(vfs: &Vfs, needs: &mut Needs, sink: &mut Sink, folder: &VfsPath, origin: &Origin) {
    let path = folder.child(SKILL_FILE);
    let report = |message: String| {
        origin
            .diagnostic(Code::SkillManifest, message)
            .help("A skill folder holds a SKILL.md with a name and a description.")
    };
    match vfs.lookup(&path, needs) {
        // A link is reported as SYMLINK_ESCAPE, where the folder is walked.
        Lookup::Found(NodeKind::File | NodeKind::Symlink) | Lookup::Unknown => {}
        Lookup::Found(NodeKind::Directory) => {
            sink.push(report(format!("{} is a folder, where a file is expected", quoted(path.as_str()))));
        }
        Lookup::Missing => {
            let mut diagnostic = report(format!("the skill folder {} has no SKILL.md", quoted(folder.as_str())));
            let variant = vfs.list(folder, needs).and_then(|mut names| {
                names.find(|(name, _)| name.eq_ignore_ascii_case(SKILL_FILE)).map(|(name, _)| folder.child(name))
            });
            if let Some(from) = variant {
                diagnostic = diagnostic
                    .help(format!("Rename {} to `{SKILL_FILE}`.", quoted(from.as_str())))
                    .fix(Fix::safe(format!("Rename it to `{SKILL_FILE}`"), vec![Edit::Rename { from, to: path }]));
            }
            sink.push(diagnostic);
        }
    }
}
