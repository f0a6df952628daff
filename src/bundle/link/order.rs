use super::graph::{Destination, NodeIndex, Nodes};

/// The modules that the entries reach by static imports, in the order in which the specification evaluates them:
/// depth first, what is imported before what imports it, a cycle broken where it closes. The extension comes last.
pub(super) fn evaluation_order(nodes: &Nodes) -> Vec<NodeIndex> {
    let mut order = Vec::new();
    let mut seen = vec![false; nodes.nodes.len()];
    let roots = nodes.entries.iter().filter_map(|(_, node)| *node).chain([nodes.extension]);
    for root in roots {
        // Each frame is a module and how many of its requests have been followed.
        let mut frames = Vec::new();
        if enter(root, &mut seen) {
            frames.push((root, 0));
        }
        while let Some((node, followed)) = frames.last_mut() {
            let code = nodes.nodes.get(*node).map(|node| node.module.code());
            let request = code.and_then(|code| code.evaluated.get(*followed).copied());
            *followed += 1;
            match request.map(|request| nodes.destination(*node, request)) {
                Some(Destination::Node(next)) => {
                    if enter(next, &mut seen) {
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
    order
}

fn enter(node: NodeIndex, seen: &mut [bool]) -> bool {
    seen.get_mut(node).is_some_and(|seen| !std::mem::replace(seen, true))
}
