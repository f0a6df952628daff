//! What of the modules is needed: everything whose running could be noticed, and what that needs in turn.

use super::super::scan::{Code, Format, Hole, HoleKind, Part, PartKind, SymbolIndex, SymbolKind};
use super::bindings::Bindings;
use super::cycles::cycles;
use super::graph::{Destination, NodeIndex, Nodes};
use super::resolve::{Binding, Resolution, namespace_names, resolve};

/// The parts and symbols that are needed, by module.
#[derive(Debug)]
pub(in super::super) struct Live {
    parts: Vec<Vec<bool>>,
    symbols: Vec<Vec<bool>>,
}

impl Live {
    pub(super) fn new(nodes: &Nodes, bindings: &Bindings) -> Self {
        let all =
            |count: fn(&Code) -> usize| nodes.nodes.iter().map(|node| vec![false; count(node.module.code())]).collect();
        let mut search = Search {
            nodes,
            bindings,
            cycles: cycles(nodes),
            live: Self { parts: all(|code| code.parts.len()), symbols: all(|code| code.symbols.len()) },
            modules: vec![false; nodes.nodes.len()],
            namespaces: vec![false; nodes.nodes.len()],
            declarations: nodes.nodes.iter().map(|node| declarations(node.module.code())).collect(),
            waiting: Vec::new(),
        };
        for (entry, node) in &nodes.entries {
            if let Some(node) = node {
                search.module(*node);
                search.export(*node, &entry.export);
            }
        }
        search.module(nodes.extension);
        search.export(nodes.extension, super::CREATE_EXTENSION);
        search.run();
        search.live
    }

    pub fn part(&self, node: NodeIndex, part: usize) -> bool {
        self.parts.get(node).and_then(|parts| parts.get(part)).is_some_and(|live| *live)
    }

    /// Whether anything of a module is needed.
    pub fn any(&self, node: NodeIndex) -> bool {
        self.parts.get(node).is_some_and(|parts| parts.contains(&true))
    }

    pub fn symbol(&self, node: NodeIndex, symbol: SymbolIndex) -> bool {
        self.symbols.get(node).and_then(|symbols| symbols.get(symbol as usize)).is_some_and(|live| *live)
    }

    /// The holes of the parts that are needed.
    pub fn holes<'c>(&'c self, node: NodeIndex, code: &'c Code) -> impl Iterator<Item = Hole> + 'c {
        let parts = (0..code.parts.len()).filter(move |part| self.part(node, *part));
        parts.flat_map(|part| code.part_holes(part).iter().copied())
    }
}

enum Task {
    Module(NodeIndex),
    Part(NodeIndex, usize),
    Binding(Binding),
}

struct Search<'n> {
    nodes: &'n Nodes,
    bindings: &'n Bindings,
    cycles: Vec<usize>,
    live: Live,
    modules: Vec<bool>,
    namespaces: Vec<bool>,
    /// By module, which parts declare which symbols, sorted.
    declarations: Vec<Vec<(SymbolIndex, usize)>>,
    waiting: Vec<Task>,
}

fn declarations(code: &Code) -> Vec<(SymbolIndex, usize)> {
    let parts = code.parts.iter().enumerate();
    let mut declarations: Vec<_> =
        parts.flat_map(|(index, part)| part.declares.iter().map(move |symbol| (*symbol, index))).collect();
    declarations.sort_unstable();
    declarations
}

