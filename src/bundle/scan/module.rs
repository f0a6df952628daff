use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use oxc_allocator::Allocator;
use oxc_ast::ast;
use oxc_ast::builder::AstBuilder;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::SourceType;
use oxc_transformer::{JsxOptions, JsxRuntime, TransformOptions, Transformer, TypeScriptOptions};

use super::code::{Code, CommonJsExports};
use super::downlevel::{Names, NewerSyntax, lower_namespaces, lower_newer};
use super::exports::{AskedName, Exports, surface};
use super::inspect::inspect;
use super::layout::keep_lines;
use super::lower::{Marker, lower};
use super::print::print;
use super::requests::{Request, RequestKind};
use super::syntax::translated;
use super::tools::{SecretRead, ToolDefinition, definitions};
use super::{commonjs, depth, json, typescript};
use crate::diagnostics::{Code as DiagnosticCode, Diagnostic, Severity, quoted};
use crate::source::Span;
use crate::vfs::VfsPath;

/// One file of a tool's module graph, read by itself. Immutable; depends on nothing but its path and text.
#[derive(Debug)]
pub struct Module {
    path: VfsPath,
    source: Arc<str>,
    format: Format,
    requests: Vec<Request>,
    diagnostics: Vec<Diagnostic>,
    exports: Exports,
    asked: Vec<AskedName>,
    tool_definitions: Vec<ToolDefinition>,
    secret_reads: Vec<SecretRead>,
    code: Code,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    EsModule,
    CommonJs,
    Json,
}

impl Module {
    /// Reads a file. Whatever is wrong with it is in [`Module::diagnostics`].
    pub fn parse(path: &VfsPath, source: Arc<str>) -> Self {
        let mut module = Self {
            path: path.clone(),
            source: source.clone(),
            format: Format::EsModule,
            requests: Vec::new(),
            diagnostics: Vec::new(),
            exports: Exports::default(),
            asked: Vec::new(),
            tool_definitions: Vec::new(),
            secret_reads: Vec::new(),
            code: Code::default(),
        };
        if path.extension() == Some("json") {
            let parsed = json::parse(path, &source, &file_stem(path));
            module.format = Format::Json;
            module.code = parsed.code;
            module.exports = parsed.exports;
            module.diagnostics = parsed.diagnostics;
        } else {
            module.read_script();
        }
        module
    }

    pub fn path(&self) -> &VfsPath {
        &self.path
    }

    pub fn source(&self) -> &Arc<str> {
        &self.source
    }

    pub fn format(&self) -> Format {
        self.format
    }

