//! The long-lived face of the compiler: a folder that is filled, edited, checked and packed.

use std::rc::Rc;
use std::sync::Arc;

use crate::agent::{self, Analysis, Document, Memory, ModuleGraph, Plan, Reading, rules::sizes};
use crate::cache::Work;
use crate::diagnostics::{Code, Diagnostic, Report, Sink};
use crate::language::{self, Completions, Hover, Location, Surroundings, Symbol};
use crate::package::{self, Package, PackageInput, Segments};
use crate::source::Span;
use crate::vfs::{Content, Needs, NodeKind, PathProblem, Vfs, VfsPath};

/// A folder and what has been learnt of it. Results depend on the folder's contents alone, never on earlier states: what
/// is remembered only saves work.
#[derive(Default)]
pub struct Workspace {
    vfs: Vfs,
    memory: Memory,
    segments: Segments,
    /// Of the folder as it is, without anything that the host knows.
    checked: Option<Rc<Checked>>,
    needs: Option<Needs>,
    /// What an editor's question wanted to look at, beside what a check does.
    wanted: Needs,
}

/// What [`Workspace::check`] gives.
pub struct Checked {
    /// The file that stands for agent.md.
    pub entry: VfsPath,
    pub name: Option<String>,
    pub report: Report,
    /// The entry file by itself, where there is one.
    pub reading: Option<Arc<Reading>>,
    /// The tool modules, as far as they could be read.
    pub graph: ModuleGraph,
    /// What would be packaged; there unless an error refuses the folder.
    pub plan: Option<Plan>,
}

impl Checked {
    /// agent.md as the rules see it, where it can be read.
    pub fn document(&self) -> Option<Document<'_>> {
        self.reading.as_ref()?.document()
    }
}

/// What [`Workspace::pack`] gives.
pub struct Packed {
    pub checked: Rc<Checked>,
    /// There unless an error refuses the folder.
    pub package: Option<Package>,
    /// Bytes of the archive, which the host may have taken away.
    pub archive_size: u64,
}

impl Workspace {
    pub fn new(vfs: Vfs) -> Self {
        Self { vfs, ..Self::default() }
    }

    pub fn vfs(&self) -> &Vfs {
        &self.vfs
    }

    /// Adds or replaces a file. One that has this content already is left as it is.
    pub fn update(&mut self, path: VfsPath, content: impl Into<Content>) {
        let content = content.into();
        if self.vfs.content(&path) != Some(&content) {
            self.edit().add_file(path, content);
        }
    }

    /// Replaces a part of a file. Nothing happens where there is no such file or no such part.
    pub fn replace_text(&mut self, path: &VfsPath, span: Span, text: &str) {
        let content = self.vfs.content(path).map(|content| &**content);
        let parts =
            content.and_then(|content| Some((content.get(..span.start as usize)?, content.get(span.end as usize..)?)));
        if let Some((before, behind)) = parts {
            self.update(path.clone(), [before, text.as_bytes(), behind].concat());
        }
    }

    /// Adds a symlink. Where it leads is nobody's business: links are never followed.
    pub fn add_symlink(&mut self, path: &VfsPath) {
        self.edit().add_symlink(path);
    }

    /// Adds an empty folder.
    pub fn add_folder(&mut self, path: &VfsPath) {
        self.edit().add_folder(path);
    }

    /// Takes away a file, a link, or a folder with all that is in it. Whether there was one.
    pub fn remove(&mut self, path: &VfsPath) -> bool {
        self.edit().remove(path)
    }

    /// Gives a file, a link, or a folder with all that is in it another path, in place of what is there. Whether there
    /// was one.
    pub fn rename(&mut self, from: &VfsPath, to: &VfsPath) -> bool {
        self.edit().rename(from, to)
    }

    /// Puts another tree in the place of this one, such as that which fixes give.
    pub fn replace(&mut self, vfs: Vfs) {
        *self.edit() = vfs;
    }

    /// The answer to a listing that [`Workspace::needs`] names.
    pub fn provide_listing<'a>(
        &mut self,
        folder: &VfsPath,
        entries: impl IntoIterator<Item = (&'a str, NodeKind)>,
    ) -> Result<(), PathProblem> {
        self.edit().provide_listing(folder, entries)
    }

    /// The answer to a content that [`Workspace::needs`] names.
    pub fn provide_content(&mut self, path: VfsPath, content: impl Into<Content>) {
        let content = content.into();
        if self.vfs.content(&path) != Some(&content) {
            self.edit().provide_content(path, content);
        }
    }

    /// What has been done since the workspace was opened, beyond remembering.
    pub fn work(&self) -> Work {
        self.memory.work
    }

    /// The listings and contents that are wanted next. Once it is empty, a check or a pack has all it needs.
    pub fn needs(&mut self) -> Needs {
        if let Some(needs) = &self.needs {
            return self.with_wanted(needs.clone());
        }
        let mut sink = Sink::default();
        let mut needs = Needs::default();
        let analysis = agent::analyse(&self.vfs, &mut needs, &mut self.memory, &mut sink);
        if needs.is_empty() {
            // Nothing was missing, so that this has been a check.
            self.checked = Some(Rc::new(finish(analysis, sink)));
        }
        self.needs = Some(needs.clone());
        self.with_wanted(needs)
    }

    /// Adds what an editor's question wanted and is still missing.
    fn with_wanted(&mut self, mut needs: Needs) -> Needs {
        let mut missing = Needs::default();
        for folder in &self.wanted.listings {
            drop(self.vfs.list(folder, &mut missing));
        }
        self.wanted = missing.clone();
        needs.extend(missing);
        needs
    }

