use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::Digest;

/// The bytes of a file, shared by all that have a use for them, and their digest once one of them has asked for it.
#[derive(Clone)]
pub struct Content(Arc<Inner>);

struct Inner {
    bytes: Box<[u8]>,
    digest: OnceLock<Digest>,
}

impl Content {
    /// SHA-256 of the bytes, computed at the first call.
    pub fn digest(&self) -> Digest {
        *self.0.digest.get_or_init(|| Digest::of(&self.0.bytes))
    }

    /// Whether [`Content::digest`] will cost nothing.
    pub fn is_hashed(&self) -> bool {
        self.0.digest.get().is_some()
    }
}

impl Deref for Content {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0.bytes
    }
}

impl<T: Into<Box<[u8]>>> From<T> for Content {
    fn from(bytes: T) -> Self {
        Self(Arc::new(Inner { bytes: bytes.into(), digest: OnceLock::new() }))
    }
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.bytes == other.0.bytes
    }
}

impl Eq for Content {}

impl fmt::Debug for Content {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        String::from_utf8_lossy(self).fmt(formatter)
    }
}
