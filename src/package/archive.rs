use std::fmt;

use super::gzip;
use super::segments::Segments;
use crate::cache::Work;
use crate::diagnostics::quoted;
use crate::vfs::Content;

/// The longest path of a packaged file, in bytes.
pub const PATH_LIMIT: usize = 100;

/// What eleven octal digits can say.
const SIZE_LIMIT: u64 = 0o77_777_777_777;

/// One file in an archive.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    pub path: &'a str,
    pub permissions: Permissions,
    pub content: &'a Content,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permissions {
    /// 0644.
    ReadWrite,
    /// 0755.
    Executable,
}

/// Why there can be no archive of these files. The rules refuse such folders first, at the place that is to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveProblem {
    /// The path is empty, has a NUL or is over [`PATH_LIMIT`].
    Path(String),
    /// Two files have this path.
    PathTwice(String),
    /// The file has 8 GiB or more.
    Size(String),
    /// The compressor failed, which it has no reason to.
    Compressor,
}

impl fmt::Display for ArchiveProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => {
                write!(formatter, "{} is not a path of 1 to {PATH_LIMIT} bytes without NUL", quoted(path))
            }
            Self::PathTwice(path) => write!(formatter, "two files of the archive have the path {}", quoted(path)),
            Self::Size(path) => write!(formatter, "{} is larger than an archive can hold", quoted(path)),
            Self::Compressor => formatter.write_str("the compressor failed"),
        }
    }
}

impl std::error::Error for ArchiveProblem {}

impl From<flate2::CompressError> for ArchiveProblem {
    fn from(_: flate2::CompressError) -> Self {
        Self::Compressor
    }
}

/// A gzipped ustar archive of exactly these files, sorted by the bytes of their paths. Nothing else decides its bytes.
pub fn write_archive<'a>(
    entries: impl IntoIterator<Item = Entry<'a>>,
    segments: &mut Segments,
    work: &mut Work,
) -> Result<Vec<u8>, ArchiveProblem> {
    let mut entries: Vec<_> = entries.into_iter().collect();
    entries.sort_by_key(|entry| entry.path);
    if let Some([first, _]) = entries.array_windows().find(|[a, b]| a.path == b.path) {
        return Err(ArchiveProblem::PathTwice(first.path.to_owned()));
    }
    Ok(gzip::member(&segments.blocks(&entries, work)?))
}

