//! Folders that mean harm or are merely broken: each gives the right code or just works, none panics or hangs.

use std::collections::BTreeMap;

use agentmd::diagnostics::Code;
use agentmd::vfs::{NodeKind, Vfs, VfsPath};
use agentmd::{Packed, Workspace};

const VALID: &str = "---\nname: invoice\nmodel: zai/glm-5.3\n---\nPrice invoices.\n";

fn path(text: &str) -> VfsPath {
    VfsPath::from_host(text).unwrap()
}

fn pack(files: &[(&str, &[u8])]) -> Packed {
    let mut vfs = Vfs::new();
    for (name, content) in files {
        vfs.add_file(path(name), *content);
    }
    Workspace::new(vfs).pack(&[])
}

fn codes(packed: &Packed) -> Vec<&'static str> {
    packed.checked.report.diagnostics.iter().map(|diagnostic| diagnostic.code.as_str()).collect()
}

fn with_harness(harness: &str) -> String {
    format!("---\nname: invoice\nmodel: zai/glm-5.3\nharness:\n{harness}---\nPrice invoices.\n")
}

#[test]
fn an_empty_folder() {
    assert_eq!(codes(&pack(&[])), ["ENTRY_NOT_FOUND"]);
}

#[test]
fn a_valid_folder_for_comparison() {
    let packed = pack(&[("agent.md", VALID.as_bytes())]);
    assert_eq!(codes(&packed), [] as [&str; 0]);
    assert!(packed.package.is_some());
}

#[test]
fn an_empty_entry_file() {
    assert_eq!(codes(&pack(&[("agent.md", b"")])), ["MARKDOWN_FRONTMATTER"]);
}

#[test]
fn a_binary_entry_file() {
    let packed = pack(&[("agent.md", b"\x7fELF\x02\x01\x01\0\0\xff\xfe")]);
    assert_eq!(codes(&packed), ["SOURCE_ENCODING"]);
    assert_eq!(packed.checked.report.diagnostics[0].span.unwrap().start, 9);
}

#[test]
fn half_a_frontmatter() {
    for text in ["---\nname: invoice\nmodel: zai/glm-5.3\n", "---\nname: invoice\nmodel: zai", "---", "---\n"] {
        let packed = pack(&[("agent.md", text.as_bytes())]);
        assert!(codes(&packed).contains(&"MARKDOWN_FRONTMATTER"), "{text:?}: {:?}", codes(&packed));
    }
}

#[test]
fn twenty_megabytes_of_instructions() {
    let text = format!("{VALID}{}", "Price one more invoice, exactly.\n".repeat(650_000));
    assert!(text.len() > 20_000_000);
    let packed = pack(&[("agent.md", text.as_bytes())]);
    assert_eq!(codes(&packed), [] as [&str; 0]);
}

#[test]
fn twenty_megabytes_of_frontmatter() {
    let text = format!(
        "---\nname: invoice\nmodel: zai/glm-5.3\n{}---\nGo.\n",
        "tools: [read] # again and again\n".repeat(650_000)
    );
    let packed = pack(&[("agent.md", text.as_bytes())]);
    let report = &packed.checked.report;
    assert_eq!(report.summary.errors, 649_999, "every repeated key is an error");
    assert_eq!(report.diagnostics.last().unwrap().code, Code::DiagnosticsOmitted);
}

#[test]
fn thousands_of_unrelated_files() {
    let mut vfs = Vfs::new();
    vfs.add_file(path("agent.md"), VALID.as_bytes());
    for number in 0..5_000 {
        vfs.add_file(path(&format!("node_modules/package-{number}/index.js")), *b"throw 1;");
    }
    let packed = Workspace::new(vfs).pack(&[]);
    assert_eq!(packed.package.unwrap().files.len(), 3);
}

