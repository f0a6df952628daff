//! What passes over a folder learn of contents that may come again: keyed by path and content, so that nothing is ever
//! stale and what was undone is still known.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use super::reading::Reading;
use super::rules;
use crate::Digest;
use crate::bundle::{self, Graph, Linked, Module, Registration};
use crate::cache::{Bounded, Work};
use crate::diagnostics::Sink;
use crate::package;
use crate::vfs::{Content, VfsPath};

/// Bytes of contents whose readings are kept though the last pass had no use for them.
const SPARE_CONTENTS: usize = 4 * 1024 * 1024;

/// How many graphs are kept linked: the one at hand, and those that undoing leads back to.
const LINKED_GRAPHS: usize = 4;

type FileCache<T> = Bounded<(VfsPath, Digest), Arc<T>>;

pub struct Memory {
    pub work: Work,
    readings: FileCache<Reading>,
    contents: FileCache<Sink>,
    skills: FileCache<Sink>,
    package_json: FileCache<Sink>,
    modules: FileCache<Module>,
    /// The latest used first.
    graphs: VecDeque<LinkedGraph>,
}

struct LinkedGraph {
    graph: Graph,
    linked: Rc<Linked>,
    generated: Option<(Registration, package::Bundle)>,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            work: Work::default(),
            readings: Bounded::new(SPARE_CONTENTS),
            contents: Bounded::new(SPARE_CONTENTS),
            skills: Bounded::new(SPARE_CONTENTS),
            package_json: Bounded::new(SPARE_CONTENTS),
            modules: Bounded::new(SPARE_CONTENTS),
            graphs: VecDeque::new(),
        }
    }
}

impl Memory {
    pub(super) fn reading(&mut self, file: &VfsPath, content: &Content) -> Arc<Reading> {
        let key = self.key(file, content);
        let parses = &mut self.work.parses;
        self.readings.get_or_make(key, content.len(), || {
            *parses += 1;
            Arc::new(Reading::new(file, content))
        })
    }

    /// What is wrong with a packaged file whatever it is for.
    pub(super) fn content_findings(&mut self, file: &VfsPath, content: &Content) -> Arc<Sink> {
        let key = self.key(file, content);
        self.contents.get_or_make(key, content.len(), || findings(|sink| rules::content::check(file, content, sink)))
    }

    /// What is wrong with a SKILL.md.
    pub(super) fn skill_findings(&mut self, file: &VfsPath, content: &Content) -> Arc<Sink> {
        let key = self.key(file, content);
        let parses = &mut self.work.parses;
        self.skills.get_or_make(key, content.len(), || {
            *parses += 1;
            findings(|sink| {
                if let Some(text) = rules::entry::decode(file, content, sink) {
                    crate::skills::check_manifest(file, text, sink);
                }
            })
        })
    }

    pub(super) fn package_json_findings(&mut self, file: &VfsPath, content: &Content) -> Arc<Sink> {
        let key = self.key(file, content);
        let parses = &mut self.work.parses;
        self.package_json.get_or_make(key, content.len(), || {
            *parses += 1;
            findings(|sink| rules::package_json::check_content(file, content, sink))
        })
    }

    pub(super) fn module(&mut self, file: &VfsPath, content: &Content, text: &str) -> Arc<Module> {
        let key = self.key(file, content);
        let transforms = &mut self.work.transforms;
        self.modules.get_or_make(key, content.len(), || {
            *transforms += 1;
            Arc::new(Module::parse(file, Arc::from(text)))
        })
    }

    pub(super) fn link(&mut self, graph: &Graph) -> Rc<Linked> {
        let known = self.graphs.iter().position(|known| is_same(&known.graph, graph));
        let entry = known.and_then(|index| self.graphs.remove(index)).unwrap_or_else(|| {
            self.work.links += 1;
            let linked = Rc::new(bundle::link(graph));
            LinkedGraph { graph: graph.clone(), linked, generated: None }
        });
        let linked = entry.linked.clone();
        self.graphs.push_front(entry);
        self.graphs.truncate(LINKED_GRAPHS);
        linked
    }

    /// The text of a graph that [`Memory::link`] gave.
    pub fn generate(&mut self, linked: &Rc<Linked>, registration: &Registration) -> package::Bundle {
        let entry = self.graphs.iter_mut().find(|known| Rc::ptr_eq(&known.linked, linked));
        if let Some(LinkedGraph { generated: Some((known, tools)), .. }) = &entry
            && known == registration
        {
            return tools.clone();
        }
        self.work.bundles += 1;
        let bundle = bundle::generate(linked, registration);
        let tools = package::Bundle {
            code: bundle.code.into_bytes().into(),
            source_map: bundle.source_map.into_bytes().into(),
        };
        if let Some(entry) = entry {
            entry.generated = Some((registration.clone(), tools.clone()));
        }
        tools
    }

    /// Ends a pass: what it did not use may be forgotten.
    pub fn end_pass(&mut self) {
        self.readings.end_pass();
        self.contents.end_pass();
        self.skills.end_pass();
        self.package_json.end_pass();
        self.modules.end_pass();
    }

    fn key(&mut self, file: &VfsPath, content: &Content) -> (VfsPath, Digest) {
        (file.clone(), self.work.digest(content))
    }
}

fn findings(check: impl FnOnce(&mut Sink)) -> Arc<Sink> {
    let mut sink = Sink::default();
    check(&mut sink);
    Arc::new(sink)
}

/// Whether two graphs link alike. Modules come from one cache, so that equal ones are one.
fn is_same(a: &Graph, b: &Graph) -> bool {
    a.entries == b.entries
        && a.modules.len() == b.modules.len()
        && a.modules
            .iter()
            .zip(&b.modules)
            .all(|((path, module), (other_path, other))| path == other_path && Arc::ptr_eq(module, other))
        && a.targets == b.targets
}
