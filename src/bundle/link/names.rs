use std::collections::{BTreeMap, BTreeSet};

use oxc_syntax::identifier::is_identifier_name;
use oxc_syntax::keyword::is_reserved_keyword;

use super::super::generate::names_used;
use super::super::scan::{Imported, SymbolIndex};
use super::graph::{NodeIndex, Nodes};
use super::live::Live;
use super::order::Order;
use super::references::Table;

/// Index into [`Table::owners`].
pub(in super::super) type OwnerIndex = usize;

/// Something that has a name at the top level of the bundle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Owner {
    Symbol(NodeIndex, SymbolIndex),
    /// The namespace object of a module.
    Namespace(NodeIndex),
    /// A name of a built-in module, or its namespace.
    External(usize, Imported),
    /// What stands for `import.meta` in a module.
    ImportMeta(NodeIndex),
    /// The object with which a wrapped module shows what is used of it outside.
    Exports(NodeIndex),
    /// The function that runs a CommonJS file and gives what it exports.
    Require(NodeIndex),
}

/// Words that name nothing in a module, beside the reserved ones.
const FORBIDDEN: &[&str] = &[
    "arguments",
    "await",
    "eval",
    "implements",
    "interface",
    "let",
    "package",
    "private",
    "protected",
    "public",
    "static",
    "yield",
    "enum",
];

/// A name for each owner: its own where that clashes with nothing, and with a number otherwise.
///
/// A name clashes with globals that any module uses, with names given before, and with what is declared below the top
/// level of a module in which the owner goes by another name, since it could be captured there.
pub(super) fn assign(nodes: &Nodes, live: &Live, order: &Order, references: &Table) -> Vec<Box<str>> {
    let mut taken: BTreeSet<&str> = names_used().collect();
    let written = order.modules.iter().filter(|node| live.any(**node));
    for node in written.filter_map(|node| nodes.node(*node)) {
        taken.extend(node.module.code().globals.iter().map(|name| &**name));
    }
    let mut given: BTreeSet<Box<str>> = BTreeSet::new();
    // Where the search for a free number goes on, so that a thousand namesakes take linear time.
    let mut numbers: BTreeMap<Box<str>, usize> = BTreeMap::new();
    let mut names = Vec::with_capacity(references.owners.len());
    for (index, owner) in references.owners.iter().enumerate() {
        let none = BTreeSet::new();
        let aliases = references.aliases.get(&index).unwrap_or(&none);
        let captured = |candidate: &str| {
            aliases.iter().any(|(node, alias)| {
                **alias != *candidate
                    && nodes.node(*node).is_some_and(|node| node.module.code().nested_names.contains(candidate))
            })
        };
        let free = |candidate: &str, given: &BTreeSet<Box<str>>| {
            !taken.contains(candidate)
                && !given.contains(candidate)
                && !is_reserved_keyword(candidate)
                && !FORBIDDEN.contains(&candidate)
                && !captured(candidate)
        };
        let wanted = wanted(nodes, owner, aliases);
        let mut name = wanted.clone();
        if !free(&name, &given) {
            let number = numbers.entry(wanted.clone()).or_insert(0);
            loop {
                *number += 1;
                name = format!("{wanted}${number}").into();
                if free(&name, &given) {
                    break;
                }
            }
        }
        given.insert(name.clone());
        names.push(name);
    }
    names
}

fn wanted(nodes: &Nodes, owner: &Owner, aliases: &BTreeSet<(NodeIndex, Box<str>)>) -> Box<str> {
    let alias = || aliases.iter().map(|(_, name)| &**name).find(|name| is_identifier_name(name));
    let name = match owner {
        Owner::Symbol(node, symbol) => {
            let symbols = nodes.node(*node).map_or(&[][..], |node| &node.module.code().symbols);
            symbols.get(*symbol as usize).map(|symbol| &*symbol.name).filter(|name| is_identifier_name(name))
        }
        Owner::Namespace(node) => {
            let module = nodes.node(*node).map(|node| &node.module);
            return match (alias(), module) {
                (Some(alias), _) => alias.into(),
                (None, Some(module)) => format!("{}_namespace", module.variable_name()).into(),
                (None, None) => "namespace_object".into(),
            };
        }
        Owner::Exports(node) | Owner::Require(node) => {
            let stem = nodes.node(*node).map_or_else(String::new, |node| node.module.variable_name());
            return match owner {
                Owner::Require(_) => format!("require_{stem}").into(),
                _ => format!("{stem}_module").into(),
            };
        }
        Owner::ImportMeta(_) => Some("import_meta"),
        Owner::External(_, Imported::Name(name)) if is_identifier_name(name) && **name != *"default" => {
            alias().or(Some(name))
        }
        Owner::External(..) => alias(),
    };
    name.or_else(alias).unwrap_or("imported").into()
}