#[test]
fn paths_that_climb() {
    for written in ["../secret", "a/../../b", "/etc/passwd", "..", "C:/x", "a\\b", "./a", "a//b", "a/"] {
        let agent = with_harness(&format!("  files:\n    - '{written}'\n"));
        assert_eq!(codes(&pack(&[("agent.md", agent.as_bytes())])), ["PATH_ESCAPE"], "{written}");
    }
    for name in ["../agent.md", "/agent.md", "a/../agent.md", "a//b", "./agent.md", "a/"] {
        assert!(VfsPath::from_host(name).is_err(), "{name}");
    }
}

/// A host with links that lead in a circle. It would go on for ever if the compiler followed one.
#[test]
fn a_symlink_loop() {
    let agent =
        with_harness("  tools:\n    builtin: [read]\n  skills:\n    - skills/a\n  files:\n    - loop/loop/loop\n");
    let mut folders: BTreeMap<&str, Vec<(&str, NodeKind)>> = BTreeMap::new();
    folders
        .insert("", vec![("agent.md", NodeKind::File), ("loop", NodeKind::Symlink), ("skills", NodeKind::Directory)]);
    folders.insert("skills", vec![("a", NodeKind::Directory)]);
    folders.insert("skills/a", vec![("SKILL.md", NodeKind::File), ("a", NodeKind::Symlink)]);
    let mut workspace = Workspace::new(Vfs::on_demand());
    let mut rounds = 0;
    loop {
        let needs = workspace.needs();
        if needs.is_empty() {
            break;
        }
        rounds += 1;
        assert!(rounds < 10, "{needs:?}");
        for folder in &needs.listings {
            workspace.provide_listing(folder, folders[folder.as_str()].iter().copied()).unwrap();
        }
        for file in needs.contents {
            let content =
                if file.as_str() == "agent.md" { agent.as_bytes() } else { b"---\nname: a\ndescription: b\n---\n" };
            workspace.provide_content(file, content);
        }
    }
    let packed = workspace.pack(&[]);
    let errors: Vec<_> = codes(&packed).into_iter().filter(|code| code.starts_with("SYMLINK")).collect();
    assert_eq!(errors, ["SYMLINK_ESCAPE", "SYMLINK_SOURCE"]);
}

#[test]
fn names_that_only_some_disks_can_have() {
    let agent = with_harness("  files:\n    - data\n");
    let packed = pack(&[("agent.md", agent.as_bytes()), ("data/a\\b", b"x"), ("data/line\nbreak", b"y")]);
    assert_eq!(codes(&packed), ["PATH_ESCAPE", "PATH_ESCAPE"]);
}

#[test]
fn ten_thousand_packaged_files() {
    let agent = with_harness("  files:\n    - data\n");
    let mut vfs = Vfs::new();
    vfs.add_file(path("agent.md"), agent.as_bytes());
    for number in 0..10_000 {
        vfs.add_file(path(&format!("data/{number}.txt")), number.to_string().into_bytes());
    }
    let packed = Workspace::new(vfs).pack(&[]);
    assert_eq!(codes(&packed), [] as [&str; 0]);
    assert_eq!(packed.package.unwrap().files.len(), 10_003);
}

#[test]
fn a_file_named_as_a_prototype() {
    let agent = with_harness("  files:\n    - __proto__\n    - constructor\n");
    let packed = pack(&[("agent.md", agent.as_bytes()), ("__proto__", b"1"), ("constructor", b"2")]);
    assert_eq!(codes(&packed), [] as [&str; 0]);
}

const WITH_TOOL: &str = "  tools:\n    modules:\n      - { path: t.ts, name: t }\n";

fn pack_tool(code: &str) -> Packed {
    let agent = with_harness(WITH_TOOL);
    let package = r#"{ "private": true, "type": "module" }"#;
    pack(&[("agent.md", agent.as_bytes()), ("package.json", package.as_bytes()), ("t.ts", code.as_bytes())])
}

