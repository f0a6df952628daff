//! Where frontmatter begins and ends, and what people write in place of its lines.

use agentmd::parse::frontmatter::{self, Strictness};
use agentmd::vfs::VfsPath;

mod mending;

fn file() -> VfsPath {
    VfsPath::declared("agent.md").unwrap()
}

#[test]
fn the_yaml_is_between_two_lines_of_dashes() {
    for (text, yaml, body) in [
        ("---\na: b\n---\nbody\n", Some("a: b\n"), "body\n"),
        ("---\r\na: b\r\n---\r\nbody", Some("a: b\r\n"), "body"),
        ("---\n---\n", Some(""), ""),
        ("---\na: b\n---", Some("a: b\n"), ""),
        ("---\na: b\n---\nx\n---\ny\n", Some("a: b\n"), "x\n---\ny\n"),
        ("---\na: |\n  ---\nb: c\n---\nbody", Some("a: |\n  ---\nb: c\n"), "body"),
        ("---\na: b\n--- c\n---\nbody", Some("a: b\n--- c\n"), "body"),
        ("---\na: b\n...\n---\nbody", Some("a: b\n...\n"), "body"),
        ("---\na: b\n\nText.\nc: d\n\n---\nbody", Some("a: b\n\nText.\nc: d\n\n"), "body"),
        ("---\na: b\n\n---\nbody", Some("a: b\n\n"), "body"),
    ] {
        let split = frontmatter::split(&file(), text);
        assert!(split.diagnostics.is_empty(), "{text:?}: {:?}", split.diagnostics);
        assert_eq!(split.yaml.map(|span| span.text(text)), yaml, "{text:?}");
        assert_eq!(split.body.text(text), body, "{text:?}");
    }
}

