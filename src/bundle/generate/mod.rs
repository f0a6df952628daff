//! The bundle's text and its source map.

mod externals;
mod loader;
mod module;
mod namespace;
mod source_map;
mod text;

use std::collections::BTreeSet;

use crate::bundle::link::{Linked, NodeIndex, PropertyName, Reference, Shape};
use crate::bundle::scan::Format;
use crate::bundle::support::Support;

use source_map::SourceMapWriter;
use text::{property, string};

/// Names that the generated code uses, so that nothing else may have them.
pub(super) fn names_used() -> impl Iterator<Item = &'static str> {
    [
        "Object",
        "Proxy",
        "Reflect",
        "Symbol",
        "TypeError",
        "URL",
        "globalThis",
        "SuppressedError",
        namespace::FUNCTION,
        module::META,
        module::NAMED,
    ]
    .into_iter()
    .chain(loader::NAMES.iter().copied())
    .chain(Support::ALL.into_iter().flat_map(Support::names))
}

/// Name of the file that the code is written to, and of its map.
const FILE: &str = "tools.mjs";

/// `generated/tools.mjs` and `generated/tools.mjs.map`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    pub code: String,
    pub source_map: String,
}

/// What the extension is told, beside the tools of the graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registration {
    /// Names of the built-in tools and the declared ones, in order.
    pub allowed_tools: Vec<String>,
    /// Names of the declared bindings, and whether each is required.
    pub bindings: Vec<(String, bool)>,
}

/// Writes a linked graph. What linking found errors in gives code that does not run.
pub fn generate(linked: &Linked, registration: &Registration) -> Bundle {
    let mut output = SourceMapWriter::new(FILE);
    externals::write(linked, &mut output);
    write_support(linked, &mut output);
    namespace::write(linked, &mut output);
    module::write_locations(linked, &mut output);
    module::write_function_names(linked, &mut output);
    // Data and the runtime run nothing of the author's, so they can come before everything that may want them.
    for node in linked.order.modules.iter().filter(|node| runs_nothing(linked, **node)) {
        module::write(linked, *node, &mut output);
    }
    loader::write(linked, &mut output);
    for node in linked.order.eager().filter(|node| !runs_nothing(linked, *node)) {
        match linked.order.shape(node) {
            Shape::Flat => module::write(linked, node, &mut output),
            Shape::Wrapped | Shape::CommonJs if !linked.order.loader => loader::evaluate(linked, node, &mut output),
            _ => {}
        }
    }
    if linked.order.loader {
        loader::evaluate_entries(linked, &mut output);
    }
    write_entry(linked, registration, &mut output);
    output.finish()
}

/// The functions of ours that lowered code calls, which run nothing of the author's.
fn write_support(linked: &Linked, output: &mut SourceMapWriter) {
    let nodes = linked.order.modules.iter().filter_map(|node| linked.nodes.node(*node));
    let needed: BTreeSet<Support> = nodes.flat_map(|node| node.module.code().support.iter().copied()).collect();
    for support in needed {
        output.write(support.source());
    }
}

/// The default export: the extension that registers the tools.
fn write_entry(linked: &Linked, registration: &Registration, output: &mut SourceMapWriter) {
    output.write("export default ");
    output.write(&linked.create_extension.as_ref().map_or_else(|| "undefined".to_owned(), |it| value(linked, it)));
    output.write("({\n  modules: [\n");
    for (entry, tool) in &linked.entries {
        let tool = tool.as_ref().map_or_else(|| "undefined".to_owned(), |tool| value(linked, tool));
        output.write(&format!(
            "    {{ path: {}, export: {}, name: {}, tool: {tool} }},\n",
            string(entry.path.as_str()),
            string(&entry.export),
            string(&entry.name),
        ));
    }
    let allowed: Vec<String> = registration.allowed_tools.iter().map(|name| string(name)).collect();
    output.write(&format!("  ],\n  allowedTools: [{}],\n", allowed.join(", ")));
    let bindings: Vec<String> = registration
        .bindings
        .iter()
        .map(|(name, required)| format!("{{ name: {}, required: {required} }}", string(name)))
        .collect();
    output.write(&format!("  bindings: [{}],\n}});\n", bindings.join(", ")));
}

fn runs_nothing(linked: &Linked, node: NodeIndex) -> bool {
    linked.nodes.node(node).is_some_and(|node| node.runtime || node.module.format() == Format::Json)
}

/// An expression for what a name stands for.
fn value(linked: &Linked, reference: &Reference) -> String {
    match reference {
        Reference::Owner(owner) => linked.name(*owner).to_owned(),
        Reference::Member(owner, name) | Reference::Property(owner, PropertyName::Text(name)) => {
            format!("{}{}", linked.name(*owner), property(name))
        }
        Reference::Property(owner, PropertyName::Symbol(symbol)) => {
            format!("{}{}", linked.name(*owner), property(linked.name(*symbol)))
        }
        Reference::Missing => "undefined".to_owned(),
    }
}
