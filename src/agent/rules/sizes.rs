//! ARCHIVE_TOO_LARGE, CONTENTS_TOO_LARGE.

use crate::diagnostics::{Code, Diagnostic, Sink, quoted};
use crate::package::{ARCHIVE_LIMIT, CONTENTS_LIMIT, Package, largest};
use crate::vfs::VfsPath;

/// How many of the largest files a message names.
const NAMED: usize = 5;

pub fn check(entry: &VfsPath, package: &Package, sink: &mut Sink) {
    let archive = package.archive.len() as u64;
    if archive > ARCHIVE_LIMIT {
        sink.push(too_large(entry, package, Code::ArchiveTooLarge, "the archive has", archive, ARCHIVE_LIMIT));
    }
    if package.contents_size > CONTENTS_LIMIT {
        let size = package.contents_size;
        sink.push(too_large(
            entry,
            package,
            Code::ContentsTooLarge,
            "the packaged files have together",
            size,
            CONTENTS_LIMIT,
        ));
    }
}

fn too_large(entry: &VfsPath, package: &Package, code: Code, what: &str, size: u64, limit: u64) -> Diagnostic {
    let files: Vec<_> = largest(&package.files, NAMED)
        .iter()
        .map(|file| format!("{} ({})", quoted(file.path()), mebibytes(file.size())))
        .collect();
    Diagnostic::new(code, entry, None, format!("{what} {}, and deploy accepts {}", mebibytes(size), mebibytes(limit)))
        .help(format!("The largest files are {}.", files.join(", ")))
}

fn mebibytes(size: u64) -> String {
    format!("{}.{} MiB", size >> 20, ((size & 0xf_ffff) * 10) >> 20)
}
