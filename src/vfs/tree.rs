use std::collections::{BTreeMap, BTreeSet};

use super::{Content, PathProblem, VfsPath};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeKind {
    File,
    Directory,
    /// Never followed: where it points is of no interest, that it is a link is.
    Symlink,
}

/// What is known of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    Found(NodeKind),
    Missing,
    /// A listing on the way to it has not been provided yet; it has been noted in [`Needs`].
    Unknown,
}

/// Listings and contents that a pass wanted and the tree did not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    pub listings: BTreeSet<VfsPath>,
    pub contents: BTreeSet<VfsPath>,
}

impl Needs {
    pub fn extend(&mut self, other: Self) {
        self.listings.extend(other.listings);
        self.contents.extend(other.contents);
    }

    pub fn is_empty(&self) -> bool {
        self.listings.is_empty() && self.contents.is_empty()
    }
}

/// An ordered tree of files, folders and links, held in memory.
#[derive(Clone, Debug, Default)]
pub struct Vfs {
    /// Names and kinds below each folder whose listing is known, whole or in part.
    folders: BTreeMap<VfsPath, BTreeMap<Box<str>, NodeKind>>,
    contents: BTreeMap<VfsPath, Content>,
    /// `None`: every folder is known in full. Otherwise the folders that are.
    listed: Option<BTreeSet<VfsPath>>,
}

impl Vfs {
    /// A tree that holds everything there is: what has not been added does not exist.
    pub fn new() -> Self {
        Self::default()
    }

    /// A tree to be filled on demand: what has not been provided is unknown.
    pub fn on_demand() -> Self {
        Self { listed: Some(BTreeSet::new()), ..Self::default() }
    }

    /// Adds or replaces a file, and the folders above it where they are missing.
    pub fn add_file(&mut self, path: VfsPath, content: impl Into<Content>) {
        self.add_node(&path, NodeKind::File);
        self.contents.insert(path, content.into());
    }

    /// Takes a file away and hands over what it held. The folders above it stay.
    pub fn remove_file(&mut self, path: &VfsPath) -> Option<Content> {
        let content = self.contents.remove(path)?;
        self.remove_node(path);
        Some(content)
    }

    /// Takes away a file, a link, or a folder with all that is in it. Whether there was one. The folders above it stay.
    pub fn remove(&mut self, path: &VfsPath) -> bool {
        let Some(kind) = self.remove_node(path) else { return false };
        self.contents.remove(path);
        if kind == NodeKind::Directory {
            self.take_folder(path);
        }
        true
    }

    /// Gives a file, a link, or a folder with all that is in it another path, in place of what is there. Whether there
    /// was one, and the other path is not within it.
    pub fn rename(&mut self, from: &VfsPath, to: &VfsPath) -> bool {
        if to.is_within(from) || self.kind(from).is_none() {
            return false;
        }
        self.remove(to);
        let Some(kind) = self.remove_node(from) else { return false };
        self.add_node(to, kind);
        if let Some(content) = self.contents.remove(from) {
            self.contents.insert(to.clone(), content);
        }
        if kind == NodeKind::Directory {
            let Taken { folders, contents, listed } = self.take_folder(from);
            self.folders.extend(folders.into_iter().map(|(path, names)| (path.moved(from, to), names)));
            self.contents.extend(contents.into_iter().map(|(path, content)| (path.moved(from, to), content)));
            if let Some(all) = &mut self.listed {
                all.extend(listed.into_iter().map(|path| path.moved(from, to)));
            }
        }
        true
    }

    pub fn add_symlink(&mut self, path: &VfsPath) {
        self.add_node(path, NodeKind::Symlink);
    }

    pub fn add_folder(&mut self, path: &VfsPath) {
        if !path.is_root() {
            self.add_node(path, NodeKind::Directory);
        }
        self.folders.entry(path.clone()).or_default();
    }

