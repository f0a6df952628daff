use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, BTreeSet};

use super::super::scan::Format;
use super::graph::{Destination, NodeIndex, Nodes};
use super::resolve::commonjs_names;

/// How many names all tables together may hold. Chains of `export *` in which every module is asked for a name of the
/// last one would fill memory otherwise; beyond this, names are looked for module by module.
const LIMIT: usize = 2_000_000;

/// Where names come from that reach a module by `export *`, so that a name asked of a file that gathers a thousand is not
/// looked for in each of them. Made when a module is first asked.
#[derive(Debug)]
pub(super) struct Stars {
    modules: Vec<OnceCell<Option<Table>>>,
    held: Cell<usize>,
}

#[derive(Debug, Default)]
struct Table {
    /// The module that has the name as an export of its own; `None` if several have.
    holders: BTreeMap<Box<str>, Option<NodeIndex>>,
    types: BTreeSet<Box<str>>,
    /// Whether any module on the way may have names that are not known here.
    open: bool,
}

/// What a table tells of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// One module has it.
    One(NodeIndex),
    /// None has it as a value.
    None { is_type: bool },
    /// It has to be looked for.
    Unclear,
}

impl Stars {
    pub fn new(count: usize) -> Self {
        Self { modules: (0..count).map(|_| OnceCell::new()).collect(), held: Cell::new(0) }
    }

    /// Which of the modules that one exports all of, directly or not, exports a name, which that one does not by itself.
    pub fn holder(&self, nodes: &Nodes, node: NodeIndex, name: &str) -> Holder {
        let table = self.modules.get(node).and_then(|cell| cell.get_or_init(|| self.table(nodes, node)).as_ref());
        let Some(table) = table else { return Holder::Unclear };
        match table.holders.get(name) {
            Some(Some(holder)) => Holder::One(*holder),
            Some(None) => Holder::Unclear,
            None if table.open => Holder::Unclear,
            None => Holder::None { is_type: table.types.contains(name) },
        }
    }

    fn table(&self, nodes: &Nodes, node: NodeIndex) -> Option<Table> {
        let mut table = Table::default();
        let mut seen = BTreeSet::new();
        let mut waiting = vec![node];
        while let Some(current) = waiting.pop() {
            if !seen.insert(current) {
                continue;
            }
            let module = &nodes.node(current)?.module;
            table.open |= module.has_errors();
            let mut add = |name: &str| match table.holders.get_mut(name) {
                Some(holder) => *holder = None,
                None => drop(table.holders.insert(name.into(), Some(current))),
            };
            if module.format() == Format::CommonJs {
                commonjs_names(nodes, current).iter().for_each(|name| add(name));
                continue;
            }
            module.code().exports.iter().for_each(|export| add(&export.name));
            let types = module.exports().names.iter().filter(|(_, export)| export.type_only);
            table.types.extend(types.map(|(name, _)| Box::from(name.as_str())));
            for request in module.code().stars.iter().chain(&module.exports().stars) {
                match nodes.destination(current, *request) {
                    Destination::Node(next) => waiting.push(next),
                    Destination::External(_) | Destination::Nowhere => table.open = true,
                }
            }
        }
        let held = self.held.get() + table.holders.len() + table.types.len();
        self.held.set(held);
        (held <= LIMIT).then_some(table)
    }
}
