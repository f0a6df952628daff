//! Which modules run, in which order, and which of them can stand in the bundle as they are.

use std::collections::BTreeSet;

use super::super::scan::{Format, HoleKind};
use super::graph::{Destination, NodeIndex, Nodes};
use super::live::Live;

/// How a module's code stands in the bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Shape {
    /// It does not: nothing runs it.
    Absent,
    /// Its statements, at the top level, in order.
    Flat,
    /// In a function, to be run when the module loader says so.
    Wrapped,
    /// In a function, to be run when it is required.
    CommonJs,
}

#[derive(Debug)]
pub(in super::super) struct Order {
    /// Every module that is part of the bundle: those that run as it is loaded in the order in which they do, then
    /// those that are loaded later.
    pub modules: Vec<NodeIndex>,
    /// How many of them run as the bundle is loaded.
    pub eager: usize,
    /// By module.
    pub shapes: Vec<Shape>,
    /// Whether the entries are run by the module loader: modules that wait let others go ahead, and one that is
    /// required while it runs must be known to run.
    pub loader: bool,
}

impl Order {
    pub fn new(nodes: &Nodes, live: &Live) -> Self {
        let mut seen = vec![false; nodes.nodes.len()];
        let mut modules = Vec::new();
        let roots = nodes.entries.iter().filter_map(|(_, node)| *node).chain([nodes.extension]);
        for root in roots {
            visit(nodes, root, &mut seen, &mut modules);
        }
        let eager = modules.len();
        let required = reach(nodes, live, &mut seen, &mut modules);

        let mut shapes = vec![Shape::Absent; nodes.nodes.len()];
        for (position, index) in modules.iter().enumerate() {
            let Some(node) = nodes.node(*index) else { continue };
            shapes[*index] = match node.module.format() {
                Format::Json => Shape::Flat,
                Format::CommonJs => Shape::CommonJs,
                Format::EsModule if node.runtime => Shape::Flat,
                Format::EsModule if position >= eager => Shape::Wrapped,
                Format::EsModule => Shape::Flat,
            };
        }
        let imported: BTreeSet<NodeIndex> = modules.iter().take(eager).copied().collect();
        let (imported, late): (Vec<_>, Vec<_>) = required.into_iter().partition(|root| imported.contains(root));
        let mut seen = vec![false; nodes.nodes.len()];
        let mut closure = Vec::new();
        for root in imported {
            visit(nodes, root, &mut seen, &mut closure);
        }
        // Its imports run before a module that is also required; those that are CommonJS could require it too early.
        let may_be_early = closure.iter().any(|index| shapes.get(*index) == Some(&Shape::CommonJs));
        for root in late {
            visit(nodes, root, &mut seen, &mut closure);
        }
        wrap(nodes, &closure, &mut shapes);
        let mut order = Self { modules, eager, shapes, loader: false };
        order.loader = may_be_early || !order.awaits_in_order(nodes, live);
        if order.loader {
            wrap(nodes, &order.modules, &mut order.shapes);
        }
        order
    }

    pub fn shape(&self, node: NodeIndex) -> Shape {
        self.shapes.get(node).copied().unwrap_or(Shape::Absent)
    }

    pub fn eager(&self) -> impl Iterator<Item = NodeIndex> {
        self.modules.iter().take(self.eager).copied()
    }

    /// Whether running the modules one after the other is what the specification asks: while one waits, those that
    /// do not depend on it would go ahead.
    fn awaits_in_order(&self, nodes: &Nodes, live: &Live) -> bool {
        let runs = |index: &NodeIndex| {
            nodes.node(*index).is_some_and(|node| !node.runtime && node.module.format() != Format::Json)
        };
        let eager: Vec<NodeIndex> = self.eager().filter(runs).collect();
        let awaits = |index: NodeIndex| nodes.node(index).is_some_and(|node| node.module.code().awaits);
        let Some(first) = eager.iter().position(|index| awaits(*index)) else { return true };
        let flat = |index: &NodeIndex| self.shape(*index) == Shape::Flat;
        let imports =
            self.modules.iter().filter_map(|index| Some((*index, nodes.node(*index)?))).any(|(index, node)| {
                live.holes(index, node.module.code()).any(|hole| matches!(hole.kind, HoleKind::Import(_)))
            });
        if imports || !eager.iter().all(flat) {
            return false;
        }
        // Whatever follows a module that waits has to depend on it; on those before, it then does by way of this one.
        // Imports come first in this order, but for cycles, and of a cycle with one that waits nothing is claimed.
        let mut dependents = BTreeSet::new();
        for (position, index) in eager.iter().enumerate().skip(first) {
            if position > first && !evaluates_one_of(nodes, *index, &dependents) {
                return false;
            }
            if awaits(*index) {
                dependents.clear();
            }
            dependents.insert(*index);
        }
        true
    }
}

fn evaluates_one_of(nodes: &Nodes, module: NodeIndex, others: &BTreeSet<NodeIndex>) -> bool {
    nodes.node(module).is_some_and(|node| {
        let mut requests = node.module.code().evaluated.iter();
        requests.any(
            |request| matches!(nodes.destination(module, *request), Destination::Node(next) if others.contains(&next)),
        )
    })
}

fn wrap(nodes: &Nodes, modules: &[NodeIndex], shapes: &mut [Shape]) {
    for index in modules {
        let Some(node) = nodes.node(*index) else { continue };
        if node.module.format() == Format::EsModule
            && !node.runtime
            && let Some(shape) = shapes.get_mut(*index)
        {
            *shape = Shape::Wrapped;
        }
    }
}

/// Adds a module and what it imports, depth first, what is imported before what imports it, a cycle broken where it
/// closes: the order in which the specification evaluates.
fn visit(nodes: &Nodes, root: NodeIndex, seen: &mut [bool], order: &mut Vec<NodeIndex>) {
    // Each frame is a module and how many of its requests have been followed.
    let mut frames = Vec::new();
    if enter(root, seen) {
        frames.push((root, 0));
    }
    while let Some((node, followed)) = frames.last_mut() {
        let code = nodes.nodes.get(*node).map(|node| node.module.code());
        let request = code.and_then(|code| code.evaluated.get(*followed).copied());
        *followed += 1;
        match request.map(|request| nodes.destination(*node, request)) {
            Some(Destination::Node(next)) => {
                if enter(next, seen) {
                    frames.push((next, 0));
                }
            }
            Some(_) => {}
            None => {
                order.push(*node);
                frames.pop();
            }
        }
    }
}

/// Adds what `import()` and `require()` reach, and gives the ES modules that are required.
fn reach(nodes: &Nodes, live: &Live, seen: &mut [bool], modules: &mut Vec<NodeIndex>) -> BTreeSet<NodeIndex> {
    let mut required = BTreeSet::new();
    let mut position = 0;
    while let Some(index) = modules.get(position).copied() {
        position += 1;
        let Some(node) = nodes.node(index) else { continue };
        for hole in live.holes(index, node.module.code()) {
            let (HoleKind::Import(request) | HoleKind::Require(request)) = hole.kind else { continue };
            let Destination::Node(next) = nodes.destination(index, request as usize) else { continue };
            if matches!(hole.kind, HoleKind::Require(_))
                && nodes.node(next).is_some_and(|node| node.module.format() == Format::EsModule && !node.runtime)
            {
                required.insert(next);
            }
            visit(nodes, next, seen, modules);
        }
    }
    required
}

fn enter(node: NodeIndex, seen: &mut [bool]) -> bool {
    seen.get_mut(node).is_some_and(|seen| !std::mem::replace(seen, true))
}
