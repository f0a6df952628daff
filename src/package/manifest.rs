use serde_json::{Value, json};

use super::canonical::canonical_json;
use super::{PackageFile, SourceFile};
use crate::Digest;

/// The version of oxc that links and prints the bundle: it decides bytes, so the artifact digest covers it.
const OXC_VERSION: &str = "0.152.0";

/// The manifest with the two digests that it contains.
pub struct Manifest {
    pub json: Value,
    pub source: Digest,
    pub artifact: Digest,
}

impl Manifest {
    /// `files` are those to list, by the bytes of their paths.
    pub fn new(name: &str, sources: &[SourceFile], files: &[PackageFile]) -> Self {
        let source = source_digest(sources);
        let files: Vec<_> = files
            .iter()
            .map(|file| {
                json!({
                    "path": file.path(),
                    "size": file.size(),
                    "sha256": file.digest().hex(),
                    "role": file.role().as_str(),
                })
            })
            .collect();
        let mut json = json!({
            "formatVersion": 1,
            "name": name,
            "files": files,
            "sourceDigest": source.to_string(),
            "build": {
                "compiler": {"name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION")},
                "bundler": {"name": "oxc", "version": OXC_VERSION},
            },
        });
        let artifact = Digest::of(canonical_json(&json).as_bytes());
        if let Value::Object(members) = &mut json {
            members.insert("artifactDigest".to_owned(), artifact.to_string().into());
        }
        Self { json, source, artifact }
    }
}

/// SHA-256 of the canonical list of the source files, with their paths in the folder, in byte order.
fn source_digest(sources: &[SourceFile]) -> Digest {
    let mut sources: Vec<_> = sources.iter().collect();
    sources.sort_by_key(|source| source.path());
    let list = sources.into_iter().map(|source| {
        let file = source.file();
        json!({"path": source.path().as_str(), "sha256": file.digest().hex(), "size": file.size()})
    });
    Digest::of(canonical_json(&list.collect()).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundler_is_the_one_that_is_built_in() {
        let pins: Vec<_> = include_str!("../../Cargo.toml")
            .lines()
            .filter_map(|line| line.strip_prefix("oxc_")?.split_once(" = \"="))
            .collect();
        assert!(pins.len() > 5, "{pins:?}");
        for (name, version) in pins {
            assert_eq!(version, format!("{OXC_VERSION}\""), "oxc_{name}");
        }
    }
}
