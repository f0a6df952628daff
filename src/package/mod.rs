//! The package: source files, what was generated from them, launch settings and a manifest, in a reproducible archive.
//!
//! Only paths, contents, the plan and the compiler's version decide its bytes.

mod archive;
mod canonical;
mod compressibility;
mod contents;
pub mod formats;
mod gzip;
mod launch;
mod manifest;
mod prompt;
mod segments;

use serde_json::Value;

pub use archive::{ArchiveProblem, Entry, PATH_LIMIT, Permissions, write_archive};
pub use canonical::canonical_json;
pub use contents::{ARCHIVE_LIMIT, CONTENTS_LIMIT, PackageFile, Role, SourceFile, largest, package_path};
pub use launch::{Bindings, Launch};
pub use segments::Segments;

use crate::Digest;
use crate::cache::Work;
use crate::vfs::Content;
use manifest::Manifest;

/// Everything a package is made of.
#[derive(Clone, Debug)]
pub struct PackageInput<'a> {
    pub name: &'a str,
    /// In any order.
    pub sources: &'a [SourceFile],
    pub launch: &'a Launch,
    /// The body of agent.md, as written.
    pub instructions: &'a [u8],
    /// Where there are tool modules.
    pub bundle: Option<Bundle>,
}

/// The tool modules as one module, and its source map.
#[derive(Clone, Debug)]
pub struct Bundle {
    pub code: Content,
    pub source_map: Content,
}

#[derive(Clone, Debug)]
pub struct Package {
    /// Every file that the manifest lists, by the bytes of their paths.
    pub files: Vec<PackageFile>,
    /// The content of `manifest.json`.
    pub manifest: Value,
    /// The content of `launch.json`.
    pub launch: Value,
    pub digests: Digests,
    /// The .tgz.
    pub archive: Vec<u8>,
    /// The files of the archive together, the manifest included, in bytes.
    pub contents_size: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digests {
    /// Paths and contents of the source files.
    pub source: Digest,
    /// The manifest.
    pub artifact: Digest,
    /// The archive.
    pub archive: Digest,
}

/// Builds the package (decisions: "The archive").
///
/// Fails only for package paths that the rules refuse: too long, or two alike.
pub fn assemble(input: &PackageInput, segments: &mut Segments, work: &mut Work) -> Result<Package, ArchiveProblem> {
    let launch = input.launch.to_json();
    let files = package_files(input, &launch);
    for file in &files {
        work.digest(file.content());
    }
    let Manifest { json: manifest, source, artifact } = Manifest::new(input.name, input.sources, &files);
    let manifest_file = Content::from(json_file(&manifest).into_bytes());

    let entry = |path, content| Entry { path, permissions: Permissions::ReadWrite, content };
    let entries = files.iter().map(|file| entry(file.path(), file.content()));
    let archive = write_archive(entries.chain([entry("manifest.json", &manifest_file)]), segments, work)?;

    let contents_size = files.iter().map(PackageFile::size).sum::<u64>() + manifest_file.len() as u64;
    work.hashes += 1;
    work.hashed_bytes += archive.len();
    let digests = Digests { source, artifact, archive: Digest::of(&archive) };
    Ok(Package { files, manifest, launch, digests, archive, contents_size })
}

fn package_files(input: &PackageInput, launch: &Value) -> Vec<PackageFile> {
    let generated = |path: &str, role, content: Content| PackageFile::new(path.to_owned(), role, content);
    let mut files: Vec<_> = input.sources.iter().map(|source| source.file().clone()).collect();
    let prompt = prompt::generated_agent(input.name, input.instructions);
    files.push(generated("generated/agent.md", Role::Generated, prompt.into()));
    if let Some(Bundle { code, source_map }) = &input.bundle {
        files.push(generated("generated/tools.mjs", Role::Generated, code.clone()));
        files.push(generated("generated/tools.mjs.map", Role::Generated, source_map.clone()));
    }
    files.push(generated("launch.json", Role::Launch, json_file(launch).into_bytes().into()));
    files.sort_by(|a, b| a.path().cmp(b.path()));
    files
}

fn json_file(value: &Value) -> String {
    canonical_json(value) + "\n"
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::vfs::VfsPath;

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

    fn source(path: &str, role: Role, content: &[u8]) -> SourceFile {
        SourceFile::new(VfsPath::declared(path).unwrap(), role, content)
    }

    fn sources() -> Vec<SourceFile> {
        vec![
            source("agent.md", Role::Source, b"---\nname: null\nmodel: a/b\n---\nCount.\n"),
            source("package.json", Role::Source, b"{}"),
            source("tools/count.ts", Role::Source, "export default 'é';\n".as_bytes()),
            source("skills/count/SKILL.md", Role::Skill, b"# Count\n"),
            source("data/empty", Role::File, b""),
        ]
    }

    fn launch() -> Launch {
        Launch {
            model: "a/b".to_owned(),
            thinking: None,
            allowed_tools: vec!["read".to_owned(), "count".to_owned()],
            skills: vec!["skills/count".to_owned()],
            bindings: Bindings { required: vec![], optional: vec!["TOKEN".to_owned()] },
            mode: "headless".to_owned(),
            scaffold: "standard".to_owned(),
        }
    }

    fn package_of(sources: &[SourceFile]) -> Package {
        let launch = launch();
        let code = Content::from(*b"export default () => {};\n");
        let bundle = Some(Bundle { code, source_map: Content::from(*b"{\"version\":3}") });
        assembled(&PackageInput { name: "null", sources, launch: &launch, instructions: b"Count.\n", bundle }).unwrap()
    }

    fn assembled(input: &PackageInput) -> Result<Package, ArchiveProblem> {
        assemble(input, &mut Segments::default(), &mut Work::default())
    }

    /// Path and content of each file of the archive, by the tar crate's reader.
    fn unpack(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(archive));
        archive
            .entries()
            .unwrap()
            .map(|entry| {
                let mut entry = entry.unwrap();
                let mut content = Vec::new();
                entry.read_to_end(&mut content).unwrap();
                (String::from_utf8(entry.path_bytes().into_owned()).unwrap(), content)
            })
            .collect()
    }

