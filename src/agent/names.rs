//! Names of files that are one for some disks and two for others.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

use crate::schema::nearest;
use crate::vfs::{Needs, Vfs, VfsPath};

/// A path as a disk sees it that tells neither letter case nor Unicode normal forms apart.
pub fn fold(path: &str) -> String {
    if path.is_ascii() { path.to_ascii_lowercase() } else { path.nfc().flat_map(char::to_lowercase).nfc().collect() }
}

/// What the folders hold in which something was missing: each is read through once, however much is missing there.
#[derive(Clone, Debug, Default)]
pub struct Spellings {
    /// Names by what disks take for the same, the first of each.
    folders: BTreeMap<VfsPath, BTreeMap<String, Box<str>>>,
}

impl Spellings {
    /// The name in a folder that a missing one was most likely meant to be: the same but for case or form, or a slip
    /// away.
    pub fn nearest(&mut self, vfs: &Vfs, needs: &mut Needs, folder: &VfsPath, name: &str) -> Option<Box<str>> {
        if !self.folders.contains_key(folder) {
            let mut names = BTreeMap::new();
            for (name, _) in vfs.list(folder, needs)? {
                names.entry(fold(name)).or_insert_with(|| name.into());
            }
            self.folders.insert(folder.clone(), names);
        }
        let same = self.folders.get(folder).and_then(|names| names.get(&fold(name))).cloned();
        same.or_else(|| nearest(name, vfs.list(folder, needs)?.map(|(name, _)| name)).map(Box::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_many_disks_take_for_one() {
        assert_eq!(fold("files/E\u{301}.txt"), fold("files/é.TXT"));
        assert_ne!(fold("files/e.txt"), fold("files/é.txt"));
    }

    #[test]
    fn the_same_name_comes_before_a_similar_one() {
        let mut vfs = Vfs::new();
        for name in ["a/A.json", "a/catalog.json", "a/é.json"] {
            vfs.add_file(VfsPath::declared(name).unwrap(), *b"");
        }
        let folder = VfsPath::declared("a").unwrap();
        let mut spellings = Spellings::default();
        for (name, meant) in
            [("e\u{301}.json", Some("é.json")), ("catalogue.json", Some("catalog.json")), ("policy.json", None)]
        {
            assert_eq!(spellings.nearest(&vfs, &mut Needs::default(), &folder, name).as_deref(), meant, "{name}");
        }
    }
}
