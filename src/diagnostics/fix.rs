use crate::source::Span;
use crate::vfs::VfsPath;

/// A way to mend a problem, ready to apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What applying it does, in the imperative: "Rename `modle` to `model`".
    pub title: String,
    /// Whether it can be applied without looking: it keeps what the author plainly meant.
    pub safe: bool,
    pub edits: Vec<Edit>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Replaces the bytes of a span; an empty span inserts.
    Replace {
        file: VfsPath,
        span: Span,
        text: String,
    },
    /// Creates a file that does not exist.
    Create {
        file: VfsPath,
        text: String,
    },
    Rename {
        from: VfsPath,
        to: VfsPath,
    },
}

impl Fix {
    pub fn safe(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), safe: true, edits }
    }

    /// A fix that someone should look at before it is applied.
    pub fn suggestion(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), safe: false, edits }
    }
}

impl Edit {
    pub fn replace(file: &VfsPath, span: Span, text: impl Into<String>) -> Self {
        Self::Replace { file: file.clone(), span, text: text.into() }
    }

    pub fn insert(file: &VfsPath, at: usize, text: impl Into<String>) -> Self {
        Self::replace(file, Span::empty(at), text)
    }

    pub fn delete(file: &VfsPath, span: Span) -> Self {
        Self::replace(file, span, "")
    }
}