    fn sha256(content: impl AsRef<[u8]>) -> String {
        use sha2::Digest;
        sha2::Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn manifest_and_launch_settings() {
        let package = package_of(&sources());
        let manifest = serde_json::to_string_pretty(&package.manifest).unwrap();
        // A release changes the version, and with it the artifact digest.
        let manifest = manifest
            .replace(env!("CARGO_PKG_VERSION"), "<version>")
            .replace(&package.digests.artifact.to_string(), "<artifact>");
        insta::assert_snapshot!("manifest", manifest);
        let files = unpack(&package.archive);
        let launch = files.iter().find(|(path, _)| path == "launch.json").unwrap();
        insta::assert_snapshot!("launch", String::from_utf8_lossy(&launch.1));
    }

    #[test]
    fn the_archive_holds_what_the_manifest_lists_and_the_manifest() {
        let package = package_of(&sources());
        let files = unpack(&package.archive);
        let paths: Vec<_> = files.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(
            paths,
            [
                "files/data/empty",
                "generated/agent.md",
                "generated/tools.mjs",
                "generated/tools.mjs.map",
                "launch.json",
                "manifest.json",
                "skills/count/SKILL.md",
                "source/agent.md",
                "source/package.json",
                "source/tools/count.ts",
            ]
        );
        assert_eq!(files[1].1, b"---\nname: \"null\"\n---\nCount.\n");
        let size: usize = files.iter().map(|(_, content)| content.len()).sum();
        assert_eq!(package.contents_size, size as u64);

        let listed = package.manifest["files"].as_array().unwrap();
        let others: Vec<_> = files.iter().filter(|(path, _)| path != "manifest.json").collect();
        assert_eq!(listed.len(), others.len());
        for (listed, (path, content)) in listed.iter().zip(others) {
            assert_eq!(listed["path"], path.as_str());
            assert_eq!(listed["size"], content.len());
            assert_eq!(listed["sha256"], sha256(content));
        }
    }

    #[test]
    fn digests_can_be_computed_from_the_archive_alone() {
        let package = package_of(&sources());
        assert_eq!(package.digests.archive.to_string(), format!("sha256:{}", sha256(&package.archive)));

        let files = unpack(&package.archive);
        let (_, manifest) = files.iter().find(|(path, _)| path == "manifest.json").unwrap();
        let manifest = String::from_utf8(manifest.clone()).unwrap();
        // The key sorts first, so that leaving it out is cutting it off.
        let artifact = package.digests.artifact.to_string();
        let rest = manifest.strip_prefix(&format!("{{\"artifactDigest\":\"{artifact}\",")).unwrap();
        assert_eq!(artifact, format!("sha256:{}", sha256(format!("{{{}", rest.trim_end()))));
        assert_eq!(rest.len() - rest.trim_end().len(), 1);

        let list = [
            ("agent.md", "source/agent.md"),
            ("data/empty", "files/data/empty"),
            ("package.json", "source/package.json"),
            ("skills/count/SKILL.md", "skills/count/SKILL.md"),
            ("tools/count.ts", "source/tools/count.ts"),
        ]
        .map(|(path, packaged)| {
            let (_, content) = files.iter().find(|(path, _)| path == packaged).unwrap();
            format!(r#"{{"path":"{path}","sha256":"{}","size":{}}}"#, sha256(content), content.len())
        });
        let source = format!("sha256:{}", sha256(format!("[{}]", list.join(","))));
        assert_eq!(package.digests.source.to_string(), source);
        assert_eq!(package.manifest["sourceDigest"], source);
    }

    #[test]
    fn order_does_not_matter_and_every_byte_does() {
        let package = package_of(&sources());
        let mut shuffled = sources();
        shuffled.rotate_left(2);
        shuffled.swap(0, 1);
        assert_eq!(package_of(&shuffled).archive, package.archive);

        let mut changed = sources();
        changed[4] = source("data/empty", Role::File, b"\n");
        let changed = package_of(&changed).digests;
        assert_ne!(changed.source, package.digests.source);
        assert_ne!(changed.artifact, package.digests.artifact);
        assert_ne!(changed.archive, package.digests.archive);
    }

    #[test]
    fn without_tool_modules_there_is_no_bundle() {
        let launch = launch();
        let input = PackageInput { name: "a1", sources: &[], launch: &launch, instructions: b"Hi.", bundle: None };
        let package = assembled(&input).unwrap();
        let paths: Vec<_> = package.files.iter().map(PackageFile::path).collect();
        assert_eq!(paths, ["generated/agent.md", "launch.json"]);
    }

    #[test]
    fn a_path_that_does_not_fit_is_an_error() {
        let path = "a".repeat(100);
        let sources = [source(&path, Role::Source, b"")];
        let launch = launch();
        let input = PackageInput { name: "a1", sources: &sources, launch: &launch, instructions: b"", bundle: None };
        assert_eq!(assembled(&input).unwrap_err(), ArchiveProblem::Path(format!("source/{path}")));
    }
}