    /// Every import that the rules govern, type-only and unused ones too, in source order.
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// Everything that is wrong with the file by itself.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    pub fn exports(&self) -> &Exports {
        &self.exports
    }

    /// Exports that are made by `defineTool`.
    pub fn tool_definitions(&self) -> &[ToolDefinition] {
        &self.tool_definitions
    }

    /// Secrets that are read with a literal name.
    pub fn secret_reads(&self) -> &[SecretRead] {
        &self.secret_reads
    }

    /// The file's name as that of a variable.
    pub(crate) fn variable_name(&self) -> String {
        file_stem(&self.path)
    }

    pub(crate) fn asked(&self) -> &[AskedName] {
        &self.asked
    }

    /// Empty where the file has errors.
    pub(crate) fn code(&self) -> &Code {
        &self.code
    }

    fn read_script(&mut self) {
        let source = self.source.clone();
        let kind = source_type(&self.path);
        if let Some(span) = depth::too_deep(&source, kind.is_jsx()) {
            self.diagnostics.push(
                Diagnostic::new(DiagnosticCode::ToolSyntax, &self.path, span, "the code is nested too deeply here")
                    .help("Split the expression: name its parts in variables or functions."),
            );
            return;
        }
        let allocator = Allocator::default();
        let options = ParseOptions { parse_regular_expression: true, ..ParseOptions::default() };
        let parsed = Parser::new(&allocator, &source, kind).with_options(options).parse();
        let mut program = parsed.program;
        for problem in parsed.diagnostics.errors() {
            self.diagnostics.push(translated(DiagnosticCode::ToolSyntax, &self.path, &source, problem));
        }
        if parsed.fatal_error {
            return;
        }
        let checked = SemanticBuilder::new_compiler().with_enum_eval(true).build(&program);
        for problem in checked.diagnostics.errors() {
            self.diagnostics.push(translated(DiagnosticCode::ToolSyntax, &self.path, &source, problem));
        }
        let scoping = checked.semantic.into_scoping();
        let newer = self.inspect(&program, &scoping);
        if self.has_errors() {
            return;
        }
        self.build(&allocator, &mut program, scoping, kind, &newer);
    }

    fn inspect(&mut self, program: &ast::Program<'_>, scoping: &Scoping) -> NewerSyntax {
        let classic_jsx = has_classic_jsx(program, scoping);
        let found = inspect(&self.path, &self.source, program, scoping, classic_jsx);
        self.requests = found.requests;
        self.secret_reads = found.secret_reads;
        self.diagnostics.extend(found.diagnostics);
        let told = |span: &Span| self.diagnostics.iter().any(|problem| problem.span == Some(*span));
        let beside = found.export_assignment.filter(|span| found.module_syntax && !told(span));
        if let Some(span) = beside {
            self.diagnostics.push(
                Diagnostic::new(
                    DiagnosticCode::ToolBuild,
                    &self.path,
                    span,
                    "`export =` can't stand beside `import` and `export`",
                )
                .help("Write `export default`."),
            );
        }
        if !found.module_syntax && found.commonjs_names && self.path.extension() != Some("mjs") {
            self.format = Format::CommonJs;
            if let Some(span) = found.top_level_arguments {
                self.diagnostics.push(
                    Diagnostic::new(
                        DiagnosticCode::ToolBuild,
                        &self.path,
                        span,
                        "`arguments` outside of a function can't be bundled",
                    )
                    .help("It is what Node runs the file with. Use `exports`, `require` and `module` by their names."),
                );
            }
            if let Some(span) = found.top_level_await {
                self.diagnostics.push(
                    Diagnostic::new(
                        DiagnosticCode::ToolSyntax,
                        &self.path,
                        span,
                        "`await` outside of a function can't stand in a CommonJS file",
                    )
                    .help("The file is one because it uses `require`, `module` or `exports`, and has no `import` or `export`. Write it with those, or await in an async function."),
                );
            }
            self.exports.open = true;
            return found.newer;
        }
        let request_at = self.requests_by_place();
        let surface = surface(program, scoping, |span| request_at.get(&span.start).copied());
        self.exports = surface.exports;
        self.asked = surface.asked;
        self.tool_definitions = definitions(program, scoping);
        found.newer
    }

    /// Erases types, lowers and prints.
    fn build<'a>(
        &mut self,
        allocator: &'a Allocator,
        program: &mut ast::Program<'a>,
        scoping: Scoping,
        kind: SourceType,
        newer: &NewerSyntax,
    ) {
        let source = self.source.clone();
        let Some(marker) = Marker::absent_from(&source) else {
            self.diagnostics.push(
                Diagnostic::new(
                    DiagnosticCode::ToolBuild,
                    &self.path,
                    None,
                    "the file uses so many different characters that none is left to mark names with",
                )
                .help("Move the text into a JSON file."),
            );
            return;
        };
        let scoping = if kind.is_typescript() {
            let builder = AstBuilder::new(allocator);
            typescript::prepare(program, &scoping, &builder);
            let scoping = match lower_namespaces(program, &scoping, &builder) {
                true => SemanticBuilder::new().with_enum_eval(true).build(program).semantic.into_scoping(),
                false => scoping,
            };
            let options = transform_options();
            let transformer = Transformer::new(allocator, Path::new(self.path.as_str()), &options);
            let transformed = transformer.build_with_scoping(scoping, program);
            for problem in transformed.diagnostics.iter() {
                self.diagnostics.push(translated(DiagnosticCode::ToolBuild, &self.path, &source, problem));
            }
            if self.has_errors() {
                return;
            }
            SemanticBuilder::new().build(program).semantic.into_scoping()
        } else {
            scoping
        };
        let scoping = self.lower_newer(program, scoping, newer, &AstBuilder::new(allocator));
        if self.has_errors() {
            return;
        }
        let request_at = self.requests_by_place();
        let commonjs = self.format == Format::CommonJs;
        let exported = if commonjs { commonjs::exports(program, &request_at) } else { CommonJsExports::default() };
        let mut code = lower(program, &scoping, allocator, marker, &request_at, &file_stem(&self.path), commonjs);
        code.commonjs = exported;
        code.support = newer.support.clone();
        keep_lines(program, &AstBuilder::new(allocator), marker);
        print(program, marker, &mut code);
        self.code = code;
    }

    /// Rewrites what is newer than Node 22; where a name is in the way, that is reported.
    fn lower_newer<'a>(
        &mut self,
        program: &mut ast::Program<'a>,
        scoping: Scoping,
        newer: &NewerSyntax,
        builder: &AstBuilder<'a>,
    ) -> Scoping {
        if newer.is_empty() {
            return scoping;
        }
        let mut names = Names::of(program, &scoping);
        if let Some(name) = newer.clash(&names) {
            let message = format!("the name {} is needed for what the bundle adds to this file", quoted(name));
            let problem = Diagnostic::new(DiagnosticCode::ToolBuild, &self.path, None, message);
            self.diagnostics.push(problem.help("Give it another name in this file."));
            return scoping;
        }
        lower_newer(program, newer, &mut names, builder);
        SemanticBuilder::new().build(program).semantic.into_scoping()
    }

    /// Requests by where their literals start.
    fn requests_by_place(&self) -> BTreeMap<u32, usize> {
        let requests = self.requests.iter().enumerate();
        requests
            .filter(|(_, request)| request.kind != RequestKind::ImportType)
            .map(|(index, request)| (request.span.start, index))
            .collect()
    }
}

