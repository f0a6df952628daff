use std::collections::{BTreeMap, BTreeSet};

use super::super::scan::{Format, HoleKind, Imported, SymbolIndex, SymbolKind};
use super::bindings::Bindings;
use super::graph::{Destination, NodeIndex, Nodes};
use super::live::Live;
use super::names::{Owner, OwnerIndex};
use super::order::{Order, Shape};
use super::resolve::{Binding, Resolution, external_stars, namespace_names, resolve};

/// What is to stand in a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Reference {
    Owner(OwnerIndex),
    /// A property of a namespace, of which it is a method when it is called.
    Member(OwnerIndex, Box<str>),
    /// A name of a module that is wrapped: a property of the object that holds them, and never its method.
    Property(OwnerIndex, PropertyName),
    /// Nothing: only types have that name.
    Missing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum PropertyName {
    /// What a symbol of an ES module is called in the bundle.
    Symbol(OwnerIndex),
    /// A property of a CommonJS file's exports.
    Text(Box<str>),
}

/// What every symbol of every module refers to, and everything that needs a name.
#[derive(Debug)]
pub(in super::super) struct References<'n> {
    nodes: &'n Nodes,
    bindings: &'n Bindings,
    live: &'n Live,
    order: &'n Order,
    pub table: Table,
}

#[derive(Debug, Default)]
pub(in super::super) struct Table {
    /// By module and symbol: where the value is meant, and where it is called.
    symbols: BTreeMap<NodeIndex, Vec<(Reference, Reference)>>,
    /// In the order in which they are named.
    pub owners: Vec<Owner>,
    indices: BTreeMap<Owner, OwnerIndex>,
    /// Under which names owners are known, and where.
    pub aliases: BTreeMap<OwnerIndex, BTreeSet<(NodeIndex, Box<str>)>>,
    /// The namespaces that are there as objects, and what they hold.
    pub namespaces: BTreeMap<NodeIndex, Namespace>,
    /// Of each wrapped module, what is used outside of it.
    pub exposed: BTreeMap<NodeIndex, BTreeSet<OwnerIndex>>,
    /// Of each CommonJS file that ES modules import, the names that they know it by.
    pub properties: BTreeMap<NodeIndex, BTreeSet<Box<str>>>,
}

/// A namespace that is used as a value.
#[derive(Debug, Default)]
pub(in super::super) struct Namespace {
    pub names: Vec<(Box<str>, Reference)>,
    /// Namespaces of built-in modules that it takes all names from.
    pub stars: Vec<OwnerIndex>,
}

impl Table {
    /// What a hole with a symbol refers to.
    pub fn hole(&self, node: NodeIndex, kind: HoleKind) -> Option<&Reference> {
        let symbols = self.symbols.get(&node)?;
        match kind {
            HoleKind::Name(symbol) | HoleKind::Shorthand(symbol) => {
                symbols.get(symbol as usize).map(|(value, _)| value)
            }
            HoleKind::Callee(symbol) => symbols.get(symbol as usize).map(|(_, callee)| callee),
            _ => None,
        }
    }

