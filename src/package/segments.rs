//! The files of an archive cut into segments, each compressed by itself, so that a change costs the segments it is in.

use std::sync::Arc;

use flate2::Crc;

use super::archive::{ArchiveProblem, Entry, Permissions, header};
use super::compressibility::is_compressed;
use super::gzip::{self, Block, Compressor, Segment};
use crate::Digest;
use crate::cache::{Bounded, Work};

/// Bytes of segments that are kept though the last archive had no use for them.
const SPARE: usize = 4 * 1024 * 1024;

/// A tar block.
const BLOCK: usize = 512;

/// Bytes of contents after which no further file joins a segment. Larger segments compress a little better, smaller
/// ones are sooner compressed anew.
const FULL: usize = 128 * 1024;
/// After this many, none joins that is large itself or is in another folder.
const FAIR: usize = 16 * 1024;
const LARGE: usize = 64 * 1024;

/// What decides a segment's bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    /// What a stored content before it lacks to a whole block, in bytes.
    padding: usize,
    files: Vec<(String, Permissions, Digest)>,
    /// Of the last file there is only the header.
    is_stored: bool,
    /// The end of the archive is in it.
    is_last: bool,
}

/// Segments that are known, by what they hold.
pub struct Segments {
    compressed: Bounded<Key, Result<Arc<Segment>, ArchiveProblem>>,
    checksums: Bounded<Digest, Arc<Crc>>,
}

impl Default for Segments {
    fn default() -> Self {
        Self { compressed: Bounded::new(SPARE), checksums: Bounded::new(SPARE) }
    }
}

impl Segments {
    /// The blocks of an archive of these files, in this order. Files that are compressed already are stored as they are.
    pub fn blocks<'a>(&mut self, entries: &[Entry<'a>], work: &mut Work) -> Result<Vec<Block<'a>>, ArchiveProblem> {
        let mut compressor = Compressor::new();
        let mut blocks = Vec::new();
        let mut rest = entries;
        let mut padding = 0;
        loop {
            let (count, is_stored) = first_run(rest);
            let (files, later) = rest.split_at(count);
            rest = later;
            let is_last = rest.is_empty() && !is_stored;
            let run = Run { padding, files, is_stored, is_last };
            blocks.push(Block::Compressed(self.segment(&run, &mut compressor, work)?));
            padding = 0;
            if is_stored && let Some(Entry { content, .. }) = files.last() {
                let checksum = self
                    .checksums
                    .get_or_make(work.digest(content), size_of::<Crc>(), || Arc::new(gzip::checksum(content)));
                blocks.push(Block::Stored(content, checksum));
                padding = content.len().next_multiple_of(BLOCK) - content.len();
            }
            if is_last {
                break;
            }
        }
        self.compressed.end_pass();
        self.checksums.end_pass();
        Ok(blocks)
    }

    fn segment(
        &mut self,
        run: &Run,
        compressor: &mut Compressor,
        work: &mut Work,
    ) -> Result<Arc<Segment>, ArchiveProblem> {
        let files =
            run.files.iter().map(|file| (file.path.to_owned(), file.permissions, work.digest(file.content))).collect();
        let key = Key { padding: run.padding, files, is_stored: run.is_stored, is_last: run.is_last };
        self.compressed.get_or_make(key, run.size(), || {
            work.compressions += 1;
            work.compressed_bytes += run.size();
            run.compress(compressor).map(Arc::new)
        })
    }
}

/// The files of one segment.
struct Run<'a> {
    padding: usize,
    files: &'a [Entry<'a>],
    is_stored: bool,
    is_last: bool,
}

impl Run<'_> {
    fn size(&self) -> usize {
        self.files.iter().map(|file| BLOCK + file.content.len()).sum()
    }

    fn compress(&self, compressor: &mut Compressor) -> Result<Segment, ArchiveProblem> {
        const ZEROS: [u8; 2 * BLOCK] = [0; 2 * BLOCK];
        compressor.write(&ZEROS[..self.padding])?;
        for (index, file) in self.files.iter().enumerate() {
            compressor.write(header(file)?.as_bytes())?;
            if self.is_stored && index + 1 == self.files.len() {
                break;
            }
            compressor.write(file.content)?;
            compressor.write(&ZEROS[..file.content.len().next_multiple_of(BLOCK) - file.content.len()])?;
        }
        if self.is_last {
            compressor.write(&ZEROS)?;
        }
        Ok(compressor.finish()?)
    }
}

/// How many files the first segment takes, and whether the content of the last of them is to be stored.
fn first_run(entries: &[Entry]) -> (usize, bool) {
    let mut size = 0;
    let mut folder = None;
    for (index, entry) in entries.iter().enumerate() {
        let starts_anew = entry.content.len() >= LARGE || folder.is_some_and(|folder| folder != top_folder(entry.path));
        if size >= FULL || (size >= FAIR && starts_anew) {
            return (index, false);
        }
        if is_compressed(entry.content) {
            return (index + 1, true);
        }
        size += BLOCK + entry.content.len();
        folder = Some(top_folder(entry.path));
    }
    (entries.len(), false)
}

fn top_folder(path: &str) -> &str {
    path.split_once('/').map_or(path, |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::super::archive::write_archive;
    use super::super::tests::noise;
    use super::*;
    use crate::vfs::Content;

    fn entries(files: &[(String, Content)]) -> Vec<Entry<'_>> {
        let mut entries: Vec<_> =
            files.iter().map(|(path, content)| Entry { path, permissions: Permissions::ReadWrite, content }).collect();
        entries.sort_by_key(|entry| entry.path);
        entries
    }

    /// Many small files, some large ones, some that are compressed already.
    fn files() -> Vec<(String, Content)> {
        let line = |index: usize| format!("Line {index} of a file of some length.\n").into_bytes();
        let mut files: Vec<(String, Content)> =
            (0..400).map(|index| (format!("skills/{index:03}/SKILL.md"), line(index).repeat(60).into())).collect();
        files.push(("files/large.txt".to_owned(), line(0).repeat(9_000).into()));
        files.push(("files/picture.png".to_owned(), noise(4, 100_000).into()));
        files.push(("source/agent.md".to_owned(), line(7).repeat(30).into()));
        files
    }

    #[test]
    fn the_bytes_are_those_of_an_archive_made_from_nothing() {
        let mut segments = Segments::default();
        let mut files = files();
        for change in [0, 200, 399, 400, 401, 402, 5] {
            let work = &mut Work::default();
            files[change].1 = format!("changed {change}").repeat(change * 3).into_bytes().into();
            let remembered = write_archive(entries(&files), &mut segments, work).unwrap();
            assert!(remembered == write_archive(entries(&files), &mut Segments::default(), work).unwrap(), "{change}");
        }
    }

    #[test]
    fn a_change_costs_its_segment_alone() {
        let mut segments = Segments::default();
        let mut files = files();
        let mut archive = |files: &[(String, Content)]| {
            let mut work = Work::default();
            write_archive(entries(files), &mut segments, &mut work).unwrap();
            work
        };
        let first = archive(&files);
        assert!(first.compressions > 5, "{first:?}");
        assert_eq!(archive(&files), Work::default());
        let before = files[200].1.clone();
        files[200].1 = b"another text".to_vec().into();
        let second = archive(&files);
        assert_eq!((second.compressions, second.hashes), (1, 1));
        assert!(second.compressed_bytes < FULL + LARGE, "{second:?}");
        files[200].1 = before;
        assert_eq!(archive(&files), Work::default());
    }
}
