use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::super::scan::{Module, SymbolKind};
use super::resolve::Binding;
use super::resolve::{Export, Resolution};
use super::stars::{Holder, Stars};
use crate::vfs::VfsPath;

/// Modules, and where each of their requests leads.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub modules: BTreeMap<VfsPath, Arc<Module>>,
    /// By request, in the order of [`Module::requests`].
    pub targets: BTreeMap<VfsPath, Vec<Target>>,
    /// The tools, in the order in which they are declared.
    pub entries: Vec<EntryPoint>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Module(VfsPath),
    /// `node:…`; the specifier says which.
    NodeBuiltin,
    /// `@mutagent/agents/tools`.
    ToolsRuntime,
    /// It leads nowhere, which has been reported.
    Unresolved,
}

/// A declared tool module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    pub path: VfsPath,
    pub export: String,
    pub name: String,
}

pub(in super::super) type NodeIndex = usize;

/// The modules of a graph and of the runtime, by index.
#[derive(Debug)]
pub(in super::super) struct Nodes {
    pub nodes: Vec<Node>,
    pub entries: Vec<(EntryPoint, Option<NodeIndex>)>,
    /// Specifiers of Node's built-in modules, sorted.
    pub externals: Vec<Box<str>>,
    pub extension: NodeIndex,
    stars: Stars,
    /// What exports are that are passed on, once it is known.
    resolved: RefCell<BTreeMap<Export, Resolution>>,
}

#[derive(Debug)]
pub(in super::super) struct Node {
    pub module: Arc<Module>,
    /// By request.
    pub destinations: Vec<Destination>,
    /// Whether it is ours, and not of the folder.
    pub runtime: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Destination {
    Node(NodeIndex),
    External(usize),
    Nowhere,
}

impl Nodes {
    pub fn new(graph: &Graph) -> Self {
        let indices: BTreeMap<&VfsPath, NodeIndex> =
            graph.modules.keys().enumerate().map(|(index, path)| (path, index)).collect();
        let (tools, extension) = (indices.len(), indices.len() + 1);
        let mut externals: Vec<Box<str>> = Vec::new();
        for (path, module) in &graph.modules {
            let targets = graph.targets.get(path).map_or(&[][..], Vec::as_slice);
            for (request, target) in module.requests().iter().zip(targets) {
                if *target == Target::NodeBuiltin {
                    externals.push(request.specifier.as_str().into());
                }
            }
        }
        externals.sort();
        externals.dedup();

        let destination = |specifier: &str, target: &Target| match target {
            Target::Module(path) => indices.get(path).map_or(Destination::Nowhere, |node| Destination::Node(*node)),
            Target::NodeBuiltin => externals
                .binary_search_by(|external| (**external).cmp(specifier))
                .map_or(Destination::Nowhere, Destination::External),
            Target::ToolsRuntime => Destination::Node(tools),
            Target::Unresolved => Destination::Nowhere,
        };
        let mut nodes: Vec<Node> = graph
            .modules
            .iter()
            .map(|(path, module)| {
                let targets = graph.targets.get(path).map_or(&[][..], Vec::as_slice);
                let destinations = module
                    .requests()
                    .iter()
                    .enumerate()
                    .map(|(index, request)| {
                        targets
                            .get(index)
                            .map_or(Destination::Nowhere, |target| destination(&request.specifier, target))
                    })
                    .collect();
                Node { module: module.clone(), destinations, runtime: false }
            })
            .collect();
        for module in runtime() {
            let destinations = vec![Destination::Node(tools); module.requests().len()];
            nodes.push(Node { module: module.clone(), destinations, runtime: true });
        }
        let entries = graph.entries.iter().map(|entry| (entry.clone(), indices.get(&entry.path).copied())).collect();
        let stars = Stars::new(nodes.len());
        Self { nodes, entries, externals, extension, stars, resolved: RefCell::default() }
    }

    pub(super) fn resolved(&self, export: &Export) -> Option<Resolution> {
        self.resolved.borrow().get(export).cloned()
    }

    pub(super) fn remember(&self, exports: impl IntoIterator<Item = Export>, resolution: &Resolution) {
        self.resolved.borrow_mut().extend(exports.into_iter().map(|export| (export, resolution.clone())));
    }

    pub fn node(&self, index: NodeIndex) -> Option<&Node> {
        self.nodes.get(index)
    }

    /// Whether an export of the runtime is there for the runtime alone.
    pub fn is_internal(&self, node: NodeIndex, export: &str) -> bool {
        self.nodes.get(node).is_some_and(|node| node.runtime) && !TOOL_EXPORTS.contains(&export)
    }

    /// Where a name comes from that a module does not export by itself, but perhaps by `export *`.
    pub(super) fn star(&self, node: NodeIndex, name: &str) -> Holder {
        self.stars.holder(self, node, name)
    }

    /// Whether a name stands for a function in which `this` plays no part.
    pub fn ignores_this(&self, binding: &Binding) -> bool {
        let Binding::Symbol(node, symbol) = binding else { return false };
        let code = self.node(*node).map(|node| node.module.code());
        code.and_then(|code| code.symbols.get(*symbol as usize))
            .is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Local { ignores_this: true, .. }))
    }

    pub fn destination(&self, node: NodeIndex, request: usize) -> Destination {
        let destinations = self.nodes.get(node).map_or(&[][..], |node| &node.destinations);
        destinations.get(request).copied().unwrap_or(Destination::Nowhere)
    }
}

/// What authors may import of `@mutagent/agents/tools`.
const TOOL_EXPORTS: [&str; 2] = ["defineTool", "Type"];

/// `@mutagent/agents/tools` and the extension, in this order. Every bundle has them, so they are read once.
fn runtime() -> &'static [Arc<Module>; 2] {
    static RUNTIME: OnceLock<[Arc<Module>; 2]> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        [("tools.js", include_str!("../runtime/tools.js")), ("extension.js", include_str!("../runtime/extension.js"))]
            .map(|(name, source)| Arc::new(Module::parse(&VfsPath::root().child(name), Arc::from(source))))
    })
}