    /// Answers a wanted listing. A folder that is not there, or can't be listed, has no entries.
    pub fn provide_listing<'a>(
        &mut self,
        folder: &VfsPath,
        entries: impl IntoIterator<Item = (&'a str, NodeKind)>,
    ) -> Result<(), PathProblem> {
        let mut names = BTreeMap::new();
        for (name, kind) in entries {
            match VfsPath::from_host(name) {
                Ok(path) if !path.is_root() && !name.contains('/') => names.insert(Box::from(name), kind),
                Ok(_) => return Err(PathProblem::EmptySegment),
                Err(problem) => return Err(problem),
            };
        }
        self.folders.insert(folder.clone(), names);
        if let Some(listed) = &mut self.listed {
            listed.insert(folder.clone());
        }
        Ok(())
    }

    /// Answers a wanted content.
    pub fn provide_content(&mut self, path: VfsPath, content: impl Into<Content>) {
        self.contents.insert(path, content.into());
    }

    pub fn content(&self, path: &VfsPath) -> Option<&Content> {
        self.contents.get(path)
    }

    /// The content of a file that a [`Vfs::lookup`] has found, or `None` after noting that it is wanted.
    pub fn read(&self, path: &VfsPath, needs: &mut Needs) -> Option<&Content> {
        let content = self.contents.get(path);
        if content.is_none() {
            needs.contents.insert(path.clone());
        }
        content
    }

    /// Names and kinds directly in a folder, in byte order of the names, or `None` after noting that they are wanted.
    pub fn list(&self, folder: &VfsPath, needs: &mut Needs) -> Option<impl Iterator<Item = (&str, NodeKind)>> {
        if !self.knows(folder) {
            needs.listings.insert(folder.clone());
            return None;
        }
        let entries = self.folders.get(folder);
        Some(entries.into_iter().flatten().map(|(name, kind)| (&**name, *kind)))
    }

    /// What is at a path, exactly as it is spelled. A link on the way makes it a [`NodeKind::Symlink`].
    pub fn lookup(&self, path: &VfsPath, needs: &mut Needs) -> Lookup {
        let mut folder = VfsPath::root();
        let mut found = NodeKind::Directory;
        for segment in path.segments() {
            match found {
                NodeKind::Directory => {}
                NodeKind::File => return Lookup::Missing,
                NodeKind::Symlink => return Lookup::Found(NodeKind::Symlink),
            }
            if !self.knows(&folder) {
                needs.listings.insert(folder);
                return Lookup::Unknown;
            }
            match self.folders.get(&folder).and_then(|names| names.get(segment)) {
                Some(kind) => found = *kind,
                None => return Lookup::Missing,
            }
            folder = folder.child(segment);
        }
        Lookup::Found(found)
    }

    fn kind(&self, path: &VfsPath) -> Option<NodeKind> {
        self.folders.get(&path.parent()?)?.get(path.file_name()).copied()
    }

    fn remove_node(&mut self, path: &VfsPath) -> Option<NodeKind> {
        self.folders.get_mut(&path.parent()?)?.remove(path.file_name())
    }

    /// Takes away everything that is known of the inside of a folder.
    fn take_folder(&mut self, folder: &VfsPath) -> Taken {
        let is_inside = |path: &VfsPath| path.is_within(folder);
        let from = || folder.clone()..;
        Taken {
            folders: self.folders.extract_if(from(), |path, _| is_inside(path)).collect(),
            contents: self.contents.extract_if(from(), |path, _| is_inside(path)).collect(),
            listed: self.listed.iter_mut().flat_map(|listed| listed.extract_if(from(), &is_inside)).collect(),
        }
    }

    fn knows(&self, folder: &VfsPath) -> bool {
        self.listed.as_ref().is_none_or(|listed| listed.contains(folder))
    }

    fn add_node(&mut self, path: &VfsPath, kind: NodeKind) {
        let mut kind = kind;
        let mut path = path.clone();
        while let Some(parent) = path.parent() {
            let names = self.folders.entry(parent.clone()).or_default();
            let known = names.get(path.file_name()).copied();
            names.insert(path.file_name().into(), kind);
            if known == Some(kind) {
                break;
            }
            kind = NodeKind::Directory;
            path = parent;
        }
    }
}

/// The inside of a folder.
struct Taken {
    folders: Vec<(VfsPath, BTreeMap<Box<str>, NodeKind>)>,
    contents: Vec<(VfsPath, Content)>,
    listed: Vec<VfsPath>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> VfsPath {
        VfsPath::declared(text).unwrap()
    }

