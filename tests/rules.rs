//! The documentation of rules: what its examples claim is true, and the pages in docs/rules are what it says.
//! `UPDATE=1 cargo test --test rules` writes them anew.

#![allow(clippy::disallowed_methods, reason = "tests read and write files of the repository")]
#![cfg(not(target_arch = "wasm32"))]

#[path = "rules/declaration.rs"]
mod declaration;
#[path = "folders/fixture.rs"]
#[allow(dead_code, reason = "examples are written as fixtures are, and have no listings")]
mod fixture;
#[path = "rules/page.rs"]
mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use agentmd::Workspace;
use agentmd::diagnostics::{Code, Report};
use agentmd::vfs::Vfs;
use declaration::{Example, GROUPS, Rule};

/// Rules that take a command line, or more than fits an example.
const WITHOUT_FOLDERS: [Code; 6] = [
    Code::EntryNotCanonical,
    Code::ArchiveTooLarge,
    Code::ContentsTooLarge,
    Code::AgentOutputIsSource,
    Code::AgentOutputExists,
    Code::DiagnosticsOmitted,
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn groups() -> Vec<Vec<Rule>> {
    let read = |(name, _): &(&str, &str)| {
        let path = root().join(format!("src/diagnostics/catalogue/{name}.rules"));
        declaration::rules(&std::fs::read_to_string(path).expect("the file of a group"))
    };
    GROUPS.iter().map(read).collect()
}

fn check(files: &Vfs) -> Report {
    Workspace::new(files.clone()).pack(&[]).checked.report.clone()
}

fn codes(example: &Example) -> Option<BTreeSet<Code>> {
    let Example::Folder { all, .. } = example else { return None };
    Some(check(&fixture::folder_of(all)).diagnostics.iter().map(|found| found.code).collect())
}

#[test]
fn every_code_has_one_rule() {
    let declared: Vec<Code> = groups().iter().flatten().map(|rule| rule.code).collect();
    let distinct: BTreeSet<Code> = declared.iter().copied().collect();
    assert_eq!(declared.len(), distinct.len(), "a code is declared twice");
    let missing: Vec<_> = Code::ALL.iter().filter(|code| !distinct.contains(code)).collect();
    assert_eq!(missing, [] as [&Code; 0]);
}

#[test]
fn what_fails_gives_the_code_alone_and_what_passes_gives_none() {
    let mut wrong = Vec::new();
    for rule in groups().iter().flatten() {
        let (fails, passes) = (codes(&rule.fails), codes(&rule.passes));
        let (Some(fails), Some(passes)) = (fails, passes) else {
            assert!(WITHOUT_FOLDERS.contains(&rule.code), "{} needs a folder", rule.code);
            continue;
        };
        if fails != BTreeSet::from([rule.code]) || !passes.is_empty() {
            wrong.push(format!("{}: fails with {fails:?}, passes with {passes:?}", rule.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_pages_are_up_to_date() {
    let groups = groups();
    let mut pages: BTreeMap<PathBuf, String> = BTreeMap::new();
    for rule in groups.iter().flatten() {
        assert!(rule.why.ends_with('.') && rule.why.lines().all(|line| line.chars().count() <= 120), "{}", rule.code);
        pages.insert(PathBuf::from(format!("{}.md", rule.code)), page::page(rule));
    }
    pages.insert("README.md".into(), page::index(&groups));
    pages.insert("rules.json".into(), page::json(&groups));
    let folder = root().join("docs/rules");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::remove_dir_all(&folder).ok();
        std::fs::create_dir_all(&folder).expect("the folder of the pages");
        for (name, text) in &pages {
            std::fs::write(folder.join(name), text).expect("a page can be written");
        }
    }
    let written: BTreeSet<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of the pages")
        .map(|entry| PathBuf::from(entry.expect("a readable entry").file_name()))
        .collect();
    assert_eq!(written, pages.keys().cloned().collect(), "pages that no rule has, or rules without a page");
    for (name, text) in &pages {
        let found = std::fs::read_to_string(folder.join(name)).expect("a page is text");
        assert!(found == *text, "docs/rules/{} is stale: run UPDATE=1 cargo test --test rules", name.display());
    }
}
