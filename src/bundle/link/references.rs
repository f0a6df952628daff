use std::collections::{BTreeMap, BTreeSet};

use super::super::scan::{HoleKind, Imported, SymbolIndex, SymbolKind};
use super::graph::{Destination, NodeIndex, Nodes};
use super::names::{Owner, OwnerIndex};
use super::resolve::{Binding, Resolution, external_stars, namespace_names, resolve};

/// What is to stand in a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Reference {
    Owner(OwnerIndex),
    /// A property of a namespace.
    Member(OwnerIndex, Box<str>),
    /// Nothing: only types have that name.
    Missing,
}

/// What every symbol of every module that runs refers to, and everything that needs a name.
#[derive(Debug, Default)]
pub(in super::super) struct References {
    /// By module and symbol: where the value is meant, and where it is called.
    symbols: BTreeMap<NodeIndex, Vec<(Reference, Reference)>>,
    /// In the order in which they are named.
    pub owners: Vec<Owner>,
    indices: BTreeMap<Owner, OwnerIndex>,
    /// Under which names owners are known, and where.
    pub aliases: BTreeMap<OwnerIndex, BTreeSet<(NodeIndex, Box<str>)>>,
    /// The namespaces that are there as objects, and what they hold.
    pub namespaces: BTreeMap<NodeIndex, Namespace>,
}

/// A namespace that is used as a value.
#[derive(Debug, Default)]
pub(in super::super) struct Namespace {
    pub names: Vec<(Box<str>, OwnerIndex)>,
    /// Namespaces of built-in modules that it takes all names from.
    pub stars: Vec<OwnerIndex>,
}

impl References {
    pub fn new(nodes: &Nodes, order: &[NodeIndex]) -> Self {
        let mut references = Self::default();
        for node in order {
            references.own_symbols(nodes, *node);
        }
        for node in order {
            references.module(nodes, *node);
        }
        references
    }

    /// What a hole refers to.
    pub fn hole(&self, node: NodeIndex, kind: HoleKind) -> Option<&Reference> {
        let symbols = self.symbols.get(&node)?;
        match kind {
            HoleKind::Name(symbol) | HoleKind::Shorthand(symbol) => {
                symbols.get(symbol as usize).map(|(value, _)| value)
            }
            HoleKind::Callee(symbol) => symbols.get(symbol as usize).map(|(_, callee)| callee),
            HoleKind::NamedStart(_) | HoleKind::NamedEnd(_) | HoleKind::ClassBody(_) | HoleKind::ImportMeta => None,
        }
    }

    pub fn symbol_owner(&self, node: NodeIndex, symbol: SymbolIndex) -> Option<OwnerIndex> {
        self.indices.get(&Owner::Symbol(node, symbol)).copied()
    }

    pub fn owner_index(&self, owner: &Owner) -> Option<OwnerIndex> {
        self.indices.get(owner).copied()
    }

    /// An export as a value.
    pub fn export(&mut self, nodes: &Nodes, node: NodeIndex, name: &str) -> Option<Reference> {
        match resolve(nodes, node, name) {
            Resolution::Found(binding) | Resolution::Perhaps(binding) => {
                Some(Reference::Owner(self.binding(nodes, binding)))
            }
            _ => None,
        }
    }

    fn own_symbols(&mut self, nodes: &Nodes, index: NodeIndex) {
        let Some(node) = nodes.node(index) else { return };
        let code = node.module.code();
        for (number, symbol) in code.symbols.iter().enumerate() {
            if matches!(symbol.kind, SymbolKind::Local { .. } | SymbolKind::AnonymousFunction) {
                let owner = self.owner(Owner::Symbol(index, number as SymbolIndex));
                self.alias(owner, index, &symbol.name);
            }
        }
        if !node.runtime && code.holes.iter().any(|hole| hole.kind == HoleKind::ImportMeta) {
            let owner = self.owner(Owner::ImportMeta(index));
            self.alias(owner, index, "");
        }
    }

    fn module(&mut self, nodes: &Nodes, index: NodeIndex) {
        let Some(node) = nodes.node(index) else { return };
        let code = node.module.code();
        let mut used = vec![false; code.symbols.len()];
        for hole in &code.holes {
            if let HoleKind::Name(symbol) | HoleKind::Callee(symbol) | HoleKind::Shorthand(symbol) = hole.kind
                && let Some(used) = used.get_mut(symbol as usize)
            {
                *used = true;
            }
        }
        let mut symbols = Vec::with_capacity(code.symbols.len());
        for (number, symbol) in code.symbols.iter().enumerate() {
            let one = |reference: Reference| (reference.clone(), reference);
            let references = match &symbol.kind {
                SymbolKind::Local { .. } | SymbolKind::AnonymousFunction => {
                    one(Reference::Owner(self.owner(Owner::Symbol(index, number as SymbolIndex))))
                }
                _ if !used.get(number).copied().unwrap_or(false) => one(Reference::Missing),
                SymbolKind::JsonMember => one(Reference::Missing),
                SymbolKind::Import { request, imported } => {
                    let reference = match target(nodes, index, *request, imported) {
                        Some(binding) => Reference::Owner(self.binding(nodes, binding)),
                        None => Reference::Missing,
                    };
                    if let Reference::Owner(owner) = reference {
                        self.alias(owner, index, &symbol.name);
                    }
                    one(reference)
                }
                SymbolKind::Member { namespace, name } => self.member(nodes, index, *namespace, name),
            };
            symbols.push(references);
        }
        self.symbols.insert(index, symbols);
    }

