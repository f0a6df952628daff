//! The graph of tool modules: from the declared ones to everything that they import.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::rules::entry::decode;
use super::rules::imports::{self, Specifier};
use super::sources::{Origin, Sources};
use crate::bundle::{EntryPoint, Graph, Linked, Module, Target, link};
use crate::diagnostics::Sink;
use crate::package::Role;
use crate::vfs::{Needs, Vfs, VfsPath};

/// Parsed modules by path, each beside the content that it was parsed from.
#[derive(Default)]
pub struct ModuleCache {
    modules: BTreeMap<VfsPath, (Arc<[u8]>, Arc<Module>)>,
}

impl ModuleCache {
    fn parse(&mut self, path: &VfsPath, content: &Arc<[u8]>, text: &str) -> Arc<Module> {
        if let Some((known, module)) = self.modules.get(path)
            && (Arc::ptr_eq(known, content) || known == content)
        {
            return module.clone();
        }
        let module = Arc::new(Module::parse(path, Arc::from(text)));
        self.modules.insert(path.clone(), (content.clone(), module.clone()));
        module
    }

    /// Forgets modules that the last pass did not reach.
    fn keep_only(&mut self, reached: &BTreeMap<VfsPath, Arc<Module>>) {
        self.modules.retain(|path, _| reached.contains_key(path));
    }
}

/// Modules by path, and where each of their requests leads.
#[derive(Default)]
pub struct ModuleGraph {
    modules: BTreeMap<VfsPath, Arc<Module>>,
    targets: BTreeMap<VfsPath, Vec<Target>>,
    /// Modules that were asked for and could not be read; nothing follows from what they lack.
    unreadable: BTreeSet<VfsPath>,
}

impl ModuleGraph {
    /// Follows imports from the declared modules, reporting what each file and each import has wrong with it.
    pub fn build(
        entries: &[VfsPath],
        vfs: &Vfs,
        needs: &mut Needs,
        cache: &mut ModuleCache,
        sources: &mut Sources,
        sink: &mut Sink,
    ) -> Self {
        let mut graph = Self::default();
        let mut waiting: Vec<VfsPath> = entries.to_vec();
        while let Some(path) = waiting.pop() {
            if graph.modules.contains_key(&path) || graph.unreadable.contains(&path) {
                continue;
            }
            let Some(content) = vfs.read(&path, needs) else { continue };
            let Some(text) = decode(&path, content, sink) else {
                graph.unreadable.insert(path);
                continue;
            };
            let module = cache.parse(&path, content, text);
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
            graph.targets.insert(path.clone(), targets);
            graph.modules.insert(path, module);
        }
        if needs.is_empty() {
            cache.keep_only(&graph.modules);
        }
        graph
    }

    pub fn module(&self, path: &VfsPath) -> Option<&Module> {
        self.modules.get(path).map(|module| &**module)
    }

    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.values().map(|module| &**module)
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
            let module = self.modules.get(&current)?;
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
                match self.targets.get(&current).and_then(|targets| targets.get(*request)) {
                    Some(Target::Module(next)) => waiting.push(next.clone()),
                    _ => return None,
                }
            }
        }
        Some(names)
    }

    /// Links the modules from the declared ones on, those that can't be read left out.
    pub fn link(self, entries: &[EntryPoint]) -> Linked {
        link(&Graph { modules: self.modules, targets: self.targets, entries: entries.to_vec() })
    }
}