/// The tar header of a file.
pub(super) fn header(entry: &Entry) -> Result<tar::Header, ArchiveProblem> {
    let Entry { path, permissions, content } = *entry;
    if content.len() as u64 > SIZE_LIMIT {
        return Err(ArchiveProblem::Size(path.to_owned()));
    }
    let mut header = tar::Header::new_ustar();
    // Not by `set_path`, which turns a backslash into a slash in wasm and leaves it alone elsewhere.
    let name = header.as_old_mut().name.get_mut(..path.len()).filter(|name| !name.is_empty() && !path.contains('\0'));
    match name {
        Some(name) => name.copy_from_slice(path.as_bytes()),
        None => return Err(ArchiveProblem::Path(path.to_owned())),
    }
    header.set_mode(match permissions {
        Permissions::ReadWrite => 0o644,
        Permissions::Executable => 0o755,
    });
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_size(content.len() as u64);
    header.set_entry_type(tar::EntryType::Regular);
    header.set_cksum();
    Ok(header)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::super::tests::noise;
    use super::*;
    use crate::Digest;

    /// An archive of plain files.
    fn archive_of(files: &[(&str, &[u8])]) -> Result<Vec<u8>, ArchiveProblem> {
        let files: Vec<_> = files.iter().map(|(path, content)| (*path, Content::from(*content))).collect();
        let entries = files.iter().map(|(path, content)| Entry { path, permissions: Permissions::ReadWrite, content });
        write(entries)
    }

    fn write<'a>(entries: impl IntoIterator<Item = Entry<'a>>) -> Result<Vec<u8>, ArchiveProblem> {
        write_archive(entries, &mut Segments::default(), &mut Work::default())
    }

    fn inflate(archive: &[u8]) -> Vec<u8> {
        let mut tar = Vec::new();
        flate2::read::GzDecoder::new(archive).read_to_end(&mut tar).unwrap();
        tar
    }

    /// Path, mode and content of each entry, read by the letter of POSIX and with no help from any library.
    fn read_tar(mut tar: &[u8]) -> Vec<(String, u64, Vec<u8>)> {
        let text = |field: &[u8]| {
            let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
            String::from_utf8(field[..end].to_vec()).unwrap()
        };
        let number = |field: &[u8]| u64::from_str_radix(&text(field), 8).unwrap();
        let mut entries = Vec::new();
        while tar[0] != 0 {
            let (header, rest) = tar.split_at(512);
            let sum: u64 = (0..512).map(|at| if (148..156).contains(&at) { 32 } else { u64::from(header[at]) }).sum();
            assert_eq!(number(&header[148..156]), sum);
            assert_eq!(&header[257..265], b"ustar\x0000");
            assert_eq!(header[156], b'0');
            assert_eq!([number(&header[108..116]), number(&header[116..124]), number(&header[136..148])], [0; 3]);
            assert!(header[157..257].iter().chain(&header[265..]).all(|byte| *byte == 0), "link, owner or prefix");

            let size = number(&header[124..136]) as usize;
            let (content, rest) = rest.split_at(size);
            let (padding, rest) = rest.split_at(size.next_multiple_of(512) - size);
            assert!(padding.iter().all(|byte| *byte == 0));
            entries.push((text(&header[..100]), number(&header[100..108]), content.to_vec()));
            tar = rest;
        }
        assert_eq!(tar, [0; 1024]);
        entries
    }

    #[test]
    fn bytes_are_pinned() {
        let noise = noise(11, 70_000);
        let text = b"A penny saved is a penny earned.\n".repeat(5_000);
        let archive =
            archive_of(&[("a.md", b"hello\n"), ("b/noise", &noise), ("b/text", &text), ("empty", b"")]).unwrap();
        let tar = inflate(&archive);
        // A change of either is a change of every package: CHANGELOG has to name it.
        assert_eq!(Digest::of(&tar).hex(), "7aa8a7010307167e2c82fc5a45eb738681ffd7b4f1325d895801b3367ce8a87d");
        assert_eq!(Digest::of(&archive).hex(), "548fb6a6d0aa037f1ef8421f53a8ab63bb81837a6434e501c918ae3d831e405a");
    }

    #[test]
    fn a_header_to_the_byte() {
        let content = Content::from(*b"#!/bin/sh\n");
        let entry = Entry { path: "bin/server", permissions: Permissions::Executable, content: &content };
        let tar = inflate(&write([entry]).unwrap());
        let fields = [
            (0, "bin/server\0"),
            (100, "0000755\0"),
            (108, "0000000\0"),
            (116, "0000000\0"),
            (124, "00000000012\0"),
            (136, "00000000000\0"),
            (148, "0007742\0"),
            (156, "0"),
            (257, "ustar\x0000"),
        ];
        for (offset, field) in fields {
            assert_eq!(String::from_utf8_lossy(&tar[offset..offset + field.len()]), field, "at {offset}");
        }
    }

    #[test]
    fn paths_of_up_to_100_bytes_as_they_are_spelled() {
        let longest = format!("files/{}", "é".repeat(47));
        let paths = [longest.as_str(), "files/a\\b", "files/…", "source/агент.ts"];
        let archive = archive_of(&paths.map(|path| (path, &b"x"[..]))).unwrap();
        let entries = read_tar(&inflate(&archive));
        let mut expected = paths;
        expected.sort_unstable();
        assert_eq!(entries.iter().map(|(path, ..)| path.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_an_archive_cannot_hold_is_an_error() {
        let long = "a".repeat(PATH_LIMIT + 1);
        for path in [long.as_str(), "", "a\0b"] {
            assert_eq!(archive_of(&[(path, b"")]), Err(ArchiveProblem::Path(path.to_owned())));
        }
        let twice: [(&str, &[u8]); 3] = [("a", b"1"), ("b", b""), ("a", b"2")];
        assert_eq!(archive_of(&twice), Err(ArchiveProblem::PathTwice("a".to_owned())));
    }

    #[test]
    fn many_files_and_large_ones() {
        let names: Vec<_> = (0..10_000).map(|index| format!("files/{index}")).collect();
        let files: Vec<_> = names.iter().map(|name| (name.as_str(), name.as_bytes())).collect();
        let archive = archive_of(&files).unwrap();
        assert_eq!(read_tar(&inflate(&archive)).len(), names.len());

        let large = noise(5, 20_000_000);
        let archive = archive_of(&[("files/large", &large)]).unwrap();
        assert!(archive.len() < large.len() + large.len() / 10_000 + 1_000);
        assert!(read_tar(&inflate(&archive)) == [("files/large".to_owned(), 0o644, large)]);
    }

    fn content() -> impl Strategy<Value = Content> {
        prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..1_200),
            (any::<u64>(), 0..100_000_usize).prop_map(|(seed, size)| noise(seed, size)),
            ("[a-z]{1,9}", 0..20_000_usize).prop_map(|(word, count)| word.repeat(count).into_bytes()),
        ]
        .prop_map(Content::from)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, rng_seed: RngSeed::Fixed(0), ..ProptestConfig::default() })]

        #[test]
        fn any_files_come_back_whatever_their_order(
            files in proptest::collection::btree_map("[a-zA-Z0-9._/ äß日-]{1,24}", (content(), any::<bool>()), 0..12),
        ) {
            let entries: Vec<_> = files
                .iter()
                .map(|(path, (content, executable))| {
                    let permissions = if *executable { Permissions::Executable } else { Permissions::ReadWrite };
                    Entry { path, permissions, content }
                })
                .collect();
            let archive = write(entries.iter().copied()).unwrap();
            prop_assert!(archive == write(entries.iter().rev().copied()).unwrap());
            let expected: Vec<_> = files
                .into_iter()
                .map(|(path, (content, executable))| (path, if executable { 0o755 } else { 0o644 }, content.to_vec()))
                .collect();
            prop_assert!(read_tar(&inflate(&archive)) == expected);
        }
    }
}
