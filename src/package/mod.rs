//! The package: files in a reproducible archive.

mod archive;
mod canonical;
mod compressibility;
mod digest;
mod gzip;

pub use archive::{ArchiveProblem, Entry, PATH_LIMIT, Permissions, write_archive};
pub use canonical::canonical_json;
pub use digest::Digest;

#[cfg(test)]
mod tests {
    /// Bytes without any pattern (xorshift64*), the same for the same seed.
    pub fn noise(seed: u64, size: usize) -> Vec<u8> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = || {
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 56) as u8
        };
        (0..size).map(|_| next()).collect()
    }
}
