use crate::Digest;
use crate::vfs::Content;

/// What a call did and could not remember. Tests hold the caches against these counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Files whose frontmatter, YAML or JSON was parsed.
    pub parses: usize,
    /// Tool modules that were parsed and transformed.
    pub transforms: usize,
    /// Times that a graph of modules was linked.
    pub links: usize,
    /// Times that a bundle's text was generated.
    pub bundles: usize,
    /// Contents that were hashed, archives included, and their bytes.
    pub hashes: usize,
    pub hashed_bytes: usize,
    /// Segments of the archive that were compressed, and the bytes that went in.
    pub compressions: usize,
    pub compressed_bytes: usize,
}

impl Work {
    /// The digest of a content, counted where it was not known yet.
    pub fn digest(&mut self, content: &Content) -> Digest {
        if !content.is_hashed() {
            self.hashes += 1;
            self.hashed_bytes += content.len();
        }
        content.digest()
    }
}
