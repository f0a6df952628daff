use std::fmt;

/// Where a file or folder is: relative to the folder that is compiled, `/` between segments, never climbing.
///
/// The root is the empty path. Ordering is by bytes of the whole path, as archives and digests want it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VfsPath(Box<str>);

/// Why a text is not a path inside the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathProblem {
    Empty,
    Absolute,
    DriveLetter,
    EmptySegment,
    TrailingSlash,
    DotSegment,
    ParentSegment,
    Backslash,
    ControlCharacter,
}

impl PathProblem {
    /// What is wrong, to follow the quoted path in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Empty => "is empty",
            Self::Absolute => "is absolute",
            Self::DriveLetter => "starts with a drive letter",
            Self::EmptySegment => "has an empty segment",
            Self::TrailingSlash => "ends with a slash",
            Self::DotSegment => "has a `.` segment",
            Self::ParentSegment => "has a `..` segment",
            Self::Backslash => "has a backslash",
            Self::ControlCharacter => "has a control character",
        }
    }
}

impl VfsPath {
    pub fn root() -> Self {
        Self::default()
    }

    /// A path that an author wrote, under the strict rules of the reference ("Path rules").
    pub fn declared(text: &str) -> Result<Self, PathProblem> {
        if text.is_empty() {
            return Err(PathProblem::Empty);
        }
        if text.chars().any(|character| character.is_control()) {
            return Err(PathProblem::ControlCharacter);
        }
        if text.contains('\\') {
            return Err(PathProblem::Backslash);
        }
        if text.starts_with('/') {
            return Err(PathProblem::Absolute);
        }
        let bytes = text.as_bytes();
        if bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' {
            return Err(PathProblem::DriveLetter);
        }
        Self::segments_checked(text)
    }

    /// A path that a host reports. Names that merely look odd (a backslash on Linux) are what the disk has, so they stand.
    pub fn from_host(text: &str) -> Result<Self, PathProblem> {
        if text.is_empty() {
            return Ok(Self::root());
        }
        if text.starts_with('/') {
            return Err(PathProblem::Absolute);
        }
        if text.contains('\0') {
            return Err(PathProblem::ControlCharacter);
        }
        Self::segments_checked(text)
    }

    fn segments_checked(text: &str) -> Result<Self, PathProblem> {
        if text.ends_with('/') {
            return Err(PathProblem::TrailingSlash);
        }
        for segment in text.split('/') {
            match segment {
                "" => return Err(PathProblem::EmptySegment),
                "." => return Err(PathProblem::DotSegment),
                ".." => return Err(PathProblem::ParentSegment),
                _ => {}
            }
        }
        Ok(Self(text.into()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// One name below this path. `name` is a single segment.
    pub fn child(&self, name: &str) -> Self {
        debug_assert!(!name.is_empty() && !name.contains('/'));
        if self.is_root() { Self(name.into()) } else { Self(format!("{}/{name}", self.0).into()) }
    }

    /// The folder that holds this path, or `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        if self.is_root() {
            return None;
        }
        Some(match self.0.rfind('/') {
            Some(slash) => Self(self.0[..slash].into()),
            None => Self::root(),
        })
    }

    /// The same path after the folder, or file, `from` has become `to`.
    pub fn moved(&self, from: &Self, to: &Self) -> Self {
        match self.0.strip_prefix(&*from.0) {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => Self(format!("{}{rest}", to.0).into()),
            _ => self.clone(),
        }
    }

    /// The last segment; empty for the root.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }

    /// The text after the last dot of the last segment, where something stands before the dot.
    pub fn extension(&self) -> Option<&str> {
        match self.file_name().rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => Some(extension),
            _ => None,
        }
    }

    pub fn segments(&self) -> impl Iterator<Item = &str> {
        self.0.split('/').filter(|segment| !segment.is_empty())
    }

    /// Every folder above this path, the topmost first, the root left out.
    pub fn ancestors(&self) -> impl Iterator<Item = VfsPath> + '_ {
        self.0.match_indices('/').map(|(slash, _)| Self(self.0[..slash].into()))
    }

    /// Whether this path is `folder` or lies anywhere below it.
    pub fn is_within(&self, folder: &VfsPath) -> bool {
        folder.is_root()
            || self.0 == folder.0
            || (self.0.starts_with(&*folder.0) && self.0.as_bytes()[folder.0.len()] == b'/')
    }
}

impl fmt::Display for VfsPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_paths_are_strict() {
        for (text, problem) in [
            ("", PathProblem::Empty),
            ("/etc/passwd", PathProblem::Absolute),
            ("C:/x", PathProblem::DriveLetter),
            ("c:x", PathProblem::DriveLetter),
            ("a//b", PathProblem::EmptySegment),
            ("a/", PathProblem::TrailingSlash),
            ("./a", PathProblem::DotSegment),
            ("a/../b", PathProblem::ParentSegment),
            ("a\\b", PathProblem::Backslash),
            ("a\nb", PathProblem::ControlCharacter),
            ("a\0b", PathProblem::ControlCharacter),
        ] {
            assert_eq!(VfsPath::declared(text), Err(problem), "{text:?}");
        }
        for text in ["a", "a/b.c", "...", "..a/b", "é/ü", "a b"] {
            assert_eq!(VfsPath::declared(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn a_folder_contains_itself_and_what_is_below_but_no_namesake() {
        let folder = VfsPath::declared("a/b").unwrap();
        for (path, within) in [("a/b", true), ("a/b/c", true), ("a/bc", false), ("a", false)] {
            assert_eq!(VfsPath::declared(path).unwrap().is_within(&folder), within, "{path}");
        }
        assert!(folder.is_within(&VfsPath::root()));
    }

    #[test]
    fn parts() {
        let path = VfsPath::declared("a/b/c.d.ts").unwrap();
        assert_eq!(path.file_name(), "c.d.ts");
        assert_eq!(path.extension(), Some("ts"));
        assert_eq!(path.parent().unwrap().as_str(), "a/b");
        assert_eq!(path.ancestors().map(|p| p.to_string()).collect::<Vec<_>>(), ["a", "a/b"]);
        assert_eq!(VfsPath::declared(".env").unwrap().extension(), None);
        assert_eq!(VfsPath::root().child("x").as_str(), "x");
    }
}
