//! MODEL_FORMAT, LEGACY_MANIFEST_FIELD, LEGACY_INSTRUCTIONS_FIELD, DISALLOWED_TOOLS_TWICE, DISALLOWED_TOOL_UNKNOWN,
//! LOCAL_FIELD_GRANTS_NOTHING. Types and lengths (AGENT_SCHEMA) are checked against `agent/fields.rs`.

use std::collections::BTreeSet;

use crate::agent::Document;
use crate::agent::fields::{LEGACY_INSTRUCTIONS_FIELD, LEGACY_MANIFEST_FIELDS};
use crate::agent::grants::grant;
use crate::agent::model::{Names, Spanned};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::parse::yaml::quote_scalar;
use crate::schema::nearest;

/// How many names a message lists.
const LISTED: usize = 8;

pub fn check(document: &Document, sink: &mut Sink) {
    legacy_keys(document, sink);
    if let Some(model) = &document.agent.model {
        model_format(document, model, sink);
    }
    disallowed(document, sink);
    local_fields(document, sink);
}

fn legacy_keys(document: &Document, sink: &mut Sink) {
    for name in LEGACY_MANIFEST_FIELDS {
        let Some(entry) = document.root.entry(name) else { continue };
        let message = format!(
            "`{name}` belongs to the older manifest form; agent.md has the base fields `name`, `description`, `model`, \
             `thinking`, `tools`, `disallowed_tools` and `skills`, and the `harness` block"
        );
        let mut diagnostic = Diagnostic::new(Code::LegacyManifestField, document.file, entry.key.span, message)
            .pointer(format!("/{name}"))
            .help("Write what it holds in those fields, and remove it.");
        if let Some(edit) = remove_field(document, name) {
            diagnostic = diagnostic.fix(Fix::suggestion(format!("Remove `{name}`"), vec![edit]));
        }
        sink.push(diagnostic);
    }
    if let Some(index) = document.root.entries().iter().position(|entry| entry.key.text == LEGACY_INSTRUCTIONS_FIELD) {
        sink.push(legacy_instructions(document, index));
    }
}

fn legacy_instructions(document: &Document, index: usize) -> Diagnostic {
    let entry = &document.root.entries()[index];
    let diagnostic = Diagnostic::new(
        Code::LegacyInstructionsField,
        document.file,
        entry.key.span,
        "`instructions` is not a field: the Markdown body is the instructions",
    )
    .pointer("/instructions")
    .help("Move the text below the closing `---` line and remove the key.");
    let (Some(text), Some(removal)) = (entry.value.as_str(), document.editor().remove_entry(document.root, index))
    else {
        return diagnostic;
    };
    // Where the closing line is missing, there is no place to move it to yet.
    if matches!(&removal, Edit::Replace { span, .. } if span.end >= document.body.start) {
        return diagnostic;
    }
    let line_break = document.editor().line_break();
    let mut moved = text.trim_end().replace('\n', line_break);
    moved.push_str(line_break);
    let body = document.body.text(document.text);
    if !body.trim().is_empty() {
        moved.push_str(line_break);
    } else if !document.text[..document.body.start as usize].ends_with('\n') {
        moved.insert_str(0, line_break);
    }
    let insertion = Edit::insert(document.file, document.body.start as usize, moved);
    let title = "Move the text to the body";
    diagnostic.fix(if body.trim().is_empty() {
        Fix::safe(title, vec![removal, insertion])
    } else {
        Fix::suggestion(title, vec![removal, insertion])
    })
}

fn model_format(document: &Document, model: &Spanned<String>, sink: &mut Sink) {
    let text = &model.value;
    let problem = match text.split_once('/') {
        _ if text.chars().count() > 256 => return,
        _ if text.is_empty() => "is empty",
        _ if text.contains(char::is_whitespace) => "contains white space",
        None => "has no `/`",
        Some(("", _)) => "has no LLM provider before the `/`",
        Some((_, "")) => "has no model ID after the `/`",
        Some(_) => return,
    };
    let shown = if text.is_empty() { String::new() } else { format!(": {}", quoted(text)) };
    let mut diagnostic =
        Diagnostic::new(Code::ModelFormat, document.file, model.span, format!("`model` {problem}{shown}"))
            .pointer(&model.pointer)
            .help("Write it `llm-provider/model`, such as `zai/glm-5.3`.");
    let joined: String = text.split_whitespace().collect();
    let meant = if joined.contains('/') { joined } else { joined.replacen(':', "/", 1) };
    if meant != *text && matches!(meant.split_once('/'), Some((provider, id)) if !provider.is_empty() && !id.is_empty())
    {
        diagnostic = diagnostic.fix(Fix::suggestion(
            format!("Write {}", quoted(&meant)),
            vec![Edit::replace(document.file, model.span, quote_scalar(&meant))],
        ));
    }
    sink.push(diagnostic);
}

