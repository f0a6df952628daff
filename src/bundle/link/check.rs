use std::collections::BTreeSet;

use super::super::scan::{ExportSource, HoleKind, Imported, SymbolKind};
use super::graph::{Destination, NodeIndex, Nodes};
use super::order::Order;
use super::references::{Reference, Table};
use super::resolve::{Binding, Resolution, is_type, namespace_names, resolve};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, quoted};
use crate::schema::nearest;
use crate::source::Span;

/// Names that a module asks of another and the other does not have.
pub(super) fn asked_names(nodes: &Nodes) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (index, node) in nodes.nodes.iter().enumerate() {
        for asked in node.module.asked() {
            let Destination::Node(target) = nodes.destination(index, asked.request) else { continue };
            if !node.runtime && nodes.is_internal(target, &asked.name) {
                diagnostics.push(missing(nodes, index, target, &asked.name, asked.span));
                continue;
            }
            match resolve(nodes, target, &asked.name) {
                Resolution::Missing | Resolution::Ambiguous(_) if reexported(nodes, target, &asked.name) => {}
                Resolution::Missing if !is_type(nodes, target, &asked.name) => {
                    diagnostics.push(missing(nodes, index, target, &asked.name, asked.span));
                }
                Resolution::Ambiguous(bindings) => {
                    diagnostics.push(ambiguous(nodes, index, target, &asked.name, asked.span, &bindings));
                }
                _ => {}
            }
        }
    }
    diagnostics
}

/// Whether a module exports a name of another by name, so that what is wrong with it is told there.
///
/// Exports that only lead to one another are wrong at each.
fn reexported(nodes: &Nodes, node: NodeIndex, name: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut state = (node, Box::from(name));
    loop {
        let (node, name) = &state;
        let export = nodes.node(*node).and_then(|node| node.module.code().export(name));
        let next = match export.map(|export| &export.source) {
            Some(ExportSource::Request { request, imported: Imported::Name(name) }) => {
                match nodes.destination(*node, *request) {
                    Destination::Node(next) => (next, name.clone()),
                    _ => return false,
                }
            }
            _ => return !seen.is_empty(),
        };
        if !seen.insert(std::mem::replace(&mut state, next)) {
            return false;
        }
    }
}

/// Imports of types that the code uses as values, which JavaScript alone does not tell apart.
pub(super) fn types_used_as_values(nodes: &Nodes, order: &Order, references: &Table) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for index in &order.modules {
        let Some(node) = nodes.node(*index) else { continue };
        let code = node.module.code();
        let mut reported = BTreeSet::new();
        for hole in &code.holes {
            let (HoleKind::Name(symbol) | HoleKind::Callee(symbol) | HoleKind::Shorthand(symbol)) = hole.kind else {
                continue;
            };
            if references.hole(*index, hole.kind) != Some(&Reference::Missing) || !reported.insert(symbol) {
                continue;
            }
            let Some(SymbolKind::Import { request, imported: Imported::Name(name) }) =
                code.symbols.get(symbol as usize).map(|symbol| &symbol.kind)
            else {
                continue;
            };
            let Destination::Node(target) = nodes.destination(*index, *request) else { continue };
            if !is_type(nodes, target, name) {
                continue;
            }
            let asked = node.module.asked().iter().find(|asked| asked.request == *request && asked.name == *name);
            diagnostics.push(
                Diagnostic::new(
                    Code::ToolBuild,
                    node.module.path(),
                    asked.map(|asked| asked.span),
                    format!("{} is a type in {}, and is used as a value here", quoted(name), path(nodes, target)),
                )
                .help("Types are gone when the code runs. Import a value."),
            );
        }
    }
    diagnostics
}

fn path(nodes: &Nodes, node: NodeIndex) -> String {
    match nodes.node(node) {
        Some(node) if node.runtime => "`@mutagent/agents/tools`".to_owned(),
        Some(node) => quoted(node.module.path().as_str()),
        None => String::new(),
    }
}

fn missing(nodes: &Nodes, from: NodeIndex, target: NodeIndex, name: &str, span: Span) -> Diagnostic {
    let Some(file) = nodes.node(from).map(|node| node.module.path()) else {
        return Diagnostic::new(Code::ToolBuild, &crate::vfs::VfsPath::root(), None, "a module is missing");
    };
    let target_path = path(nodes, target);
    let message = match name {
        "default" => format!("{target_path} has no default export"),
        _ => format!("{} is not exported by {target_path}", quoted(name)),
    };
    let diagnostic = Diagnostic::new(Code::ToolBuild, file, span, message);
    let names = namespace_names(nodes, target);
    let names: Vec<&str> = names.iter().map(|(name, _)| &**name).collect();
    if let Some(near) = nearest(name, names.iter().copied().filter(|near| *near != "default")) {
        let source = nodes.node(from).map(|node| node.module.source());
        let written = source.map(|source| span.text(source));
        let diagnostic = diagnostic.help(format!("Did you mean {}?", quoted(near)));
        // A default import is written without braces, so another name there would not be the same import.
        if written == Some(name) && oxc_syntax::identifier::is_identifier_name(near) {
            let title = format!("Change {} to {}", quoted(name), quoted(near));
            return diagnostic.fix(Fix::suggestion(title, vec![Edit::replace(file, span, near)]));
        }
        return diagnostic;
    }
    diagnostic.help(match names.as_slice() {
        [] => "That module exports nothing.".to_owned(),
        names => {
            let listed: Vec<String> = names.iter().take(10).map(|name| quoted(name)).collect();
            let more = if names.len() > 10 { ", and more" } else { "" };
            format!("It exports {}{more}.", listed.join(", "))
        }
    })
}

fn ambiguous(
    nodes: &Nodes,
    from: NodeIndex,
    target: NodeIndex,
    name: &str,
    span: Span,
    bindings: &[Binding],
) -> Diagnostic {
    let Some(file) = nodes.node(from).map(|node| node.module.path()) else {
        return Diagnostic::new(Code::ToolBuild, &crate::vfs::VfsPath::root(), None, "a module is missing");
    };
    let message = format!("{} reaches {} by `export *` from more than one module", quoted(name), path(nodes, target));
    let mut diagnostic = Diagnostic::new(Code::ToolBuild, file, span, message)
        .help("Export the one that is meant by name: `export { name } from \"…\"`.");
    for binding in bindings {
        if let Binding::Symbol(node, _) | Binding::Namespace(node) = binding
            && let Some(node) = nodes.node(*node)
        {
            let declared = node.module.exports().names.get(name).map(|export| export.span);
            diagnostic = diagnostic.related(node.module.path(), declared, "exported here");
        }
    }
    diagnostic
}
