//! A workspace that lives on: the same results as one that is opened anew, for a part of the work.

#![cfg(not(target_arch = "wasm32"))]

use agentmd::cache::Work;
use agentmd::diagnostics::Severity;
use agentmd::vfs::{Vfs, VfsPath};
use agentmd::{Packed, Workspace, outcome};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn path(text: &str) -> VfsPath {
    VfsPath::declared(text).expect("a path of the test")
}

const AGENT: &str = "---
name: invoices
model: acme/large
harness:
  tools:
    builtin: [read, bash]
    modules:
      - path: tools/sum.ts
        name: sum
      - path: tools/send.ts
        name: send
  skills: [skills/pricing]
  files: [data]
---
Use the pricing skill, then `sum` and `send`.
";

const TOOL: &str = r#"import { defineTool, Type } from "@mutagent/agents/tools";
import { add } from "./math.ts";
export default defineTool({
  name: "NAME",
  description: "Adds.",
  parameters: Type.Object({ a: Type.Number() }),
  async execute(input) {
    return { content: [{ type: "text", text: String(add(input.a, 1)) }] };
  },
});
"#;

fn example() -> Vfs {
    let mut files = Vfs::new();
    let mut add = |name: &str, text: &str| files.add_file(path(name), text.as_bytes());
    add("agent.md", AGENT);
    add("package.json", "{ \"private\": true, \"type\": \"module\" }\n");
    add("tools/sum.ts", &TOOL.replace("NAME", "sum"));
    add("tools/send.ts", &TOOL.replace("NAME", "send"));
    add("tools/math.ts", "export const add = (a: number, b: number): number => a + b;\n");
    add("skills/pricing/SKILL.md", "---\nname: pricing\ndescription: What things cost.\n---\nMuch.\n");
    add("data/rates.json", "{}\n");
    files
}

/// What `action` did, beyond remembering.
fn work_of(workspace: &mut Workspace, action: impl FnOnce(&mut Workspace)) -> Work {
    let before = workspace.work();
    action(workspace);
    let after = workspace.work();
    Work {
        parses: after.parses - before.parses,
        transforms: after.transforms - before.transforms,
        links: after.links - before.links,
        bundles: after.bundles - before.bundles,
        hashes: after.hashes - before.hashes,
        hashed_bytes: after.hashed_bytes - before.hashed_bytes,
        compressions: after.compressions - before.compressions,
        compressed_bytes: after.compressed_bytes - before.compressed_bytes,
    }
}

fn opened() -> Workspace {
    let mut workspace = Workspace::new(example());
    let checked = workspace.check(&[]);
    assert!(!checked.report.has_errors(), "{:?}", checked.report.diagnostics);
    workspace
}

fn edit(workspace: &mut Workspace, name: &str, from: &str, to: &str) {
    let text = String::from_utf8(workspace.vfs().content(&path(name)).expect("there").to_vec()).expect("text");
    assert!(text.contains(from));
    workspace.update(path(name), text.replace(from, to).into_bytes());
}

#[test]
fn the_first_check_does_everything_once_and_packing_then_writes() {
    let mut workspace = Workspace::new(example());
    let work = work_of(&mut workspace, |workspace| drop(workspace.check(&[])));
    assert_eq!((work.parses, work.transforms, work.links, work.bundles), (3, 3, 1, 0));
    assert_eq!((work.hashes, work.compressions), (7, 0));
    let work = work_of(&mut workspace, |workspace| drop(workspace.pack(&[])));
    assert_eq!((work.parses, work.transforms, work.links, work.bundles), (0, 0, 0, 1));
    // generated/agent.md, tools.mjs and its map, launch.json, manifest.json and the archive.
    assert_eq!(work.hashes, 6);
}

#[test]
fn nothing_is_done_where_nothing_has_changed() {
    let mut workspace = opened();
    let unchanged = work_of(&mut workspace, |workspace| {
        workspace.check(&[]);
        let content = workspace.vfs().content(&path("agent.md")).cloned().expect("there");
        workspace.update(path("agent.md"), content.to_vec());
        assert!(workspace.needs().is_empty());
        workspace.check(&[]);
    });
    assert_eq!(unchanged, Work::default());
    workspace.pack(&[]);
    let again = work_of(&mut workspace, |workspace| drop(workspace.pack(&[])));
    assert_eq!((again.parses, again.transforms, again.links, again.bundles, again.compressions), (0, 0, 0, 0, 0));
}

#[test]
fn an_edit_of_the_body_costs_nothing_of_the_modules() {
    let mut workspace = opened();
    let work = work_of(&mut workspace, |workspace| {
        edit(workspace, "agent.md", "then", "and then");
        workspace.check(&[]);
    });
    assert_eq!((work.parses, work.transforms, work.links, work.hashes), (1, 0, 0, 1));
}

