//! What holds of the parsers whatever they are given.

use agentmd::diagnostics::{Code, Diagnostic, Edit, Severity};
use agentmd::parse::{Node, Value, frontmatter, json, yaml};
use agentmd::source::Span;
use agentmd::vfs::VfsPath;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

mod mending;

fn file() -> VfsPath {
    VfsPath::declared("agent.md").unwrap()
}

fn read(text: &str) -> (Vec<Diagnostic>, Option<Node>) {
    let split = frontmatter::split(&file(), text);
    let mut problems = split.diagnostics;
    assert_span(text, split.body);
    let mut root = None;
    if let Some(span) = split.yaml {
        assert_span(text, span);
        let read = yaml::parse(&file(), text, span);
        problems.extend(read.diagnostics);
        root = read.root;
    }
    (problems, root)
}

fn assert_span(text: &str, span: Span) {
    assert!(text.get(span.range()).is_some(), "{span:?} is no place in {text:?}");
}

fn assert_places(text: &str, problems: &[Diagnostic], root: Option<&Node>) {
    for problem in problems {
        problem.span.into_iter().for_each(|span| assert_span(text, span));
        problem.related.iter().filter_map(|related| related.span).for_each(|span| assert_span(text, span));
        for edit in problem.fixes.iter().flat_map(|fix| &fix.edits) {
            let Edit::Replace { span, .. } = edit else { panic!("{edit:?}") };
            assert_span(text, *span);
        }
    }
    root.into_iter().for_each(|root| assert_node(text, root));
}

fn assert_node(text: &str, node: &Node) {
    assert_span(text, node.span);
    for entry in node.entries() {
        assert_span(text, entry.key.span);
        assert_node(text, &entry.value);
    }
    node.items().iter().for_each(|item| assert_node(text, item));
}

fn errors(problems: &[Diagnostic]) -> usize {
    problems.iter().filter(|problem| problem.severity == Severity::Error).count()
}

