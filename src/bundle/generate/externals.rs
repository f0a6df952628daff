use std::collections::BTreeMap;

use super::source_map::SourceMapWriter;
use super::text::string;
use crate::bundle::link::{Linked, Owner};
use crate::bundle::scan::Imported;
use oxc_syntax::identifier::is_identifier_name;

/// The imports of Node's built-in modules: one statement for the names of each, one for its namespace.
pub(super) fn write(linked: &Linked, output: &mut SourceMapWriter) {
    let mut names: BTreeMap<usize, BTreeMap<&str, &str>> = BTreeMap::new();
    let mut namespaces: BTreeMap<usize, &str> = BTreeMap::new();
    for (owner, local) in linked.references.owners.iter().zip(&linked.names) {
        match owner {
            Owner::External(external, Imported::Name(name)) => {
                names.entry(*external).or_default().insert(name, local);
            }
            Owner::External(external, Imported::Namespace) => {
                namespaces.insert(*external, local);
            }
            _ => {}
        }
    }
    for (index, specifier) in linked.nodes.externals.iter().enumerate() {
        let specifier = string(specifier);
        if let Some(local) = namespaces.get(&index) {
            output.write(&format!("import * as {local} from {specifier};\n"));
        }
        let Some(names) = names.get(&index) else { continue };
        let mut clauses: Vec<String> = Vec::new();
        clauses.extend(names.get("default").map(|local| (*local).to_owned()));
        let named: Vec<String> = names
            .iter()
            .filter(|(name, _)| **name != "default")
            .map(|(name, local)| specifier_of(name, local))
            .collect();
        if !named.is_empty() {
            clauses.push(format!("{{ {} }}", named.join(", ")));
        }
        output.write(&format!("import {} from {specifier};\n", clauses.join(", ")));
    }
}

fn specifier_of(name: &str, local: &str) -> String {
    match name {
        _ if name == local => local.to_owned(),
        _ if is_identifier_name(name) => format!("{name} as {local}"),
        _ => format!("{} as {local}", string(name)),
    }
}
