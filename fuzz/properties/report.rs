//! Reports and packages.

use agentmd::diagnostics::render::{self, Look, Subject};
use agentmd::diagnostics::{Code, Diagnostic, Mending, Report};
use agentmd::outcome::{Format, Part, Style};
use agentmd::vfs::{Lookup, Needs, NodeKind, Vfs};
use agentmd::{Packed, Workspace, outcome};

use super::sections::Sections;
use super::{bundle, places};

/// More rounds than folders of the size that is fed are deep.
const MOST_ROUNDS: usize = 200;

/// Secrets shorter than this can stand in a report by chance.
const SHORTEST_SECRET: usize = 20;

pub fn holds(files: &Vfs, packed: &Packed) {
    let report = &packed.checked.report;
    places::of_report(files, &report.diagnostics);
    assert_eq!(packed.package.is_none(), report.has_errors(), "a package is there unless an error is");
    every_renderer_runs_and_hides_secrets(files, packed);
    if let Some(code) = bundle_of(packed) {
        bundle::is_module(std::str::from_utf8(code).expect("a bundle is text"));
    }
}

fn every_renderer_runs_and_hides_secrets(files: &Vfs, packed: &Packed) {
    let report = &packed.checked.report;
    let subjects = [Subject::new(report, files)];
    let part = Part::new("a folder", packed, files, &Mending::default());
    let style = Style { format: Format::Text, look: Look::default(), quiet: false };
    let json = outcome::to_json(packed, files);
    let sarif = render::sarif(&subjects);
    let rdjson = render::rdjson(&subjects);
    for text in [&sarif, &rdjson] {
        serde_json::from_str::<serde_json::Value>(text).expect("a report in JSON is JSON");
    }
    let shown = [
        json.to_string(),
        sarif,
        rdjson,
        render::text(&subjects, Look { width: 40, color: true }),
        outcome::render(&[part], style),
        render::line(&subjects),
        render::github(&subjects),
        render::junit(&subjects),
    ];
    for secret in secrets(files, report) {
        for text in &shown {
            assert!(!text.contains(&secret), "{secret:?} is shown in {text}");
        }
    }
    for text in &shown[3..] {
        let is_allowed = |character: char| matches!(character, '\n' | '\u{1b}') || !character.is_control();
        assert!(text.chars().all(is_allowed), "a control character is shown in {text:?}");
    }
}

/// The lines of what may not be shown, and stand nowhere but there.
fn secrets(files: &Vfs, report: &Report) -> Vec<String> {
    let (mut hidden, mut open) = (Vec::new(), String::new());
    for (file, spans) in &report.secrets {
        let mut text = files.content(file).map(|content| content.to_vec()).unwrap_or_default();
        for span in spans {
            hidden.push(String::from_utf8_lossy(&text[span.range()]).into_owned());
        }
        for span in spans {
            text[span.range()].fill(b'\n');
        }
        open.push_str(&String::from_utf8_lossy(&text));
    }
    let lines = hidden.iter().flat_map(|text| text.lines()).map(str::trim);
    lines.filter(|line| line.len() >= SHORTEST_SECRET && !open.contains(line)).map(str::to_owned).collect()
}

pub fn does_not_depend_on_how_files_arrive(sections: &Sections<'_>, packed: &Packed) {
    let mut backwards = Workspace::new(sections.folder_filled_backwards());
    assert_same(&backwards.pack(&[]), packed, "files in another order");
    assert_same(&backwards.pack(&[]), packed, "the second time");
    assert_same(&on_demand(&sections.folder()), packed, "files on demand");
}

fn assert_same(one: &Packed, other: &Packed, what: &str) {
    assert_eq!(one.checked.report, other.checked.report, "{what}");
    let archive = |packed: &Packed| packed.package.as_ref().map(|package| package.archive.clone());
    assert!(archive(one) == archive(other), "{what}: another archive");
}

/// Packs a folder that a host hands over bit by bit, as it is asked.
fn on_demand(disk: &Vfs) -> Packed {
    let mut workspace = Workspace::new(Vfs::on_demand());
    for _ in 0..MOST_ROUNDS {
        let needs = workspace.needs();
        if needs.is_empty() {
            return workspace.pack(&[]);
        }
        let known = &mut Needs::default();
        for folder in &needs.listings {
            assert_eq!(disk.lookup(folder, known), Lookup::Found(NodeKind::Directory), "{folder} is no folder");
            let entries: Vec<_> = disk.list(folder, known).expect("everything is known").collect();
            workspace.provide_listing(folder, entries).expect("names of a disk");
        }
        for file in &needs.contents {
            let content = disk.content(file).unwrap_or_else(|| panic!("{file} is no file")).clone();
            workspace.provide_content(file.clone(), content);
        }
    }
    panic!("the workspace never has enough");
}

/// How many errors there are that keep a file from being read.
pub fn unreadable(report: &Report) -> usize {
    report.diagnostics.iter().filter(|found| is_unreadable(found)).count()
}

pub fn is_unreadable(found: &Diagnostic) -> bool {
    let is_of_json = found.code == Code::PackageJson && found.file.as_str() == "package.json";
    is_of_json || matches!(found.code, Code::YamlParse | Code::MarkdownFrontmatter | Code::ToolSyntax)
}

fn bundle_of(packed: &Packed) -> Option<&[u8]> {
    let mut files = packed.package.as_ref()?.files.iter();
    files.find(|file| file.path() == "generated/tools.mjs").map(|file| &**file.content())
}
