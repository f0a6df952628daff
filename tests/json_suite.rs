//! The public JSON parsing corpus, where it is at hand.

use agentmd::diagnostics::Code;
use agentmd::parse::json;
use agentmd::vfs::VfsPath;
use serde_json::Value;

mod corpus;

#[test]
fn the_corpus_is_accepted_and_refused_as_it_says() {
    let Some(cases) = corpus::read("json-suite.jsonl") else { return };
    assert_eq!(cases.len(), 318);
    let file = VfsPath::declared("package.json").unwrap();
    let mut wrong = Vec::new();
    for case in &cases {
        let name = case["name"].as_str().unwrap();
        let content = corpus::base64(case["base64"].as_str().unwrap());
        // Text that is not UTF-8 never reaches the parser: it is refused before, as SOURCE_ENCODING.
        let accepted = match std::str::from_utf8(&content) {
            Ok(text) => json::parse(&file, text, Code::PackageJson).diagnostics.is_empty(),
            Err(_) => false,
        };
        let agrees = match case["expect"].as_str().unwrap() {
            "accept" => accepted || repeats_a_key(case),
            "refuse" => !accepted,
            _ => true,
        };
        if !agrees {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), cases.len());
}

/// RFC 8259 tolerates a key that stands twice; package.json may not have one.
fn repeats_a_key(case: &Value) -> bool {
    case["name"].as_str().is_some_and(|name| name.contains("duplicated_key"))
}
