//! The same folder gives the same bytes: again, in another order, and as in the release that CHANGELOG names.
//! `npm/test/golden.test.js` holds WebAssembly to the same file of digests.

#![expect(clippy::disallowed_methods, reason = "the example is read from disk; only the library does without")]

use std::fs;
use std::path::Path;

use agentmd::Workspace;
use agentmd::package::Package;
use agentmd::vfs::{Vfs, VfsPath};
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of an example folder, in the order that the disk gives.
fn example(name: &str) -> Vec<(VfsPath, Vec<u8>)> {
    let folder = root().join("examples").join(name);
    let mut files = Vec::new();
    let mut waiting = vec![folder.clone()];
    while let Some(current) = waiting.pop() {
        for entry in fs::read_dir(current).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
                files.push((VfsPath::from_host(name).unwrap(), fs::read(&path).unwrap()));
            }
        }
    }
    files
}

fn pack(files: impl IntoIterator<Item = (VfsPath, Vec<u8>)>) -> Package {
    let mut vfs = Vfs::new();
    for (path, content) in files {
        vfs.add_file(path, content);
    }
    let packed = Workspace::new(vfs).pack(&[]);
    assert_eq!(packed.checked.report.diagnostics, []);
    packed.package.unwrap()
}

#[test]
fn the_order_of_arrival_and_earlier_work_leave_no_trace() {
    let files = example("invoice");
    let first = pack(files.clone());
    assert!(first.archive == pack(files.clone()).archive);
    let mut shuffled = files;
    shuffled.reverse();
    shuffled.rotate_left(3);
    assert!(first.archive == pack(shuffled).archive);
}

#[test]
fn digests_are_those_on_record() {
    let digests = pack(example("invoice")).digests;
    let recorded: Value = serde_json::from_slice(&fs::read(root().join("tests/golden/invoice.json")).unwrap()).unwrap();
    let found = serde_json::json!({
        "source": digests.source.to_string(),
        "artifact": digests.artifact.to_string(),
        "archive": digests.archive.to_string(),
    });
    assert_eq!(found, recorded, "archive bytes changed: name it in CHANGELOG.md, then record the digests");
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let (_, current) =
        changelog.split_once(&format!("## {}", env!("CARGO_PKG_VERSION"))).expect("an entry of this version");
    let entry = current.split("\n## ").next().unwrap();
    assert!(entry.contains(&digests.archive.to_string()), "CHANGELOG.md does not name the archive of this version");
}