    #[test]
    fn a_whole_tree_needs_nothing() {
        let mut vfs = Vfs::new();
        vfs.add_file(path("a/b/c.txt"), *b"hello");
        vfs.add_symlink(&path("a/link"));
        let mut needs = Needs::default();
        assert_eq!(vfs.lookup(&path("a"), &mut needs), Lookup::Found(NodeKind::Directory));
        assert_eq!(vfs.lookup(&path("a/b/c.txt"), &mut needs), Lookup::Found(NodeKind::File));
        assert_eq!(vfs.lookup(&path("a/b/c.txt/d"), &mut needs), Lookup::Missing);
        assert_eq!(vfs.lookup(&path("a/link/deep/down"), &mut needs), Lookup::Found(NodeKind::Symlink));
        assert_eq!(vfs.lookup(&path("a/B"), &mut needs), Lookup::Missing);
        assert!(needs.is_empty());
    }

    #[test]
    fn a_tree_on_demand_asks_for_one_level_at_a_time() {
        let mut vfs = Vfs::on_demand();
        let mut needs = Needs::default();
        assert_eq!(vfs.lookup(&path("a/b.txt"), &mut needs), Lookup::Unknown);
        assert_eq!(needs.listings.iter().collect::<Vec<_>>(), [&VfsPath::root()]);

        vfs.provide_listing(&VfsPath::root(), [("a", NodeKind::Directory), ("node_modules", NodeKind::Directory)])
            .unwrap();
        let mut needs = Needs::default();
        assert_eq!(vfs.lookup(&path("x/y"), &mut needs), Lookup::Missing);
        assert!(needs.is_empty());
        assert_eq!(vfs.lookup(&path("a/b.txt"), &mut needs), Lookup::Unknown);
        assert_eq!(needs.listings.iter().collect::<Vec<_>>(), [&path("a")]);

        vfs.provide_listing(&path("a"), [("b.txt", NodeKind::File)]).unwrap();
        let mut needs = Needs::default();
        assert_eq!(vfs.lookup(&path("a/b.txt"), &mut needs), Lookup::Found(NodeKind::File));
        assert!(vfs.read(&path("a/b.txt"), &mut needs).is_none());
        assert_eq!(needs.contents.iter().collect::<Vec<_>>(), [&path("a/b.txt")]);
    }

    #[test]
    fn folders_are_moved_and_removed_with_what_is_in_them() {
        let mut vfs = Vfs::new();
        for name in ["a/b/c.txt", "a/b/d/e.txt", "a/b-c.txt", "a/bc/f.txt", "x/old.txt"] {
            vfs.add_file(path(name), name.as_bytes());
        }
        vfs.add_symlink(&path("a/b/link"));
        assert!(vfs.rename(&path("a/b"), &path("x")));
        let mut needs = Needs::default();
        let mut lookup = |name: &str| vfs.lookup(&path(name), &mut needs);
        assert_eq!(lookup("x/link"), Lookup::Found(NodeKind::Symlink));
        assert_eq!(lookup("x/d"), Lookup::Found(NodeKind::Directory));
        assert_eq!(["a/b", "a/b/c.txt", "x/old.txt"].map(&mut lookup), [Lookup::Missing; 3]);
        assert_eq!(vfs.content(&path("x/d/e.txt")).map(|content| &**content), Some(&b"a/b/d/e.txt"[..]));
        assert!(vfs.content(&path("a/b/d/e.txt")).is_none());
        assert!(["a/b-c.txt", "a/bc/f.txt"].iter().all(|name| vfs.content(&path(name)).is_some()));

        assert!(!vfs.rename(&path("a"), &path("a/z")));
        assert!(!vfs.rename(&path("nothing"), &path("z")));
        assert!(vfs.remove(&path("x")));
        assert!(!vfs.remove(&path("x")));
        assert!(vfs.content(&path("x/d/e.txt")).is_none());
    }

    #[test]
    fn a_host_cannot_smuggle_a_path_in_as_a_name() {
        let mut vfs = Vfs::on_demand();
        for name in ["..", ".", "", "a/b", "/a", "a\0"] {
            assert!(vfs.provide_listing(&VfsPath::root(), [(name, NodeKind::File)]).is_err(), "{name:?}");
        }
    }
}