/// Text, what is underlined, the YAML all the same, and the text after the safe fixes (empty where there is none).
const MISTAKES: &[(&str, &str, Option<&str>, &str)] = &[
    ("\u{feff}---\na: b\n---\nx", "\u{feff}", Some("a: b\n"), "---\na: b\n---\nx"),
    ("\n \n---\na: b\n---\nx", "\n \n", Some("a: b\n"), "---\na: b\n---\nx"),
    ("--- \t\na: b\n---\nx", " \t", Some("a: b\n"), "---\na: b\n---\nx"),
    (" ---\na: b\n---\nx", " ---", Some("a: b\n"), "---\na: b\n---\nx"),
    ("-----\na: b\n---\nx", "-----", Some("a: b\n"), "---\na: b\n---\nx"),
    ("———\na: b\n---\nx", "———", Some("a: b\n"), "---\na: b\n---\nx"),
    ("---\na: b\n----\nx", "----", Some("a: b\n"), "---\na: b\n---\nx"),
    ("---\na: b\n--- \nx", " ", Some("a: b\n"), "---\na: b\n---\nx"),
    ("---\na: b\n  ---\nx", "  ---", Some("a: b\n"), "---\na: b\n---\nx"),
    ("---\na: b\n...\nx", "...", Some("a: b\n"), "---\na: b\n---\nx"),
    ("---\na: b\n—--\nx", "—--", Some("a: b\n"), "---\na: b\n---\nx"),
    ("---\na: b\n-----\nText.\n\n---\nMore.", "-----", Some("a: b\n"), "---\na: b\n---\nText.\n\n---\nMore."),
    ("---\na: b\n\n# Title\nText.", "", Some("a: b\n"), "---\na: b\n---\n\n# Title\nText."),
    (
        "---\na: b\nc:\n  - d\nYou are it.\nNote: x",
        "",
        Some("a: b\nc:\n  - d\n"),
        "---\na: b\nc:\n  - d\n---\nYou are it.\nNote: x",
    ),
    (
        "---\na: b\n# comment\nc: d\n\nYou are it.",
        "",
        Some("a: b\n# comment\nc: d\n"),
        "---\na: b\n# comment\nc: d\n---\n\nYou are it.",
    ),
    ("---\r\na: b\r\n\r\nText.", "", Some("a: b\r\n"), "---\r\na: b\r\n---\r\n\r\nText."),
    ("---\na: b", "", Some("a: b"), "---\na: b\n---\n"),
    ("a: b\nc: d\n---\nx", "", Some("a: b\nc: d\n"), "---\na: b\nc: d\n---\nx"),
    ("# Title\n\n---\na: b\n---\nx", "# Title", Some("a: b\n"), ""),
    ("Text.", "Text.", None, ""),
    // Lines that are wrong in the same way, above and below.
    ("----\na: b\n----\nx", "----", Some("a: b\n"), "---\na: b\n---\nx"),
    ("  ---\n  a: b\n  ---\n  x", "  ---", Some("  a: b\n"), "---\n  a: b\n---\n  x"),
    ("***\na: b\n***\nx", "***", Some("a: b\n"), "---\na: b\n---\nx"),
    ("===\na: b\n---\nx", "===", Some("a: b\n"), "---\na: b\n---\nx"),
    ("+++\na: b\n+++\nx", "+++", Some("a: b\n"), "---\na: b\n---\nx"),
    (";;;\n{\"a\": 1}\n;;;\nx", ";;;", Some("{\"a\": 1}\n"), "---\n{\"a\": 1}\n---\nx"),
    // Code fences.
    ("```yaml\n---\na: b\n---\n```\nx", "```yaml", Some("a: b\n"), "---\na: b\n---\nx"),
    ("```yaml\n---\na: b\n---\nx", "```yaml", Some("a: b\n"), "---\na: b\n---\nx"),
    ("```md\n---\na: b\n---\nx\n```\n", "```md", Some("a: b\n"), "---\na: b\n---\nx\n"),
    ("~~~\na: b\n~~~\nx", "~~~", Some("a: b\n"), "---\na: b\n---\nx"),
    // Other notations.
    ("+++\na = 1\nb = [\"c\"]\n+++\nx", "+++", None, "---\na: 1\nb: [\"c\"]\n---\nx"),
    ("+++\n[a]\nb = 1\n+++\nx", "+++", None, ""),
    ("{\n  \"a\": 1\n}\n\nx", "{", Some("{\n  \"a\": 1\n}\n"), "---\n{\n  \"a\": 1\n}\n---\n\nx"),
    ("{ \"a\": 1 }\n---\nx", "{", Some("{ \"a\": 1 }\n"), "---\n{ \"a\": 1 }\n---\nx"),
    ("<!-- c -->\n---\na: b\n---\nx", "<!-- c -->", Some("a: b\n"), ""),
    ("<<<<<<< p\n---\na: b\n---\n=======\n---\na: c\n---\n>>>>>>> q\nx", "<<<<<<< p", Some("a: b\n"), ""),
    ("```json\n{ \"a\": 1 }\n```\nx", "```json", Some("{ \"a\": 1 }\n"), "---\n{ \"a\": 1 }\n---\nx"),
    // Closing lines that are none, or are somewhere else.
    ("--- # c\na: b\n---\nx", " # c", Some("a: b\n"), "---\na: b\n---\nx"),
    ("---yaml\na: b\n---\nx", "yaml", Some("a: b\n"), "---\na: b\n---\nx"),
    ("---\na: b\n--- # c\nx", " # c", Some("a: b\n"), "---\na: b\n---\nx"),
    ("a: b\nc: d\n\nText.", "", Some("a: b\nc: d\n"), "---\na: b\nc: d\n---\n\nText."),
    ("---\na: b ---\nText.", "---", Some("a: b"), "---\na: b\n---\nText."),
    ("---\na: b\n\nText.\n\n---\n\nMore.", "", Some("a: b\n"), "---\na: b\n---\n\nText.\n\n---\n\nMore."),
    ("---\na: b\n# Title\nText.\n\n---\n", "", Some("a: b\n"), "---\na: b\n---\n# Title\nText.\n\n---\n"),
    // Characters that show as nothing, and line ends.
    ("\u{200b}---\na: b\n---\nx", "\u{200b}---", Some("a: b\n"), "---\na: b\n---\nx"),
    ("\u{feff}\u{feff}---\na: b\n---\nx", "\u{feff}\u{feff}", Some("a: b\n"), "---\na: b\n---\nx"),
    ("---\ra: b\r---\rx", "\r", Some("a: b\r"), "---\na: b\n---\nx"),
    ("", "", None, ""),
];

#[test]
fn each_mistake_is_placed_and_the_file_is_cut_where_it_was_meant() {
    for (text, underlined, yaml, fixed) in MISTAKES {
        let split = frontmatter::split(&file(), text);
        let problem = split.diagnostics.first().unwrap_or_else(|| panic!("{text:?} has no problem"));
        assert_eq!(problem.span.unwrap().text(text), *underlined, "{text:?}");
        assert_eq!(split.diagnostics.len(), 1, "{text:?}: {:?}", split.diagnostics);
        assert_eq!(split.yaml.map(|span| span.text(text)), *yaml, "{text:?}");
        let after = mending::mended(text, |text| frontmatter::split(&file(), text).diagnostics);
        assert_eq!(after, *if fixed.is_empty() { text } else { fixed }, "{text:?}");
    }
}

#[test]
fn the_lenient_form_takes_a_byte_order_mark_and_spaces_after_the_dashes() {
    let text = "\u{feff}--- \na: b\n---\t\nx";
    let split = frontmatter::split_with(&file(), text, Strictness::Lenient);
    assert!(split.diagnostics.is_empty(), "{:?}", split.diagnostics);
    assert_eq!(split.yaml.unwrap().text(text), "a: b\n");
    assert_eq!(frontmatter::split(&file(), text).diagnostics.len(), 3);
}
