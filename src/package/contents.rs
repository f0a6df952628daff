use std::cmp::Reverse;

use crate::Digest;
use crate::vfs::{Content, VfsPath};

/// The largest archive that deploy accepts, in bytes.
pub const ARCHIVE_LIMIT: u64 = 16 * 1024 * 1024;

/// How large the files of an archive may be together for deploy to accept it, in bytes.
pub const CONTENTS_LIMIT: u64 = 64 * 1024 * 1024;

/// What a packaged file is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// agent.md, package.json, lock files, tool modules and what these import.
    Source,
    /// In a skill folder.
    Skill,
    /// Declared in `harness.files`.
    File,
    /// Made by the compiler.
    Generated,
    /// The launch settings.
    Launch,
}

impl Role {
    /// As the manifest spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Skill => "skill",
            Self::File => "file",
            Self::Generated => "generated",
            Self::Launch => "launch",
        }
    }
}

/// Where a file of the folder lands in the package (reference: "What the package contains").
pub fn package_path(role: Role, path: &VfsPath) -> String {
    let within = |folder: &str| {
        if path.as_str().starts_with(folder) { path.to_string() } else { format!("{folder}{path}") }
    };
    match role {
        Role::Source => format!("source/{path}"),
        Role::Skill => within("skills/"),
        Role::File => within("files/"),
        Role::Generated => within("generated/"),
        Role::Launch => path.to_string(),
    }
}

/// A file of the folder that goes into the package. Hashed here and nowhere else: the manifest and the source digest
/// both rest on this one digest. Cheap to clone and worth keeping for as long as the content stays the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    path: VfsPath,
    file: PackageFile,
}

impl SourceFile {
    /// `role` is [`Role::Source`], [`Role::Skill`] or [`Role::File`]; `path` is relative to the folder.
    pub fn new(path: VfsPath, role: Role, content: impl Into<Content>) -> Self {
        let file = PackageFile::new(package_path(role, &path), role, content);
        Self { path, file }
    }

    /// Relative to the folder.
    pub fn path(&self) -> &VfsPath {
        &self.path
    }

    /// As it will be in the package.
    pub fn file(&self) -> &PackageFile {
        &self.file
    }
}

/// A file as it is in the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageFile {
    path: String,
    role: Role,
    content: Content,
}

impl PackageFile {
    /// `path` is the one inside the package.
    pub fn new(path: String, role: Role, content: impl Into<Content>) -> Self {
        Self { path, role, content: content.into() }
    }

    /// Relative to the root of the package.
    pub fn path(&self) -> &str {
        &self.path
    }

    pub fn role(&self) -> Role {
        self.role
    }

    pub fn content(&self) -> &Content {
        &self.content
    }

    /// In bytes.
    pub fn size(&self) -> u64 {
        self.content.len() as u64
    }

    pub fn digest(&self) -> Digest {
        self.content.digest()
    }
}

/// The `count` largest files, the largest first: what to name where a limit is exceeded.
pub fn largest(files: &[PackageFile], count: usize) -> Vec<&PackageFile> {
    let mut files: Vec<_> = files.iter().collect();
    files.sort_by_key(|file| (Reverse(file.size()), file.path()));
    files.truncate(count);
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_paths_follow_the_role() {
        for (role, path, expected) in [
            (Role::Source, "agent.md", "source/agent.md"),
            (Role::Source, "source/a.ts", "source/source/a.ts"),
            (Role::Skill, "skills/pricing/SKILL.md", "skills/pricing/SKILL.md"),
            (Role::Skill, "pricing/SKILL.md", "skills/pricing/SKILL.md"),
            (Role::File, "files/a.json", "files/a.json"),
            (Role::File, "assets/a.json", "files/assets/a.json"),
            (Role::File, "files", "files/files"),
            (Role::File, "filesystem/a", "files/filesystem/a"),
            (Role::File, "skills/a", "files/skills/a"),
        ] {
            assert_eq!(package_path(role, &VfsPath::declared(path).unwrap()), expected);
        }
    }

    #[test]
    fn the_largest_files_come_first_and_equals_by_path() {
        let files = [("b", 2), ("a", 2), ("small", 1), ("large", 3)]
            .map(|(path, size)| PackageFile::new(path.to_owned(), Role::File, vec![0; size]));
        let paths = |count| largest(&files, count).into_iter().map(PackageFile::path).collect::<Vec<_>>();
        assert_eq!(paths(3), ["large", "a", "b"]);
        assert_eq!(paths(9).len(), 4);
    }
}
