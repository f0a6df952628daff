//! The modules together: what every import means, in which order modules run, and what everything is called.

mod check;
mod graph;
mod names;
mod order;
mod references;
mod resolve;

pub use graph::{EntryPoint, Graph, Target};
pub(super) use graph::{NodeIndex, Nodes};
pub(super) use names::Owner;
pub(super) use references::Reference;

use crate::diagnostics::Diagnostic;
use references::References;

/// A graph of modules in which every name is bound and named.
#[derive(Debug)]
pub struct Linked {
    pub(super) nodes: Nodes,
    /// The modules that run, in the order in which they do.
    pub(super) order: Vec<NodeIndex>,
    pub(super) references: References,
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
}

/// Links a graph. Modules with errors count as empty, and nothing that follows from that is reported.
pub fn link(graph: &Graph) -> Linked {
    let nodes = Nodes::new(graph);
    let order = order::evaluation_order(&nodes);
    let mut diagnostics = check::asked_names(&nodes);
    let mut references = References::new(&nodes, &order);
    let entries = nodes
        .entries
        .iter()
        .map(|(entry, node)| {
            let reference = node.and_then(|node| references.export(&nodes, node, &entry.export));
            (entry.clone(), reference)
        })
        .collect();
    let create_extension = references.export(&nodes, nodes.extension, "createExtension");
    diagnostics.extend(check::types_used_as_values(&nodes, &order, &references));
    let names = names::assign(&nodes, &order, &references);
    Linked { nodes, order, references, names, entries, create_extension, diagnostics }
}
