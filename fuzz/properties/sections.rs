//! Folders written out in one text: each line `//- PATH` starts a file, `//- symlink: PATH` and `//- folder: PATH` are
//! what they say. What stands before the first is agent.md. What can't be on a disk, such as a file below a file, is left out.

use agentmd::vfs::{Vfs, VfsPath};

const MARKER: &[u8] = b"//- ";

pub struct Sections<'a>(Vec<(VfsPath, Content<'a>)>);

#[derive(Clone, Copy)]
pub enum Content<'a> {
    File(&'a [u8]),
    Symlink,
    Folder,
}

impl<'a> Sections<'a> {
    pub fn new(sections: Vec<(VfsPath, Content<'a>)>) -> Self {
        Self(sections)
    }

    pub fn of_one_file(name: &str, content: &'a [u8]) -> Self {
        Self::new(vec![(super::path(name), Content::File(content))])
    }

    pub fn parse(input: &'a [u8]) -> Self {
        let mut sections = Self(Vec::new());
        let mut header: &[u8] = b"agent.md";
        let (mut start, mut at) = (0, 0);
        for line in input.split_inclusive(|byte| *byte == b'\n') {
            if let Some(next) = line.strip_prefix(MARKER) {
                sections.add(header, &input[start..at]);
                header = next;
                start = at + line.len();
            }
            at += line.len();
        }
        sections.add(header, &input[start..at]);
        sections
    }

    fn add(&mut self, header: &[u8], content: &'a [u8]) {
        let Ok(header) = std::str::from_utf8(header) else { return };
        let header = header.trim_end_matches(['\r', '\n']);
        let (name, content) = match header.split_once(": ") {
            Some(("symlink", name)) => (name, Content::Symlink),
            Some(("folder", name)) => (name, Content::Folder),
            _ => (header, Content::File(content)),
        };
        let Ok(path) = VfsPath::from_host(name) else { return };
        let is_taken = self.0.iter().any(|(other, _)| path.is_within(other) || other.is_within(&path));
        if !path.is_root() && !is_taken {
            self.0.push((path, content));
        }
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &(VfsPath, Content<'a>)> {
        self.0.iter()
    }

    pub fn folder(&self) -> Vfs {
        filled(self.iter())
    }

    pub fn folder_filled_backwards(&self) -> Vfs {
        filled(self.iter().rev())
    }
}

fn filled<'a>(sections: impl Iterator<Item = &'a (VfsPath, Content<'a>)>) -> Vfs {
    let mut files = Vfs::new();
    for (path, content) in sections {
        match content {
            Content::File(content) => files.add_file(path.clone(), *content),
            Content::Symlink => files.add_symlink(path),
            Content::Folder => files.add_folder(path),
        }
    }
    files
}
