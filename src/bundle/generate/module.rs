//! The statements of one module, their holes filled.

use std::ops::Range;

use super::source_map::SourceMapWriter;
use super::text::{key, property, string, url_path};
use super::{loader, value};
use crate::bundle::link::{Linked, NodeIndex, Owner, Reference, Shape};
use crate::bundle::scan::{Code, Export, ExportSource, Hole, HoleKind, PartKind, SymbolIndex, SymbolKind};
use crate::diagnostics::quoted;

/// How the text of a declaration ends.
const END: &str = ";\n";

pub(super) const NAMED: &str = "__named";

/// Gives a function or class the name that it has in its module, unless a member `name` of its own is in the way.
const NAMED_SOURCE: &str = "function __named(name, value) {
  if (Object.getOwnPropertyDescriptor(value, \"name\")?.writable === false) {
    Object.defineProperty(value, \"name\", { value: name });
  }
}
";

pub(super) const META: &str = "__meta";

/// Makes an `import.meta` from the module's place as seen from the bundle's.
const META_SOURCE: &str = include_str!("meta.js");

/// `import.meta` of the modules that use it: their place in the package, and not the bundle's.
pub(super) fn write_locations(linked: &Linked, output: &mut SourceMapWriter) {
    let mut written = false;
    for node in &linked.order.modules {
        let Some(name) = linked.name_of(&Owner::ImportMeta(*node)) else { continue };
        let Some(path) = linked.nodes.node(*node).map(|node| node.module.path()) else { continue };
        let url = string(&format!("../source/{}", url_path(path.as_str())));
        if !std::mem::replace(&mut written, true) {
            output.write(META_SOURCE);
        }
        output.write(&format!("const {name} = {META}({url});\n"));
    }
}

/// Writes what gives functions their names, where any needs it, and uses it for flat modules. Declarations are hoisted,
/// so it can be done before anything runs.
pub(super) fn write_function_names(linked: &Linked, output: &mut SourceMapWriter) {
    let mut flat = String::new();
    let mut needed = false;
    for node in &linked.order.modules {
        let calls = function_names(linked, *node);
        let Some(code) = linked.nodes.node(*node).map(|node| node.module.code()) else { continue };
        needed |= !calls.is_empty()
            || linked.holes(*node).any(|hole| match hole.kind {
                HoleKind::ClassBody(symbol) => renamed(linked, *node, code, symbol).is_some(),
                _ => false,
            });
        if linked.order.shape(*node) == Shape::Flat {
            flat.push_str(&calls);
        }
    }
    if needed {
        output.write(NAMED_SOURCE);
        output.write(&flat);
    }
}

/// Gives the functions of a module that are anonymous there, or renamed, their names.
pub(super) fn function_names(linked: &Linked, node: NodeIndex) -> String {
    let Some(module) = linked.nodes.node(node) else { return String::new() };
    let code = module.module.code();
    // Nobody sees what the runtime keeps to itself.
    let is_seen = |symbol| {
        let exported = |export: &Export| matches!(export.source, ExportSource::Local(local) if local == symbol);
        !module.runtime || code.exports.iter().any(exported)
    };
    let declared = code.parts.iter().filter_map(|part| match part.kind {
        PartKind::Function(symbol) if is_seen(symbol) => renamed(linked, node, code, symbol),
        _ => None,
    });
    let anonymous = code.symbols.iter().zip(0..).filter_map(|(symbol, index)| match symbol.kind {
        SymbolKind::AnonymousFunction => names(linked, node, code, index).map(|(given, _)| (given, "default")),
        _ => None,
    });
    declared.chain(anonymous).map(|(given, original)| format!("{NAMED}({}, {given});\n", string(original))).collect()
}

fn renamed<'l>(linked: &'l Linked, node: NodeIndex, code: &'l Code, symbol: SymbolIndex) -> Option<(&'l str, &'l str)> {
    names(linked, node, code, symbol).filter(|(given, original)| given != original)
}