/// Modules are strict throughout, CommonJS ones too.
fn source_type(path: &VfsPath) -> SourceType {
    match path.extension() {
        Some("ts") => SourceType::ts().with_module(true),
        Some("tsx") => SourceType::tsx().with_module(true),
        _ => SourceType::mjs(),
    }
}

fn transform_options() -> TransformOptions {
    TransformOptions {
        typescript: TypeScriptOptions::default(),
        jsx: JsxOptions { runtime: JsxRuntime::Classic, ..JsxOptions::enable() },
        ..TransformOptions::default()
    }
}

/// Whether the file asks for the classic form of JSX and has the factory that it names.
fn has_classic_jsx(program: &ast::Program<'_>, scoping: &Scoping) -> bool {
    let first = program.body.first().map_or(u32::MAX, |statement| oxc_span::GetSpan::span(statement).start);
    let leading = program.comments.iter().take_while(|comment| comment.span.start < first);
    let mut classic = false;
    let mut factory = None;
    for comment in leading {
        let text = comment.span.source_text(program.source_text);
        let mut words = text.split(|character: char| character.is_whitespace() || character == '*');
        while let Some(word) = words.next() {
            match word {
                "@jsxRuntime" => classic = words.next() == Some("classic"),
                "@jsx" => factory = words.next(),
                _ => {}
            }
        }
    }
    let root = factory.and_then(|factory| factory.split('.').next());
    classic && root.is_some_and(|root| scoping.get_root_binding(root.into()).is_some())
}

/// The file's name as the name of a variable: `calculate-invoice.ts` gives `calculate_invoice`.
fn file_stem(path: &VfsPath) -> String {
    let name = path.file_name();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut variable = String::with_capacity(stem.len());
    for character in stem.chars() {
        let fits = match variable.is_empty() {
            true => oxc_syntax::identifier::is_identifier_start(character),
            false => oxc_syntax::identifier::is_identifier_part(character),
        };
        if fits {
            variable.push(character);
        } else if variable.is_empty() {
            variable.push('_');
            if oxc_syntax::identifier::is_identifier_part(character) {
                variable.push(character);
            }
        } else {
            variable.push('_');
        }
    }
    if variable.is_empty() {
        variable.push('_');
    }
    variable
}