    pub fn index(&self, owner: &Owner) -> Option<OwnerIndex> {
        self.indices.get(owner).copied()
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

impl<'n> References<'n> {
    pub fn new(nodes: &'n Nodes, bindings: &'n Bindings, live: &'n Live, order: &'n Order) -> Self {
        let mut references = Self { nodes, bindings, live, order, table: Table::default() };
        for node in &order.modules {
            references.own_symbols(*node);
        }
        for node in &order.modules {
            references.module(*node);
            references.loads(*node);
        }
        references
    }

    /// An export as a value.
    pub fn export(&mut self, node: NodeIndex, name: &str) -> Option<Reference> {
        match resolve(self.nodes, node, name) {
            Resolution::Found(binding) | Resolution::Perhaps(binding) => Some(self.binding(None, binding)),
            _ => None,
        }
    }

    fn own_symbols(&mut self, index: NodeIndex) {
        let Some(node) = self.nodes.node(index) else { return };
        let code = node.module.code();
        for (symbol, number) in code.symbols.iter().zip(0..) {
            let local = matches!(symbol.kind, SymbolKind::Local { .. } | SymbolKind::AnonymousFunction);
            if local && self.live.symbol(index, number) {
                let owner = self.table.owner(Owner::Symbol(index, number));
                self.table.alias(owner, index, &symbol.name);
            }
        }
        if !node.runtime && self.live.holes(index, code).any(|hole| hole.kind == HoleKind::ImportMeta) {
            let owner = self.table.owner(Owner::ImportMeta(index));
            self.table.alias(owner, index, "");
        }
        match self.order.shape(index) {
            Shape::Wrapped => {
                self.table.owner(Owner::Exports(index));
            }
            Shape::CommonJs => {
                self.table.owner(Owner::Require(index));
            }
            Shape::Flat | Shape::Absent => {}
        }
        // An ES module evaluates the CommonJS files that it imports, whether or not it uses anything of theirs.
        for request in &code.evaluated {
            if let Destination::Node(next) = self.nodes.destination(index, *request)
                && self.order.shape(next) == Shape::CommonJs
            {
                self.table.owner(Owner::Exports(next));
            }
        }
    }

    fn module(&mut self, index: NodeIndex) {
        let Some(node) = self.nodes.node(index) else { return };
        let code = node.module.code();
        let mut used = vec![(false, false); code.symbols.len()];
        for hole in self.live.holes(index, code) {
            match hole.kind {
                HoleKind::Name(symbol) | HoleKind::Shorthand(symbol) => {
                    used.get_mut(symbol as usize).iter_mut().for_each(|used| used.0 = true);
                }
                HoleKind::Callee(symbol) => {
                    used.get_mut(symbol as usize).iter_mut().for_each(|used| used.1 = true);
                }
                _ => {}
            }
        }
        let mut symbols = Vec::with_capacity(code.symbols.len());
        for ((symbol, (as_value, as_callee)), number) in code.symbols.iter().zip(used).zip(0..) {
            let one = |reference: Reference| (reference.clone(), reference);
            symbols.push(match &symbol.kind {
                SymbolKind::Local { .. } | SymbolKind::AnonymousFunction if self.live.symbol(index, number) => {
                    one(Reference::Owner(self.table.owner(Owner::Symbol(index, number))))
                }
                _ if !as_value && !as_callee => one(Reference::Missing),
                SymbolKind::Import { .. } => one(match self.bindings.get(index, number) {
                    Some(binding) => self.used(index, &symbol.name, binding.clone()),
                    None => Reference::Missing,
                }),
                SymbolKind::Member { namespace, name } => self.member(index, number, *namespace, name, as_callee),
                SymbolKind::Local { .. } | SymbolKind::AnonymousFunction | SymbolKind::JsonMember { .. } => {
                    one(Reference::Missing)
                }
            });
        }
        self.table.symbols.insert(index, symbols);
    }

    /// A binding as a module uses it, under a name of its own.
    fn used(&mut self, index: NodeIndex, alias: &str, binding: Binding) -> Reference {
        let reference = self.binding(Some(index), binding);
        match reference {
            Reference::Owner(owner) => self.table.alias(owner, index, alias),
            Reference::Property(owner, _) | Reference::Member(owner, _) => self.table.alias(owner, index, ""),
            Reference::Missing => {}
        }
        reference
    }

    /// `namespace.name` is the binding itself where that can't be told apart: not where it is called and may look at
    /// `this`, and not where the name may be absent.
    fn member(
        &mut self,
        index: NodeIndex,
        member: SymbolIndex,
        namespace: SymbolIndex,
        name: &str,
        as_callee: bool,
    ) -> (Reference, Reference) {
        let bound = self.bindings.get(index, member);
        let ignores_this = bound.is_some_and(|binding| self.nodes.ignores_this(binding));
        let direct = bound.map(|binding| self.used(index, "", binding.clone()));
        match direct {
            Some(direct) if ignores_this || !as_callee => (direct.clone(), direct),
            direct => {
                let symbols = self.nodes.node(index).map_or(&[][..], |node| &node.module.code().symbols);
                let alias = symbols.get(namespace as usize).map_or("", |symbol| &symbol.name);
                let object = match self.bindings.get(index, namespace) {
                    Some(object) => self.used(index, alias, object.clone()),
                    None => Reference::Missing,
                };
                let member = match object {
                    Reference::Owner(owner) => Reference::Member(owner, name.into()),
                    other => other,
                };
                (direct.unwrap_or_else(|| member.clone()), member)
            }
        }
    }

    /// The objects that `import()` and `require()` give.
    fn loads(&mut self, index: NodeIndex) {
        let Some(node) = self.nodes.node(index) else { return };
        for hole in self.live.holes(index, node.module.code()) {
            let (HoleKind::Import(request) | HoleKind::Require(request)) = hole.kind else { continue };
            let required = matches!(hole.kind, HoleKind::Require(_));
            let owner = match self.nodes.destination(index, request as usize) {
                Destination::Node(next) => match (self.nodes.node(next).map(|node| node.module.format()), required) {
                    (Some(Format::CommonJs), true) => self.table.index(&Owner::Require(next)),
                    (Some(Format::Json), true) => self.table.index(&Owner::Symbol(next, 0)),
                    _ => match self.binding(None, Binding::Namespace(next)) {
                        Reference::Owner(owner) => Some(owner),
                        _ => None,
                    },
                },
                Destination::External(external) if required => {
                    Some(self.table.owner(Owner::External(external, Imported::Name("default".into()))))
                }
                _ => None,
            };
            if let Some(owner) = owner {
                self.table.alias(owner, index, "");
            }
        }
    }

    /// How a binding is written, in a module or outside of all.
    fn binding(&mut self, from: Option<NodeIndex>, binding: Binding) -> Reference {
        match binding {
            Binding::Symbol(node, symbol) => {
                let owner = self.table.owner(Owner::Symbol(node, symbol));
                if self.order.shape(node) == Shape::Wrapped && from != Some(node) {
                    self.table.exposed.entry(node).or_default().insert(owner);
                    let exports = self.table.owner(Owner::Exports(node));
                    return Reference::Property(exports, PropertyName::Symbol(owner));
                }
                Reference::Owner(owner)
            }
            Binding::External(external, imported) => {
                Reference::Owner(self.table.owner(Owner::External(external, imported)))
            }
            Binding::CommonJs(node, name) => {
                self.table.properties.entry(node).or_default().insert(name.clone());
                let exports = self.table.owner(Owner::Exports(node));
                Reference::Property(exports, PropertyName::Text(name))
            }
            Binding::Namespace(node) => {
                let owner = self.table.owner(Owner::Namespace(node));
                self.namespace(node);
                Reference::Owner(owner)
            }
            Binding::Star(node, name) => {
                let owner = self.table.owner(Owner::Namespace(node));
                self.namespace(node);
                Reference::Property(owner, PropertyName::Text(name))
            }
        }
    }

    /// Makes the object of a namespace, and of those that it holds in turn.
    fn namespace(&mut self, node: NodeIndex) {
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            if self.table.namespaces.contains_key(&node) {
                continue;
            }
            self.table.namespaces.insert(node, Namespace::default());
            let mut names = Vec::new();
            for (name, binding) in namespace_names(self.nodes, node) {
                let reference = match binding {
                    Binding::Namespace(inner) => {
                        waiting.push(inner);
                        Reference::Owner(self.table.owner(Owner::Namespace(inner)))
                    }
                    binding => self.binding(None, binding),
                };
                names.push((name, reference));
            }
            let stars = external_stars(self.nodes, node)
                .into_iter()
                .map(|external| self.table.owner(Owner::External(external, Imported::Namespace)))
                .collect();
            self.table.namespaces.insert(node, Namespace { names, stars });
        }
    }
}
