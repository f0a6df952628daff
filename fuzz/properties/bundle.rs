//! What the bundler writes can be parsed, and its map points into what it was made of.

use std::sync::Arc;

use agentmd::bundle::{self, EntryPoint, Graph, Module, Registration};
use agentmd::diagnostics::{Diagnostic, Severity};
use agentmd::vfs::{Vfs, VfsPath};
use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;

use super::places;
use super::sections::{Content, Sections};
use super::specifier::target;

const EXTENSIONS: [&str; 5] = ["ts", "tsx", "js", "mjs", "json"];

pub fn holds(sections: &Sections<'_>) {
    let files = sections.folder();
    let graph = graph(sections, &files);
    let problems = problems(&graph);
    places::of_report(&files, &problems);
    assert_eq!(problems, self::problems(&self::graph(sections, &files)), "the second time");
    if problems.iter().any(|problem| problem.severity == Severity::Error) {
        return;
    }
    let bundle = |graph: &Graph| bundle::bundle(graph, &Registration::default()).expect("linking finds no error");
    let made = bundle(&graph);
    assert!(made == bundle(&self::graph(sections, &files)), "the second time");
    is_module(&made.code);
    maps_into(&made.source_map, &made.code, &graph);
}

/// The graph of a folder; what its specifiers say about paths is taken as it comes.
fn graph(sections: &Sections<'_>, files: &Vfs) -> Graph {
    let mut graph = Graph::default();
    for (path, content) in sections.iter() {
        let Content::File(content) = content else { continue };
        let Ok(source) = std::str::from_utf8(content) else { continue };
        if !can_be_module(path, files) {
            continue;
        }
        let module = Module::parse(path, Arc::from(source));
        let targets = module
            .requests()
            .iter()
            .map(|request| target(path, &request.specifier, |path| can_be_module(path, files)))
            .collect();
        graph.targets.insert(path.clone(), targets);
        graph.modules.insert(path.clone(), Arc::new(module));
    }
    let tools = graph.modules.keys().filter(|path| path.as_str().starts_with("main"));
    let entry =
        |path: &VfsPath| EntryPoint { path: path.clone(), export: "default".to_owned(), name: path.to_string() };
    graph.entries = tools.map(entry).collect();
    graph
}

fn can_be_module(path: &VfsPath, files: &Vfs) -> bool {
    let is_text = files.content(path).is_some_and(|content| std::str::from_utf8(content).is_ok());
    is_text && path.extension().is_some_and(|extension| EXTENSIONS.contains(&extension))
}

fn problems(graph: &Graph) -> Vec<Diagnostic> {
    let of_modules = graph.modules.values().flat_map(|module| module.diagnostics().iter().cloned());
    of_modules.chain(bundle::link(graph).into_diagnostics()).collect()
}

/// It parses as an ES module, and no name in it is declared twice or used where it can't be.
pub fn is_module(code: &str) {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, code, SourceType::mjs()).parse();
    let errors: Vec<_> = parsed.diagnostics.iter().collect();
    assert!(errors.is_empty(), "{errors:#?}\n{code}");
    let semantic = SemanticBuilder::new().with_check_syntax_error(true).build(&parsed.program);
    assert!(semantic.diagnostics.is_empty(), "{:#?}\n{code}", semantic.diagnostics);
}

fn maps_into(map: &str, code: &str, graph: &Graph) {
    let map = oxc_sourcemap::SourceMap::from_json_string(map).expect("a source map");
    let lines = line_lengths(code);
    let sources: Vec<&str> = map.get_source_contents().map(|content| content.unwrap_or_default()).collect();
    assert!(sources.iter().all(|source| graph.modules.values().any(|module| &**module.source() == *source)));
    let sources: Vec<Vec<usize>> = sources.iter().map(|source| line_lengths(source)).collect();
    for token in map.get_tokens() {
        assert!(token.get_dst_col() as usize <= lines[token.get_dst_line() as usize], "{token:?} in\n{code}");
        if let Some(source) = token.get_source_id() {
            let length = sources[source as usize].get(token.get_src_line() as usize);
            assert!(length.is_some_and(|length| token.get_src_col() as usize <= *length), "{token:?}");
        }
    }
}

/// UTF-16 units of each line, as JavaScript counts lines.
fn line_lengths(source: &str) -> Vec<usize> {
    let source = source.replace("\r\n", "\n");
    source.split(['\n', '\r', '\u{2028}', '\u{2029}']).map(|line| line.encode_utf16().count()).collect()
}
