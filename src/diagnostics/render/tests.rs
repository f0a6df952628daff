//! Whole reports, looked at as their readers see them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;

use super::*;
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, MASK, Mending, Report, Sink};
use crate::source::Span;
use crate::vfs::{Vfs, VfsPath};

/// A folder and what was found in it, put together as rules do.
pub(super) struct Case {
    pub vfs: Vfs,
    sink: Sink,
}

pub(super) fn path(text: &str) -> VfsPath {
    VfsPath::from_host(text).unwrap()
}

impl Case {
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        let mut vfs = Vfs::new();
        for (name, content) in files {
            vfs.add_file(path(name), *content);
        }
        Self { vfs, sink: Sink::default() }
    }

    /// The span of the first `text` in a file.
    pub fn span(&self, file: &str, text: &str) -> Span {
        let content = self.vfs.content(&path(file)).unwrap();
        let at = content.windows(text.len()).position(|window| window == text.as_bytes()).unwrap();
        Span::new(at, at + text.len())
    }

    pub fn found(mut self, diagnostic: Diagnostic) -> Self {
        self.sink.push(diagnostic);
        self
    }

    pub fn secret(mut self, file: &str, text: &str) -> Self {
        let span = self.span(file, text);
        self.sink.mask(&path(file), span, text);
        self
    }

    pub fn report(self) -> (Report, Vfs) {
        (self.sink.into_report(&path("agent.md")), self.vfs)
    }

    pub fn text(self, look: Look) -> String {
        let (report, vfs) = self.report();
        text(&[Subject::new(&report, &vfs)], look)
    }
}

const AGENT: &str = "\
---
name: invoice
modle: zai/glm-5.3
harness:
  tools:
    builtin: [bash]
    modules:
      - path: tools/a.ts
        name: calculate
      - path: tools/b.ts
        name: calculate
  skills: [skills/pricing]
  bindings:
    secrets:
      - name: TOKEN
---
Price the invoice.
";

/// A bit of everything that rules report.
pub(super) fn everyday() -> Case {
    let agent = path("agent.md");
    let case = Case::new(&[
        ("agent.md", AGENT.as_bytes()),
        ("tools/a.ts", b"import { total } from \"./sum\";\nexport default total;\n"),
        ("tools/b.ts", b"export default 1;\n"),
    ]);
    let model = case.span("agent.md", "modle");
    let second = case.span("agent.md", "calculate\n  skills");
    let second = Span::new(second.start as usize, second.start as usize + 9);
    let builtin = case.span("agent.md", "[bash]");
    let binding = case.span("agent.md", "TOKEN");
    let import = case.span("tools/a.ts", "\"./sum\"");
    let first = case.span("agent.md", "calculate");
    let skills = case.span("agent.md", "skills:");
    let harness = Span::new(case.span("agent.md", "harness").start as usize, binding.end as usize);
    case.found(
        Diagnostic::new(Code::AgentSchema, &agent, model, "`modle` is not a field of agent.md")
            .help("The field that names the model is `model`.")
            .pointer("/modle")
            .fix(Fix::safe("Rename `modle` to `model`", vec![Edit::replace(&agent, model, "model")])),
    )
    .found(
        Diagnostic::new(Code::DuplicateTool, &agent, second, "two tool modules are named `calculate`")
            .help("Give each module a name of its own.")
            .pointer("/harness/tools/modules/1/name")
            .related(&agent, first, "the first one")
            .related(&path("tools/b.ts"), Span::new(0, 6), "the module that it names"),
    )
    .found(
        Diagnostic::new(
            Code::SkillRequiresRead,
            &agent,
            skills,
            "`skills` needs the `read` tool, which is not granted",
        )
        .fix(Fix::safe("Grant `read`", vec![Edit::insert(&agent, builtin.end as usize - 1, ", read")])),
    )
    .found(
        Diagnostic::new(
            Code::AgentRequiredBindingsUnsupported,
            &agent,
            binding,
            "`TOKEN` is required, and deploy refuses that",
        )
        .fix(Fix::safe(
            "Make it optional",
            vec![Edit::insert(&agent, binding.end as usize, "\n        required: false")],
        )),
    )
    .found(
        Diagnostic::new(
            Code::SourceNotFound,
            &path("tools/a.ts"),
            import,
            "`./sum` does not exist, but `./sum.ts` would",
        )
        .fix(Fix::suggestion(
            "Write the extension, and the file",
            vec![
                Edit::replace(&path("tools/a.ts"), import, "\"./sum.ts\""),
                Edit::Create { file: path("tools/sum.ts"), text: "export const total = 1;\n".to_owned() },
                Edit::replace(&path("tools/b.ts"), Span::new(15, 16), "2"),
            ],
        )),
    )
    .found(
        Diagnostic::new(Code::PackageJson, &path("package.json"), None, "package.json is missing")
            .help("A folder with tool modules needs one.")
            .fix(Fix::safe(
                "Add package.json",
                vec![Edit::Create { file: path("package.json"), text: "{\n  \"private\": true\n}\n".to_owned() }],
            )),
    )
    .found(
        Diagnostic::new(Code::EntryCase, &path("Agent.md"), None, "the entry file is named `Agent.md`")
            .fix(Fix::safe("Rename it", vec![Edit::Rename { from: path("Agent.md"), to: agent.clone() }])),
    )
    .found(Diagnostic::new(
        Code::SkillNotMentioned,
        &agent,
        harness,
        "the whole block, to see a span of many lines",
    ))
}