    /// Everything that is wrong with the folder; at once, where nothing has changed since the last call. `refusals` are
    /// problems that only the host can know of; with an error among them the folder itself is not looked at.
    pub fn check(&mut self, refusals: &[Diagnostic]) -> Rc<Checked> {
        if refusals.is_empty()
            && let Some(checked) = &self.checked
        {
            return checked.clone();
        }
        let mut sink = Sink::default();
        let analysis = self.analyse(refusals, &mut sink);
        let checked = Rc::new(finish(analysis, sink));
        if refusals.is_empty() {
            self.checked = Some(checked.clone());
        }
        checked
    }

    /// Checks, and where nothing refuses the folder builds its package.
    pub fn pack(&mut self, refusals: &[Diagnostic]) -> Packed {
        let mut checked = self.check(refusals);
        let mut found = Sink::default();
        let package = checked.plan.as_ref().and_then(|plan| self.build(&checked.entry, plan, &mut found));
        if !found.is_empty() {
            let mut analysis = self.analyse(refusals, &mut found);
            if package.is_none() {
                analysis.plan = None;
            }
            checked = Rc::new(finish(analysis, found));
        }
        let archive_size = package.as_ref().map_or(0, |package| package.archive.len() as u64);
        Packed { checked, package, archive_size }
    }

    /// What may be written at an offset of a file. Where that depends on a folder that is not listed yet, the next
    /// [`Workspace::needs`] names it.
    pub fn complete(&mut self, file: &VfsPath, offset: usize) -> Completions {
        let checked = self.check(&[]);
        let Some(text) = self.text(file, offset) else { return Completions::default() };
        let document = checked.document();
        let around = Surroundings { vfs: &self.vfs, document, graph: &checked.graph };
        let mut needs = Needs::default();
        let found = language::complete(file, text, offset, &around, &mut needs);
        self.wanted.extend(needs);
        found
    }

    /// What is known of the thing at an offset of a file.
    pub fn hover(&mut self, file: &VfsPath, offset: usize) -> Option<Hover> {
        let checked = self.check(&[]);
        self.text(file, offset)?;
        if *file == checked.entry {
            language::describe(&checked.document()?, offset, &self.vfs)
        } else {
            language::describe_import(file, offset, &checked.graph, &self.vfs)
        }
    }

    /// Where the thing at an offset of a file is defined.
    pub fn definition(&mut self, file: &VfsPath, offset: usize) -> Option<Location> {
        let checked = self.check(&[]);
        self.text(file, offset)?;
        if *file == checked.entry {
            language::define(&checked.document()?, offset, &checked.graph, &self.vfs)
        } else {
            language::define_import(file, offset, &checked.graph)
        }
    }

    /// The outline of a file.
    pub fn symbols(&mut self, file: &VfsPath) -> Vec<Symbol> {
        let checked = self.check(&[]);
        if *file == checked.entry {
            return checked.document().map(|document| language::symbols(&document)).unwrap_or_default();
        }
        checked.graph.module(file).map(language::exports).unwrap_or_default()
    }

    /// The report of the problems of a file that touch a span and can be fixed.
    pub fn fixes(&mut self, file: &VfsPath, span: Span) -> Report {
        let touches = |place: Span| place.start <= span.end && span.start <= place.end;
        let mut report = self.check(&[]).report.clone();
        report
            .diagnostics
            .retain(|found| found.file == *file && !found.fixes.is_empty() && found.span.is_none_or(touches));
        report
    }

    /// The text of a file, where the offset is in it and between characters.
    fn text(&self, file: &VfsPath, offset: usize) -> Option<&str> {
        let text = std::str::from_utf8(self.vfs.content(file)?).ok()?;
        text.is_char_boundary(offset).then_some(text)
    }

    /// The tree, to be changed: what was found in it is void.
    fn edit(&mut self) -> &mut Vfs {
        self.checked = None;
        self.needs = None;
        &mut self.vfs
    }

    fn analyse(&mut self, refusals: &[Diagnostic], sink: &mut Sink) -> Analysis {
        sink.extend(refusals.iter().cloned());
        if sink.has_errors() {
            return Analysis::nothing();
        }
        agent::analyse(&self.vfs, &mut Needs::default(), &mut self.memory, sink)
    }

    fn build(&mut self, entry: &VfsPath, plan: &Plan, sink: &mut Sink) -> Option<Package> {
        let bundle = plan.bundle.as_ref().map(|(linked, registration)| self.memory.generate(linked, registration));
        let instructions = self.vfs.content(entry).and_then(|content| content.get(plan.instructions.range()));
        let input = PackageInput {
            name: &plan.name,
            sources: &plan.sources,
            launch: &plan.launch,
            instructions: instructions.unwrap_or_default(),
            bundle,
        };
        match package::assemble(&input, &mut self.segments, &mut self.memory.work) {
            Ok(package) => {
                sizes::check(entry, &package, sink);
                Some(package)
            }
            Err(problem) => {
                sink.push(
                    Diagnostic::new(Code::ToolBuild, entry, None, format!("the package can't be written: {problem}"))
                        .help("Nothing in the folder should lead here; please report it."),
                );
                None
            }
        }
    }
}

fn finish(analysis: Analysis, sink: Sink) -> Checked {
    let Analysis { entry, name, reading, graph, plan } = analysis;
    Checked { report: sink.into_report(&entry), entry, name, reading, graph, plan }
}
