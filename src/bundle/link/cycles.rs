use super::super::scan::HoleKind;
use super::graph::{Destination, NodeIndex, Nodes};

/// By module, the number of the cycle that it is part of, a module in no cycle being one by itself: what is imported from
/// another cycle has been evaluated when the importing module is. (Tarjan's strongly connected components, without
/// recursion.)
pub(super) fn cycles(nodes: &Nodes) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let edges: Vec<Vec<NodeIndex>> = (0..nodes.nodes.len()).map(|node| loads(nodes, node)).collect();
    let mut cycles = vec![NONE; edges.len()];
    let mut entered = vec![NONE; edges.len()];
    let mut lowest = vec![NONE; edges.len()];
    let mut open = Vec::new();
    let (mut next, mut found) = (0, 0);
    for root in 0..edges.len() {
        // Each frame is a module and how many of its edges have been followed.
        let mut frames = if entered[root] == NONE { vec![(root, 0)] } else { Vec::new() };
        while let Some((node, followed)) = frames.last_mut() {
            let node = *node;
            if *followed == 0 {
                (entered[node], lowest[node]) = (next, next);
                next += 1;
                open.push(node);
            }
            if let Some(target) = edges[node].get(*followed).copied() {
                *followed += 1;
                if entered[target] == NONE {
                    frames.push((target, 0));
                } else if cycles[target] == NONE {
                    lowest[node] = lowest[node].min(entered[target]);
                }
                continue;
            }
            frames.pop();
            if let Some((parent, _)) = frames.last() {
                lowest[*parent] = lowest[*parent].min(lowest[node]);
            }
            if lowest[node] == entered[node] {
                while let Some(member) = open.pop() {
                    cycles[member] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    cycles
}

/// The modules that a module loads, in whatever way.
fn loads(nodes: &Nodes, index: NodeIndex) -> Vec<NodeIndex> {
    let Some(node) = nodes.node(index) else { return Vec::new() };
    let code = node.module.code();
    let late = code.holes.iter().filter_map(|hole| match hole.kind {
        HoleKind::Import(request) | HoleKind::Require(request) => Some(request as usize),
        _ => None,
    });
    let requests = code.evaluated.iter().copied().chain(late);
    requests
        .filter_map(|request| match nodes.destination(index, request) {
            Destination::Node(next) => Some(next),
            _ => None,
        })
        .collect()
}