#[test]
fn framed_text() {
    insta::assert_snapshot!(everyday().text(Look::default()));
}

#[test]
fn framed_text_in_colour() {
    let text = everyday().text(Look { color: true, ..Look::default() });
    insta::assert_snapshot!(text.replace('\u{1b}', "␛"));
}

#[test]
fn framed_text_on_a_narrow_screen() {
    let text = everyday().text(Look { width: 40, color: false });
    for line in text.lines().filter(|line| line.contains('│')) {
        assert!(width::text_width(line) <= 40, "{line}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn nothing_found() {
    assert_eq!(Case::new(&[]).text(Look::default()), "no problems\n");
}

/// Frames of single places, without the header and the count.
fn frames(files: &[(&str, &[u8])], spans: &[(usize, usize)]) -> String {
    let mut case = Case::new(files);
    let file = path(files[0].0);
    for (start, end) in spans {
        case =
            case.found(Diagnostic::new(Code::AgentSchema, &file, Span::new(*start, *end), format!("{start}..{end}")));
    }
    case.text(Look { width: 60, color: false })
}

#[test]
fn odd_spans() {
    // A span of nothing, of a line break, over the line break, at the end of the file, past it, and of several lines.
    let text = b"one\ntwo three\n\n  four\nfive\n";
    insta::assert_snapshot!(frames(
        &[("a.yaml", text)],
        &[(4, 4), (3, 4), (4, 14), (14, 14), (28, 28), (90, 99), (8, 18), (4, 20), (17, 26)]
    ));
}

#[test]
fn odd_characters() {
    let text = "\tkey: 漢字 = \u{202e}evil\u{1b}[2J 🎉 e\u{301}x\u{a0} end   \r\n".as_bytes();
    let at = |part: &str| {
        let text = std::str::from_utf8(text).unwrap();
        let at = text.find(part).unwrap();
        (at, at + part.len())
    };
    let spans = [(0, 1), at("key"), at("漢字"), at("\u{202e}"), at("🎉"), at("e\u{301}"), at("end"), at("   ")];
    insta::assert_snapshot!(frames(&[("a.yaml", text)], &spans));
}

#[test]
fn bytes_that_are_no_text() {
    insta::assert_snapshot!(frames(
        &[("a.bin", b"ok \xff\xfe\0 \xe6\xbc end\xe6")],
        &[(3, 4), (3, 6), (7, 9), (10, 13), (13, 14)]
    ));
}

#[test]
fn long_lines_are_cut_around_the_span() {
    let text = format!("start {} middle {} end\n", "left ".repeat(40), "right ".repeat(40));
    let at = |part: &str| {
        let at = text.find(part).unwrap();
        (at, at + part.len())
    };
    let spans = [at("start"), at("middle"), at("end"), (10, 100), (0, text.len())];
    let shown = frames(&[("a.yaml", text.as_bytes())], &spans);
    assert!(shown.lines().all(|line| width::text_width(line) <= 60), "{shown}");
    insta::assert_snapshot!(shown);
}

#[test]
fn a_file_of_one_line_is_shown_in_no_time() {
    let mut content = vec![b'x'; 20 << 20];
    content[1] = 0xff;
    let mut case = Case::new(&[("agent.md", &content)]);
    for at in 0..1000 {
        let span = Span::new(at * 20_000, at * 20_000 + 5);
        let fix = Fix::safe("Replace it", vec![Edit::replace(&path("agent.md"), span, "y")]);
        case = case.found(Diagnostic::new(Code::AgentSchema, &path("agent.md"), span, format!("{at}")).fix(fix));
    }
    let shown = case.text(Look::default());
    assert!(shown.contains("agent.md:1:19980001"), "{}", &shown[shown.len() - 900..]);
    assert!(shown.len() < 1_000_000);
}

/// A folder in which everything that a folder can name tries to do harm.
pub(super) fn hostile() -> Case {
    let name = "to\u{1b}[31mols\n::error::/<b>&\"'\u{202e},:%25.ts";
    let file = path(name);
    let case = Case::new(&[(name, b"\x1b]0;title\x07 <script> ]]> %0A ::warning::\n"), ("agent.md", b"---\n")]);
    let evil = "\u{1b}[2J\n::error::forged\r<b>]]>&amp;%0A{0}[x](https://evil)\u{9b}0m\u{202e}";
    case.found(
        Diagnostic::new(Code::ToolSyntax, &file, Span::new(1, 9), evil)
            .help(evil)
            .pointer(evil)
            .related(&file, Span::new(11, 19), evil)
            .related(&path("agent.md"), Span::new(0, 3), evil)
            .fix(Fix::safe(evil, vec![Edit::replace(&file, Span::new(1, 2), evil)])),
    )
}

fn assert_harmless(text: &str) {
    let harmful =
        text.chars().find(|character| *character != '\n' && crate::diagnostics::quote::is_deceptive(*character));
    assert_eq!(harmful, None, "{text}");
    assert!(!text.lines().any(|line| line.starts_with("::error::forged")), "{text}");
}

#[test]
fn hostile_text_reaches_no_terminal() {
    let text = hostile().text(Look::default());
    assert_harmless(&text);
    insta::assert_snapshot!(text);
}

#[test]
fn one_line_a_problem() {
    let (report, vfs) = everyday().report();
    insta::assert_snapshot!(line(&[Subject::new(&report, &vfs).in_folder("examples/invoice")]));
    let (report, vfs) = hostile().report();
    let text = line(&[Subject::new(&report, &vfs)]);
    assert_harmless(&text);
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn our_json() {
    let (report, vfs) = everyday().report();
    insta::assert_snapshot!(json_text(&diagnostics_json(&Subject::new(&report, &vfs))));
    assert_eq!(summary_json(report.summary).to_string(), r#"{"errors":6,"warnings":1,"infos":1}"#);
    let (report, vfs) = hostile().report();
    let value = diagnostics_json(&Subject::new(&report, &vfs));
    assert_harmless(&json_text(&value));
    assert_eq!(value[0]["message"], report.diagnostics[0].message);
}

/// Secrets on one line and on several, under the problem, beside it, in a related place and in what a fix changes.
pub(super) fn secretive() -> Case {
    let agent = path("agent.md");
    let key = "-----BEGIN\nHUNTER2\nEND-----";
    let content = format!("key: hunter1 # remark\ntext: |\n{key}\nend: 1 hunter3\n");
    let case = Case::new(&[("agent.md", content.as_bytes())]);
    let one = case.span("agent.md", "hunter1");
    let many = case.span("agent.md", key);
    let remark = case.span("agent.md", "remark");
    let end = case.span("agent.md", "end: 1");
    case.secret("agent.md", "hunter1")
        .secret("agent.md", key)
        .secret("agent.md", "hunter3")
        .found(
            Diagnostic::new(Code::SecretContent, &agent, one, "a secret, `hunter1`")
                .related(&agent, many, "another one")
                .related(&agent, Span::new(many.start as usize + 13, many.start as usize + 15), "inside it"),
        )
        .found(
            Diagnostic::new(Code::AgentSchema, &agent, remark, "beside a secret")
                .fix(Fix::safe("Drop the remark", vec![Edit::delete(&agent, remark)]))
                .fix(Fix::safe("Drop the secret", vec![Edit::delete(&agent, one)]))
                .fix(Fix::safe("Drop the key", vec![Edit::delete(&agent, many)]))
                .fix(Fix::safe("Change the end", vec![Edit::replace(&agent, end, "end: 2")])),
        )
        .found(Diagnostic::new(Code::YamlSuspicious, &agent, Span::new(0, content.len()), "all of it"))
}

pub(super) fn assert_secretless(text: &str) {
    for part in ["hunter", "HUNTER", "UNT", "BEGIN", "END-"] {
        assert!(!text.contains(part), "{part}: {text}");
    }
}

#[test]
fn secrets_are_masked_everywhere() {
    let text = secretive().text(Look::default());
    assert_secretless(&text);
    assert!(text.contains(MASK));
    insta::assert_snapshot!(text);
    let (report, vfs) = secretive().report();
    let subject = Subject::new(&report, &vfs);
    assert_secretless(&json_text(&diagnostics_json(&subject)));
    assert_secretless(&line(&[subject]));
}

fn assert_is_sarif(text: &str) -> serde_json::Value {
    // Its pattern of a language tag has a stray bracket that no strict regex engine takes.
    let schema = include_str!("../../../tests/schemas/sarif-2.1.0.json").replace("{2}]?$", "{2}$");
    let schema = serde_json::from_str(&schema).unwrap();
    let log = serde_json::from_str(text).unwrap();
    let errors: Vec<_> =
        jsonschema::draft7::new(&schema).unwrap().iter_errors(&log).map(|error| error.to_string()).collect();
    assert_eq!(errors, [] as [String; 0], "{text}");
    log
}

#[test]
fn sarif_agrees_with_its_schema() {
    let (report, vfs) = everyday().report();
    let text = sarif(&[Subject::new(&report, &vfs).in_folder("my agents/invoice")]);
    let log = assert_is_sarif(&text);
    assert_eq!(log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().len(), report.diagnostics.len());
    insta::assert_snapshot!(text.replace(TOOL_VERSION, "VERSION"));
}

#[test]
fn sarif_of_hostile_secret_and_empty_folders() {
    let (report, vfs) = hostile().report();
    let text = sarif(&[Subject::new(&report, &vfs)]);
    assert_harmless(&text);
    let log = assert_is_sarif(&text);
    let message = log["runs"][0]["results"][0]["message"]["text"].as_str().unwrap();
    assert!(message.contains("{{0}}\\[x\\](https"), "{message}");

    let (report, vfs) = secretive().report();
    let empty = Report::default();
    let text = sarif(&[Subject::new(&report, &vfs), Subject::new(&empty, &vfs)]);
    assert_secretless(&text);
    assert_is_sarif(&text);
    assert_is_sarif(&sarif(&[]));
}

#[test]
fn github_annotations() {
    let (report, vfs) = everyday().report();
    insta::assert_snapshot!(github(&[Subject::new(&report, &vfs).in_folder("examples/invoice")]));
    let (report, vfs) = hostile().report();
    let text = github(&[Subject::new(&report, &vfs)]);
    assert_harmless(&text);
    assert_eq!(text.lines().count(), 1, "{text}");
    let properties = text.strip_prefix("::error ").unwrap().split("::").next().unwrap();
    assert_eq!(properties.split(',').count(), 6, "{properties}");
}

#[test]
fn reviewdog_json() {
    let (report, vfs) = everyday().report();
    let text = rdjson(&[Subject::new(&report, &vfs).in_folder("examples/invoice")]);
    insta::assert_snapshot!(text);
    let (report, vfs) = hostile().report();
    assert_harmless(&rdjson(&[Subject::new(&report, &vfs)]));
}

#[test]
fn what_was_fixed_is_shown_round_by_round() {
    let (agent, package) = (path("agent.md"), path("package.json"));
    let case = Case::new(&[("agent.md", b"---\nnmae: invoice\n---\n")]);
    let key = case.span("agent.md", "nmae");
    let create = Edit::Create { file: package.clone(), text: "{}\n".to_owned() };
    let (report, vfs) = case
        .found(
            Diagnostic::new(Code::AgentSchema, &agent, key, "`nmae`")
                .fix(Fix::safe("Rename it to `name`", vec![Edit::replace(&agent, key, "name")])),
        )
        .found(Diagnostic::new(Code::PackageJson, &package, None, "x").fix(Fix::safe("Create it", vec![create])))
        .report();
    let mut mending = Mending::default();
    let fixed = mending.round(&vfs, &report, true).unwrap();
    let mut later = Sink::default();
    let rename = Edit::Rename { from: agent.clone(), to: path("b.md") };
    later.push(Diagnostic::new(Code::EntryCase, &agent, None, "x").fix(Fix::safe("Rename it", vec![rename])));
    mending.round(&fixed, &later.into_report(&agent), true).unwrap();
    insta::assert_snapshot!(fixes("a/folder", &mending.rounds, Look::default()));
}

#[test]
fn junit_xml() {
    let (report, vfs) = everyday().report();
    let (hostile_report, hostile_vfs) = hostile().report();
    let empty = Report::default();
    let text = junit(&[
        Subject::new(&report, &vfs).in_folder("examples/invoice"),
        Subject::new(&hostile_report, &hostile_vfs).in_folder("<\"&'>"),
        Subject::new(&empty, &vfs),
    ]);
    assert_harmless(&text);
    assert!(!text.contains("<b>") && !text.contains("]]>"), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn columns_are_in_the_unit_of_the_format() {
    // Before the span: 𝒳 is one character, two UTF-16 units, four bytes.
    let agent = path("agent.md");
    let case = Case::new(&[("agent.md", "𝒳a\n".as_bytes())]);
    let span = Span::new(4, 5);
    let fix = Fix::safe("Change it", vec![Edit::replace(&agent, span, "b")]);
    let (report, vfs) = case.found(Diagnostic::new(Code::AgentSchema, &agent, span, "x").fix(fix)).report();
    let subjects = [Subject::new(&report, &vfs)];
    assert!(text(&subjects, Look::default()).contains("agent.md:1:2\n"));
    assert!(line(&subjects).starts_with("agent.md:1:2: "));
    assert!(github(&subjects).contains(",col=2,endColumn=3,"));
    assert!(junit(&subjects).contains("agent.md:1:2:"));
    let sarif: serde_json::Value = serde_json::from_str(&sarif(&subjects)).unwrap();
    let region = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startColumn"], &region["endColumn"]), (&3.into(), &4.into()));
    let rdjson: serde_json::Value = serde_json::from_str(&rdjson(&subjects)).unwrap();
    let found = &rdjson["diagnostics"][0];
    assert_eq!(found["location"]["range"]["start"]["column"], 5);
    assert_eq!(found["suggestions"][0]["range"]["end"]["column"], 6);
    let json = diagnostics_json(&subjects[0]);
    assert_eq!(json[0]["range"]["start"], serde_json::json!({ "line": 0, "character": 2, "offset": 4 }));
}

/// Content of awkward characters, bytes that are no text among them. Only secrets have a `§`.
fn awkward_content() -> impl Strategy<Value = Vec<u8>> {
    let parts: [&[u8]; 16] = [
        b"a",
        b" ",
        b"\t",
        b"\n",
        b"\r\n",
        b"\r",
        b"\0",
        b"\x1b[",
        b"\xff",
        b"\xe6\xbc",
        "漢".as_bytes(),
        "𝒳".as_bytes(),
        "e\u{301}".as_bytes(),
        "\u{202e}".as_bytes(),
        "word ".as_bytes(),
        &[b'x'; 300],
    ];
    vec(select(parts.to_vec()), 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(0), ..ProptestConfig::default() })]

    #[test]
    fn no_content_span_or_width_breaks_a_renderer(
        content in awkward_content(),
        secret_at in any::<Index>(),
        places in vec((any::<Index>(), 0usize..60, any::<Index>(), 0usize..60), 1..4),
        text_of_fix in select(vec!["", "x", "\n", "a\r\nb\tc\u{1b}", "long ".repeat(50).leak()]),
        width in 0usize..130,
    ) {
        let agent = path("agent.md");
        let mut content = content;
        let secret = "§§\n§".as_bytes();
        let at = secret_at.index(content.len() + 1);
        content.splice(at..at, secret.iter().copied());
        let mut case = Case::new(&[("agent.md", &content)]);
        case.sink.mask(&agent, Span::new(at, at + secret.len()), "§§\n§");
        for (start, length, other, other_length) in places {
            let (start, other) = (start.index(content.len() + 10), other.index(content.len() + 10));
            let (span, other) = (Span::new(start, start + length), Span::new(other, other + other_length));
            let fix = Fix::safe("Fix", vec![Edit::replace(&agent, span, text_of_fix), Edit::replace(&agent, other, "")]);
            let found = Diagnostic::new(Code::AgentSchema, &agent, span, "message").related(&agent, other, "related").fix(fix);
            case = case.found(found);
        }
        let (report, vfs) = case.report();
        let subjects = [Subject::new(&report, &vfs)];
        let page = text(&subjects, Look { width, color: false });
        for shown in page.lines() {
            prop_assert!(!shown.ends_with(' '), "{page}");
            prop_assert!(width::text_width(shown) <= width.max(40), "{page}");
        }
        let programs = [line(&subjects), github(&subjects), junit(&subjects), sarif(&subjects), rdjson(&subjects)];
        let mut mending = Mending::default();
        mending.round(&vfs, &report, true);
        let done = fixes("folder", &mending.rounds, Look { width, color: false });
        prop_assert!(done.lines().all(|shown| width::text_width(shown) <= width.max(40)), "{done}");
        for report in programs.iter().chain([&page, &done, &json_text(&diagnostics_json(&subjects[0]))]) {
            assert_harmless(report);
            prop_assert!(!report.contains('§'), "{report}");
        }
    }
}
