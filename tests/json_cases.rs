//! The mistakes that people make in JSON.

use agentmd::diagnostics::{Code, Severity};
use agentmd::parse::{Node, Value, json};
use agentmd::vfs::VfsPath;

mod mending;

fn read(text: &str) -> json::Json {
    json::parse(&VfsPath::declared("package.json").unwrap(), text, Code::PackageJson)
}

/// The value, as `serde_json` has it; `"?"` for what is not known.
fn value(node: &Node) -> serde_json::Value {
    match &node.value {
        Value::Null => serde_json::Value::Null,
        Value::Boolean(value) => (*value).into(),
        Value::Number(number) => number.integer.map_or_else(|| number.value.into(), serde_json::Value::from),
        Value::String(text) => text.as_str().into(),
        Value::Sequence(items) => items.iter().map(value).collect(),
        Value::Mapping(entries) => entries
            .iter()
            .map(|entry| (entry.key.text.clone(), value(&entry.value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Value::Broken => "?".into(),
    }
}

/// Text, what is underlined first, the value all the same, and the text after the safe fixes (empty where there is none).
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    (r#"{"a": 1,}"#, ",", r#"{"a":1}"#, r#"{"a": 1}"#),
    ("[1, 2,\n]", ",", "[1,2]", "[1, 2\n]"),
    ("[1,, 2]", ",", "[1,2]", "[1, 2]"),
    ("[,1]", ",", "[1]", "[1]"),
    ("[1 2]", "", "[1,2]", "[1, 2]"),
    (r#"{"a": 1 "b": 2}"#, "", r#"{"a":1,"b":2}"#, r#"{"a": 1, "b": 2}"#),
    (r#"{"a": 1; "b": 2}"#, ";", r#"{"a":1,"b":2}"#, r#"{"a": 1, "b": 2}"#),
    ("{\"a\": 1 // c\n}", "// c", r#"{"a":1}"#, "{\"a\": 1 \n}"),
    ("[1 // c\n 2]", "// c", "[1,2]", "[1, \n 2]"),
    ("[1 // c", "// c", "[1]", "[1] "),
    ("{/* c */\"a\": 1}", "/* c */", r#"{"a":1}"#, "{\"a\": 1}"),
    ("# c\n{}", "# c", "{}", "\n{}"),
    ("{'a': 'b\"c'}", "'a'", r#"{"a":"b\"c"}"#, r#"{"a": "b\"c"}"#),
    ("{“a”: 1}", "“a”", r#"{"a":1}"#, r#"{"a": 1}"#),
    ("{a: 1}", "a", r#"{"a":1}"#, r#"{"a": 1}"#),
    (r#"{"a" = 1}"#, "=", r#"{"a":1}"#, r#"{"a" : 1}"#),
    (r#"{"a" 1}"#, "\"a\"", r#"{"a":1}"#, r#"{"a": 1}"#),
    (r#"{"a"}"#, "\"a\"", r#"{"a":"?"}"#, ""),
    (r#"{"a": }"#, "}", r#"{"a":"?"}"#, ""),
    ("[True, None]", "True", "[true,null]", "[true, null]"),
    ("[yes]", "yes", r#"["?"]"#, ""),
    ("[+1, .5, 01, 0x1F]", "+1", "[1,0.5,1,31]", "[1, 0.5, 1, 31]"),
    ("[\"a\tb\"]", "\t", r#"["a\tb"]"#, r#"["a\tb"]"#),
    (r#"["\d"]"#, r"\d", r#"["\\d"]"#, ""),
    (r#"["\'"]"#, r"\'", r#"["'"]"#, r#"["'"]"#),
    ("[\"a]", "\"a", r#"["a"]"#, ""),
    (r#"{"a": [1}"#, "[", r#"{"a":[1]}"#, r#"{"a": [1]}"#),
    (r#"{"a": [1"#, "[", r#"{"a":[1]}"#, r#"{"a": [1]}"#),
    ("[1}", "}", "[1]", "[1]"),
    ("{}}", "}", "{}", ""),
    ("{} x", "x", "{}", ""),
    ("\u{feff}{}", "\u{feff}", "{}", "{}"),
    ("{\u{a0}}", "\u{a0}", "{}", "{ }"),
    (r#"{"a": 1, "a": 2}"#, "\"a\"", r#"{"a":1}"#, ""),
];

#[test]
fn each_mistake_is_placed_and_read_as_it_was_meant() {
    let mut wrong = Vec::new();
    for (text, underlined, expected, fixed) in MISTAKES {
        let read_text = read(text);
        let found = read_text.diagnostics.first().map(|problem| problem.span.unwrap().text(text));
        if found != Some(*underlined) {
            wrong.push(format!("{text}: {found:?} instead of {underlined:?}"));
        }
        let shown = read_text.root.as_ref().map(|root| value(root).to_string());
        if shown.as_deref() != Some(*expected) {
            wrong.push(format!("{text}: {shown:?} instead of {expected}"));
        }
        let after = mending::mended(text, |text| read(text).diagnostics);
        let wanted = if fixed.is_empty() { text } else { fixed };
        if after != *wanted {
            wrong.push(format!("{text}: mended to {after} instead of {wanted}"));
        }
        if !fixed.is_empty() && !read(fixed).diagnostics.is_empty() {
            wrong.push(format!("{fixed}: {:?}", read(fixed).diagnostics));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_mistakes_of_a_text_are_found_at_once() {
    let text = "{a: 1,\n 'b': tru,\n \"c\": [1,],\n \"d\": \"x\n \"e\": 01 // f\n";
    let problems = read(text).diagnostics;
    assert_eq!(problems.len(), 9, "{problems:#?}");
}

#[test]
fn repeated_keys_have_both_places_and_only_warn_in_modules() {
    let text = r#"{"a": {"b": 1, "b": 2}}"#;
    let problems = read(text).diagnostics;
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].related[0].span.unwrap().start, 7);
    assert_eq!(problems[0].severity, Severity::Error);
    let file = VfsPath::declared("policy.json").unwrap();
    let problems = json::parse_module(&file, text, Code::PackageJson).diagnostics;
    assert_eq!(problems[0].severity, Severity::Warning);
}

#[test]
fn nesting_is_read_down_to_level_128() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read(&nested(json::MAX_DEPTH)).diagnostics.is_empty());
    assert_eq!(read(&nested(json::MAX_DEPTH + 1)).diagnostics.len(), 1);
    assert!(!read(&"[".repeat(100_000)).diagnostics.is_empty());
}