#[test]
fn a_module_that_does_not_parse() {
    let packed = pack_tool("export default defineTool({\n");
    assert_eq!(codes(&packed), ["TOOL_SYNTAX"]);
    assert_eq!(packed.checked.report.diagnostics[0].file.as_str(), "t.ts");
}

/// Twice the imports take at most about twice the time; with a list searched for each, these would take minutes.
#[test]
fn a_module_that_imports_itself_thousands_of_times() {
    let packed = pack_tool(&format!("{}export default 1;\n", "import './t.ts';\n".repeat(100_000)));
    assert_eq!(codes(&packed), [] as [&str; 0]);
}

#[test]
fn expressions_nested_without_end() {
    for (open, middle, close) in
        [("[", "", "]"), ("(", "1", ")"), ("!", "1", ""), ("a => ", "1", ""), ("", "a", "``"), ("1 + ", "1", "")]
    {
        let code = format!("export default {}{middle}{};\n", open.repeat(50_000), close.repeat(50_000));
        assert_eq!(codes(&pack_tool(&code)), ["TOOL_SYNTAX"], "{open}{middle}{close}");
    }
}

/// What is lowered gets deeper by that; whatever the limit lets through still fits the stack.
#[test]
fn lowered_syntax_nested_as_deeply_as_can_be() {
    for (open, middle, close) in [
        ("export namespace a { export let x = 1; ", "", "}"),
        ("namespace a.b { export ", "const x = 1;", "}"),
        ("{ using a = null; ", "", "}"),
        ("{ await using a = null; ", "", "}"),
        ("for await (const x of []) { ", "", "}"),
        ("for (using x of []) { ", "", "}"),
        ("x = @d class { @d static x = ", "1", "}"),
        ("x = @d class { @d #x() { ", "1", "} }"),
        ("(@d class A extends ", "null", " { @d [x] = 1 })"),
        ("class A { accessor x = () => { ", "1", "} }"),
        ("class A { static { using x = null; ", "", "} }"),
    ] {
        for count in [20, 50, 60, 80, 110, 126] {
            let code = format!("let x, d;\n{}{middle}{}\nexport default 1;\n", open.repeat(count), close.repeat(count));
            let packed = pack_tool(&code);
            let found = codes(&packed);
            assert!(found.iter().all(|code| *code == "TOOL_SYNTAX"), "{count} times {open}…{close}: {found:?}");
            assert!(
                count > 20 || found.is_empty(),
                "{count} times {open}…{close}: {:?}",
                packed.checked.report.diagnostics
            );
        }
    }
}

/// Names are read through once for all that is missing beside them; for each, these would take minutes.
#[test]
fn thousands_of_paths_that_are_a_slip_away() {
    let mut vfs = Vfs::new();
    let mut declared = String::from("  files:\n");
    for at in 0..20_000 {
        vfs.add_file(path(&format!("data/FILE{at}.txt")), *b"x");
        declared.push_str(&format!("    - data/file{at}.txt\n"));
    }
    vfs.add_file(path("agent.md"), with_harness(&declared).into_bytes());
    let checked = Workspace::new(vfs).pack(&[]).checked;
    let report = &checked.report;
    assert_eq!(report.summary.errors, 20_000);
    assert!(report.diagnostics[0].fixes[0].safe, "the same name but for its capitals");
}

/// Each is looked for in every message; one by one, that would take minutes.
#[test]
fn thousands_of_secrets_in_thousands_of_messages() {
    let secrets: String = (0..20_000).map(|at| format!("AKIA{at:016}\n")).collect();
    let tools: String = (0..20_000).map(|at| format!("    x{at}: AKIA{at:016}\n")).collect();
    let text = format!("---\nname: invoice\nmodel: zai/glm-5.3\nharness:\n  tools:\n{tools}---\n{secrets}");
    let packed = pack(&[("agent.md", text.as_bytes())]);
    assert_eq!(packed.checked.report.summary.errors, 20_000);
}