/// The name that a symbol has in the bundle, and in its module.
fn names<'l>(linked: &'l Linked, node: NodeIndex, code: &'l Code, symbol: SymbolIndex) -> Option<(&'l str, &'l str)> {
    let given = linked.name_of(&Owner::Symbol(node, symbol))?;
    let original = code.symbols.get(symbol as usize)?;
    Some((given, &original.name))
}

pub(super) fn write(linked: &Linked, index: NodeIndex, output: &mut SourceMapWriter) {
    let Some(node) = linked.nodes.node(index) else { return };
    let code = node.module.code();
    if !linked.live.any(index) {
        return;
    }
    if node.runtime {
        output.write("// @mutagent/agents/tools\n");
        output.without_source();
    } else {
        let path = node.module.path().as_str();
        output.write(&format!("// {}\n", quoted(path).trim_matches('`')));
        output.with_source(&format!("../source/{}", url_path(path)), node.module.source());
    }
    let mut writer = ModuleWriter { linked, index, code, runtime: node.runtime, holes: 0, marks: 0, output };
    for part in 0..code.parts.len() {
        if linked.live.part(index, part) {
            writer.part(part);
        } else {
            writer.skip(part);
        }
    }
}

struct ModuleWriter<'l, 'o> {
    linked: &'l Linked,
    index: NodeIndex,
    code: &'l Code,
    runtime: bool,
    /// How many holes and marks are behind.
    holes: usize,
    marks: usize,
    output: &'o mut SourceMapWriter,
}

impl ModuleWriter<'_, '_> {
    fn part(&mut self, index: usize) {
        let range = self.code.part_range(index);
        let Some(part) = self.code.parts.get(index) else { return };
        if part.kind == PartKind::Json {
            self.json(range.start, range.end);
            return;
        }
        let start = range.start + self.joined(index).unwrap_or(0);
        while self.code.marks.get(self.marks).is_some_and(|mark| mark.at < start) {
            self.mark();
        }
        if self.joined(index + 1).is_some() {
            self.text(start, range.end - END.len() as u32, range.end);
            self.output.write(", ");
        } else {
            self.text(start, range.end, range.end);
        }
    }

    /// Passes over a part that is not needed.
    fn skip(&mut self, index: usize) {
        let end = self.code.part_range(index).end;
        self.holes = self.code.holes.partition_point(|hole| hole.at < end);
        self.marks = self.code.marks.partition_point(|mark| mark.at < end);
    }

    /// The length of the keyword that goes where a declaration continues that of the part before it.
    fn joined(&self, index: usize) -> Option<u32> {
        self.code.parts.get(index).filter(|part| part.continues)?;
        let before = index.checked_sub(1)?;
        let live = |part| self.linked.live.part(self.index, part);
        (live(before) && live(index)).then_some(())?;
        let text = |part| {
            let range = self.code.part_range(part);
            self.code.text.get(range.start as usize..range.end as usize).unwrap_or_default()
        };
        let keyword = ["const ", "let ", "var "].into_iter().find(|keyword| text(index).starts_with(keyword))?;
        text(before).ends_with(END).then_some(keyword.len() as u32)
    }

    /// The value, and those of its members that are used; where these are all, their values alone.
    fn json(&mut self, start: u32, end: u32) {
        let whole = names(self.linked, self.index, self.code, 0).map(|(name, _)| name);
        if let Some(name) = whole {
            self.constant(name, start..end);
        }
        for export in &self.code.exports {
            let ExportSource::Local(symbol) = export.source else { continue };
            let Some((local, _)) = names(self.linked, self.index, self.code, symbol).filter(|_| symbol > 0) else {
                continue;
            };
            let kind = self.code.symbols.get(symbol as usize).map(|symbol| &symbol.kind);
            match (whole, kind) {
                (Some(whole), _) => self.output.write(&format!("const {local} = {whole}{};\n", property(&export.name))),
                (None, Some(SymbolKind::JsonMember { apart: Some(value) })) => self.constant(local, value.clone()),
                _ => {}
            }
        }
    }

