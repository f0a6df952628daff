//! Whole folders and their reports: every fixture through a workspace that holds everything, and through one that a host
//! fills as it asks. `UPDATE=1 cargo test --test folders` writes the listings anew.

#![allow(clippy::disallowed_methods, reason = "tests read and write fixtures")]
#![cfg(not(target_arch = "wasm32"))]

#[path = "folders/fixture.rs"]
mod fixture;
#[path = "folders/listing.rs"]
mod listing;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use agentmd::diagnostics::render::{self, Look, Subject};
use agentmd::diagnostics::{Code, Report, Severity, apply};
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
    pack(files).checked.report.clone()
}

/// Packs a folder that a host hands over bit by bit, as it is asked.
fn pack_on_demand(disk: &Vfs) -> Packed {
    let mut workspace = Workspace::new(Vfs::on_demand());
    for _ in 0..MOST_ROUNDS {
        let needs = workspace.needs();
        if needs.is_empty() {
            return workspace.pack(&[]);
        }
        answer(&mut workspace, disk, &needs);
    }
    panic!("the workspace never has enough");
}

fn answer(workspace: &mut Workspace, disk: &Vfs, needs: &Needs) {
    for folder in &needs.listings {
        let known = &mut Needs::default();
        let is_folder = disk.lookup(folder, known) == Lookup::Found(NodeKind::Directory);
        assert!(is_folder, "a listing of {folder} is wanted, which is no folder");
        let entries = disk.list(folder, known).expect("everything is known");
        workspace.provide_listing(folder, entries).expect("names of a disk");
    }
    for file in &needs.contents {
        let content = disk.content(file).unwrap_or_else(|| panic!("the content of {file} is wanted")).clone();
        workspace.provide_content(file.clone(), content);
    }
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

#[test]
fn thirty_mistakes_are_thirty_problems() {
    let text = std::fs::read_to_string(fixture_files().iter().find(|path| path.ends_with("many.fixture")).unwrap());
    let (_, cases) = fixture::cases(&text.unwrap());
    let report = check(&fixture::folder(&cases[0].source));
    let distinct: BTreeSet<_> =
        report.diagnostics.iter().map(|found| (&found.file, found.span, found.code, &found.message)).collect();
    assert_eq!((report.diagnostics.len(), distinct.len()), (30, 30));
}

#[test]
fn every_code_that_a_folder_can_have_is_in_a_fixture() {
    // Of a file given by name and of the file to write, only hosts know; the rest has tests below.
    let elsewhere = [
        Code::EntryNotCanonical,
        Code::AgentOutputIsSource,
        Code::AgentOutputExists,
        Code::DiagnosticsOmitted,
        Code::ArchiveTooLarge,
        Code::ContentsTooLarge,
    ];
    let mut raised = BTreeSet::new();
    for path in fixture_files() {
        for case in fixture::cases(&std::fs::read_to_string(&path).unwrap()).1 {
            raised.extend(check(&fixture::folder(&case.source)).diagnostics.iter().map(|found| found.code));
        }
    }
    let missing: Vec<_> = Code::ALL.iter().filter(|code| !raised.contains(code) && !elsewhere.contains(code)).collect();
    assert_eq!(missing, [] as [&Code; 0]);
}

#[test]
fn sizes_that_deploy_refuses_are_warnings_that_name_the_largest_files() {
    let mut files =
        fixture::folder("//- agent.md\n---\nname: big\nmodel: a/b\nharness:\n  files: [data]\n---\nBody.\n");
    // Bytes that no compressor makes smaller.
    let mut state = 1u64;
    let mut noise = |length: usize| -> Vec<u8> {
        let mut bytes = Vec::with_capacity(length);
        while bytes.len() < length {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            bytes.extend_from_slice(&(state >> 16).to_le_bytes()[..4]);
        }
        bytes
    };
    let add = |files: &mut Vfs, name: &str, content: Vec<u8>| {
        files.add_file(agentmd::vfs::VfsPath::declared(name).unwrap(), content);
    };
    add(&mut files, "data/noise.bin", noise(17 << 20));
    add(&mut files, "data/zeros.bin", vec![0; 48 << 20]);
    let report = check(&files);
    let found: Vec<_> = report.diagnostics.iter().map(|found| (found.code, found.severity)).collect();
    assert_eq!(found, [(Code::ArchiveTooLarge, Severity::Warning), (Code::ContentsTooLarge, Severity::Warning)]);
    let help = report.diagnostics[1].help.clone().unwrap();
    assert!(
        help.starts_with("The largest files are `files/data/zeros.bin` (48.0 MiB), `files/data/noise.bin`"),
        "{help}"
    );
}

#[test]
fn a_private_key_is_shown_nowhere() {
    let text = std::fs::read_to_string(fixture_files().iter().find(|path| path.ends_with("paths.fixture")).unwrap());
    let (_, cases) = fixture::cases(&text.unwrap());
    let case = cases.iter().find(|case| case.title.starts_with("private keys")).unwrap();
    let files = fixture::folder(&case.source);
    let report = check(&files);
    let shown = render::text(&[Subject::new(&report, &files)], Look::default());
    assert!(!shown.contains("MIIE") && !shown.contains("aaaa1"), "{shown}");
}

/// What is said of a package that has a secret in its settings and in a name.
fn valid_with_a_secret(token: &str) -> String {
    let source = format!(
        "//- agent.md\n---\nname: invoice\nmodel: a/{token}\nharness:\n  files: [{token}]\n---\n\
         Body.\n//- {token}\nx\n"
    );
    let files = fixture::folder(&source);
    let packed = pack(&files);
    assert!(packed.package.is_some(), "{:?}", packed.checked.report);
    let text = {
        let part = agentmd::outcome::Part::new("", &packed, &files, &agentmd::diagnostics::Mending::default());
        let format = agentmd::outcome::Format::Text;
        agentmd::outcome::render(&[part], agentmd::outcome::Style { format, look: Look::default(), quiet: false })
    };
    text + &agentmd::outcome::to_json(&packed, &files).to_string()
}

/// Secrets in places that messages quote, that are cut short there, and that fixes would have to write again.
#[test]
fn a_secret_is_in_no_report_of_any_kind() {
    let token = format!("ghp_{}1", "aBc".repeat(12));
    let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7\n";
    let begin = ["-----BEGIN ", "PRIVATE KEY-----"].concat();
    let filler = "x".repeat(60);
    let source = format!(
        "//- agent.md\n---\nname: {token}\nmodel: {filler} {token}\n{token}: 1\ntools: [{token}, read]\n\
         description: Use: {token}\nthinking: \"{token}\nharness:\n  files: [{token}, /{token}]\n{begin}\n{key}\
         -----END PRIVATE KEY-----\nskills: {token}\n---\nBody.\n"
    );
    let files = fixture::folder(&source);
    let packed = pack(&files);
    let report = &packed.checked.report;
    assert!(report.diagnostics.len() > 8, "{:#?}", report.diagnostics);
    let subjects = [Subject::new(report, &files)];
    let reports = [
        render::text(&subjects, Look::default()),
        render::line(&subjects),
        render::github(&subjects),
        render::junit(&subjects),
        render::rdjson(&subjects).to_string(),
        render::sarif(&subjects).to_string(),
        agentmd::outcome::to_json(&packed, &files).to_string(),
        format!("{:?}", report.diagnostics),
        valid_with_a_secret(&token),
    ];
    for shown in reports {
        for secret in ["aBcaBc", "MIIEvQ", "BKcwgg"] {
            let at = shown.find(secret);
            assert_eq!(at, None, "{}", &shown[at.unwrap_or_default().saturating_sub(200)..]);
        }
    }
}

#[test]
fn what_nothing_declares_is_not_asked_for() {
    let source = "//- agent.md\n---\nname: small\nmodel: a/b\nharness:\n  files: [data/a.json]\n---\nBody.\n\
                  //- data/a.json\n{}\n//- data/b.json\n{}\n//- node_modules/x/index.js\n1\n//- other/deep/x\n1\n";
    let disk = fixture::folder(source);
    let (mut listings, mut contents) = (BTreeSet::new(), BTreeSet::new());
    let mut workspace = Workspace::new(Vfs::on_demand());
    loop {
        let needs = workspace.needs();
        if needs.is_empty() {
            break;
        }
        answer(&mut workspace, &disk, &needs);
        listings.extend(needs.listings.iter().map(ToString::to_string));
        contents.extend(needs.contents.iter().map(ToString::to_string));
    }
    assert_eq!(listings.iter().collect::<Vec<_>>(), ["", "data"]);
    assert_eq!(contents.iter().collect::<Vec<_>>(), ["agent.md", "data/a.json"]);
}
