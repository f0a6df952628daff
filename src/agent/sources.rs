//! What the folder contributes to the package: every declared path followed to files, under the path rules.

use std::collections::BTreeMap;

use super::model::Spanned;
use super::names::{self, Spellings};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::package::Role;
use crate::parse::yaml::quote_scalar;
use crate::source::Span;
use crate::vfs::{Lookup, Needs, NodeKind, Vfs, VfsPath};

/// Folders inside a packaged folder that are left out and not looked into.
const LEFT_OUT: [&str; 2] = ["node_modules", ".git"];

/// Where a file was asked for: the value in agent.md, or the specifier in a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    pub file: VfsPath,
    pub span: Option<Span>,
    pub pointer: Option<String>,
}

impl Origin {
    pub fn declared<T>(file: &VfsPath, value: &Spanned<T>) -> Self {
        Self { file: file.clone(), span: Some(value.span), pointer: Some(value.pointer.clone()) }
    }

    pub fn whole_file(file: &VfsPath) -> Self {
        Self { file: file.clone(), span: None, pointer: None }
    }

    pub fn diagnostic(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(code, &self.file, self.span, message);
        diagnostic.pointer.clone_from(&self.pointer);
        diagnostic
    }
}

/// A file that is packaged, each role it was asked for in, and where.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    pub by_role: BTreeMap<Role, Vec<Origin>>,
}

/// Every file to be packaged, in byte order of its path.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub files: BTreeMap<VfsPath, Uses>,
    pub spellings: Spellings,
}

impl Sources {
    pub fn add(&mut self, path: VfsPath, role: Role, origin: Origin) {
        self.files.entry(path).or_default().by_role.entry(role).or_default().push(origin);
    }
}

/// The two kinds of thing that a path may have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    File,
    Folder,
    Either,
}

/// Follows one declared path. Gives what stands there, or `None` after reporting why it can't be used or noting what
/// is needed to tell.
pub fn resolve(
    vfs: &Vfs,
    needs: &mut Needs,
    spellings: &mut Spellings,
    sink: &mut Sink,
    value: &Spanned<String>,
    origin: &Origin,
    expected: Expected,
) -> Option<(VfsPath, NodeKind)> {
    let path = match VfsPath::declared(&value.value) {
        Ok(path) => path,
        Err(problem) => {
            sink.push(escapes(value, origin, problem.describe()));
            return None;
        }
    };
    let found = match vfs.lookup(&path, needs) {
        Lookup::Unknown => return None,
        Lookup::Missing => {
            sink.push(not_found(vfs, needs, spellings, &path, value.span, origin));
            return None;
        }
        Lookup::Found(kind) => kind,
    };
    let report = |code, message: String, help: &str| origin.diagnostic(code, message).help(help);
    match (found, expected) {
        (NodeKind::Symlink, _) => sink.push(symlink(vfs, needs, &path, origin)),
        (NodeKind::Directory, Expected::File) => sink.push(report(
            Code::SourceNotFile,
            format!("{} is a folder, where a file is expected", quoted(path.as_str())),
            "Name a file in it.",
        )),
        (NodeKind::File, Expected::Folder) => {
            let parent = path.parent().filter(|parent| !parent.is_root());
            let mut diagnostic = report(
                Code::SourceNotDirectory,
                format!("{} is a file, where a folder is expected", quoted(path.as_str())),
                "Name the folder that holds SKILL.md.",
            );
            if let (Some(folder), true, Some(span)) = (parent, path.file_name() == super::SKILL_FILE, origin.span) {
                diagnostic = diagnostic.fix(Fix::safe(
                    format!("Write `{folder}`"),
                    vec![Edit::replace(&origin.file, span, quote_scalar(folder.as_str()))],
                ));
            }
            sink.push(diagnostic);
        }
        _ => return Some((path, found)),
    }
    None
}

fn escapes(value: &Spanned<String>, origin: &Origin, problem: &str) -> Diagnostic {
    let diagnostic = origin
        .diagnostic(Code::PathEscape, format!("the path {} {problem}", quoted(&value.value)))
        .help("Write it relative to the agent folder, with `/` between plain names.");
    match (meant(&value.value), origin.span) {
        (Some(path), Some(span)) => diagnostic.fix(Fix::safe(
            format!("Write {}", quoted(path.as_str())),
            vec![Edit::replace(&origin.file, span, quote_scalar(path.as_str()))],
        )),
        _ => diagnostic,
    }
}