#[test]
fn an_edit_of_a_module_transforms_that_module_and_links() {
    let mut workspace = opened();
    workspace.pack(&[]);
    let edited = work_of(&mut workspace, |workspace| {
        edit(workspace, "tools/math.ts", "a + b", "b + a");
        workspace.check(&[]);
    });
    assert_eq!((edited.parses, edited.transforms, edited.links, edited.hashes), (0, 1, 1, 1));
    let undone = work_of(&mut workspace, |workspace| {
        edit(workspace, "tools/math.ts", "b + a", "a + b");
        workspace.check(&[]);
        workspace.pack(&[]);
    });
    assert_eq!((undone.parses, undone.transforms, undone.links, undone.bundles), (0, 0, 0, 0));
    assert_eq!(undone.compressions, 0);
}

#[test]
fn caches_are_bounded() {
    let mut workspace = opened();
    let version = |index: usize| format!("// {index}\n{}", "/* filler */\n".repeat(20_000)).into_bytes();
    for index in 0..60 {
        workspace.update(path("tools/math.ts"), version(index));
        workspace.check(&[]);
    }
    let work = work_of(&mut workspace, |workspace| {
        workspace.update(path("tools/math.ts"), version(59));
        workspace.update(path("tools/math.ts"), version(0));
        workspace.check(&[]);
    });
    assert_eq!(work.transforms, 1, "the first of many versions is still there");
}

/// One change of a folder.
#[derive(Clone, Debug)]
enum Edit {
    Write(&'static str, String),
    Remove(&'static str),
    Rename(&'static str, &'static str),
    Link(&'static str),
}

const PATHS: [&str; 12] = [
    "agent.md",
    "Agent.md",
    "package.json",
    "tools",
    "tools/sum.ts",
    "tools/send.ts",
    "tools/math.ts",
    "tools/other.ts",
    "skills",
    "skills/pricing/SKILL.md",
    "data",
    "data/rates.json",
];

fn text() -> impl Strategy<Value = String> {
    let texts = [
        AGENT.to_owned(),
        AGENT.replace("data", "skills"),
        AGENT.replace("  files: [data]\n", ""),
        AGENT.replace("read, bash", "bash"),
        AGENT.replace("sum.ts", "other.ts"),
        AGENT.replace("name: invoices", "nmae: invoices"),
        TOOL.replace("NAME", "sum"),
        TOOL.replace("./math.ts", "./other.ts").replace("NAME", "send"),
        "export const add = (a: number, b: number) => a - b;\n".to_owned(),
        "export const sub = 1;\nimport './math.ts';\n".to_owned(),
        "export const = ;\n".to_owned(),
        "---\nname: pricing\ndescription: x\n---\nBody.\n".to_owned(),
        "---\nname: Pricing\n---\nghp_0123456789012345678901234567890123456789\n".to_owned(),
        "{ \"type\": \"module\", \"dependencies\": { \"x\": \"1\" } }".to_owned(),
        "{ \"private\": true, \"type\": \"module\" }\n".to_owned(),
        String::new(),
    ];
    proptest::sample::select(texts.to_vec())
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let path = || proptest::sample::select(PATHS.to_vec());
    let edit = prop_oneof![
        6 => (path(), text()).prop_map(|(path, text)| Edit::Write(path, text)),
        2 => path().prop_map(Edit::Remove),
        2 => (path(), path()).prop_map(|(from, to)| Edit::Rename(from, to)),
        1 => path().prop_map(Edit::Link),
    ];
    proptest::collection::vec(edit, 1..12)
}

/// Everything that a user sees of a result, and the archive.
fn seen(packed: &Packed, files: &Vfs) -> (String, Option<Vec<u8>>) {
    (outcome::to_json(packed, files).to_string(), packed.package.as_ref().map(|package| package.archive.clone()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 200, rng_seed: RngSeed::Fixed(0), ..ProptestConfig::default() })]

    #[test]
    fn edits_lead_where_a_fresh_workspace_would_be(edits in edits()) {
        let mut workspace = opened();
        for edit in edits {
            match edit {
                Edit::Write(at, text) => workspace.update(path(at), text.into_bytes()),
                Edit::Remove(at) => drop(workspace.remove(&path(at))),
                Edit::Rename(from, to) => drop(workspace.rename(&path(from), &path(to))),
                Edit::Link(at) => workspace.add_symlink(&path(at)),
            }
            prop_assert!(workspace.needs().is_empty());
            let files = workspace.vfs().clone();
            let lived = seen(&workspace.pack(&[]), &files);
            let fresh = seen(&Workspace::new(files.clone()).pack(&[]), &files);
            prop_assert_eq!(&lived, &fresh);
            let errors = workspace.check(&[]).report.diagnostics.iter().any(|found| found.severity == Severity::Error);
            prop_assert_eq!(errors, fresh.1.is_none());
        }
    }
}
