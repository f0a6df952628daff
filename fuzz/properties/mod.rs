//! What holds of the compiler whatever it is given. The fuzz targets feed these functions, and `tests/fuzz_corpus.rs`
//! replays the inputs that once broke one of them. Each panics where something does not hold.

mod bundle;
mod fixes;
mod places;
mod report;
mod sections;
#[path = "../../tests/bundle/specifier.rs"]
mod specifier;

use agentmd::Workspace;
use agentmd::diagnostics::Code;
use agentmd::parse::{frontmatter as front, json as json_parser, yaml};
use agentmd::vfs::{Vfs, VfsPath};

use sections::{Content, Sections};

/// The bytes of an agent.md that is alone in its folder.
pub fn frontmatter(input: &[u8]) {
    if let Ok(text) = std::str::from_utf8(input) {
        parsed_frontmatter(text);
    }
    a_folder(&Sections::of_one_file("agent.md", input));
}

fn parsed_frontmatter(text: &str) {
    let file = path("agent.md");
    let split = front::split(&file, text);
    places::of_diagnostics(text, &split.diagnostics);
    places::is_in(text.as_bytes(), split.body);
    if let Some(span) = split.yaml {
        let read = yaml::parse(&file, text, span);
        places::of_diagnostics(text, &read.diagnostics);
        read.root.iter().for_each(|root| places::of_tree(text, root));
    }
}

const AGENT_WITH_TOOL: &str =
    "---\nname: invoice\nmodel: zai/glm\nharness:\n  tools:\n    modules:\n      - {path: t.ts, name: t}\n---\nBody.\n";

/// The bytes of a package.json, and of a JSON module that a tool imports.
pub fn json(input: &[u8]) {
    if let Ok(text) = std::str::from_utf8(input) {
        parsed_json(text);
    }
    let tool = "import data from \"./data.json\";\nexport default data;\n";
    a_folder(&Sections::new(vec![
        (path("agent.md"), Content::File(AGENT_WITH_TOOL.as_bytes())),
        (path("package.json"), Content::File(input)),
        (path("t.ts"), Content::File(tool.as_bytes())),
        (path("data.json"), Content::File(input)),
    ]));
}

fn parsed_json(text: &str) {
    let read = json_parser::parse(&path("package.json"), text, Code::PackageJson);
    places::of_diagnostics(text, &read.diagnostics);
    read.root.iter().for_each(|root| places::of_tree(text, root));
    if read.diagnostics.is_empty() {
        let oracle = serde_json::from_str::<serde_json::Value>(text).map_err(|problem| problem.to_string());
        // Both are within RFC 8259, and beyond what that parser's values can hold.
        let is_beyond = |problem: &String| problem.contains("out of range") || problem.contains("hex escape");
        assert!(oracle.is_ok() || oracle.as_ref().is_err_and(is_beyond), "{text:?} is taken, but {oracle:?}");
    }
    fixes::of_text(text, |text| json_parser::parse(&path("package.json"), text, Code::PackageJson).diagnostics);
}

/// A whole folder, its files one after another (see [`sections`]).
pub fn folder(input: &[u8]) {
    a_folder(&Sections::parse(input));
}

/// A graph of tool modules, its files one after another; those called `main…` are the tools.
pub fn modules(input: &[u8]) {
    bundle::holds(&Sections::parse(input));
}

fn a_folder(sections: &Sections<'_>) {
    let files = sections.folder();
    let packed = Workspace::new(files.clone()).pack(&[]);
    report::holds(&files, &packed);
    report::does_not_depend_on_how_files_arrive(sections, &packed);
    fixes::of_folder(&files, &packed.checked.report);
}

fn path(text: &str) -> VfsPath {
    VfsPath::declared(text).expect("a plain path")
}

fn check(files: &Vfs) -> agentmd::diagnostics::Report {
    Workspace::new(files.clone()).check(&[]).report.clone()
}
