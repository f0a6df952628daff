use super::{Code, Fix, Severity};
use crate::source::Span;
use crate::vfs::VfsPath;

/// One problem, at one place. Built by a rule, sorted by a [`super::Sink`], shown by a renderer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// What is wrong, with the value that the author wrote.
    pub message: String,
    /// The file it is in, relative to the folder; the root for the folder itself.
    pub file: VfsPath,
    /// The offending bytes; `None` where the file as a whole, or its absence, is the problem.
    pub span: Option<Span>,
    /// JSON pointer of the value it is about, such as `/harness/tools/modules/0/path`.
    pub pointer: Option<String>,
    /// How to mend it.
    pub help: Option<String>,
    pub fixes: Vec<Fix>,
    pub related: Vec<Related>,
}

/// Another place that takes part in the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub file: VfsPath,
    pub span: Option<Span>,
    pub message: String,
}

impl Diagnostic {
    /// A problem of the code's default severity.
    pub fn new(code: Code, file: &VfsPath, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            file: file.clone(),
            span: span.into(),
            pointer: None,
            help: None,
            fixes: Vec::new(),
            related: Vec::new(),
        }
    }

    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    #[must_use]
    pub fn pointer(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    #[must_use]
    pub fn related(mut self, file: &VfsPath, span: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        self.related.push(Related { file: file.clone(), span: span.into(), message: message.into() });
        self
    }
}
