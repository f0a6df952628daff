//! Modules that can't stand in the bundle as they are, and what runs them.

use super::module;
use super::source_map::SourceMapWriter;
use super::text::{key, string};
use crate::bundle::link::{Destination, Linked, NodeIndex, Owner, Shape};
use crate::bundle::scan::{Format, HoleKind, Imported};

const COMMONJS: &str = include_str!("commonjs.js");
const LOADER: &str = include_str!("loader.js");

/// Names that the loader's code takes.
pub(in super::super) const NAMES: &[&str] = &[
    "__commonJS",
    "__facade",
    "__module",
    "__modules",
    "__evaluate",
    "__import",
    "__require",
    "Error",
    "Map",
    "Math",
    "Promise",
    "exports",
    "module",
    "require",
];

/// Writes the functions around modules. What they hold runs later, so nothing has to be there yet.
pub(super) fn write(linked: &Linked, output: &mut SourceMapWriter) {
    let shapes = || linked.order.modules.iter().map(|node| linked.order.shape(*node));
    if shapes().any(|shape| shape == Shape::CommonJs) {
        output.write(COMMONJS);
    }
    if uses_loader(linked) {
        output.write(LOADER);
    }
    for node in &linked.order.modules {
        if let Some(exports) = linked.name_of(&Owner::Exports(*node)) {
            output.write(&format!("const {exports} = {{}};\n"));
        }
    }
    for node in &linked.order.modules {
        match linked.order.shape(*node) {
            Shape::Wrapped => wrapped(linked, *node, output),
            Shape::CommonJs => commonjs(linked, *node, output),
            Shape::Flat | Shape::Absent => {}
        }
    }
}

/// Whether modules are wrapped or loaded late.
fn uses_loader(linked: &Linked) -> bool {
    linked.order.modules.iter().any(|node| {
        linked.order.shape(*node) == Shape::Wrapped
            || linked.name_of(&Owner::Exports(*node)).is_some()
            || linked.holes(*node).any(|hole| matches!(hole.kind, HoleKind::Import(_)))
    })
}

fn wrapped(linked: &Linked, index: NodeIndex, output: &mut SourceMapWriter) {
    let Some(exports) = linked.name_of(&Owner::Exports(index)) else { return };
    let Some(node) = linked.nodes.node(index) else { return };
    let code = node.module.code();
    let imports: Vec<&str> = code
        .evaluated
        .iter()
        .filter_map(|request| match linked.nodes.destination(index, *request) {
            Destination::Node(next) => linked.name_of(&Owner::Exports(next)),
            _ => None,
        })
        .collect();
    output.write(&format!("__module({exports}, () => [{}], function* () {{\n", imports.join(", ")));
    // Functions are hoisted, and may be called before the module runs.
    output.write(&module::function_names(linked, index));
    output.write("yield {");
    for owner in linked.references.exposed.get(&index).into_iter().flatten() {
        let name = linked.name(*owner);
        output.write(&format!(" {}: () => {name},", key(name)));
    }
    output.write(" };\n");
    module::write(linked, index, output);
    output.write(if code.awaits { "}, true);\n" } else { "});\n" });
}

fn commonjs(linked: &Linked, index: NodeIndex, output: &mut SourceMapWriter) {
    let Some(require) = linked.name_of(&Owner::Require(index)) else { return };
    output.write(&format!("const {require} = __commonJS(function (exports, module) {{\n"));
    output.write(&module::function_names(linked, index));
    module::write(linked, index, output);
    output.write("});\n");
    if let Some(exports) = linked.name_of(&Owner::Exports(index)) {
        let names = linked.references.properties.get(&index);
        let names: Vec<String> =
            names.into_iter().flatten().filter(|name| ***name != *"default").map(|name| string(name)).collect();
        output.write(&format!("__facade({exports}, {require}, [{}]);\n", names.join(", ")));
    }
}

/// Runs a module of which flat ones import something, at its place in the order.
pub(super) fn evaluate(linked: &Linked, node: NodeIndex, output: &mut SourceMapWriter) {
    if let Some(exports) = linked.name_of(&Owner::Exports(node)) {
        output.write(&format!("__evaluate({exports});\n"));
    }
}

/// Has the loader run the entries, which wait for one another as far as they import one another.
pub(super) fn evaluate_entries(linked: &Linked, output: &mut SourceMapWriter) {
    let entries: Vec<&str> =
        linked.nodes.entries.iter().filter_map(|(_, node)| linked.name_of(&Owner::Exports((*node)?))).collect();
    output.write(&format!(
        "const __entry = {{}};\n__module(__entry, () => [{}], function* () {{\n  yield {{}};\n}});\nawait __evaluate(__entry);\n",
        entries.join(", ")
    ));
}

/// `import("…")`.
pub(super) fn import(linked: &Linked, node: NodeIndex, request: usize) -> String {
    match linked.nodes.destination(node, request) {
        Destination::Node(next) => {
            let exports = linked.name_of(&Owner::Exports(next)).unwrap_or("undefined");
            let namespace = linked.name_of(&Owner::Namespace(next)).unwrap_or("undefined");
            format!("__import({exports}, {namespace})")
        }
        Destination::External(external) => {
            format!("import({})", string(linked.nodes.externals.get(external).map_or("", |name| name)))
        }
        Destination::Nowhere => "undefined".to_owned(),
    }
}

/// `require("…")`.
pub(super) fn require(linked: &Linked, node: NodeIndex, request: usize) -> String {
    let name = |owner: Owner| linked.name_of(&owner).unwrap_or("undefined");
    match linked.nodes.destination(node, request) {
        Destination::Node(next) => match linked.nodes.node(next).map(|node| node.module.format()) {
            Some(Format::CommonJs) => format!("{}()", name(Owner::Require(next))),
            Some(Format::Json) => name(Owner::Symbol(next, 0)).to_owned(),
            _ if linked.order.shape(next) == Shape::Flat => name(Owner::Namespace(next)).to_owned(),
            _ => format!("__require({}, {})", name(Owner::Exports(next)), name(Owner::Namespace(next))),
        },
        Destination::External(external) => name(Owner::External(external, Imported::Name("default".into()))).to_owned(),
        Destination::Nowhere => "undefined".to_owned(),
    }
}
