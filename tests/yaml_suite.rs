//! The public YAML corpus, where it is at hand.

use std::collections::BTreeSet;

use agentmd::diagnostics::Severity;
use agentmd::parse::{Node, Value, frontmatter, yaml};
use agentmd::source::Span;
use agentmd::vfs::VfsPath;
use serde_json::Value as Json;

mod corpus;

/// The codes that a case may be refused with, the root's being no mapping among them.
fn refusals(case: &Json, embedded: bool) -> (BTreeSet<String>, Option<Node>) {
    let file = VfsPath::declared("agent.md").unwrap();
    let (text, span) = if embedded {
        let yaml = case["frontmatter"].as_str().unwrap();
        let line_break = if yaml.ends_with('\n') { "" } else { "\n" };
        let text = format!("---\n{yaml}{line_break}---\nbody\n");
        let split = frontmatter::split(&file, &text);
        if let Some(problem) = split.diagnostics.first() {
            return (BTreeSet::from([problem.code.to_string()]), None);
        }
        let span = split.yaml.expect("a frontmatter was written");
        (text, span)
    } else {
        let text = case["yaml"].as_str().unwrap().to_owned();
        let span = Span::new(0, text.len());
        (text, span)
    };
    let read = yaml::parse(&file, &text, span);
    let mut codes: BTreeSet<String> = read
        .diagnostics
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .map(|problem| problem.code.to_string())
        .collect();
    if read.root.as_ref().is_some_and(|root| !matches!(root.value, Value::Mapping(_) | Value::Broken)) {
        codes.insert("NOT_A_MAPPING".to_owned());
    }
    (codes, read.root)
}

/// Whether a node has the value that the corpus states.
fn agrees(node: &Node, expected: &Json) -> bool {
    match (&node.value, expected) {
        (Value::Null, Json::Null) => true,
        (Value::Boolean(value), Json::Bool(expected)) => value == expected,
        (Value::Number(number), Json::Number(expected)) => {
            number.integer.is_some_and(|integer| Some(integer) == expected.as_i64())
                || Some(number.value) == expected.as_f64()
        }
        (Value::Number(number), Json::String(expected)) => number.value.to_string() == *expected,
        (Value::String(text), Json::String(expected)) => text == expected,
        (Value::Sequence(items), Json::Array(expected)) => {
            items.len() == expected.len() && items.iter().zip(expected).all(|(item, expected)| agrees(item, expected))
        }
        (Value::Mapping(entries), Json::Object(expected)) => {
            entries.len() == expected.len()
                && entries
                    .iter()
                    .all(|entry| expected.get(&entry.key.text).is_some_and(|expected| agrees(&entry.value, expected)))
        }
        _ => false,
    }
}

#[test]
fn the_corpus_is_read_and_refused_as_it_says() {
    let Some(cases) = corpus::read("yaml-suite.jsonl") else { return };
    assert_eq!(cases.len(), 402);
    let mut wrong = Vec::new();
    for case in &cases {
        let id = case["id"].as_str().unwrap();
        let expected: BTreeSet<String> = case["expect"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|code| match code.as_str().unwrap() {
                "accept" => None,
                "STANDARD_TAG" => Some("YAML_TAG".to_owned()),
                code => Some(code.to_owned()),
            })
            .collect();
        let (codes, root) = refusals(case, case["embed"] == true);
        if codes.is_empty() != expected.is_empty() || !codes.is_subset(&expected) {
            wrong.push(format!("{id}: {codes:?} instead of {expected:?}"));
            continue;
        }
        let has_value =
            expected.is_empty() || (codes.len() == 1 && expected.contains("NOT_A_MAPPING") && expected.len() == 1);
        if has_value && !root.as_ref().is_some_and(|root| agrees(root, &case["value"])) {
            wrong.push(format!("{id}: {root:?} instead of {}", case["value"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
