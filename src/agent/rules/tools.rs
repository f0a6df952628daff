//! TOOL_EXTENSION, DUPLICATE_TOOL, TOOL_COLLISION, TOOL_EXPORT_NOT_FOUND, TOOL_NAME_MISMATCH.

use std::collections::BTreeMap;

use crate::agent::Document;
use crate::agent::graph::ModuleGraph;
use crate::agent::model::{Spanned, ToolModule};
use crate::agent::sources::Origin;
use crate::bundle::Module;
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::parse::yaml::quote_scalar;
use crate::schema::nearest;
use crate::vfs::{Lookup, Needs, NodeKind, Vfs, VfsPath};

/// What a tool module may end in.
pub const EXTENSIONS: [&str; 4] = ["ts", "tsx", "js", "mjs"];

/// What is wrong with the ending of a declared module, unless it is a folder, which has no ending to mend.
pub fn extension(vfs: &Vfs, needs: &mut Needs, path: &Spanned<String>, origin: &Origin) -> Option<Diagnostic> {
    let declared = VfsPath::declared(&path.value).ok()?;
    if declared.extension().is_some_and(|extension| EXTENSIONS.contains(&extension)) {
        return None;
    }
    if matches!(vfs.lookup(&declared, needs), Lookup::Found(NodeKind::Directory | NodeKind::Symlink) | Lookup::Unknown)
    {
        return None;
    }
    let diagnostic = origin.diagnostic(
        Code::ToolExtension,
        format!("the tool module {} does not end in .ts, .tsx, .js or .mjs", quoted(&path.value)),
    );
    let written = declared.extension().map(str::to_ascii_lowercase);
    let diagnostic = diagnostic.help(match written.as_deref() {
        Some("py") => "A tool module is TypeScript or JavaScript; a Python function is no tool format.",
        Some("cjs" | "cts" | "mts" | "jsx") => {
            "Rename the file to one of these endings; the kinds of module are told apart by what they hold."
        }
        Some(ending) if EXTENSIONS.contains(&ending) => "Rename the file with its ending in lowercase.",
        _ => "A tool module is TypeScript or JavaScript.",
    });
    let folder = declared.parent()?;
    let stem = declared.file_name().rsplit_once('.').map_or(declared.file_name(), |(stem, _)| stem);
    let existing = EXTENSIONS.into_iter().find_map(|extension| {
        [stem, declared.file_name()]
            .into_iter()
            .map(|stem| folder.child(&format!("{stem}.{extension}")))
            .find(|candidate| vfs.lookup(candidate, needs) == Lookup::Found(NodeKind::File))
    });
    Some(match existing {
        Some(meant) => diagnostic.fix(Fix::safe(
            format!("Write {}", quoted(meant.as_str())),
            vec![Edit::replace(&origin.file, path.span, quote_scalar(meant.as_str()))],
        )),
        None => diagnostic,
    })
}

pub fn check(document: &Document, sink: &mut Sink) {
    let mut seen: BTreeMap<&str, &ToolModule> = BTreeMap::new();
    let mut builtins: BTreeMap<&str, Vec<&Spanned<String>>> = BTreeMap::new();
    for tool in &document.agent.harness.builtin {
        builtins.entry(&tool.value).or_default().push(tool);
    }
    for (module, name) in document.agent.harness.modules.iter().filter_map(|it| Some((it, it.name.as_ref()?))) {
        match seen.get(name.value.as_str()) {
            Some(first) => {
                let diagnostic = Diagnostic::new(
                    Code::DuplicateTool,
                    document.file,
                    name.span,
                    format!("two tool modules are named {}", quoted(&name.value)),
                )
                .pointer(&name.pointer)
                .help("Give each its own name, the same as in its `defineTool`.")
                .related(
                    document.file,
                    first.name.as_ref().map_or(first.span, |name| name.span),
                    "the first one",
                );
                let is_same = same_export(first, module);
                let edit = is_same.then(|| remove_item_of(document, &name.pointer)).flatten();
                sink.push(match edit {
                    Some(edit) => diagnostic.fix(Fix::safe("Remove the second one", vec![edit])),
                    None => diagnostic,
                });
            }
            None => {
                seen.insert(name.value.as_str(), module);
            }
        }
        if let Some(tools @ [builtin, ..]) = builtins.get(name.value.as_str()).map(Vec::as_slice) {
            let diagnostic = Diagnostic::new(
                Code::ToolCollision,
                document.file,
                name.span,
                format!("the tool module is named {}, as a built-in tool is", quoted(&name.value)),
            )
            .pointer(&name.pointer)
            .help("Rename the tool, or take the name from `harness.tools.builtin`.")
            .related(document.file, builtin.span, "the built-in tool");
            // Skills are read with the built-in tool of that name; one that is listed twice would remain.
            let is_read = name.value == super::skills::READ && !document.agent.harness.skills.is_empty();
            let needed = is_read || tools.len() > 1;
            let edit = document.editor().remove_at(document.root, &builtin.pointer).filter(|_| !needed);
            sink.push(match edit {
                Some(edit) => diagnostic.fix(Fix::suggestion("Grant the built-in tool no longer", vec![edit])),
                None => diagnostic,
            });
        }
    }
}