    /// `namespace.name` is the binding itself where that can't be told apart: not where it is called and may look at
    /// `this`, and not where the name may be absent.
    fn member(
        &mut self,
        nodes: &Nodes,
        index: NodeIndex,
        namespace: SymbolIndex,
        name: &str,
    ) -> (Reference, Reference) {
        let Some(node) = nodes.node(index) else { return (Reference::Missing, Reference::Missing) };
        let code = node.module.code();
        let symbol = code.symbols.get(namespace as usize);
        let Some(SymbolKind::Import { request, imported }) = symbol.map(|symbol| &symbol.kind) else {
            return (Reference::Missing, Reference::Missing);
        };
        let Some(object) = target(nodes, index, *request, imported) else {
            return (Reference::Missing, Reference::Missing);
        };
        let bound = match &object {
            Binding::Namespace(module) => match resolve(nodes, *module, name) {
                Resolution::Found(binding) => Some(binding),
                _ => None,
            },
            _ => None,
        };
        let ignores_this = match &bound {
            Some(Binding::Symbol(module, symbol)) => nodes
                .node(*module)
                .and_then(|node| node.module.code().symbols.get(*symbol as usize))
                .is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Local { ignores_this: true, .. })),
            _ => false,
        };
        let direct = bound.map(|binding| {
            let owner = self.binding(nodes, binding);
            self.alias(owner, index, "");
            Reference::Owner(owner)
        });
        match direct {
            Some(direct) if ignores_this => (direct.clone(), direct),
            direct => {
                // Only a hole of that kind needs the object, but which kinds there are is not known here.
                let calls = code.holes.iter().any(|hole| {
                    matches!(hole.kind, HoleKind::Callee(symbol)
                        if code.symbols.get(symbol as usize).is_some_and(|symbol| matches!(&symbol.kind,
                            SymbolKind::Member { namespace: of, name: called } if *of == namespace && **called == *name)))
                });
                if let Some(direct) = &direct
                    && !calls
                {
                    return (direct.clone(), direct.clone());
                }
                let owner = self.binding(nodes, object);
                if let Some(symbol) = symbol {
                    self.alias(owner, index, &symbol.name);
                }
                let member = Reference::Member(owner, name.into());
                (direct.unwrap_or_else(|| member.clone()), member)
            }
        }
    }

    fn binding(&mut self, nodes: &Nodes, binding: Binding) -> OwnerIndex {
        match binding {
            Binding::Symbol(node, symbol) => self.owner(Owner::Symbol(node, symbol)),
            Binding::External(external, imported) => self.owner(Owner::External(external, imported)),
            Binding::Namespace(node) => {
                let owner = self.owner(Owner::Namespace(node));
                self.namespace(nodes, node);
                owner
            }
        }
    }

    /// Makes the object of a namespace, and of those that it holds in turn.
    fn namespace(&mut self, nodes: &Nodes, node: NodeIndex) {
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            if self.namespaces.contains_key(&node) {
                continue;
            }
            self.namespaces.insert(node, Namespace::default());
            let mut names = Vec::new();
            for (name, binding) in namespace_names(nodes, node) {
                let owner = match binding {
                    Binding::Symbol(node, symbol) => Owner::Symbol(node, symbol),
                    Binding::External(external, imported) => Owner::External(external, imported),
                    Binding::Namespace(inner) => {
                        waiting.push(inner);
                        Owner::Namespace(inner)
                    }
                };
                names.push((name, self.owner(owner)));
            }
            let stars = external_stars(nodes, node);
            let stars =
                stars.into_iter().map(|external| self.owner(Owner::External(external, Imported::Namespace))).collect();
            self.namespaces.insert(node, Namespace { names, stars });
        }
    }

    fn owner(&mut self, owner: Owner) -> OwnerIndex {
        if let Some(known) = self.indices.get(&owner) {
            return *known;
        }
        let index = self.owners.len();
        self.owners.push(owner.clone());
        self.indices.insert(owner, index);
        index
    }

    fn alias(&mut self, owner: OwnerIndex, node: NodeIndex, name: &str) {
        self.aliases.entry(owner).or_default().insert((node, name.into()));
    }
}

/// What an import statement's name stands for; `None` where it is absent, which is reported elsewhere.
fn target(nodes: &Nodes, node: NodeIndex, request: usize, imported: &Imported) -> Option<Binding> {
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