fn disallowed(document: &Document, sink: &mut Sink) {
    let agent = document.agent;
    if let (Some(first), Some(second)) = (&agent.disallowed_tools, &agent.disallowed_tools_camel) {
        let mut diagnostic = Diagnostic::new(
            Code::DisallowedToolsTwice,
            document.file,
            second.key,
            "`disallowedTools` is ignored, because `disallowed_tools` is set as well",
        )
        .pointer("/disallowedTools")
        .help("Keep `disallowed_tools` alone.")
        .related(document.file, first.key, "this one counts");
        if let Some(edit) = remove_field(document, "disallowedTools") {
            diagnostic = diagnostic.fix(Fix::safe("Remove `disallowedTools`", vec![edit]));
        }
        sink.push(diagnostic);
    }
    if !agent.harness.builtin_readable {
        return;
    }
    let granted: BTreeSet<&str> = agent.harness.builtin.iter().map(|tool| tool.value.as_str()).collect();
    for name in agent.disallowed() {
        if !granted.contains(name.value.as_str()) {
            sink.push(disallowed_unknown(document, name, &granted));
        }
    }
}

fn disallowed_unknown(document: &Document, name: &Spanned<String>, granted: &BTreeSet<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::DisallowedToolUnknown,
        document.file,
        name.span,
        format!("{} is not in `harness.tools.builtin`, so there is nothing to take away", quoted(&name.value)),
    )
    .pointer(&name.pointer);
    match nearest(&name.value, granted.iter().copied()) {
        Some(meant) => {
            let diagnostic = diagnostic.help(format!("Did you mean {}?", quoted(meant)));
            // The place of a single name is not known where the string has escapes.
            if name.span.text(document.text) != name.value {
                return diagnostic;
            }
            diagnostic.fix(Fix::suggestion(
                format!("Write {}", quoted(meant)),
                vec![Edit::replace(document.file, name.span, meant)],
            ))
        }
        None => diagnostic.help("Remove it: only what `harness.tools.builtin` grants can be taken away."),
    }
}

fn remove_field(document: &Document, field: &str) -> Option<Edit> {
    let index = document.root.entries().iter().position(|entry| entry.key.text == field)?;
    document.editor().remove_entry(document.root, index)
}

fn local_fields(document: &Document, sink: &mut Sink) {
    let agent = document.agent;
    let harness = &agent.harness;
    if let Some(tools) = &agent.tools
        && harness.builtin_readable
    {
        let modules = harness.modules.iter().filter_map(|module| module.name.as_ref());
        let granted = harness.builtin.iter().chain(modules).map(|name| name.value.as_str()).collect();
        let missing = missing(tools, &granted);
        if !missing.is_empty() {
            let diagnostic = local_field(document, tools, "tools", &missing, "List them in `harness.tools.builtin`");
            sink.push(match (remove_field(document, "tools"), grant(document, &missing)) {
                (Some(removal), Some(granting)) => {
                    let edits = document.editor().together(removal, granting);
                    diagnostic.fix(Fix::suggestion("Move them to `harness.tools.builtin`", edits))
                }
                _ => diagnostic,
            });
        }
    }
    if let Some(skills) = &agent.skills {
        let paths = harness.skills.iter().map(|path| path.value.as_str());
        let granted = paths.flat_map(|path| [path, path.rsplit('/').next().unwrap_or_default()]).collect();
        let missing = missing(skills, &granted);
        if !missing.is_empty() {
            sink.push(local_field(document, skills, "skills", &missing, "List their folders in `harness.skills`"));
        }
    }
}

/// The names that are not granted, each once.
fn missing(names: &Names, granted: &BTreeSet<&str>) -> Vec<String> {
    let mut seen = granted.clone();
    names.names.iter().map(|name| &name.value).filter(|name| seen.insert(name.as_str())).cloned().collect()
}

fn local_field(document: &Document, names: &Names, field: &str, missing: &[String], remedy: &str) -> Diagnostic {
    let mut listed: Vec<_> = missing.iter().take(LISTED).map(|name| quoted(name)).collect();
    if missing.len() > LISTED {
        listed.push(format!("and {} more", missing.len() - LISTED));
    }
    Diagnostic::new(
        Code::LocalFieldGrantsNothing,
        document.file,
        names.value,
        format!("`{field}` at the top level grants a managed agent nothing: {}", listed.join(", ")),
    )
    .pointer(format!("/{field}"))
    .help(format!("{remedy} if the deployed agent should have them."))
}
