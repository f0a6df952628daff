use super::super::scan::{Format, Imported, SymbolIndex, SymbolKind};
use super::graph::{Destination, NodeIndex, Nodes};
use super::resolve::{Binding, Resolution, resolve};

/// What the imported names of every module stand for, each looked up once.
#[derive(Debug)]
pub(super) struct Bindings {
    /// By module and symbol.
    modules: Vec<Vec<Option<Binding>>>,
}

impl Bindings {
    pub fn new(nodes: &Nodes) -> Self {
        let bind = |(index, node): (NodeIndex, &super::graph::Node)| {
            let symbols = &node.module.code().symbols;
            let bound = symbols.iter().map(|symbol| match &symbol.kind {
                SymbolKind::Import { request, imported } => imported_binding(nodes, index, *request, imported),
                SymbolKind::Member { namespace, name } => {
                    let namespace = symbols.get(*namespace as usize)?;
                    let SymbolKind::Import { request, imported } = &namespace.kind else { return None };
                    match imported_binding(nodes, index, *request, imported)? {
                        Binding::Namespace(module) if is_es_module(nodes, module) => {
                            found(resolve(nodes, module, name))
                        }
                        _ => None,
                    }
                }
                SymbolKind::Local { .. } | SymbolKind::AnonymousFunction | SymbolKind::JsonMember { .. } => None,
            });
            bound.collect()
        };
        Self { modules: nodes.nodes.iter().enumerate().map(bind).collect() }
    }

    /// What an imported name stands for, `None` where that is absent; of `namespace.name` that which it is certain to
    /// read, and `None` where the name may be absent.
    pub fn get(&self, node: NodeIndex, symbol: SymbolIndex) -> Option<&Binding> {
        self.modules.get(node)?.get(symbol as usize)?.as_ref()
    }
}

fn imported_binding(nodes: &Nodes, node: NodeIndex, request: usize, imported: &Imported) -> Option<Binding> {
    match (nodes.destination(node, request), imported) {
        (Destination::Node(next), Imported::Namespace) => Some(Binding::Namespace(next)),
        (Destination::Node(next), Imported::Name(name)) => match resolve(nodes, next, name) {
            Resolution::Found(binding) | Resolution::Perhaps(binding) => Some(binding),
            _ => None,
        },
        (Destination::External(external), imported) => Some(Binding::External(external, imported.clone())),
        (Destination::Nowhere, _) => None,
    }
}

fn found(resolution: Resolution) -> Option<Binding> {
    match resolution {
        Resolution::Found(binding) => Some(binding),
        _ => None,
    }
}

fn is_es_module(nodes: &Nodes, node: NodeIndex) -> bool {
    nodes.node(node).is_some_and(|node| node.module.format() != Format::CommonJs)
}
