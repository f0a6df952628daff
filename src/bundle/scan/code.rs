use std::collections::BTreeSet;
use std::ops::Range;

use crate::bundle::support::Support;

/// Index into [`Code::symbols`].
pub(crate) type SymbolIndex = u32;

/// What a module contributes to a bundle: its statements as text, with holes.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// The statements as printed, holes taken out, one after the other.
    pub text: String,
    /// In the order of their places in the text.
    pub holes: Vec<Hole>,
    /// Which place of the text comes from which place of the source, in the order of the text.
    pub marks: Vec<Mark>,
    /// Names as the source has them, for marks.
    pub names: Vec<Box<str>>,
    pub parts: Vec<Part>,
    /// What the module declares or imports at its top level.
    pub symbols: Vec<Symbol>,
    /// Sorted by name.
    pub exports: Vec<Export>,
    /// Requests whose exports are exported too (`export * from`), in source order.
    pub stars: Vec<usize>,
    /// Requests that are evaluated before the module, in source order, each module request once.
    pub evaluated: Vec<usize>,
    /// Names that the module uses and does not declare.
    pub globals: BTreeSet<Box<str>>,
    /// Names that are declared below the top level: what could capture a name brought in from elsewhere.
    pub nested_names: BTreeSet<Box<str>>,
    /// Whether the module awaits at its top level.
    pub awaits: bool,
    pub commonjs: CommonJsExports,
    /// Which functions of ours it calls.
    pub support: BTreeSet<Support>,
}

/// What a CommonJS file exports as far as its text tells, by the same signs that Node goes by.
#[derive(Debug, Default)]
pub(crate) struct CommonJsExports {
    pub names: BTreeSet<Box<str>>,
    /// Requests whose exports are exported too (`module.exports = require("…")`).
    pub reexports: Vec<usize>,
}

/// A top-level statement. A declaration of several variables is one for each.
#[derive(Debug)]
pub(crate) struct Part {
    /// Where it starts in the text; it ends where the next one starts.
    pub start: u32,
    pub kind: PartKind,
    /// What it declares or completes the value of.
    pub declares: Vec<SymbolIndex>,
    /// Whether running it could be noticed by anything that does not use what it declares.
    pub noticed: bool,
    /// What it reads of other modules as it runs; where that may not be there yet, running it could be noticed.
    pub reads: Vec<Read>,
    /// Whether it is one declaration with the part before it.
    pub continues: bool,
}

/// A read of an imported name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    pub symbol: SymbolIndex,
    /// Whether it has to be a class, because one extends it.
    pub extended: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    /// The declaration of a function, which runs before everything.
    Function(SymbolIndex),
    /// The declaration of a class.
    Class(SymbolIndex),
    /// The value of a JSON file, an expression.
    Json,
    Other,
}

/// A place in the text where something is to be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hole {
    pub at: u32,
    pub kind: HoleKind,
    /// How many marks stand before it; one at the same place may be of what follows.
    pub marks: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoleKind {
    /// The name of a symbol.
    Name(SymbolIndex),
    /// The same where it is called, so that it must not become the method of an object.
    Callee(SymbolIndex),
    /// `{ name }`, which becomes `{ name: other }` where the name changes.
    Shorthand(SymbolIndex),
    /// `import.meta`.
    ImportMeta,
    /// `import("…")`, as a call.
    Import(u32),
    /// `require("…")`, as a call.
    Require(u32),
    /// Around what is awaited at the top level.
    AwaitStart,
    AwaitEnd,
    /// Around a function without a name of its own that takes the symbol's.
    NamedStart(SymbolIndex),
    NamedEnd(SymbolIndex),
    /// The beginning of the body of a class declaration.
    ClassBody(SymbolIndex),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub at: u32,
    /// Zero-based line and UTF-16 column in the source.
    pub line: u32,
    pub column: u32,
    /// Index into [`Code::names`].
    pub name: Option<u32>,
}

#[derive(Debug)]
pub(crate) struct Symbol {
    /// The name in the source, or a proposal where the source gives none.
    pub name: Box<str>,
    pub kind: SymbolKind,
}

#[derive(Debug)]
pub(crate) enum SymbolKind {
    Local {
        /// Whether it is never assigned after its declaration.
        constant: bool,
        /// Whether it is a function in which `this` plays no part, whoever calls it.
        ignores_this: bool,
    },
    /// An anonymous function declaration that is the default export: its `name` is to be `default`.
    AnonymousFunction,
    /// A key of a JSON file's object, to be read off the first symbol.
    JsonMember {
        /// Its value in the text, where it can do without the rest.
        apart: Option<Range<u32>>,
    },
    Import {
        request: usize,
        imported: Imported,
    },
    /// `namespace.name` for an imported namespace.
    Member {
        namespace: SymbolIndex,
        name: Box<str>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Imported {
    Name(Box<str>),
    Namespace,
}

#[derive(Debug)]
pub(crate) struct Export {
    pub name: Box<str>,
    pub source: ExportSource,
}

#[derive(Debug)]
pub(crate) enum ExportSource {
    Local(SymbolIndex),
    Request { request: usize, imported: Imported },
}

impl Code {
    pub fn export(&self, name: &str) -> Option<&Export> {
        let found = self.exports.binary_search_by(|export| (*export.name).cmp(name));
        found.ok().and_then(|index| self.exports.get(index))
    }

    /// The symbol that is exported by a name, where it is the module's own.
    pub fn local_export(&self, name: &str) -> Option<SymbolIndex> {
        match self.export(name)?.source {
            ExportSource::Local(symbol) => Some(symbol),
            ExportSource::Request { .. } => None,
        }
    }

    /// The holes in the text of a part.
    pub fn part_holes(&self, index: usize) -> &[Hole] {
        let range = self.part_range(index);
        let start = self.holes.partition_point(|hole| hole.at < range.start);
        let end = self.holes.partition_point(|hole| hole.at < range.end);
        self.holes.get(start..end).unwrap_or_default()
    }

    /// The range of text of a part.
    pub fn part_range(&self, index: usize) -> Range<u32> {
        let end = self.parts.get(index + 1).map_or(self.text.len() as u32, |next| next.start);
        let start = self.parts.get(index).map_or(end, |part| part.start);
        start..end
    }
}
