//! ENTRY_NOT_FOUND, ENTRY_CASE, AMBIGUOUS_ENTRY, SYMLINK_SOURCE of agent.md, SOURCE_ENCODING.

use crate::agent::ENTRY_NAME;
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::source::Span;
use crate::vfs::{Needs, NodeKind, Vfs, VfsPath};

/// The file that stands for agent.md: agent.md itself or, after a report, its only case variant.
/// `None` where there is none to go on with, or the root's listing is not known yet.
pub fn find(vfs: &Vfs, needs: &mut Needs, sink: &mut Sink) -> Option<VfsPath> {
    let root = VfsPath::root();
    let variants: Vec<(VfsPath, NodeKind)> = vfs
        .list(&root, needs)?
        .filter(|(name, _)| name.eq_ignore_ascii_case(ENTRY_NAME))
        .map(|(name, kind)| (root.child(name), kind))
        .collect();
    let canonical = root.child(ENTRY_NAME);
    match variants.as_slice() {
        [] => {
            sink.push(
                Diagnostic::new(Code::EntryNotFound, &root, None, format!("the folder has no `{ENTRY_NAME}`"))
                    .help("Create agent.md with YAML frontmatter between two lines of `---`, then the instructions."),
            );
            None
        }
        [(path, kind)] => {
            if *path != canonical {
                sink.push(
                    Diagnostic::new(
                        Code::EntryCase,
                        path,
                        None,
                        format!("the entry file is named {}", quoted(path.as_str())),
                    )
                    .help(format!("Rename it to `{ENTRY_NAME}`, in lowercase."))
                    .fix(Fix::safe(
                        format!("Rename it to `{ENTRY_NAME}`"),
                        vec![Edit::Rename { from: path.clone(), to: canonical }],
                    )),
                );
            }
            is_plain_file(path, *kind, sink).then(|| path.clone())
        }
        [(first, _), others @ ..] => {
            let names: Vec<_> = variants.iter().map(|(path, _)| quoted(path.as_str())).collect();
            let mut diagnostic = Diagnostic::new(
                Code::AmbiguousEntry,
                first,
                None,
                format!("the folder has {} case variants of the entry file: {}", variants.len(), names.join(", ")),
            )
            .help(format!("Keep one of them and name it `{ENTRY_NAME}`."));
            for (other, _) in others {
                diagnostic = diagnostic.related(other, None, "another variant");
            }
            sink.push(diagnostic);
            None
        }
    }
}

fn is_plain_file(path: &VfsPath, kind: NodeKind, sink: &mut Sink) -> bool {
    match kind {
        NodeKind::File => return true,
        NodeKind::Symlink => sink.push(
            Diagnostic::new(Code::SymlinkSource, path, None, format!("{} is a symlink", quoted(path.as_str())))
                .help("Put the file itself in its place; links are never followed."),
        ),
        NodeKind::Directory => sink.push(
            Diagnostic::new(Code::SourceNotFile, path, None, format!("{} is a folder", quoted(path.as_str())))
                .help("The entry file must be a file."),
        ),
    }
    false
}

/// The text of a file, or `None` after reporting the first byte that is not UTF-8.
pub fn decode<'a>(file: &VfsPath, content: &'a [u8], sink: &mut Sink) -> Option<&'a str> {
    match std::str::from_utf8(content) {
        Ok(text) => Some(text),
        Err(error) => {
            let start = error.valid_up_to();
            let length = error.error_len().unwrap_or(content.len() - start);
            sink.push(
                Diagnostic::new(
                    Code::SourceEncoding,
                    file,
                    Span::new(start, start + length),
                    format!("byte {start} of {} (0x{:02x}) is not UTF-8", quoted(file.as_str()), content[start]),
                )
                .help("Save the file as UTF-8."),
            );
            None
        }
    }
}
