//! The surface that JavaScript sees, exercised inside WebAssembly: `wasm-pack test --node -- --test wasm`.

#![cfg(target_arch = "wasm32")]

use serde_json::Value;
use wasm_bindgen_test::wasm_bindgen_test;

use agentmd::wasm::Session;

fn codes(report: &str) -> Vec<String> {
    let report: Value = serde_json::from_str(report).unwrap();
    let found = report["diagnostics"].as_array().unwrap();
    found.iter().map(|diagnostic| diagnostic["code"].as_str().unwrap().to_owned()).collect()
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
    assert!(session.render_text(r#"{"color":false,"width":80}"#).unwrap().contains("`README.md` is not an agent"));
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
    assert!(session.render_text(r#"{"color":false,"width":80}"#).unwrap().starts_with("greeter"));
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
