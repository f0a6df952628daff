//! SKILL_MANIFEST, SKILL_REQUIRES_READ, SKILL_NOT_MENTIONED.

use crate::agent::sources::Origin;
use crate::agent::{Document, SKILL_FILE};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::vfs::{Lookup, Needs, NodeKind, Vfs, VfsPath};

/// The built-in tool that an agent reads its skills with.
const READ: &str = "read";

pub fn check(document: &Document, sink: &mut Sink) {
    let harness = &document.agent.harness;
    let Some(first) = harness.skills.first() else { return };
    if harness.builtin_readable && document.agent.granted_builtins().all(|tool| tool.value != READ) {
        sink.push(requires_read(document, first.span));
    }
    let body = document.body.text(document.text);
    for skill in &harness.skills {
        let Some(name) = skill.value.rsplit('/').next().filter(|name| !name.is_empty()) else { continue };
        if !body.is_empty() && !mentions(body, name) {
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
    }
}

fn requires_read(document: &Document, span: crate::source::Span) -> Diagnostic {
    let harness = &document.agent.harness;
    let taken_away = document.agent.disallowed().iter().find(|name| name.value == READ);
    let mut diagnostic = Diagnostic::new(
        Code::SkillRequiresRead,
        document.file,
        span,
        "skills are declared, but the agent has no `read` tool to read them with",
    )
    .pointer("/harness/skills")
    .help("Add `read` to `harness.tools.builtin`.");
    if let Some(name) = taken_away {
        diagnostic = diagnostic
            .related(document.file, name.span, "taken away here")
            .help("Remove `read` from the disallowed tools, and have it in `harness.tools.builtin`.");
    } else if let Some(list) = harness.builtin_span
        && let Some(edit) = append_to_list(document, list, READ)
    {
        diagnostic = diagnostic.fix(Fix::safe("Add `read` to `harness.tools.builtin`", vec![edit]));
    }
    diagnostic
}

/// Adds a plain entry at the end of a list of plain entries.
fn append_to_list(document: &Document, list: crate::source::Span, entry: &str) -> Option<Edit> {
    let written = list.text(document.text);
    if written.starts_with('[') && written.ends_with(']') {
        let inner = written[1..written.len() - 1].trim_end();
        let separator = if inner.trim().is_empty() || inner.ends_with(',') { "" } else { ", " };
        let at = list.start as usize + 1 + inner.len();
        return (!inner.contains(['#', '\n'])).then(|| Edit::insert(document.file, at, format!("{separator}{entry}")));
    }
    let last = document.agent.harness.builtin.last()?;
    let line_start = document.text[..last.span.start as usize].rfind('\n').map_or(0, |newline| newline + 1);
    let indent = document.text[line_start..].split('-').next().filter(|indent| indent.trim().is_empty())?;
    Some(Edit::insert(document.file, last.span.end as usize, format!("{}{indent}- {entry}", document.line_break())))
}

/// Whether the text names something as a word of its own.
fn mentions(text: &str, name: &str) -> bool {
    let part_of_name = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_');
    text.match_indices(name).any(|(start, _)| {
        !text[..start].ends_with(part_of_name) && !text[start + name.len()..].starts_with(part_of_name)
    })
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