impl Search<'_> {
    fn run(&mut self) {
        while let Some(task) = self.waiting.pop() {
            match task {
                Task::Module(node) => self.evaluate(node),
                Task::Part(node, part) => self.uses(node, part),
                Task::Binding(binding) => self.binding(binding),
            }
        }
    }

    /// A module runs.
    fn module(&mut self, node: NodeIndex) {
        if mark(&mut self.modules, node) {
            self.waiting.push(Task::Module(node));
        }
    }

    fn evaluate(&mut self, index: NodeIndex) {
        let Some(node) = self.nodes.node(index) else { return };
        let code = node.module.code();
        for request in &code.evaluated {
            if let Destination::Node(next) = self.nodes.destination(index, *request) {
                self.module(next);
            }
        }
        for (number, part) in code.parts.iter().enumerate() {
            if self.is_noticed(index, part) {
                self.part(index, number);
            }
        }
    }

    fn is_noticed(&self, node: NodeIndex, part: &Part) -> bool {
        part.noticed || !part.reads.iter().all(|read| self.is_there(node, read.symbol, read.extended))
    }

    /// Whether reading an imported name as its module runs can't fail, nor extending it where it is extended.
    fn is_there(&self, node: NodeIndex, symbol: SymbolIndex, extended: bool) -> bool {
        let member = self.nodes.node(node).and_then(|node| node.module.code().symbols.get(symbol as usize));
        let member = member.is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Member { .. }));
        match self.bindings.get(node, symbol) {
            Some(Binding::Symbol(owner, symbol)) => {
                let earlier = self.cycles.get(*owner) != self.cycles.get(node);
                let kinds = self.declaring(*owner, *symbol).map(|part| self.kind(*owner, part));
                if extended {
                    earlier && self.is_constant(*owner, *symbol) && kinds.eq([PartKind::Class(*symbol)])
                } else {
                    earlier || kinds.eq([PartKind::Function(*symbol)])
                }
            }
            // Read off an object, which has it or gives undefined.
            Some(Binding::Namespace(_) | Binding::External(..) | Binding::CommonJs(..) | Binding::Star(..)) => {
                !extended
            }
            None => member && !extended,
        }
    }

    fn kind(&self, node: NodeIndex, part: usize) -> PartKind {
        let code = self.nodes.node(node).map(|node| node.module.code());
        code.and_then(|code| code.parts.get(part)).map_or(PartKind::Other, |part| part.kind)
    }

    fn is_constant(&self, node: NodeIndex, symbol: SymbolIndex) -> bool {
        let code = self.nodes.node(node).map(|node| node.module.code());
        code.and_then(|code| code.symbols.get(symbol as usize))
            .is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Local { constant: true, .. }))
    }

    /// The parts that declare a symbol.
    fn declaring(&self, node: NodeIndex, symbol: SymbolIndex) -> impl Iterator<Item = usize> + use<'_> {
        let declarations = self.declarations.get(node).map_or(&[][..], Vec::as_slice);
        let start = declarations.partition_point(|(declared, _)| *declared < symbol);
        let rest = declarations.get(start..).unwrap_or_default();
        rest.iter().take_while(move |(declared, _)| *declared == symbol).map(|(_, part)| *part)
    }

    fn part(&mut self, node: NodeIndex, part: usize) {
        if self.live.parts.get_mut(node).is_some_and(|parts| mark(parts, part)) {
            self.waiting.push(Task::Part(node, part));
        }
    }

    /// What a part needs.
    fn uses(&mut self, index: NodeIndex, part: usize) {
        let Some(node) = self.nodes.node(index) else { return };
        for hole in node.module.code().part_holes(part) {
            match hole.kind {
                HoleKind::Name(symbol) | HoleKind::Shorthand(symbol) => self.used(index, symbol, false),
                HoleKind::Callee(symbol) => self.used(index, symbol, true),
                HoleKind::Import(request) => self.loaded(index, request as usize, false),
                HoleKind::Require(request) => self.loaded(index, request as usize, true),
                _ => {}
            }
        }
    }

    fn used(&mut self, index: NodeIndex, symbol: SymbolIndex, called: bool) {
        let Some(kind) = self.nodes.node(index).and_then(|node| node.module.code().symbols.get(symbol as usize)) else {
            return;
        };
        match kind.kind {
            SymbolKind::Member { namespace, .. } => {
                let bound = self.bindings.get(index, symbol);
                let is_enough = match bound {
                    Some(binding) => !called || self.nodes.ignores_this(binding),
                    None => false,
                };
                let object = self.bindings.get(index, namespace).filter(|_| !is_enough);
                let needed = bound.into_iter().chain(object).cloned().map(Task::Binding);
                self.waiting.extend(needed);
            }
            SymbolKind::Import { .. } => {
                self.waiting.extend(self.bindings.get(index, symbol).cloned().map(Task::Binding));
            }
            _ => self.symbol(index, symbol),
        }
    }

    fn symbol(&mut self, node: NodeIndex, symbol: SymbolIndex) {
        if !self.live.symbols.get_mut(node).is_some_and(|symbols| mark(symbols, symbol as usize)) {
            return;
        }
        let code = self.nodes.node(node).map(|node| node.module.code());
        let kind = code.and_then(|code| code.symbols.get(symbol as usize)).map(|symbol| &symbol.kind);
        if let Some(SymbolKind::JsonMember { apart: None }) = kind {
            self.symbol(node, 0);
        }
        let parts: Vec<usize> = self.declaring(node, symbol).collect();
        for part in parts {
            self.part(node, part);
        }
    }

    /// `import()` and `require()` give all that a module exports.
    fn loaded(&mut self, index: NodeIndex, request: usize, required: bool) {
        let Destination::Node(next) = self.nodes.destination(index, request) else { return };
        self.module(next);
        match self.nodes.node(next).map(|node| node.module.format()) {
            Some(Format::Json) if required => self.symbol(next, 0),
            Some(Format::CommonJs) if required => {}
            _ => self.waiting.push(Task::Binding(Binding::Namespace(next))),
        }
    }

    fn export(&mut self, node: NodeIndex, name: &str) {
        if let Resolution::Found(binding) | Resolution::Perhaps(binding) = resolve(self.nodes, node, name) {
            self.binding(binding);
        }
    }

    fn binding(&mut self, binding: Binding) {
        match binding {
            Binding::Symbol(node, symbol) => self.symbol(node, symbol),
            Binding::Namespace(node) if mark(&mut self.namespaces, node) => {
                let names = namespace_names(self.nodes, node);
                self.waiting.extend(names.into_iter().map(|(_, binding)| Task::Binding(binding)));
            }
            // Read off the namespace.
            Binding::Star(node, _) => self.binding(Binding::Namespace(node)),
            Binding::Namespace(_) | Binding::External(..) | Binding::CommonJs(..) => {}
        }
    }
}

fn mark(marks: &mut [bool], index: usize) -> bool {
    marks.get_mut(index).is_some_and(|marked| !std::mem::replace(marked, true))
}