fn same_export(first: &ToolModule, second: &ToolModule) -> bool {
    let path = |module: &ToolModule| module.path.as_ref().map(|path| path.value.clone());
    path(first) == path(second) && first.export_name() == second.export_name()
}

/// Takes out the list item that a pointer to one of its fields is in.
fn remove_item_of(document: &Document, pointer: &str) -> Option<Edit> {
    document.editor().remove_at(document.root, pointer.rsplit_once('/')?.0)
}

/// What the declared modules export, as far as their text tells.
pub fn check_exports(document: &Document, graph: &ModuleGraph, sink: &mut Sink) {
    for (index, declared) in document.agent.harness.modules.iter().enumerate() {
        let Some(path) = declared.path.as_ref().and_then(|path| VfsPath::declared(&path.value).ok()) else { continue };
        let Some(module) = graph.module(&path) else { continue };
        export_exists(document, index, declared, graph, &path, sink);
        let definition =
            module.tool_definitions().iter().find(|definition| definition.export == declared.export_name());
        if let (Some(name), Some((defined, span))) = (&declared.name, definition.and_then(|found| found.name.as_ref()))
            && *defined != name.value
        {
            sink.push(
                Diagnostic::new(
                    Code::ToolNameMismatch,
                    document.file,
                    name.span,
                    format!("the tool is declared as {} but defined as {}", quoted(&name.value), quoted(defined)),
                )
                .pointer(&name.pointer)
                .help("The two must be equal when the agent starts.")
                .related(&path, *span, "defined here")
                .fix(Fix::suggestion(
                    format!("Declare it as {}", quoted(defined)),
                    vec![Edit::replace(document.file, name.span, quote_scalar(defined))],
                )),
            );
        }
    }
}

fn export_exists(
    document: &Document,
    index: usize,
    declared: &ToolModule,
    graph: &ModuleGraph,
    path: &VfsPath,
    sink: &mut Sink,
) {
    let Some(names) = graph.export_names(path) else { return };
    let wanted = declared.export_name();
    if names.contains(wanted) {
        return;
    }
    let span = declared.export.as_ref().or(declared.path.as_ref()).map(|value| value.span);
    let pointer = declared.export.as_ref().or(declared.path.as_ref()).map(|value| value.pointer.clone());
    let mut diagnostic = Diagnostic::new(
        Code::ToolExportNotFound,
        document.file,
        span,
        format!("{} does not export {}", quoted(path.as_str()), quoted(wanted)),
    );
    diagnostic.pointer = pointer;
    let listed: Vec<_> = names.iter().take(8).map(|name| quoted(name)).collect();
    diagnostic.help = Some(match listed.as_slice() {
        [] => "The module exports nothing; write `export default defineTool({ … })`.".to_owned(),
        listed => format!("It exports {}.", listed.join(", ")),
    });
    if let (Some(export), Some(meant)) = (&declared.export, nearest(wanted, names.iter().map(String::as_str))) {
        let edit = Edit::replace(document.file, export.span, quote_scalar(meant));
        diagnostic = diagnostic.fix(Fix::safe(format!("Write `{meant}`"), vec![edit]));
    }
    if declared.export.is_none()
        && let Some([only]) = graph.module(path).map(Module::tool_definitions)
        && let Some(edit) = add_export(document, index, &only.export)
    {
        let title = format!("Declare {} as its export", quoted(&only.export));
        diagnostic = diagnostic.fix(Fix::suggestion(title, vec![edit]));
    }
    sink.push(diagnostic);
}

fn add_export(document: &Document, index: usize, export: &str) -> Option<Edit> {
    let modules = ["harness", "tools", "modules"].iter().try_fold(document.root, |node, key| node.get(key))?;
    let module = modules.items().get(index)?;
    let path = module.entries().iter().position(|entry| entry.key.text == "path")?;
    document.editor().insert_after(module, path, &format!("export: {}", quote_scalar(export)))
}
