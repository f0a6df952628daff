//! The surface that JavaScript sees, exercised inside WebAssembly: `wasm-pack test --node -- --test wasm`.

#![cfg(target_arch = "wasm32")]

use serde_json::Value;
use wasm_bindgen_test::wasm_bindgen_test;

use agentmd::wasm::{Reporter, Session, nearest_code};

fn codes(report: &str) -> Vec<String> {
    let report: Value = serde_json::from_str(report).unwrap();
    let found = report["diagnostics"].as_array().unwrap();
    found.iter().map(|diagnostic| diagnostic["code"].as_str().unwrap().to_owned()).collect()
}

fn report(session: &Session, format: &str) -> String {
    let reporter = Reporter::new();
    reporter.add(session, "folder");
    reporter.render(&format!(r#"{{"format":"{format}","width":80}}"#)).unwrap()
}

#[wasm_bindgen_test]
fn an_empty_folder_has_no_entry_file() {
    let session = Session::new(false);
    assert_eq!(codes(&String::from(session.check())), ["ENTRY_NOT_FOUND"]);
    assert!(session.take_archive().is_none());
}

#[wasm_bindgen_test]
fn a_folder_on_demand_is_asked_for_its_root_first() {
    let session = Session::new(true);
    assert_eq!(session.needs(), r#"{"listings":[""],"contents":[]}"#);
    session.provide_listing("", r#"[["node_modules","directory"]]"#).unwrap();
    assert_eq!(session.needs(), r#"{"listings":[],"contents":[]}"#);
}

#[wasm_bindgen_test]
fn what_the_host_refuses_about_the_entry_file_is_all_there_is_to_say() {
    let session = Session::new(false);
    session.refuse("ENTRY_NOT_CANONICAL", "README.md", "`README.md` is not an agent", "Pass its agent.md.").unwrap();
    assert_eq!(codes(&String::from(session.check())), ["ENTRY_NOT_CANONICAL"]);
    assert!(report(&session, "text").contains("`README.md` is not an agent"));
}

#[wasm_bindgen_test]
fn paths_that_leave_the_folder_are_errors() {
    let session = Session::new(false);
    for path in ["../x", "/x", "a/./b"] {
        assert!(session.add_file(path, Vec::new()).is_err(), "{path}");
    }
}

const VALID: &[u8] = b"---\nname: greeter\nmodel: zai/glm-5.3\n---\nGreet.\n";

#[wasm_bindgen_test]
fn an_archive_is_handed_over_once() {
    let session = Session::new(false);
    session.add_file("agent.md", VALID.to_vec()).unwrap();
    let result: Value = serde_json::from_str(&String::from(session.pack())).unwrap();
    let archive = session.take_archive().unwrap();
    assert_eq!(archive[..2], [0x1f, 0x8b]);
    assert_eq!(result["archiveSize"], archive.len());
    assert!(report(&session, "text").starts_with("greeter"));
    assert_eq!(session.take_archive(), None);
}

#[wasm_bindgen_test]
fn links_are_seen_as_links() {
    let session = Session::new(false);
    session.add_symlink("agent.md").unwrap();
    assert_eq!(codes(&String::from(session.check())), ["SYMLINK_SOURCE"]);
}

#[wasm_bindgen_test]
fn a_folder_on_demand_gives_what_the_same_folder_in_memory_gives() {
    let whole = Session::new(false);
    whole.add_file("agent.md", VALID.to_vec()).unwrap();
    whole.add_folder("node_modules").unwrap();
    let asked = Session::new(true);
    asked.provide_listing("", r#"[["agent.md","file"],["node_modules","directory"]]"#).unwrap();
    assert_eq!(asked.needs(), r#"{"listings":[],"contents":["agent.md"]}"#);
    asked.provide_content("agent.md", VALID.to_vec()).unwrap();
    assert_eq!(asked.needs(), r#"{"listings":[],"contents":[]}"#);
    assert_eq!(String::from(whole.pack()), String::from(asked.pack()));
    assert!(whole.take_archive() == asked.take_archive());
}

#[wasm_bindgen_test]
fn fixes_are_made_in_rounds_and_what_they_made_is_handed_over() {
    let session = Session::new(true);
    session.provide_listing("", r#"[["agent.md","file"],["assets","directory"]]"#).unwrap();
    let misspelt = b"---\nname: greeter\nmodel: zai/glm-5.3\nharnes:\n  files: [assets]\n---\nGreet.\n";
    session.provide_content("agent.md", misspelt.to_vec()).unwrap();
    session.pack();
    assert!(session.fix(true));
    assert_eq!(session.needs(), r#"{"listings":["assets"],"contents":[]}"#);
    session.provide_listing("assets", "[]").unwrap();
    session.pack();
    assert!(!session.fix(true));
    let fixes: Value = serde_json::from_str(&session.fixes()).unwrap();
    assert_eq!(fixes["changes"][0]["file"], "agent.md");
    let content = session.fixed_content("agent.md").unwrap().unwrap();
    assert!(String::from_utf8(content).unwrap().contains("harness:"));
    assert!(report(&session, "text").starts_with("fix[AGENT_SCHEMA]"));
}

#[wasm_bindgen_test]
fn a_format_and_a_code_are_known_by_their_names() {
    let session = Session::new(false);
    session.pack();
    assert!(report(&session, "line").starts_with("folder: error ENTRY_NOT_FOUND"));
    assert!(Reporter::new().render(r#"{"format":"json"}"#).is_err());
    assert_eq!(nearest_code("entry_notfound").as_deref(), Some("ENTRY_NOT_FOUND"));
}
