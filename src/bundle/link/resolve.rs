use std::collections::BTreeSet;

use super::super::scan::{ExportSource, Format, Imported, SymbolIndex};
use super::graph::{Destination, NodeIndex, Nodes};
use super::stars::Holder;

/// What a name stands for, wherever it is declared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Binding {
    Symbol(NodeIndex, SymbolIndex),
    Namespace(NodeIndex),
    /// A name of a built-in module, or its namespace.
    External(usize, Imported),
    /// A name of a CommonJS file: a property of what it exports, or all of it for `default`.
    CommonJs(NodeIndex, Box<str>),
    /// A name that one of several built-in modules has, all of which the module exports again.
    Star(NodeIndex, Box<str>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Resolution {
    Found(Binding),
    /// Nothing exports it by name, but everything of a built-in module is exported again, and it may be there.
    Perhaps(Binding),
    Missing,
    /// Modules whose exports of that name meet in `export *`.
    Ambiguous(Vec<Binding>),
    /// A module on the way has errors, or is not there.
    Unknown,
}

/// Follows an export through re-exports and `export *` to what it names (ResolveExport of the specification).
///
/// Every state is a module and a name; a name of the module's own hides those of its stars.
pub(in super::super) fn resolve(nodes: &Nodes, node: NodeIndex, name: &str) -> Resolution {
    // A name that is passed on under way is the one that it is passed on from: all of them are remembered at once.
    let mut passed: BTreeSet<Export> = BTreeSet::new();
    let mut at: Export = (node, name.into());
    let found = loop {
        if let Some(known) = nodes.resolved(&at) {
            break known;
        }
        let next = passed_on(nodes, &at).filter(|_| passed.insert(at.clone()));
        // One that has been passed already is in a ring, in which nothing is to be found.
        let Some(next) = next else { break find(nodes, at.0, &at.1) };
        at = next;
    };
    if !passed.is_empty() {
        passed.insert(at);
        nodes.remember(passed, &found);
    }
    found
}

/// A module and a name that it exports.
pub(super) type Export = (NodeIndex, Box<str>);

/// The export of another module that an export is by another way: `export { name } from`.
fn passed_on(nodes: &Nodes, (node, name): &Export) -> Option<Export> {
    let module = &nodes.node(*node)?.module;
    if module.has_errors() || module.format() == Format::CommonJs {
        return None;
    }
    match &module.code().export(name)?.source {
        ExportSource::Request { request, imported: Imported::Name(name) } => match nodes.destination(*node, *request) {
            Destination::Node(next) => Some((next, name.clone())),
            _ => None,
        },
        _ => None,
    }
}

fn find(nodes: &Nodes, node: NodeIndex, name: &str) -> Resolution {
    match follow(nodes, node, name, true) {
        found @ (Resolution::Found(_) | Resolution::Ambiguous(_)) => found,
        // The one module that is known to export the name gives it from elsewhere, where it may not be.
        _ => follow(nodes, node, name, false),
    }
}

fn follow(nodes: &Nodes, node: NodeIndex, name: &str, by_tables: bool) -> Resolution {
    if let Some(symbol) = nodes.node(node).and_then(|found| found.module.code().local_export(name)) {
        return Resolution::Found(Binding::Symbol(node, symbol));
    }
    let mut seen = BTreeSet::new();
    // The last part of a state is whether the name is only looked for, by `export *`, and not asked for.
    let mut waiting: Vec<(NodeIndex, Box<str>, bool)> = vec![(node, name.into(), false)];
    let mut found = BTreeSet::new();
    let mut perhaps = BTreeSet::new();
    let mut unknown = false;
    // The last module that is asked for the name, and the name there, before stars lead to several.
    let mut asked = (node, Box::from(name));
    while let Some(state) = waiting.pop() {
        if seen.contains(&state) {
            continue;
        }
        let (node, name, by_star) = &state;
        if !by_star && waiting.is_empty() && perhaps.is_empty() {
            asked = (*node, name.clone());
        }
        let Some(module) = nodes.node(*node).map(|node| &node.module) else { continue };
        if module.has_errors() {
            unknown = true;
            continue;
        }
        if module.format() == Format::CommonJs {
            if !by_star || commonjs_names(nodes, *node).contains(name) {
                found.insert(Binding::CommonJs(*node, name.clone()));
            }
            continue;
        }
        match module.code().export(name).map(|export| &export.source) {
            Some(ExportSource::Local(symbol)) => {
                found.insert(Binding::Symbol(*node, *symbol));
            }
            Some(ExportSource::Request { request, imported }) => match (nodes.destination(*node, *request), imported) {
                (Destination::Node(next), Imported::Name(name)) => waiting.push((next, name.clone(), false)),
                (Destination::Node(next), Imported::Namespace) => {
                    found.insert(Binding::Namespace(next));
                }
                (Destination::External(external), imported) => {
                    found.insert(Binding::External(external, imported.clone()));
                }
                (Destination::Nowhere, _) => unknown = true,
            },
            None if &**name == "default" || module.code().stars.is_empty() => {}
            None => {
                match nodes.star(*node, name) {
                    Holder::One(holder) if by_tables => {
                        waiting.push((holder, name.clone(), true));
                        seen.insert(state);
                        continue;
                    }
                    Holder::None { .. } => continue,
                    _ => {}
                }
                for request in &module.code().stars {
                    match nodes.destination(*node, *request) {
                        Destination::Node(next) => waiting.push((next, name.clone(), true)),
                        Destination::External(external) => {
                            perhaps.insert(Binding::External(external, Imported::Name(name.clone())));
                        }
                        Destination::Nowhere => unknown = true,
                    }
                }
            }
        }
        seen.insert(state);
    }
    let mut found: Vec<Binding> = found.into_iter().collect();
    match (found.len(), perhaps.len()) {
        (0, _) if unknown => Resolution::Unknown,
        (0, 0) => Resolution::Missing,
        (0, 2..) => Resolution::Perhaps(Binding::Star(asked.0, asked.1)),
        (0, _) => perhaps.pop_first().map_or(Resolution::Missing, Resolution::Perhaps),
        (1, _) => found.pop().map_or(Resolution::Missing, Resolution::Found),
        _ => Resolution::Ambiguous(found),
    }
}

/// Every name that a namespace of the module has, in an order of no meaning, with what it stands for; ambiguous ones are
/// left out.
pub(in super::super) fn namespace_names(nodes: &Nodes, node: NodeIndex) -> Vec<(Box<str>, Binding)> {
    let mut names: BTreeSet<Box<str>> = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![node];
    while let Some(current) = waiting.pop() {
        if !seen.insert(current) {
            continue;
        }
        let Some(module) = nodes.node(current).map(|node| &node.module) else { continue };
        if module.format() == Format::CommonJs {
            names.extend(commonjs_names(nodes, current));
            if current == node {
                names.insert("default".into());
            }
            continue;
        }
        let exports = module.code().exports.iter().map(|export| export.name.clone());
        names.extend(exports.filter(|name| !nodes.is_internal(current, name)));
        for request in &module.code().stars {
            if let Destination::Node(next) = nodes.destination(current, *request) {
                waiting.push(next);
            }
        }
    }
    let found = names.into_iter().filter_map(|name| match resolve(nodes, node, &name) {
        Resolution::Found(binding) => Some((name, binding)),
        _ => None,
    });
    found.collect()
}

/// The names that a CommonJS file exports as far as its text tells, those of what it exports again included.
pub(super) fn commonjs_names(nodes: &Nodes, node: NodeIndex) -> BTreeSet<Box<str>> {
    let mut names = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![node];
    while let Some(current) = waiting.pop() {
        if !seen.insert(current) {
            continue;
        }
        let Some(module) = nodes.node(current).map(|node| &node.module) else { continue };
        let commonjs = &module.code().commonjs;
        names.extend(commonjs.names.iter().cloned());
        for request in &commonjs.reexports {
            if let Destination::Node(next) = nodes.destination(current, *request) {
                waiting.push(next);
            }
        }
    }
    names
}

/// The built-in modules of which everything is exported again.
pub(in super::super) fn external_stars(nodes: &Nodes, node: NodeIndex) -> BTreeSet<usize> {
    let mut externals = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![node];
    while let Some(current) = waiting.pop() {
        if !seen.insert(current) {
            continue;
        }
        let Some(module) = nodes.node(current).map(|node| &node.module) else { continue };
        for request in &module.code().stars {
            match nodes.destination(current, *request) {
                Destination::Node(next) => waiting.push(next),
                Destination::External(external) => {
                    externals.insert(external);
                }
                Destination::Nowhere => {}
            }
        }
    }
    externals
}

/// Whether a name is there as a type, so that its absence at run time is as it should be.
pub(super) fn is_type(nodes: &Nodes, node: NodeIndex, name: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<(NodeIndex, Box<str>)> = vec![(node, name.into())];
    while let Some(state) = waiting.pop() {
        if seen.contains(&state) {
            continue;
        }
        let (node, name) = &state;
        let Some(module) = nodes.node(*node).map(|node| &node.module) else { continue };
        if module.exports().names.get(&**name).is_some_and(|export| export.type_only) {
            return true;
        }
        match module.code().export(name).map(|export| &export.source) {
            Some(ExportSource::Request { request, imported: Imported::Name(name) }) => {
                if let Destination::Node(next) = nodes.destination(*node, *request) {
                    waiting.push((next, name.clone()));
                }
            }
            Some(_) => {}
            None if module.exports().stars.is_empty() => {}
            None => {
                match nodes.star(*node, name) {
                    Holder::None { is_type: true } => return true,
                    Holder::None { is_type: false } => continue,
                    Holder::One(_) | Holder::Unclear => {}
                }
                let stars = module.exports().stars.iter().map(|request| nodes.destination(*node, *request));
                waiting.extend(stars.filter_map(|star| match star {
                    Destination::Node(next) => Some((next, name.clone())),
                    _ => None,
                }));
            }
        }
        seen.insert(state);
    }
    false
}
