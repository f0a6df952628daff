//! The long-lived face of the compiler: a folder that is filled, checked and packed.

use crate::agent::{self, Analysis, ModuleCache, Plan, rules::sizes};
use crate::bundle;
use crate::diagnostics::{Code, Diagnostic, Report, Sink};
use crate::package::{self, Package, PackageInput};
use crate::vfs::{Needs, Vfs, VfsPath};

/// A folder and what has been learnt of it. Results depend on the folder's contents alone, never on earlier states.
#[derive(Default)]
pub struct Workspace {
    vfs: Vfs,
    modules: ModuleCache,
}

/// What [`Workspace::check`] gives.
pub struct Checked {
    /// The file that stands for agent.md.
    pub entry: VfsPath,
    pub name: Option<String>,
    pub report: Report,
    /// What would be packaged; there unless an error refuses the folder.
    pub plan: Option<Plan>,
}

/// What [`Workspace::pack`] gives.
pub struct Packed {
    pub checked: Checked,
    /// There unless an error refuses the folder.
    pub package: Option<Package>,
    /// Bytes of the archive, which the host may have taken away.
    pub archive_size: u64,
}

impl Workspace {
    pub fn new(vfs: Vfs) -> Self {
        Self { vfs, modules: ModuleCache::default() }
    }

    pub fn vfs(&self) -> &Vfs {
        &self.vfs
    }

    pub fn vfs_mut(&mut self) -> &mut Vfs {
        &mut self.vfs
    }

    /// The listings and contents that are wanted next. Once it is empty, a check or a pack has all it needs.
    pub fn needs(&mut self) -> Needs {
        let mut needs = Needs::default();
        agent::analyse(&self.vfs, &mut needs, &mut self.modules, &mut Sink::default());
        needs
    }

    /// Everything that is wrong with the folder. `refusals` are problems that only the host can know of; with an error
    /// among them the folder itself is not looked at.
    pub fn check(&mut self, refusals: &[Diagnostic]) -> Checked {
        let mut sink = Sink::default();
        let analysis = self.analyse(refusals, &mut sink);
        finish(analysis, sink)
    }

    /// Checks, and where nothing refuses the folder builds its package.
    pub fn pack(&mut self, refusals: &[Diagnostic]) -> Packed {
        let mut sink = Sink::default();
        let mut analysis = self.analyse(refusals, &mut sink);
        let package = match &analysis.plan {
            Some(plan) => build(&self.vfs, &analysis.entry, plan, &mut sink),
            None => None,
        };
        if package.is_none() {
            analysis.plan = None;
        }
        let archive_size = package.as_ref().map_or(0, |package| package.archive.len() as u64);
        Packed { checked: finish(analysis, sink), package, archive_size }
    }

    fn analyse(&mut self, refusals: &[Diagnostic], sink: &mut Sink) -> Analysis {
        sink.extend(refusals.iter().cloned());
        if sink.has_errors() {
            return Analysis::nothing();
        }
        agent::analyse(&self.vfs, &mut Needs::default(), &mut self.modules, sink)
    }
}

fn finish(analysis: Analysis, sink: Sink) -> Checked {
    let Analysis { entry, name, plan } = analysis;
    // The name of a valid folder is in its package for all to see; of a refused one, a secret in it need not be.
    let name = name.map(|name| if plan.is_some() { name } else { sink.masked(name) });
    Checked { report: sink.into_report(&entry), entry, name, plan }
}

fn build(vfs: &Vfs, entry: &VfsPath, plan: &Plan, sink: &mut Sink) -> Option<Package> {
    let bundle = plan.bundle.as_ref().map(|(linked, registration)| bundle::generate(linked, registration));
    let instructions = vfs.content(entry).map_or(&[][..], |content| &content[plan.instructions.range()]);
    let assembled = package::assemble(&PackageInput {
        name: &plan.name,
        sources: &plan.sources,
        launch: &plan.launch,
        instructions,
        bundle: bundle.as_ref().map(|bundle| package::Bundle { code: &bundle.code, source_map: &bundle.source_map }),
    });
    match assembled {
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
