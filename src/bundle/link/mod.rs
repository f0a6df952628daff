//! The modules together: what every import means, in which order modules run, and what everything is called.

mod bindings;
mod check;
mod cycles;
mod graph;
mod live;
mod names;
mod order;
mod references;
mod resolve;
mod stars;

pub(super) use graph::{Destination, NodeIndex, Nodes};
pub use graph::{EntryPoint, Graph, Target};
pub(super) use names::{Owner, OwnerIndex};
pub(super) use order::{Order, Shape};
pub(super) use references::{PropertyName, Reference, Table};

use super::scan::Hole;
use crate::diagnostics::Diagnostic;
use bindings::Bindings;
use live::Live;
use references::References;

/// The export of the runtime that makes the bundle's default export.
const CREATE_EXTENSION: &str = "createExtension";

/// A graph of modules in which every name is bound and named.
#[derive(Debug)]
pub struct Linked {
    pub(super) nodes: Nodes,
    pub(super) order: Order,
    pub(super) live: Live,
    pub(super) references: Table,
    /// What everything that has a name at the top level of the bundle is called.
    pub(super) names: Vec<Box<str>>,
    pub(super) entries: Vec<(EntryPoint, Option<Reference>)>,
    pub(super) create_extension: Option<Reference>,
    diagnostics: Vec<Diagnostic>,
}

impl Linked {
    /// What is wrong between modules; what is wrong within one is the module's own to tell.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// The holes of what is needed of a module.
    pub(super) fn holes(&self, node: NodeIndex) -> impl Iterator<Item = Hole> + '_ {
        let code = self.nodes.node(node).map(|node| node.module.code());
        code.into_iter().flat_map(move |code| self.live.holes(node, code))
    }

    pub(super) fn name(&self, owner: OwnerIndex) -> &str {
        self.names.get(owner).map_or("", |name| name)
    }

    pub(super) fn name_of(&self, owner: &Owner) -> Option<&str> {
        self.references.index(owner).map(|index| self.name(index))
    }
}

/// Links a graph. Modules with errors count as empty, and nothing that follows from that is reported.
pub fn link(graph: &Graph) -> Linked {
    let nodes = Nodes::new(graph);
    let bindings = Bindings::new(&nodes);
    let live = Live::new(&nodes, &bindings);
    let order = Order::new(&nodes, &live);
    let mut diagnostics = check::asked_names(&nodes);
    let mut references = References::new(&nodes, &bindings, &live, &order);
    let entries = nodes
        .entries
        .iter()
        .map(|(entry, node)| (entry.clone(), node.and_then(|node| references.export(node, &entry.export))))
        .collect();
    let create_extension = references.export(nodes.extension, CREATE_EXTENSION);
    let references = references.table;
    diagnostics.extend(check::types_used_as_values(&nodes, &order, &references));
    let names = names::assign(&nodes, &live, &order, &references);
    Linked { nodes, order, live, references, names, entries, create_extension, diagnostics }
}
