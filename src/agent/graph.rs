//! The graph of tool modules: from the declared ones to everything that they import.

use std::collections::BTreeSet;

use super::Memory;
use super::rules::entry::decode;
use super::rules::imports::{self, Specifier};
use super::sources::{Origin, Sources};
use crate::bundle::{EntryPoint, Graph, Module, Target};
use crate::diagnostics::Sink;
use crate::package::Role;
use crate::source::Span;
use crate::vfs::{Needs, Vfs, VfsPath};

/// Modules by path, and where each of their requests leads.
#[derive(Clone, Default)]
pub struct ModuleGraph {
    graph: Graph,
    /// Modules that were asked for and could not be read; nothing follows from what they lack.
    unreadable: BTreeSet<VfsPath>,
}

impl ModuleGraph {
    /// Follows imports from the declared modules, reporting what each file and each import has wrong with it.
    pub fn build(
        declared: &[VfsPath],
        vfs: &Vfs,
        needs: &mut Needs,
        memory: &mut Memory,
        sources: &mut Sources,
        sink: &mut Sink,
    ) -> Self {
        let mut graph = Self::default();
        let mut waiting: Vec<VfsPath> = declared.to_vec();
        while let Some(path) = waiting.pop() {
            if graph.graph.modules.contains_key(&path) || graph.unreadable.contains(&path) {
                continue;
            }
            let Some(content) = vfs.read(&path, needs) else { continue };
            let Some(text) = decode(&path, content, sink) else {
                graph.unreadable.insert(path);
                continue;
            };
            let module = memory.module(&path, content, text);
            sink.extend(module.diagnostics().iter().cloned());
            let targets = module
                .requests()
                .iter()
                .map(|request| {
                    let specifier = Specifier { importer: &path, text: &request.specifier, span: request.span };
                    let target = imports::resolve(&specifier, vfs, needs, &mut sources.spellings, sink);
                    if let Target::Module(imported) = &target {
                        let origin = Origin { file: path.clone(), span: Some(request.span), pointer: None };
                        sources.add(imported.clone(), Role::Source, origin);
                        waiting.push(imported.clone());
                    }
                    target
                })
                .collect();
            graph.graph.targets.insert(path.clone(), targets);
            graph.graph.modules.insert(path, module);
        }
        graph
    }

    pub fn module(&self, path: &VfsPath) -> Option<&Module> {
        self.graph.modules.get(path).map(|module| &**module)
    }

    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.graph.modules.values().map(|module| &**module)
    }

    /// The names that a module exports, `export *` followed; `None` where its text doesn't tell.
    pub fn export_names(&self, path: &VfsPath) -> Option<BTreeSet<String>> {
        let mut names = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut waiting = vec![path.clone()];
        while let Some(current) = waiting.pop() {
            if !seen.insert(current.clone()) {
                continue;
            }
            let module = self.graph.modules.get(&current)?;
            let exports = module.exports();
            if exports.open || module.has_errors() {
                return None;
            }
            let is_entry = current == *path;
            names.extend(
                exports
                    .names
                    .iter()
                    .filter(|(name, export)| !export.type_only && (is_entry || *name != "default"))
                    .map(|(name, _)| name.clone()),
            );
            for request in &exports.stars {
                match self.graph.targets.get(&current).and_then(|targets| targets.get(*request)) {
                    Some(Target::Module(next)) => waiting.push(next.clone()),
                    _ => return None,
                }
            }
        }
        Some(names)
    }

    /// What is to be linked: the modules from the declared ones on, those that can't be read left out.
    pub fn bundle_graph(&mut self, entries: Vec<EntryPoint>) -> &Graph {
        self.graph.entries = entries;
        &self.graph
    }

    /// The specifier of a module at an offset, and where it leads.
    pub fn request_at(&self, path: &VfsPath, offset: usize) -> Option<(Span, &Target)> {
        let requests = self.graph.modules.get(path)?.requests().iter();
        let targets = self.graph.targets.get(path)?;
        let at = |span: Span| span.start as usize <= offset && offset <= span.end as usize;
        requests.zip(targets).find(|(request, _)| at(request.span)).map(|(request, target)| (request.span, target))
    }
}
