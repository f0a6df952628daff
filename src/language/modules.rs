//! Completions inside the strings of tool modules: what is imported, and which secret is read.

use super::complete::{Surroundings, paths};
use super::{Completion, CompletionKind, Completions};
use crate::agent::rules::imports::{EXTENSIONS, TOOLS_MODULE};
use crate::agent::rules::tools;
use crate::source::Span;
use crate::vfs::{Needs, VfsPath};

pub fn is_module(file: &VfsPath) -> bool {
    is_module_name(file.file_name())
}

pub fn is_module_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| tools::EXTENSIONS.contains(&extension))
}

/// What may stand in the string that the offset is in.
pub fn complete(file: &VfsPath, text: &str, offset: usize, around: &Surroundings, needs: &mut Needs) -> Completions {
    let nothing = Completions { replace: Span::empty(offset), items: Vec::new() };
    let line_start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let Some((before, start)) = open_string(&text[line_start..offset]) else { return nothing };
    let start = line_start + start;
    let end = text[offset..].find(['"', '\'', '\n', '`']).map_or(text.len(), |length| offset + length);
    let written = &text[start..offset];
    let before = before.trim_end();
    let items = if before.ends_with("secret(") || before.ends_with("optionalSecret(") {
        secrets(around)
    } else if ["from", "import", "import(", "require("].iter().any(|word| before.ends_with(word)) {
        specifiers(file, written, around, needs)
    } else {
        Vec::new()
    };
    Completions { replace: Span::new(start, end), items }
}

/// What stands before the string that a line ends in, and where that begins.
fn open_string(line: &str) -> Option<(&str, usize)> {
    let mut open: Option<(char, usize)> = None;
    let mut is_escaped = false;
    for (at, character) in line.char_indices() {
        match open {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if character == '\\' => is_escaped = true,
            Some((quote, _)) if character == quote => open = None,
            None if matches!(character, '"' | '\'' | '`') => open = Some((character, at)),
            _ => {}
        }
    }
    open.map(|(_, at)| (&line[..at], at + 1))
}

fn secrets(around: &Surroundings) -> Vec<Completion> {
    let declared = around.document.iter().flat_map(|document| &document.agent.harness.secrets);
    declared
        .filter_map(|secret| {
            let detail = if secret.is_required() { "required secret" } else { "optional secret" };
            Some(item(&secret.name.as_ref()?.value, CompletionKind::Secret, detail))
        })
        .collect()
}

fn specifiers(file: &VfsPath, written: &str, around: &Surroundings, needs: &mut Needs) -> Vec<Completion> {
    if !written.starts_with('.') {
        let ways = [(TOOLS_MODULE, "`defineTool` and `Type`"), ("./", "beside this file"), ("../", "one folder up")];
        return ways.map(|(text, detail)| item(text, CompletionKind::Value, detail)).into();
    }
    let (prefix, _) = written.rsplit_once('/').unwrap_or(("", ""));
    let mut folder = file.parent().unwrap_or_default();
    for segment in prefix.split('/') {
        match segment {
            "" | "." => {}
            ".." => match folder.parent() {
                Some(parent) => folder = parent,
                None => return Vec::new(),
            },
            name => folder = folder.child(name),
        }
    }
    let is_wanted = |name: &str| name.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension));
    let inside = if folder.is_root() { String::new() } else { format!("{folder}/") };
    let prefix = if prefix.is_empty() { "." } else { prefix };
    paths(&inside, around.vfs, needs, is_wanted)
        .into_iter()
        .filter(|found| found.label != file.as_str())
        .map(|found| {
            let name = found.label.rsplit('/').next().unwrap_or_default();
            let specifier = format!("{prefix}/{name}");
            Completion { insert: specifier.clone(), label: specifier, ..found }
        })
        .collect()
}

fn item(text: &str, kind: CompletionKind, detail: &str) -> Completion {
    Completion {
        label: text.to_owned(),
        kind,
        detail: detail.to_owned(),
        documentation: String::new(),
        insert: text.to_owned(),
    }
}