const GOOD: &str = "\
---
name: invoice-pricing
description: Calculates invoices from a skill and a catalog.
model: zai/glm-5.3
tools: [read, \"bash\", 'grep']
note: |
  several lines
  of text
folded: >-
  more
  text
harness:
  tools:
    builtin: [read]
    modules:
      - path: tools/calculate.ts
        name: calculate_invoice
      - path: tools/other.ts
        name: other
  files:
  - assets/catalog.json
  runtime: {mode: headless, scaffold: standard}
flag: true
---
You are the agent.
";

const INSERTS: &[&str] = &[
    ": ",
    ":",
    " ",
    "  ",
    "\t",
    "#",
    " #",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    ",",
    "- ",
    "-",
    "*",
    "&a ",
    "!t ",
    "|",
    ">",
    "\n",
    "\n\n",
    "\r",
    "é",
    "\u{a0}",
    "\u{200b}",
    "“",
    "---",
    "...",
    "@",
    "%",
    "`",
    "<<: ",
    "? ",
    "\\",
    "<<<<<<< a\n",
    "=======\n",
    ">>>>>>> b\n",
    "= ",
    "//",
    "```\n",
    "<x>",
    "\u{0}",
    "\u{feff}",
];

#[derive(Clone, Debug)]
enum Mutation {
    Insert(usize, usize),
    Delete(usize, usize),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    prop_oneof![
        (0..GOOD.len(), 0..INSERTS.len()).prop_map(|(at, text)| Mutation::Insert(at, text)),
        (0..GOOD.len(), 1usize..6).prop_map(|(at, length)| Mutation::Delete(at, length)),
    ]
}

fn mutated(mutations: &[Mutation]) -> String {
    let mut text = GOOD.to_owned();
    for mutation in mutations {
        match *mutation {
            Mutation::Insert(at, insert) => {
                let at = text.floor_char_boundary(at.min(text.len()));
                text.insert_str(at, INSERTS[insert]);
            }
            Mutation::Delete(at, length) => {
                let start = text.floor_char_boundary(at.min(text.len()));
                let end = text.floor_char_boundary((start + length).min(text.len()));
                text.replace_range(start..end, "");
            }
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 3000, rng_seed: RngSeed::Fixed(0), ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_panic_and_every_place_is_inside_it(pieces in prop::collection::vec(
        prop_oneof![prop::sample::select(INSERTS), prop::sample::select(vec!["a", "key", "b: c", "\n  ", "\n    ", "1"])], 0..60)) {
        let yaml_text = pieces.concat();
        let bare = yaml::parse(&file(), &yaml_text, Span::new(0, yaml_text.len()));
        assert_places(&yaml_text, &bare.diagnostics, bare.root.as_ref());
        let text = format!("---\n{yaml_text}\n---\nbody\n");
        let (problems, root) = read(&text);
        assert_places(&text, &problems, root.as_ref());
        let (problems, root) = read(&yaml_text);
        assert_places(&yaml_text, &problems, root.as_ref());
        let read = json::parse(&file(), &yaml_text, Code::PackageJson);
        assert_places(&yaml_text, &read.diagnostics, read.root.as_ref());
    }

    #[test]
    fn safe_fixes_never_add_an_error(mutations in prop::collection::vec(mutation(), 1..2)) {
        let mut text = mutated(&mutations);
        let (mut problems, root) = read(&text);
        assert_places(&text, &problems, root.as_ref());
        for _ in 0..10 {
            let next = mending::apply_safe(&text, &problems);
            if next == text {
                break;
            }
            let (after, root) = read(&next);
            assert_places(&next, &after, root.as_ref());
            prop_assert!(errors(&after) <= errors(&problems), "{text}\n→\n{next}\n{problems:#?}\n→\n{after:#?}");
            (text, problems) = (next, after);
        }
    }

    #[test]
    fn safe_fixes_of_json_never_add_an_error(pieces in prop::collection::vec(
        prop::sample::select(vec!["{", "}", "[", "]", ",", ":", "\"a\"", "'b'", "1", "01", "true", "x", " ", "\n", "//c\n", "=", "\"", "é"]), 0..14)) {
        let mut text = pieces.concat();
        let read = |text: &str| json::parse(&file(), text, Code::PackageJson);
        let mut problems = read(&text).diagnostics;
        for _ in 0..10 {
            let next = mending::apply_safe(&text, &problems);
            let after = read(&next);
            assert_places(&next, &after.diagnostics, after.root.as_ref());
            prop_assert!(after.diagnostics.len() <= problems.len(), "{text}\n→\n{next}\n{problems:#?}\n→\n{after:#?}");
            (text, problems) = (next, after.diagnostics);
        }
    }

    #[test]
    fn scalars_read_back_as_they_were(text in "\\PC{0,12}|[ \t\n\"'\\\\:#a-]{0,8}|[0-9eE+._xo-]{0,6}") {
        let written = format!("- {}\n- [{}]\n", yaml::quote_scalar(&text), yaml::quote_scalar(&text));
        let read = yaml::parse(&file(), &written, Span::new(0, written.len()));
        let root = read.root.unwrap();
        prop_assert_eq!(root.items()[0].as_str(), Some(text.as_str()), "{}", &written);
        prop_assert_eq!(root.items()[1].items()[0].as_str(), Some(text.as_str()), "{}", &written);
        let oracle: serde_yaml::Value = serde_yaml::from_str(&written).unwrap();
        prop_assert_eq!(oracle[0].as_str(), Some(text.as_str()), "{}", &written);
    }

    #[test]
    fn values_agree_with_another_parser(text in document(3)) {
        let text = format!("root:\n{text}");
        let read = yaml::parse(&file(), &text, Span::new(0, text.len()));
        prop_assert_eq!(errors(&read.diagnostics), 0, "{}\n{:#?}", &text, &read.diagnostics);
        let oracle: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
        prop_assert!(agrees(read.root.as_ref().unwrap(), &oracle), "{}\n{:?}\n{:?}", &text, &read.root, &oracle);
    }
}

/// A block mapping below a key, as people write frontmatter.
fn document(depth: u32) -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        "[a-z][a-z0-9 /_-]{0,10}[a-z0-9]",
        "\"[a-z :#,é-]{0,10}\"",
        "'[a-z :#,\"é-]{0,10}'",
        prop::sample::select(vec![
            "true",
            "~",
            "12",
            "-3",
            "1.5",
            "1e3",
            "0x1f",
            "yes",
            "2001-01-23",
            "[a, b, 'c']",
            "{a: 1, b: [x]}",
            "a:b",
            "a#b"
        ])
        .prop_map(str::to_owned),
    ];
    let line = prop_oneof![
        scalar.clone().prop_map(|value| format!(" {value}\n")),
        scalar.clone().prop_map(|value| format!(" {value}  # comment\n")),
        prop::collection::vec("[a-zé:# ]{1,8}[a-z]", 1..4).prop_map(|lines| {
            let lines: String = lines.iter().map(|line| format!("  {}\n", line.trim_start())).collect();
            format!(" |\n{lines}")
        }),
        prop::collection::vec("[a-z]{1,8}", 1..4).prop_map(|lines| {
            let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
            format!(" >-\n{lines}")
        }),
        prop::collection::vec(scalar, 1..4)
            .prop_map(|items| items.iter().fold("\n".to_owned(), |text, item| format!("{text}  - {item}\n"))),
    ];
    let mapping = |values: Vec<String>| {
        let body: String = values.iter().enumerate().map(|(index, value)| format!("key{index}:{value}")).collect();
        body.lines().map(|line| format!("  {line}\n")).collect::<String>()
    };
    prop::collection::vec(line, 1..5).prop_map(mapping).prop_recursive(depth, 16, 3, move |inner| {
        prop::collection::vec(inner.prop_map(|block| format!("\n{block}")), 1..3).prop_map(mapping)
    })
}

fn agrees(node: &Node, oracle: &serde_yaml::Value) -> bool {
    match (&node.value, oracle) {
        (Value::Null, serde_yaml::Value::Null) => true,
        (Value::Boolean(value), serde_yaml::Value::Bool(oracle)) => value == oracle,
        (Value::Number(number), serde_yaml::Value::Number(oracle)) => Some(number.value) == oracle.as_f64(),
        (Value::String(text), serde_yaml::Value::String(oracle)) => text == oracle,
        (Value::Sequence(items), serde_yaml::Value::Sequence(oracle)) => {
            items.len() == oracle.len() && items.iter().zip(oracle).all(|(item, oracle)| agrees(item, oracle))
        }
        (Value::Mapping(entries), serde_yaml::Value::Mapping(oracle)) => {
            entries.len() == oracle.len()
                && entries
                    .iter()
                    .all(|entry| oracle.get(&entry.key.text).is_some_and(|value| agrees(&entry.value, value)))
        }
        _ => false,
    }
}

/// A shape of text that grows with a count.
type Shape = fn(usize) -> String;

const SHAPES: &[(&str, Shape)] = &[
    ("keys", |n| (0..n).map(|i| format!("k{i}: v\n")).collect()),
    ("the same key", |n| "k: v\n".repeat(n)),
    ("items", |n| format!("k:\n{}", "  - a\n".repeat(n))),
    ("a long line", |n| format!("k: {}\n", "word ".repeat(n))),
    ("a long text", |n| format!("k: a\n{}", "  word\n".repeat(n))),
    ("stray lines", |n| format!("k: a\n{}", "word word word\n".repeat(n))),
    ("unclosed quotes", |n| "k: \"v\n".repeat(n)),
    ("unclosed quotes alone", |n| "\"v\n".repeat(n)),
    ("unclosed quotes in items", |n| format!("k:\n{}", "  - \"v\n".repeat(n))),
    ("unclosed brackets", |n| "k: [v\n".repeat(n)),
    ("nested brackets", |n| format!("k: {}\n", "[".repeat(n))),
    ("nested braces on lines", |n| format!("k: {}\n", "{a:\n".repeat(n))),
    ("dashes", |n| "- ".repeat(n)),
    ("question marks", |n| "? ".repeat(n)),
    ("deeper and deeper", |n| (0..n.min(2000)).map(|i| format!("{}k:\n", " ".repeat(i))).collect()),
    ("shallower and shallower", |n| (0..n.min(2000)).rev().map(|i| format!("{}k: v\n", " ".repeat(i))).collect()),
    ("zigzag", |n| "a:\n   b: 1\n  c: 2\n".repeat(n)),
    ("colons", |n| "k: a: b\n".repeat(n)),
    ("aliases", |n| format!("a: &a x\n{}", "b: *a\n".repeat(n))),
    ("anchors", |n| (0..n).map(|i| format!("k{i}: &a{i} x\n")).collect()),
    ("comments", |n| "# c\n".repeat(n)),
    ("tags", |n| "<x>\n".repeat(n)),
    ("tabs", |n| format!("k:\n{}", "\ta: b\n".repeat(n))),
    ("conflicts", |n| "<<<<<<< a\nk: v\n=======\nk: w\n>>>>>>> b\n".repeat(n)),
    ("markers", |n| "--- \n".repeat(n)),
    ("dots", |n| "...\n".repeat(n)),
    ("aliases of a long text", |n| format!("a: &a {}\n{}", "word ".repeat(n), "b: *a\n".repeat(n))),
    ("merges of many keys", |n| {
        let keys: String = (0..n).map(|i| format!("  k{i}: v\n")).collect();
        format!("a: &a\n{keys}b:\n{}", "  - <<: *a\n".repeat(n))
    }),
    ("merges", |n| format!("a: &a {{x: 1}}\nb:\n{}", "  <<: *a\n".repeat(n))),
    ("swallowed", |n| "k: v #x\n".repeat(n)),
];

/// Quadratic behaviour would make this last for minutes; what is asserted is that every place stays inside the text.
#[test]
fn long_texts_of_every_shape_are_read_to_their_end() {
    for (_, shape) in SHAPES {
        let text = shape(20_000);
        for text in [format!("---\n{text}---\nbody\n"), format!("---\n{text}")] {
            let (problems, root) = read(&text);
            assert_places(&text, &problems, root.as_ref());
        }
        let read = json::parse(&file(), &text, Code::PackageJson);
        assert_places(&text, &read.diagnostics, read.root.as_ref());
    }
}
