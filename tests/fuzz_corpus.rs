//! What fuzzing has found, replayed: most inputs in the folders of `tests/corpus/` once broke one of the properties that
//! hold of every input; the others show each property at work. `./dev fuzz TARGET` looks for more.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods, reason = "tests read their inputs")]

#[path = "../fuzz/properties/mod.rs"]
mod properties;

use std::panic::catch_unwind;
use std::path::Path;

/// Feeds every input of a target, and names those that break it.
fn replay(target: &str, holds: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target);
    let mut inputs: Vec<_> =
        std::fs::read_dir(folder).expect("the corpus is there").map(|entry| entry.expect("an input").path()).collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "there is no input for {target}");
    let is_broken = |input: &&std::path::PathBuf| {
        let content = std::fs::read(input).expect("an input can be read");
        catch_unwind(|| holds(&content)).is_err()
    };
    let broken: Vec<_> = inputs.iter().filter(is_broken).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn frontmatters() {
    replay("frontmatter", properties::frontmatter);
}

#[test]
fn texts_in_json() {
    replay("json", properties::json);
}

#[test]
fn folders() {
    replay("folder", properties::folder);
}

#[test]
fn module_graphs() {
    replay("modules", properties::modules);
}
