//! Our own cases: what YAML means, and what becomes of the mistakes that people make in it.

use agentmd::diagnostics::Severity;
use agentmd::parse::{Node, Value, yaml};
use agentmd::source::Span;
use agentmd::vfs::VfsPath;

mod mending;

fn read(text: &str) -> yaml::Yaml {
    yaml::parse(&VfsPath::declared("agent.md").unwrap(), text, Span::new(0, text.len()))
}

/// A value in a notation of its own, short and unambiguous.
fn shown(node: &Node) -> String {
    let list = |parts: Vec<String>| parts.join(", ");
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Number(number) => number.value.to_string(),
        Value::String(text) => format!("{text:?}"),
        Value::Sequence(items) => format!("[{}]", list(items.iter().map(shown).collect())),
        Value::Mapping(entries) => {
            format!("{{{}}}", list(entries.iter().map(|e| format!("{}: {}", e.key.text, shown(&e.value))).collect()))
        }
        Value::Broken => "?".to_owned(),
    }
}

/// Text, and the value that YAML 1.2 gives it.
const VALUES: &[(&str, &str)] = &[
    ("a: b", r#"{a: "b"}"#),
    ("a: b # c", r#"{a: "b"}"#),
    ("a: b#c", r#"{a: "b#c"}"#),
    ("a:\tb", r#"{a: "b"}"#),
    ("a: \t b\t", r#"{a: "b"}"#),
    ("a:", "{a: null}"),
    ("a: # c", "{a: null}"),
    ("a: ~\nb: null\nc: Null\nd: NULL\ne: nULL", r#"{a: null, b: null, c: null, d: null, e: "nULL"}"#),
    ("a: true\nb: False\nc: TRUE\nd: yes\ne: off", r#"{a: true, b: false, c: true, d: "yes", e: "off"}"#),
    ("a: 1\nb: -1\nc: +1\nd: 0o17\ne: 0x1F\nf: 017", "{a: 1, b: -1, c: 1, d: 15, e: 31, f: 17}"),
    ("a: 1.5\nb: 1e3\nc: .5\nd: 1.\ne: -.inf\nf: .nan", "{a: 1.5, b: 1000, c: 0.5, d: 1, e: -inf, f: NaN}"),
    (
        "a: 1_000\nb: 12:30\nc: 2001-01-23\nd: 0b1\ne: 1.2.3",
        r#"{a: "1_000", b: "12:30", c: "2001-01-23", d: "0b1", e: "1.2.3"}"#,
    ),
    ("a: '1'\nb: \"true\"\nc: 'null'", r#"{a: "1", b: "true", c: "null"}"#),
    ("a: 'it''s'", r#"{a: "it's"}"#),
    (r#"a: "\x41\u00e9\U0001F600\t\n\\\"\/""#, r#"{a: "Aé😀\t\n\\\"/"}"#),
    (r#"a: "\ud83d\ude00""#, r#"{a: "😀"}"#),
    ("a: \"b\n  c\n\n  d\"", r#"{a: "b c\nd"}"#),
    ("a: \"b\\\n  c\"", r#"{a: "bc"}"#),
    ("a: 'b\n  c'", r#"{a: "b c"}"#),
    ("a: b\n  c\n\n  d", r#"{a: "b c\nd"}"#),
    ("a: http://x.y:80/z?q=1#f", r#"{a: "http://x.y:80/z?q=1#f"}"#),
    ("a: b:c", r#"{a: "b:c"}"#),
    ("a: -b\nc: ?d\ne: :f", r#"{a: "-b", c: "?d", e: ":f"}"#),
    ("a: Bash(git:*), Read", r#"{a: "Bash(git:*), Read"}"#),
    ("a: <b> c", r#"{a: "<b> c"}"#),
    ("a: |\n  b\n   c\n\n  d\n", r#"{a: "b\n c\n\nd\n"}"#),
    ("a: |-\n  b\n\n", r#"{a: "b"}"#),
    ("a: |+\n  b\n\n", r#"{a: "b\n\n"}"#),
    ("a: >\n  b\n  c\n\n  d\n", r#"{a: "b c\nd\n"}"#),
    ("a: >-\n  b\n   c\n  d\n", r#"{a: "b\n c\nd"}"#),
    ("a: |2\n   b\n", r#"{a: " b\n"}"#),
    ("a: | # c\n  b\n", r#"{a: "b\n"}"#),
    ("a: |\nb: c", r#"{a: "", b: "c"}"#),
    ("a: |\n  # no comment\n", r##"{a: "# no comment\n"}"##),
    ("a: |\n  b: c\n  - d\n", r#"{a: "b: c\n- d\n"}"#),
    ("- a\n- b", r#"["a", "b"]"#),
    ("a:\n- b\n- c\nd: e", r#"{a: ["b", "c"], d: "e"}"#),
    ("a:\n  - b\n  - c\nd: e", r#"{a: ["b", "c"], d: "e"}"#),
    ("- - a\n  - b\n- c", r#"[["a", "b"], "c"]"#),
    ("- a: b\n  c: d\n- e: f", r#"[{a: "b", c: "d"}, {e: "f"}]"#),
    ("-\n  a: b\n-\n- c", r#"[{a: "b"}, null, "c"]"#),
    ("a:\n  b:\n    c: d\n  e: f", r#"{a: {b: {c: "d"}, e: "f"}}"#),
    ("a: []\nb: {}", "{a: [], b: {}}"),
    ("a: [b, 'c', \"d\", 1,]", r#"{a: ["b", "c", "d", 1]}"#),
    ("a: [b c, d: e]", r#"{a: ["b c", {d: "e"}]}"#),
    ("a: {b: c, 'd': [e], f}", r#"{a: {b: "c", d: ["e"], f: null}}"#),
    ("a: {\"b\":c}", r#"{a: {b: "c"}}"#),
    ("a: [\n  b, # c\n  d\n  ]", r#"{a: ["b", "d"]}"#),
    ("a: [b,\n  c\n  d]", r#"{a: ["b", "c d"]}"#),
    ("{a: b, c: d}", r#"{a: "b", c: "d"}"#),
    ("{\n\"a\": \"b\",\n\"c\": [1, 2]\n}", r#"{a: "b", c: [1, 2]}"#),
    ("[http://x, a:b]", r#"["http://x", "a:b"]"#),
    ("? a\n: b\n? c", r#"{a: "b", c: null}"#),
    ("? a\n:\n  - b\n", r#"{a: ["b"]}"#),
    ("'a b': c\n\"d\" : e", r#"{a b: "c", d: "e"}"#),
    ("a b: c", r#"{a b: "c"}"#),
    ("a: &x b", r#"{a: "b"}"#),
    ("a: &x\n  b: c", r#"{a: {b: "c"}}"#),
    ("# c\n\na: b\n  # d\n# e\nf: g\n", r#"{a: "b", f: "g"}"#),
    ("--- # c\na: b\n...\n# d\n", r#"{a: "b"}"#),
    ("---\na: b\n", r#"{a: "b"}"#),
    ("%YAML 1.2\n---\na: b\n", r#"{a: "b"}"#),
    ("a: b\r\nc:\r\n  - d\r\n", r#"{a: "b", c: ["d"]}"#),
    ("a: b\rc: d", r#"{a: "b", c: "d"}"#),
    ("a: é\n日本: 語", r#"{a: "é", 日本: "語"}"#),
    ("a: b\n \tc", r#"{a: "b c"}"#),
    ("text", r#""text""#),
    ("text\nmore", r#""text more""#),
    ("a:\n  'b'\nc:\n  - d", r#"{a: "b", c: ["d"]}"#),
    ("a: 'b' # c\nd: [e] # f", r#"{a: "b", d: ["e"]}"#),
    ("a:\n\n\n  b: c\n\n\nd: e", r#"{a: {b: "c"}, d: "e"}"#),
];

#[test]
fn values_are_those_of_the_core_schema() {
    for (text, expected) in VALUES {
        let read = read(text);
        assert!(
            read.diagnostics.iter().all(|problem| problem.severity != Severity::Error),
            "{text}: {:?}",
            read.diagnostics
        );
        assert_eq!(read.root.as_ref().map(shown).as_deref(), Some(*expected), "{text}");
        assert!(read.complete);
    }
}

/// Text with one mistake, its code, what is underlined, the value all the same, and the text after the safe fixes (empty where there is none).
const MISTAKES: &[(&str, &str, &str, &str, &str)] = &[
    // Text that needs quotes.
    ("a: Use when: b", "YAML_PARSE", ":", r#"{a: "Use when: b"}"#, "a: \"Use when: b\""),
    ("a: say \"x\": b", "YAML_PARSE", ":", r#"{a: "say \"x\": b"}"#, "a: 'say \"x\": b'"),
    ("a: it's \"x\": b", "YAML_PARSE", ":", r#"{a: "it's \"x\": b"}"#, r#"a: "it's \"x\": b""#),
    ("- a: b: c\n- d", "YAML_PARSE", ":", "?", "- a: \"b: c\"\n- d"),
    ("a: [b] [c]", "YAML_PARSE", "[c]", r#"{a: "[b] [c]"}"#, "a: \"[b] [c]\""),
    ("a: [b] | c", "YAML_PARSE", "| c", r#"{a: "[b] | c"}"#, "a: \"[b] | c\""),
    ("a: [b](http://c)", "YAML_PARSE", "(http://c)", r#"{a: "[b](http://c)"}"#, "a: \"[b](http://c)\""),
    ("a: {b} c", "YAML_PARSE", "c", r#"{a: "{b} c"}"#, "a: \"{b} c\""),
    ("a: @b", "YAML_PARSE", "@", r#"{a: "@b"}"#, "a: \"@b\""),
    ("a: `b` c", "YAML_PARSE", "`", r#"{a: "`b` c"}"#, "a: \"`b` c\""),
    ("a: %b", "YAML_PARSE", "%", r#"{a: "%b"}"#, "a: \"%b\""),
    ("a: , b", "YAML_PARSE", ",", r#"{a: ", b"}"#, "a: \", b\""),
    ("a: * b", "YAML_PARSE", "*", r#"{a: "* b"}"#, "a: \"* b\""),
    ("a: **b** c", "YAML_PARSE", "c", r#"{a: "**b** c"}"#, "a: \"**b** c\""),
    ("a: *.ts", "YAML_ALIAS", "*.ts", "{a: ?}", "a: \"*.ts\""),
    ("a: & b", "YAML_PARSE", "&", r#"{a: "& b"}"#, "a: \"& b\""),
    ("a: &b{c", "YAML_PARSE", "&", r#"{a: "&b{c"}"#, "a: \"&b{c\""),
    ("a: !b, c", "YAML_PARSE", "!", r#"{a: "!b, c"}"#, "a: \"!b, c\""),
    ("?\ta: b", "YAML_PARSE", "\t", "{a: b: null}", "? a: b"),
    ("a: ? b", "YAML_PARSE", "?", r#"{a: "? b"}"#, "a: \"? b\""),
    ("a: > b", "YAML_PARSE", "b", r#"{a: "b"}"#, "a: >\n  b"),
    ("a: > 9", "YAML_PARSE", "9", r#"{a: "> 9"}"#, "a: \"> 9\""),
    ("a: > b\n  c", "YAML_PARSE", "b", r#"{a: "b c"}"#, "a: >\n  b\n  c"),
    ("a: {{ b }}", "YAML_KEY", "{{ b }}", r#"{a: "{{ b }}"}"#, "a: \"{{ b }}\""),
    ("@a: b", "YAML_PARSE", "@", r#"{@a: "b"}"#, "\"@a\": b"),
    // Quotes and brackets.
    ("a: \"b", "YAML_PARSE", "\"", r#"{a: "b"}"#, "a: \"b\""),
    ("a: \"b\" c \"d\"", "YAML_PARSE", "c \"d\"", r#"{a: "\"b\" c \"d\""}"#, "a: '\"b\" c \"d\"'"),
    ("a: \"b \"c\" d\"", "YAML_PARSE", "c\" d\"", r#"{a: "b \"c\" d"}"#, "a: 'b \"c\" d'"),
    ("a: [b # x\n  c]", "YAML_PARSE", "c", r#"{a: ["b", "c"]}"#, "a: [b, # x\n  c]"),
    ("a: [b # x", "YAML_PARSE", "[", r#"{a: ["b"]}"#, "a: [b] # x"),
    ("a: >\n   \n    \n  b", "YAML_PARSE", " ", r#"{a: "\n\nb\n"}"#, "a: >\n\n\n  b"),
    ("a: 'b\nc: d", "YAML_PARSE", "'", r#"{a: "b", c: "d"}"#, "a: 'b'\nc: d"),
    ("\"a: b\nc: d", "YAML_PARSE", "\"a", r#"{a: "b", c: "d"}"#, "\"a\": b\nc: d"),
    ("a: 'it's'", "YAML_PARSE", "s'", r#"{a: "it's"}"#, "a: \"it's\""),
    ("a: \"b \"c\" d\"", "YAML_PARSE", "c\" d\"", r#"{a: "b \"c\" d"}"#, "a: 'b \"c\" d'"),
    ("a: \"b\" c", "YAML_PARSE", "c", r#"{a: "\"b\" c"}"#, "a: '\"b\" c'"),
    ("a: \"C:\\Users\\d\"", "YAML_PARSE", "\\U", r#"{a: "C:\\Users\\d"}"#, "a: 'C:\\Users\\d'"),
    ("a: \"b\\n\\d\"", "YAML_PARSE", "\\d", r#"{a: "b\n\\d"}"#, "a: \"b\\n\\\\d\""),
    ("a: [b, c\nd: e", "YAML_PARSE", "[", r#"{a: ["b", "c"], d: "e"}"#, "a: [b, c]\nd: e"),
    ("a: [b, {c: d]", "YAML_PARSE", "{", r#"{a: ["b", {c: "d"}]}"#, "a: [b, {c: d}]"),
    ("a: [b, c}", "YAML_PARSE", "}", r#"{a: ["b", "c"]}"#, "a: [b, c]"),
    ("a: [b]]", "YAML_PARSE", "]", r#"{a: ["b"]}"#, "a: [b]"),
    ("a: [b,, c]", "YAML_PARSE", ",", r#"{a: ["b", "c"]}"#, "a: [b, c]"),
    ("a: [\"b\" \"c\"]", "YAML_PARSE", "\"", r#"{a: ["b", "c"]}"#, "a: [\"b\", \"c\"]"),
    ("a: [\n  b\n]", "YAML_PARSE", "]", r#"{a: ["b"]}"#, "a: [\n  b\n  ]"),
    ("{\n  \"a\": 1,\n  \"b\": [2]\n", "YAML_PARSE", "{", "{a: 1, b: [2]}", "{\n  \"a\": 1,\n  \"b\": [2]\n}\n"),
    ("a: \"b\",", "YAML_PARSE", ",", r#"{a: "b"}"#, "a: \"b\""),
    ("\"a\": b\n}", "YAML_PARSE", "}", r#"{a: "b"}"#, "\"a\": b\n"),
    // Keys.
    ("a1:b\nc: d", "YAML_PARSE", ":", r#"{a1: "b", c: "d"}"#, "a1: b\nc: d"),
    ("a: b\nc1:d", "YAML_PARSE", ":", r#"{a: "b", c1: "d"}"#, "a: b\nc1: d"),
    ("a = b\nc: d", "YAML_PARSE", " =", r#"{a: "b", c: "d"}"#, "a: b\nc: d"),
    ("a: b\nc=d", "YAML_PARSE", "=", r#"{a: "b", c: "d"}"#, "a: b\nc: d"),
    ("a: b\nc：d", "YAML_PARSE", "：", r#"{a: "b", c: "d"}"#, "a: b\nc: d"),
    ("a: b\nc:\u{a0}d", "YAML_PARSE", ":\u{a0}", r#"{a: "b", c: "d"}"#, "a: b\nc: d"),
    ("a: b\nc\n  - d", "YAML_PARSE", "c", r#"{a: "b", c: ["d"]}"#, "a: b\nc:\n  - d"),
    ("a: b\nc d", "YAML_PARSE", "c", r#"{a: "b", c: ?}"#, ""),
    ("a: b:\n    c: d", "YAML_PARSE", "b", r#"{a: {b: {c: "d"}}}"#, "a:\n  b:\n    c: d"),
    ("1: a", "YAML_KEY", "1", r#"{1: "a"}"#, "\"1\": a"),
    ("true: a", "YAML_KEY", "true", r#"{true: "a"}"#, "\"true\": a"),
    ("[a]: b", "YAML_KEY", "[a]", r#"{[a]: "b"}"#, ""),
    ("a: b\na: c", "YAML_PARSE", "a", r#"{a: "b"}"#, ""),
    ("{a: b, a: c}", "YAML_PARSE", "a", r#"{a: "b"}"#, ""),
    // Indentation.
    ("a:\n\tb: c", "YAML_PARSE", "\t", r#"{a: {b: "c"}}"#, "a:\n  b: c"),
    ("a: b\n\tc: d", "YAML_PARSE", "\t", r#"{a: "b", c: "d"}"#, "a: b\nc: d"),
    ("a:\n\u{a0}\u{a0}b: c", "YAML_PARSE", "\u{a0}\u{a0}", r#"{a: {b: "c"}}"#, "a:\n  b: c"),
    ("a: b\n  c: d\ne: f", "YAML_PARSE", "  ", r#"{a: "b", c: "d", e: "f"}"#, "a: b\nc: d\ne: f"),
    (" a: b\nc: d", "YAML_PARSE", " ", r#"{a: "b", c: "d"}"#, "a: b\nc: d"),
    ("a:\n   - b\n  - c", "YAML_PARSE", "  ", r#"{a: ["b", "c"]}"#, "a:\n   - b\n   - c"),
    ("a:\n    b: c\n  d: e", "YAML_PARSE", "  ", r#"{a: {b: "c", d: "e"}}"#, "a:\n    b: c\n    d: e"),
    ("- a: b\n   c: d", "YAML_PARSE", "   ", "?", "- a: b\n  c: d"),
    ("- a: b\nc: d", "YAML_PARSE", "c: d", "?", ""),
    ("a: |\n    b\n  c", "YAML_PARSE", "c", r#"{a: "b\nc\n"}"#, "a: |\n    b\n    c"),
    ("a: |\nb c d\ne: f", "YAML_PARSE", "b c d", r#"{a: "b c d", e: "f"}"#, "a: |\n  b c d\ne: f"),
    ("a:\nb c d\ne: f", "YAML_PARSE", "b c d", r#"{a: "b c d", e: "f"}"#, "a: |\n  b c d\ne: f"),
    (
        "a: b b\n\n<x>\nc: d\n</x>\n\ne: f",
        "YAML_PARSE",
        "<x>",
        r#"{a: "b b\n<x>\nc: d\n</x>", e: "f"}"#,
        "a: |\n  b b\n\n  <x>\n  c: d\n  </x>\n\ne: f",
    ),
    ("a: \"b\nc\"\nd: e", "YAML_PARSE", "c\"", r#"{a: "b c", d: "e"}"#, "a: \"b\n  c\"\nd: e"),
    // Lists.
    ("a: - b\n   - c", "YAML_PARSE", "-", r#"{a: ["b", "c"]}"#, "a:\n   - b\n   - c"),
    ("a: - b", "YAML_PARSE", "-", "{a: ?}", ""),
    ("a: b\n- c", "YAML_PARSE", "-", "{a: ?}", ""),
    ("a: 'b'\n  - c", "YAML_PARSE", "-", "{a: ?}", ""),
    ("a:\n  - b\n  -c", "YAML_PARSE", "-", r#"{a: ["b", "c"]}"#, "a:\n  - b\n  - c"),
    ("a:\n  * b\n  * c", "YAML_PARSE", "*", r#"{a: ["b", "c"]}"#, "a:\n  - b\n  - c"),
    ("a:\n  - b\n  • c", "YAML_PARSE", "•", r#"{a: ["b", "c"]}"#, "a:\n  - b\n  - c"),
    // Other notations.
    ("// a\nb: c", "YAML_PARSE", "// a", r#"{b: "c"}"#, "# a\nb: c"),
    ("a: b\n<!-- c -->", "YAML_PARSE", "<!-- c -->", r#"{a: "b"}"#, "a: b\n# c"),
    ("```yaml\na: b\n```\n", "YAML_PARSE", "```yaml", r#"{a: "b"}"#, "a: b\n"),
    ("<<<<<<< x\na: b\n=======\na: c\n>>>>>>> y\nd: e", "YAML_PARSE", "<<<<<<< x", r#"{a: "b", d: "e"}"#, ""),
    ("a: \"b\"#c", "YAML_PARSE", "#", r#"{a: "b"}"#, "a: \"b\" #c"),
    ("a: \u{7}b", "YAML_PARSE", "\u{7}", "{a: \"\\u{7}b\"}", "a: b"),
    // Markdown where YAML is due.
    ("**a**: b\nc: d", "YAML_PARSE", "**a**", r#"{a: "b", c: "d"}"#, "a: b\nc: d"),
    ("a: b\n**c:** d", "YAML_PARSE", "**c:**", r#"{a: "b", c: "d"}"#, "a: b\nc: d"),
    ("`a`: b", "YAML_PARSE", "`a`", r#"{a: "b"}"#, "a: b"),
    ("a: b\n**c d**: e\nf: g", "YAML_PARSE", "**c d**: e", r#"{a: "b", f: "g"}"#, ""),
    ("a:\n* b\n* c\nd: e", "YAML_PARSE", "*", r#"{a: ["b", "c"], d: "e"}"#, "a:\n- b\n- c\nd: e"),
    ("a:\n• b\n• c", "YAML_PARSE", "•", r#"{a: ["b", "c"]}"#, "a:\n- b\n- c"),
    ("a:\n1. b\n2. c", "YAML_PARSE", "1.", r#"{a: ["b", "c"]}"#, "a:\n- b\n- c"),
    ("a:\n  * b\nc: d", "YAML_PARSE", "*", r#"{a: ["b"], c: "d"}"#, "a:\n  - b\nc: d"),
    ("a:\n  - [x] b", "YAML_PARSE", "[x]", r#"{a: ["b"]}"#, "a:\n  - b"),
    ("a: b\n{% if c %}\nd: e", "YAML_PARSE", "{% if c %}", r#"{a: "b", d: "e"}"#, ""),
    ("a: b\n<% c %>\nd: e", "YAML_PARSE", "<% c %>", r#"{a: "b", d: "e"}"#, ""),
    ("a: b\n/* c\n   d */\ne: f", "YAML_PARSE", "/* c", r#"{a: "b", e: "f"}"#, "a: b\n# /* c\n   # d */\ne: f"),
    ("a: b\n<!-- c\nd: e -->\nf: g", "YAML_PARSE", "<!-- c", r#"{a: "b", f: "g"}"#, "a: b\n# <!-- c\n# d: e -->\nf: g"),
    // Text of several lines.
    (
        "a: Use b. Examples:\n\n<c>\nuser: d\n</c>\ne: f",
        "YAML_PARSE",
        ":",
        r#"{a: "Use b. Examples:\n\n<c>\nuser: d\n</c>", e: "f"}"#,
        "a: |\n  Use b. Examples:\n\n  <c>\n  user: d\n  </c>\ne: f",
    ),
    (
        "a: Use b.\n\nExamples:\n\n<c>\nd\n</c>\ne: f",
        "YAML_PARSE",
        "Examples:",
        r#"{a: "Use b.\nExamples:\n\n<c>\nd\n</c>", e: "f"}"#,
        "a: |\n  Use b.\n\n  Examples:\n\n  <c>\n  d\n  </c>\ne: f",
    ),
    (
        "a: Use when:\n- b\n- c: d\ne: f",
        "YAML_PARSE",
        ":",
        r#"{a: "Use when:\n- b\n- c: d", e: "f"}"#,
        "a: |\n  Use when:\n  - b\n  - c: d\ne: f",
    ),
    (
        "a: Use when:\n  - b\n  - c: d\ne: f",
        "YAML_PARSE",
        ":",
        r#"{a: "Use when:\n  - b\n  - c: d", e: "f"}"#,
        "a: |\n  Use when:\n  - b\n  - c: d\ne: f",
    ),
    ("a: Use b\n- c\nd: e", "YAML_PARSE", "-", r#"{a: ?, d: "e"}"#, ""),
    (
        "a:\n  Use b when\n  asked. Note: c\nd: e",
        "YAML_PARSE",
        ":",
        r#"{a: "Use b when\n  asked. Note: c", d: "e"}"#,
        "a: |\n  Use b when\n  asked. Note: c\nd: e",
    ),
    (
        "a: Use b.\n  user: c\n  assistant: d\ne: f",
        "YAML_PARSE",
        ":",
        r#"{a: "Use b. user: c assistant: d", e: "f"}"#,
        "a: \"Use b.\n  user: c\n  assistant: d\"\ne: f",
    ),
    ("a: >-\nUse b\nc d\ne: f", "YAML_PARSE", "Use b", r#"{a: "Use b\nc d", e: "f"}"#, "a: >-\n  Use b\n  c d\ne: f"),
    ("a: |\n    b\n  - c\nd: e", "YAML_PARSE", "- c", r#"{a: "b\n- c\n", d: "e"}"#, "a: |\n    b\n    - c\nd: e"),
    ("a: >\n  b c\n- d\ne: f", "YAML_PARSE", "-", r#"{a: ?, e: "f"}"#, "a: >\n  b c\n  - d\ne: f"),
    ("a: |> \n  b", "YAML_PARSE", "|>", r#"{a: "b\n"}"#, "a: | \n  b"),
    ("a: |+-\n  b", "YAML_PARSE", "|+-", r#"{a: "b\n"}"#, "a: |\n  b"),
    ("a: | b c", "YAML_PARSE", "b c", r#"{a: "b c"}"#, "a: |\n  b c"),
    ("a: b\n- c: d\ne: f", "YAML_PARSE", "-", r#"{a: "b", c: "d", e: "f"}"#, "a: b\nc: d\ne: f"),
    ("a:\n[b, c]\nd: e", "YAML_PARSE", "[b, c]", r#"{a: "[b, c]", d: "e"}"#, "a:\n  [b, c]\nd: e"),
    ("a: b\nc d e f\ng: h", "YAML_PARSE", "c d e f", r#"{a: "b", g: "h"}"#, ""),
    ("a: \"b c.\"\n  Use d.\ne: f", "YAML_PARSE", "Use d.", r#"{a: ?, e: "f"}"#, "a: \"b c.\n  Use d.\"\ne: f"),
    (
        "a: 'b the c's d\n  e'\nf: g",
        "YAML_PARSE",
        "s d",
        r#"{a: "b the c's d\n  e", f: "g"}"#,
        "a: 'b the c''s d\n  e'\nf: g",
    ),
    (
        "a: Use b\n```sh\nc d\n```\ne: f",
        "YAML_PARSE",
        "```sh",
        r#"{a: "Use b\n```sh\nc d\n```", e: "f"}"#,
        "a: |\n  Use b\n  ```sh\n  c d\n  ```\ne: f",
    ),
    (
        "a: Use b.\n\n**Use:**\n- c\n\nd: e",
        "YAML_PARSE",
        "**Use:**",
        r#"{a: "Use b.\n**Use:**\n- c", d: "e"}"#,
        "a: |\n  Use b.\n\n  **Use:**\n  - c\n\nd: e",
    ),
    (
        "a: Use b when you\n1. c\n2. d\ne: f",
        "YAML_PARSE",
        "1. c",
        r#"{a: "Use b when you\n1. c\n2. d", e: "f"}"#,
        "a: |\n  Use b when you\n  1. c\n  2. d\ne: f",
    ),
    ("a: b\n  # c\n  d\ne: f", "YAML_PARSE", "d", r#"{a: ?, e: "f"}"#, ""),
    (
        "a: Use b\n<c>\nUser: d\ne: f",
        "YAML_PARSE",
        "<c>",
        r#"{a: "Use b\n<c>\nUser: d", e: "f"}"#,
        "a: |\n  Use b\n  <c>\n  User: d\ne: f",
    ),
    // Quotes of other kinds, and in other places.
    ("a: \"b'", "YAML_PARSE", "'", r#"{a: "b"}"#, "a: \"b\""),
    ("a: \"\"\"b\"\"\"", "YAML_PARSE", "\"\"\"", r#"{a: "b"}"#, "a: \"b\""),
    ("a: \"\"\"\n  b: c\n  \"\"\"\nd: e", "YAML_PARSE", "\"\"\"", r#"{a: "b: c", d: "e"}"#, "a: |\n  b: c\nd: e"),
    ("a: ''b''", "YAML_PARSE", "''", r#"{a: "b"}"#, "a: \"b\""),
    ("a: \"b\", \"c\"", "YAML_PARSE", ", \"c\"", r#"{a: ["b", "c"]}"#, "a: [\"b\", \"c\"]"),
    ("a: 'don\\'t b'", "YAML_PARSE", "t b'", r#"{a: "don't b"}"#, "a: \"don't b\""),
    ("a: \"b\" + \"c\"", "YAML_PARSE", "+ \"c\"", r#"{a: "\"b\" + \"c\""}"#, "a: '\"b\" + \"c\"'"),
    ("a: \"b c\n  d\ne: f", "YAML_PARSE", "\"", r#"{a: "b c d", e: "f"}"#, "a: \"b c\n  d\"\ne: f"),
    (
        "a: \"b\n  user: \"c\"\n  d: \"e\"\"\nf: g",
        "YAML_PARSE",
        "c\"",
        r#"{a: ?, f: "g"}"#,
        "a: \"b\n  user: \\\"c\\\"\n  d: \\\"e\\\"\"\nf: g",
    ),
    ("a: “b\"", "YAML_SUSPICIOUS", "“", r#"{a: "“b\""}"#, "a: \"b\""),
    ("a: b c\"", "YAML_SUSPICIOUS", "\"", r#"{a: "b c\""}"#, ""),
    // Tags and anchors that are text.
    ("a: !b", "YAML_TAG", "!b", r#"{a: ?}"#, "a: \"!b\""),
    ("a: !b c", "YAML_TAG", "!b", r#"{a: "c"}"#, ""),
    ("a: &b c d", "UNUSED_ANCHOR", "&b", r#"{a: "c d"}"#, ""),
    ("a:\n  - !b/**\n  - c", "YAML_TAG", "!b/**", r#"{a: [?, "c"]}"#, "a:\n  - \"!b/**\"\n  - c"),
    // Lines that hold more than one thing, or less.
    ("a: b, cd: e", "YAML_PARSE", ", ", r#"{a: ?}"#, ""),
    ("a: [B(c: d), e]", "YAML_PARSE", ":", r#"{a: ["B(c: d)", "e"]}"#, "a: [\"B(c: d)\", e]"),
    ("a: b,", "YAML_SUSPICIOUS", ",", r#"{a: "b,"}"#, "a: b"),
    ("a: b;", "YAML_SUSPICIOUS", ";", r#"{a: "b;"}"#, "a: b"),
    ("a: b, c]", "YAML_SUSPICIOUS", "]", r#"{a: "b, c]"}"#, ""),
    ("a: # b", "YAML_SUSPICIOUS", "# b", r#"{a: null}"#, ""),
    ("a: Use C # b", "YAML_SUSPICIOUS", "# b", r#"{a: "Use C"}"#, ""),
    // What the format rules out.
    ("a: !!str b", "YAML_TAG", "!!str", r#"{a: "b"}"#, ""),
    ("a: !b c", "YAML_TAG", "!b", r#"{a: "c"}"#, ""),
    ("a: &x b\nc: *x", "YAML_ALIAS", "*x", r#"{a: "b", c: "b"}"#, "a: b\nc: b"),
    ("a: &x [1, 'b c']\nd: *x", "YAML_ALIAS", "*x", r#"{a: [1, "b c"], d: ?}"#, "a: [1, 'b c']\nd: [1, b c]"),
    ("a: &x {b: c}\nd:\n  <<: *x", "YAML_MERGE", "<<", r#"{a: {b: "c"}, d: {b: ?}}"#, ""),
    ("a: b\n...\nc: d", "YAML_DOCUMENT_COUNT", "c: d", r#"{a: "b"}"#, ""),
    // Not wrong, but not meant.
    ("a: #b", "YAML_SUSPICIOUS", "#b", "{a: null}", ""),
    ("a: b #12", "YAML_SUSPICIOUS", "#12", r#"{a: "b"}"#, ""),
    ("a: “b”", "YAML_SUSPICIOUS", "“", r#"{a: "“b”"}"#, "a: \"b\""),
    ("a: b\u{200b}", "YAML_SUSPICIOUS", "\u{200b}", "{a: \"b\\u{200b}\"}", "a: b"),
    ("a: b\n  - c", "YAML_SUSPICIOUS", "- c", r#"{a: "b - c"}"#, ""),
    ("a:\n  b1:c", "YAML_SUSPICIOUS", ":", r#"{a: "b1:c"}"#, "a:\n  b1: c"),
    ("a: \"C:\\temp\"", "YAML_SUSPICIOUS", "\"C:\\temp\"", r#"{a: "C:\temp"}"#, ""),
    ("a: &b c", "UNUSED_ANCHOR", "&b", r#"{a: "c"}"#, "a: c"),
];

#[test]
fn each_mistake_is_named_placed_and_read_as_it_was_meant() {
    let mut wrong = Vec::new();
    for (text, code, underlined, value, fixed) in MISTAKES {
        let read = read(text);
        let problem = read.diagnostics.first();
        let found = problem.map(|problem| (problem.code.as_str(), problem.span.unwrap().text(text)));
        if found != Some((*code, *underlined)) {
            wrong.push(format!("{text:?}: {found:?} instead of {:?}", (code, underlined)));
        }
        let warns_too = |code: &str| code == "UNUSED_ANCHOR";
        if read.diagnostics.iter().skip(1).any(|problem| !warns_too(problem.code.as_str())) && !text.contains(",,") {
            wrong.push(format!(
                "{text:?}: more than one: {:?}",
                read.diagnostics.iter().map(|p| &p.message).collect::<Vec<_>>()
            ));
        }
        let shown = read.root.as_ref().map(shown).unwrap_or_default();
        if shown != *value {
            wrong.push(format!("{text:?}: {shown} instead of {value}"));
        }
        let after = mending::mended(text, |text| self::read(text).diagnostics);
        let expected = if fixed.is_empty() { text } else { fixed };
        if after != *expected {
            wrong.push(format!("{text:?}: mended to {after:?} instead of {expected:?}"));
        }
        for problem in &read.diagnostics {
            assert!(!problem.message.ends_with('.'), "{}", problem.message);
            assert!(
                problem.help.as_ref().is_some_and(|help| help.ends_with('.') || help.ends_with('…')),
                "{problem:?}"
            );
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), MISTAKES.len(), wrong.join("\n"));
}

/// Lines of one text, each with a mistake of its own, and what is underlined in it.
const MANY: &[(&str, &str)] = &[
    ("a: Use when: b", ":"),
    ("b: @c", "@"),
    ("c: [d, e", "["),
    ("f: \"g", "\""),
    ("h1:i", ":"),
    ("j: 'k'l", "l"),
    (" m: n", " "),
    ("o: {p: q]", "]"),
    ("r: !s t", "!s"),
    ("u: *v", "*v"),
    ("w = x", " ="),
    ("**y**: z", "**y**"),
    ("`ab`: c", "`ab`"),
    ("ad: > 9", "9"),
    ("ae: |>\n  b", "|>"),
    ("af: \"\"\"b\"\"\"", "\"\"\""),
    ("ag: \"b\", \"c\"", ", \"c\""),
    ("ah: \"b'", "'"),
    ("ai: \"\\d\"", "\\d"),
    ("aj: [b] [c]", "[c]"),
    ("ak: {{ b }}", "{{ b }}"),
    ("al：b", "："),
    ("am: [b,, c]", ","),
    ("an: %b", "%"),
    ("- ao: b", "-"),
    ("ap:\n* b", "*"),
    ("// aq", "// aq"),
    ("<!-- ar -->", "<!-- ar -->"),
    ("{% as %}", "{% as %}"),
    ("at: \"b\"#c", "#"),
    ("a: b", "a"),
    ("1: av", "1"),
    ("aw: b #12", "#12"),
    ("ax: “b”", "“"),
    ("ay: &b c", "&b"),
    ("az b", "az"),
];

#[test]
fn one_mistake_hides_no_other() {
    let text: String = MANY.iter().map(|(line, _)| format!("{line}\n")).collect();
    let read = read(&text);
    let found: Vec<&str> = read.diagnostics.iter().map(|problem| problem.span.unwrap().text(&text)).collect();
    let expected: Vec<&str> = MANY.iter().map(|(_, underlined)| *underlined).collect();
    assert_eq!(found, expected, "{:#?}", read.diagnostics.iter().map(|found| &found.message).collect::<Vec<_>>());
    assert!(read.complete);
}

#[test]
fn nesting_is_read_down_to_level_64() {
    let nested = |depth: usize| format!("a: {}{}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    assert!(read(&nested(yaml::MAX_DEPTH)).diagnostics.is_empty());
    let deep = read(&nested(yaml::MAX_DEPTH + 1));
    assert_eq!(deep.diagnostics.len(), 1, "{:?}", deep.diagnostics);
    assert!(deep.diagnostics[0].message.contains("64 levels"));
    let block = |depth: usize| (0..depth).map(|level| format!("{}a:\n", " ".repeat(level))).collect::<String>();
    assert!(read(&block(yaml::MAX_DEPTH)).diagnostics.is_empty());
    assert_eq!(read(&block(yaml::MAX_DEPTH + 9)).diagnostics.len(), 1);
}

#[test]
fn spans_are_those_of_the_values_as_written() {
    let text = "é: &x 'a b' # c\nk:\n  - [1, {d: \"e\"}]\n";
    let root = read(text).root.unwrap();
    assert_eq!(root.entries()[0].key.span.text(text), "é");
    assert_eq!(root.entries()[0].value.span.text(text), "'a b'");
    let list = &root.get("k").unwrap().items()[0];
    assert_eq!(list.span.text(text), "[1, {d: \"e\"}]");
    assert_eq!(list.items()[1].get("d").unwrap().span.text(text), "\"e\"");
    assert_eq!(root.span.text(text), text[.."é: &x 'a b' # c\nk:\n  - [1, {d: \"e\"}]".len()].to_owned());
}
