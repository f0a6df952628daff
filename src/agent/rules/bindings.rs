//! DUPLICATE_BINDING, AGENT_REQUIRED_BINDINGS_UNSUPPORTED, UNDECLARED_BINDING.

use std::collections::{BTreeMap, BTreeSet};

use crate::agent::Document;
use crate::agent::graph::ModuleGraph;
use crate::agent::model::{SecretBinding, Spanned};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::parse::yaml::quote_scalar;
use crate::schema::nearest;

/// Where secrets are declared.
const SECRETS: [&str; 3] = ["harness", "bindings", "secrets"];

pub fn check(document: &Document, sink: &mut Sink) {
    let mut seen = BTreeMap::new();
    for (index, secret) in document.agent.harness.secrets.iter().enumerate() {
        let Some(name) = &secret.name else { continue };
        match seen.get(name.value.as_str()) {
            Some(first) => {
                let diagnostic = Diagnostic::new(
                    Code::DuplicateBinding,
                    document.file,
                    name.span,
                    format!("the secret {} is declared twice", quoted(&name.value)),
                )
                .pointer(&name.pointer)
                .help("Remove one of the two.")
                .related(document.file, *first, "declared here first");
                sink.push(match document.editor().remove_at(document.root, &secret.pointer) {
                    Some(edit) => diagnostic.fix(Fix::suggestion("Remove the second one", vec![edit])),
                    None => diagnostic,
                });
            }
            None => {
                seen.insert(name.value.as_str(), name.span);
            }
        }
        if secret.is_required() {
            sink.push(required(document, index, secret, name));
        }
    }
}

fn required(document: &Document, index: usize, secret: &SecretBinding, name: &Spanned<String>) -> Diagnostic {
    let span = secret.required.as_ref().map_or(name.span, |required| required.span);
    let how = if secret.required.is_some() { "" } else { " by default" };
    let diagnostic = Diagnostic::new(
        Code::AgentRequiredBindingsUnsupported,
        document.file,
        span,
        format!("the secret {} is required{how}, which deploy refuses", quoted(&name.value)),
    )
    .pointer(&secret.pointer)
    .help("Set `required: false`, and put the value in the slot's Environment.");
    if let Some(required) = &secret.required {
        let edit = Edit::replace(document.file, required.span, "false");
        return diagnostic.fix(Fix::safe("Write `required: false`", vec![edit]));
    }
    match add_required_false(document, index) {
        Some(edit) => diagnostic.fix(Fix::safe("Add `required: false`", vec![edit])),
        None => diagnostic,
    }
}

fn add_required_false(document: &Document, index: usize) -> Option<Edit> {
    let secrets = SECRETS.iter().try_fold(document.root, |node, key| node.get(key))?;
    let mapping = secrets.items().get(index)?;
    let name = mapping.entries().iter().position(|entry| entry.key.text == "name")?;
    document.editor().insert_after(mapping, name, "required: false")
}

/// Names that tools read and no binding declares.
pub fn check_reads(document: &Document, graph: &ModuleGraph, sink: &mut Sink) {
    let declared: BTreeSet<&str> =
        document.agent.harness.secrets.iter().filter_map(|secret| Some(secret.name.as_ref()?.value.as_str())).collect();
    for module in graph.modules() {
        for (name, span) in module.secret_reads() {
            if declared.contains(name.as_str()) {
                continue;
            }
            let mut diagnostic = Diagnostic::new(
                Code::UndeclaredBinding,
                module.path(),
                *span,
                format!("the secret {} is read here, and agent.md does not declare it", quoted(name)),
            )
            .help("Declare it in `harness.bindings.secrets` with `required: false`; reading it throws otherwise.");
            if let Some(meant) = nearest(name, declared.iter().copied()) {
                diagnostic = diagnostic.fix(Fix::suggestion(
                    format!("Read `{meant}`"),
                    vec![Edit::replace(module.path(), *span, format!("\"{meant}\""))],
                ));
            }
            let secret = format!("[{{name: {}, required: false}}]", quote_scalar(name));
            if let Some(edit) = document.editor().put(document.root, &SECRETS, &secret) {
                diagnostic = diagnostic.fix(Fix::suggestion(format!("Declare {}", quoted(name)), vec![edit]));
            }
            sink.push(diagnostic);
        }
    }
}