/// The plain path that another spelling of it means, where it stays inside the folder.
fn meant(written: &str) -> Option<VfsPath> {
    let slashed = written.replace('\\', "/");
    if slashed.starts_with('/') {
        return None;
    }
    let mut segments = Vec::new();
    for segment in slashed.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            segment => segments.push(segment),
        }
    }
    VfsPath::declared(&segments.join("/")).ok()
}

fn not_found(
    vfs: &Vfs,
    needs: &mut Needs,
    spellings: &mut Spellings,
    path: &VfsPath,
    span: Span,
    origin: &Origin,
) -> Diagnostic {
    let diagnostic = origin.diagnostic(Code::SourceNotFound, format!("{} does not exist", quoted(path.as_str())));
    let Some(meant) = nearest_existing(vfs, needs, spellings, path) else {
        return diagnostic.help("Create it, or correct the path; it is relative to the agent folder.");
    };
    let is_same = names::fold(meant.as_str()) == names::fold(path.as_str());
    let help = match is_same {
        true => format!("It is there as {}: names must match in letter case and Unicode form.", quoted(meant.as_str())),
        false => format!("Did you mean {}?", quoted(meant.as_str())),
    };
    let title = format!("Write {}", quoted(meant.as_str()));
    let edits = vec![Edit::replace(&origin.file, span, quote_scalar(meant.as_str()))];
    diagnostic.help(help).fix(Fix { title, safe: is_same, edits })
}

/// An existing path that differs from a missing one by the spelling of some segments.
fn nearest_existing(vfs: &Vfs, needs: &mut Needs, spellings: &mut Spellings, path: &VfsPath) -> Option<VfsPath> {
    let mut found = VfsPath::root();
    for segment in path.segments() {
        let exact = found.child(segment);
        found = match vfs.lookup(&exact, needs) {
            Lookup::Found(_) => exact,
            Lookup::Unknown => return None,
            Lookup::Missing => {
                if vfs.lookup(&found, needs) != Lookup::Found(NodeKind::Directory) {
                    return None;
                }
                found.child(&spellings.nearest(vfs, needs, &found, segment)?)
            }
        };
    }
    matches!(vfs.lookup(&found, needs), Lookup::Found(_)).then_some(found)
}

/// Reports a path that is a link or passes through one.
pub fn symlink(vfs: &Vfs, needs: &mut Needs, path: &VfsPath, origin: &Origin) -> Diagnostic {
    let link = path
        .ancestors()
        .find(|ancestor| vfs.lookup(ancestor, needs) == Lookup::Found(NodeKind::Symlink))
        .unwrap_or_else(|| path.clone());
    let message = if link == *path {
        format!("{} is a symlink", quoted(path.as_str()))
    } else {
        format!("{} passes through the symlink {}", quoted(path.as_str()), quoted(link.as_str()))
    };
    origin
        .diagnostic(Code::SymlinkSource, message)
        .help("Put the real file or folder in its place; links are never followed.")
}

/// What a declared folder holds.
pub struct Listed {
    pub files: Vec<VfsPath>,
    /// Whether it holds nothing at all that could be packaged, as far as everything in it is known.
    pub is_empty: bool,
}

/// Every file in a declared folder, `node_modules` and `.git` left out. Links are reported.
pub fn files_in_folder(vfs: &Vfs, needs: &mut Needs, sink: &mut Sink, folder: &VfsPath, origin: &Origin) -> Listed {
    let mut listed = Listed { files: Vec::new(), is_empty: true };
    let mut waiting = vec![folder.clone()];
    while let Some(current) = waiting.pop() {
        let Some(entries) = vfs.list(&current, needs) else {
            listed.is_empty = false;
            continue;
        };
        for (name, kind) in entries {
            let path = current.child(name);
            match kind {
                NodeKind::Directory if LEFT_OUT.contains(&name) => {}
                NodeKind::Directory => waiting.push(path),
                NodeKind::File => {
                    listed.is_empty = false;
                    listed.files.push(path);
                }
                NodeKind::Symlink => {
                    listed.is_empty = false;
                    sink.push(link_inside(&path, folder, origin));
                }
            }
        }
    }
    listed.files.sort();
    listed
}

fn link_inside(link: &VfsPath, folder: &VfsPath, origin: &Origin) -> Diagnostic {
    let message = format!("{} in the packaged folder {} is a symlink", quoted(link.as_str()), quoted(folder.as_str()));
    origin
        .diagnostic(Code::SymlinkEscape, message)
        .help("Put the real file in its place, or move the link out of the folder.")
}

pub fn empty_folder(folder: &VfsPath, origin: &Origin) -> Diagnostic {
    origin
        .diagnostic(Code::EmptyFolder, format!("the folder {} holds no file", quoted(folder.as_str())))
        .help("Put something in it, or remove it from agent.md.")
}