    fn constant(&mut self, name: &str, value: Range<u32>) {
        self.output.write(&format!("const {name} = "));
        self.marks = self.code.marks.partition_point(|mark| mark.at < value.start);
        self.text(value.start, value.end, value.end);
        self.output.write(END);
    }

    /// Text with its holes filled, from one place to another, with the holes before `limit`.
    fn text(&mut self, start: u32, end: u32, limit: u32) {
        let mut at = start;
        while let Some(hole) = self.code.holes.get(self.holes).copied().filter(|hole| hole.at < limit) {
            self.plain(at, hole.at);
            at = hole.at;
            while self.marks < hole.marks as usize {
                self.mark();
            }
            self.hole(hole);
            self.holes += 1;
        }
        self.plain(at, end);
    }

    /// Text without holes, and the marks in it. Marks at its end belong to what follows.
    fn plain(&mut self, start: u32, end: u32) {
        let mut at = start;
        while let Some(mark) = self.code.marks.get(self.marks).copied().filter(|mark| mark.at < end) {
            if mark.at > at {
                self.output.write(self.code.text.get(at as usize..mark.at as usize).unwrap_or_default());
                at = mark.at;
            }
            self.mark();
        }
        self.output.write(self.code.text.get(at as usize..end as usize).unwrap_or_default());
    }

    fn mark(&mut self) {
        if let Some(mark) = self.code.marks.get(self.marks) {
            let name = mark.name.and_then(|name| self.code.names.get(name as usize));
            self.output.mark(mark.line, mark.column, name.map(|name| &**name));
        }
        self.marks += 1;
    }

    fn hole(&mut self, hole: Hole) {
        let filled = match hole.kind {
            HoleKind::ImportMeta if self.runtime => "import.meta".to_owned(),
            HoleKind::ImportMeta => {
                self.linked.name_of(&Owner::ImportMeta(self.index)).unwrap_or("import.meta").to_owned()
            }
            HoleKind::NamedStart(symbol) | HoleKind::NamedEnd(symbol) | HoleKind::ClassBody(symbol) => {
                self.named(hole.kind, symbol)
            }
            HoleKind::Name(_) => self.reference(hole.kind),
            HoleKind::Callee(_) => {
                let filled = self.reference(hole.kind);
                match self.linked.references.hole(self.index, hole.kind) {
                    Some(Reference::Property(..)) => format!("(0, {filled})"),
                    _ => filled,
                }
            }
            HoleKind::Import(request) => loader::import(self.linked, self.index, request as usize),
            HoleKind::Require(request) => loader::require(self.linked, self.index, request as usize),
            HoleKind::AwaitStart if self.linked.order.shape(self.index) == Shape::Wrapped => "(yield (".to_owned(),
            HoleKind::AwaitStart => "(await (".to_owned(),
            HoleKind::AwaitEnd => "))".to_owned(),
            HoleKind::Shorthand(symbol) => {
                let original = self.code.symbols.get(symbol as usize).map_or("", |symbol| &symbol.name);
                let filled = self.reference(hole.kind);
                if filled == original { filled } else { format!("{}: {filled}", key(original)) }
            }
        };
        self.output.write(&filled);
    }

    fn reference(&self, kind: HoleKind) -> String {
        let reference = self.linked.references.hole(self.index, kind);
        value(self.linked, reference.unwrap_or(&Reference::Missing))
    }

    /// What keeps the name of a function or class that is called otherwise here: `{ name: function }.name`, or a static
    /// block.
    fn named(&self, kind: HoleKind, symbol: SymbolIndex) -> String {
        match names(self.linked, self.index, self.code, symbol) {
            Some((given, original)) if given != original => match kind {
                HoleKind::NamedStart(_) => format!("{{ {}: ", key(original)),
                HoleKind::ClassBody(_) => format!("  static {{\n    {NAMED}({}, this);\n  }}\n", string(original)),
                _ => format!(" }}{}", property(original)),
            },
            _ => String::new(),
        }
    }
}
