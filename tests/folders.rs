//! Whole folders and their reports: every fixture through a workspace that holds everything, and through one that a host
//! fills as it asks. `UPDATE=1 cargo test --test folders` writes the listings anew.

#![allow(clippy::disallowed_methods, reason = "tests read and write fixtures")]
#![cfg(not(target_arch = "wasm32"))]

#[path = "folders/fixture.rs"]
mod fixture;
#[path = "folders/listing.rs"]
mod listing;

use std::path::{Path, PathBuf};

use agentmd::diagnostics::{Code, Report, apply};
use agentmd::vfs::{Lookup, Needs, NodeKind, Vfs};
use agentmd::{Packed, Workspace};
use listing::listing;

/// More rounds than any fixture's folders are deep.
const MOST_ROUNDS: usize = 40;

fn fixture_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/folders");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the fixtures are there")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "fixture"))
        .collect();
    files.sort();
    files
}

fn pack(files: &Vfs) -> Packed {
    Workspace::new(files.clone()).pack(&[])
}

fn check(files: &Vfs) -> Report {
    pack(files).checked.report
}

/// Packs a folder that a host hands over bit by bit, as it is asked.
fn pack_on_demand(disk: &Vfs) -> Packed {
    let mut workspace = Workspace::new(Vfs::on_demand());
    for _ in 0..MOST_ROUNDS {
        let needs = workspace.needs();
        if needs.is_empty() {
            return workspace.pack(&[]);
        }
        for folder in needs.listings {
            let known = &mut Needs::default();
            let is_folder = disk.lookup(&folder, known) == Lookup::Found(NodeKind::Directory);
            assert!(is_folder, "a listing of {folder} is wanted, which is no folder");
            let entries = disk.list(&folder, known).expect("everything is known");
            workspace.vfs_mut().provide_listing(&folder, entries).expect("names of a disk");
        }
        for file in needs.contents {
            let content = disk.content(&file).unwrap_or_else(|| panic!("the content of {file} is wanted")).clone();
            workspace.vfs_mut().provide_content(file, content);
        }
    }
    panic!("the workspace never has enough");
}

#[test]
fn every_folder_gives_its_report() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut differing = Vec::new();
    for path in fixture_files() {
        let text = std::fs::read_to_string(&path).expect("a fixture is text");
        let (note, cases) = fixture::cases(&text);
        let listings: Vec<String> = cases
            .iter()
            .map(|case| {
                let files = fixture::folder(&case.source);
                listing(&files, &check(&files), check)
            })
            .collect();
        if update {
            std::fs::write(&path, fixture::write(&note, &cases, &listings)).expect("a fixture can be written");
            continue;
        }
        for (case, listing) in cases.iter().zip(listings) {
            if listing != case.expected {
                differing.push(format!("{}: {}\n{listing}", path.display(), case.title));
            }
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn a_host_that_is_asked_gets_the_same_report_and_the_same_archive() {
    for path in fixture_files() {
        let text = std::fs::read_to_string(&path).expect("a fixture is text");
        for case in fixture::cases(&text).1 {
            let files = fixture::folder(&case.source);
            let (whole, asked) = (pack(&files), pack_on_demand(&files));
            assert_eq!(whole.checked.report, asked.checked.report, "{}: {}", path.display(), case.title);
            let archive = |packed: &Packed| packed.package.as_ref().map(|package| package.archive.clone());
            assert_eq!(archive(&whole), archive(&asked), "{}: {}", path.display(), case.title);
            assert_eq!(archive(&whole).is_some(), !whole.checked.report.has_errors(), "{}", case.title);
        }
    }
}

/// Every fix alone: the problem it is for is gone, and the file still reads.
#[test]
fn every_fix_mends_what_it_is_for() {
    for path in fixture_files() {
        let text = std::fs::read_to_string(&path).expect("a fixture is text");
        for case in fixture::cases(&text).1 {
            let files = fixture::folder(&case.source);
            let before = check(&files);
            for diagnostic in &before.diagnostics {
                for fix in &diagnostic.fixes {
                    let place = format!("{}: {}: {} ({})", path.display(), case.title, fix.title, diagnostic.message);
                    let applied = apply(&files, [fix]);
                    assert_eq!(applied.applied, [true], "{place}");
                    let after = check(&applied.files);
                    let same = |report: &Report| {
                        let found = &report.diagnostics;
                        found
                            .iter()
                            .filter(|other| (other.code, &other.message) == (diagnostic.code, &diagnostic.message))
                            .count()
                    };
                    assert!(same(&after) < same(&before), "{place}");
                    let unreadable = |report: &Report| {
                        report.diagnostics.iter().filter(|found| found.code == Code::YamlParse).count()
                    };
                    assert!(unreadable(&after) <= unreadable(&before), "{place}");
                }
            }
        }
    }
}
