//! Folders written out in one file, each with the report it gives beside it.
//!
//! ```text
//! === a title, until the end of the line
//! //- agent.md
//! text of the file, up to the next marker
//! //- escaped: data.bin
//! \xff\n        text with escapes, for bytes that an editor would not keep
//! //- symlink: skills/a
//! //- folder: assets
//! //- report
//! the listing, written by UPDATE=1
//! ```

use agentmd::vfs::{Vfs, VfsPath};

const CASE: &str = "=== ";
const MARKER: &str = "//- ";
const REPORT: &str = "//- report";

/// One folder of a fixture file and the listing that it should give.
pub struct Case {
    pub title: String,
    /// Everything up to the listing, as it is written.
    pub source: String,
    pub expected: String,
}

/// The cases of a fixture file, in their order; what stands before the first is a note to the reader.
pub fn cases(text: &str) -> (String, Vec<Case>) {
    let mut note = String::new();
    let mut cases: Vec<Case> = Vec::new();
    let mut in_report = false;
    for line in text.split_inclusive('\n') {
        if let Some(title) = line.strip_prefix(CASE) {
            in_report = false;
            cases.push(Case { title: title.trim().to_owned(), source: String::new(), expected: String::new() });
        } else if line.trim_end() == REPORT {
            in_report = true;
        } else if let Some(case) = cases.last_mut() {
            if in_report { &mut case.expected } else { &mut case.source }.push_str(line);
        } else {
            note.push_str(line);
        }
    }
    (note, cases)
}

/// The fixture file that has these listings.
pub fn write(note: &str, cases: &[Case], listings: &[String]) -> String {
    let mut text = note.to_owned();
    for (case, listing) in cases.iter().zip(listings) {
        text.push_str(&format!("{CASE}{}\n{}{REPORT}\n{listing}", case.title, case.source));
    }
    text
}

/// The folder that a case writes out.
pub fn folder(source: &str) -> Vfs {
    folder_of(&parts(source))
}

/// What stands after each marker, and the text up to the next one.
pub fn parts(source: &str) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    for line in source.split_inclusive('\n') {
        match line.strip_prefix(MARKER) {
            Some(header) => parts.push((header.trim_end_matches('\n').to_owned(), String::new())),
            None => parts.last_mut().expect("a marker comes first").1.push_str(line),
        }
    }
    parts
}

pub fn folder_of(parts: &[(String, String)]) -> Vfs {
    let mut vfs = Vfs::new();
    for (header, text) in parts {
        match header.split_once(": ") {
            Some(("escaped", path)) => vfs.add_file(host_path(path), unescape(text)),
            Some(("symlink", path)) => vfs.add_symlink(&host_path(path)),
            Some(("folder", path)) => vfs.add_folder(&host_path(path)),
            _ => vfs.add_file(host_path(header), text.clone().into_bytes()),
        }
    }
    vfs
}

fn host_path(text: &str) -> VfsPath {
    VfsPath::from_host(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"))
}

/// `\xHH`, `\n`, `\r` and `\\`; a real line break stands for nothing, so that long contents can be wrapped.
pub fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes().filter(|byte| *byte != b'\n');
    let digit = |byte: Option<u8>| char::from(byte.unwrap_or_default()).to_digit(16).expect("a hex digit") as u8;
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next() {
            Some(b'x') => digit(rest.next()) << 4 | digit(rest.next()),
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b'\\') => b'\\',
            other => panic!("unknown escape {other:?}"),
        });
    }
    bytes
}
