use oxc_ast::ast;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{Scoping, SymbolFlags};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;

use super::downlevel::{NewerSyntax, Suspension, is_instantiated, is_lowered, suspension};
use super::regular_expression::{Newer, newer};
use super::requests::{Request, RequestKind, not_a_literal};
use super::syntax::span_of;
use super::tools::{SecretRead, secret_read};
use crate::bundle::support::Support;
use crate::diagnostics::{Code, Diagnostic, quoted};
use crate::source::Span;
use crate::vfs::VfsPath;

/// What one walk over a file as written finds.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub requests: Vec<Request>,
    pub secret_reads: Vec<SecretRead>,
    pub diagnostics: Vec<Diagnostic>,
    /// `import` or `export` statements, or `import.meta`.
    pub module_syntax: bool,
    /// `require`, `module` or `exports` that nothing in the file declares.
    pub commonjs_names: bool,
    pub newer: NewerSyntax,
    /// Where `arguments` stands in no function.
    pub top_level_arguments: Option<Span>,
    /// Where something is awaited in no function.
    pub top_level_await: Option<Span>,
    /// Where `export =` stands.
    pub export_assignment: Option<Span>,
}

pub(super) fn inspect<'a>(
    file: &VfsPath,
    source: &str,
    program: &ast::Program<'a>,
    scoping: &Scoping,
    classic_jsx: bool,
) -> Findings {
    let mut inspector = Inspector {
        file,
        source,
        scoping,
        classic_jsx,
        found: Findings::default(),
        jsx_reported: false,
        functions: 0,
        arrows: 0,
    };
    // Those in a namespace of TypeScript make no module.
    inspector.found.module_syntax = program.body.iter().any(|statement| {
        !matches!(statement, ast::Statement::TSExportAssignment(_)) && statement.is_module_declaration()
    });
    inspector.visit_program(program);
    let Inspector { mut found, .. } = inspector;
    found.requests.sort_by_key(|request| request.span);
    found
}

struct Inspector<'s> {
    file: &'s VfsPath,
    source: &'s str,
    scoping: &'s Scoping,
    classic_jsx: bool,
    found: Findings,
    jsx_reported: bool,
    /// How many functions are around the node, and how many of them are arrows.
    functions: usize,
    arrows: usize,
}

impl Inspector<'_> {
    fn request(&mut self, request: Request) {
        request.attribute_problems(self.file, &mut self.found.diagnostics);
        self.found.requests.push(request);
    }

    fn report(&mut self, code: Code, span: oxc_span::Span, message: &str, help: &str) {
        self.found.diagnostics.push(Diagnostic::new(code, self.file, span_of(span), message).help(help));
    }

    /// Syntax that is not turned into what Node reads. Refused, since wrong code is worse.
    fn not_built(&mut self, span: oxc_span::Span, what: &str, help: &str) {
        self.report(Code::ToolBuild, span, &format!("{what} can't be bundled"), help);
    }

    fn location(&mut self, span: oxc_span::Span, what: &str) {
        self.report(
            Code::LocationDependent,
            span,
            &format!("{what} looks for files beside the module, and they won't be there"),
            "Declare the file in `harness.files` and find it under `context.paths.assetRoot`, or import it.",
        );
    }

    /// The symbol that a name refers to, or `None` where it is a global.
    fn symbol(&self, reference: &ast::IdentifierReference<'_>) -> Option<oxc_semantic::SymbolId> {
        reference.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id())
    }

    fn is_global(&self, expression: &ast::Expression<'_>, name: &str) -> bool {
        matches!(expression.get_inner_expression(), ast::Expression::Identifier(identifier)
            if identifier.name == name && self.symbol(identifier).is_none())
    }

    fn require(&mut self, call: &ast::CallExpression<'_>) {
        self.found.commonjs_names = true;
        let whole = span_of(call.span);
        match &call.arguments[..] {
            [ast::Argument::StringLiteral(literal)] => {
                self.request(Request::new(literal, RequestKind::Require, false));
            }
            [argument] => self.found.diagnostics.push(not_a_literal(
                self.file,
                self.source,
                "require",
                argument.as_expression(),
                whole,
            )),
            _ => self.found.diagnostics.push(not_a_literal(self.file, self.source, "require", None, whole)),
        }
    }

    /// Notes the `await` that starts in a span.
    fn awaits(&mut self, span: oxc_span::Span) {
        if self.functions == 0 {
            let text = span_of(span).text(self.source);
            let start = span.start as usize + text.find("await").unwrap_or_default();
            self.found.top_level_await.get_or_insert(Span::new(start, start + "await".len()));
        }
    }

    fn precedes_its_class(&self, id: &ast::BindingIdentifier<'_>) -> bool {
        id.symbol_id.get().is_some_and(|symbol| {
            let declarations = self.scoping.symbol_redeclarations(symbol);
            declarations.iter().any(|declaration| {
                declaration.flags.contains(SymbolFlags::Class) && declaration.span.start > id.span.start
            })
        })
    }

    fn arguments(&mut self, call: &ast::CallExpression<'_>) {
        for argument in &call.arguments {
            self.visit_argument(argument);
        }
    }
}

impl<'a> Visit<'a> for Inspector<'_> {
    fn visit_import_declaration(&mut self, import: &ast::ImportDeclaration<'a>) {
        let specifiers = import.specifiers.as_ref().map_or(&[][..], |specifiers| &specifiers[..]);
        let all_types = !specifiers.is_empty()
            && specifiers.iter().all(|specifier| {
                matches!(specifier, ast::ImportDeclarationSpecifier::ImportSpecifier(named) if named.import_kind.is_type())
            });
        let type_only = import.import_kind.is_type() || all_types;
        let request = Request::new(&import.source, RequestKind::Import, type_only);
        self.request(request.with_clause(import.with_clause.as_deref()));
        if import.phase.is_some() {
            self.not_built(import.span, "an import in a phase of its own", "Write a plain `import`.");
        }
    }

    fn visit_export_from_declaration(&mut self, export: &ast::ExportFromDeclaration<'a>) {
        let all_types =
            !export.specifiers.is_empty() && export.specifiers.iter().all(|specifier| specifier.export_kind.is_type());
        let request = Request::new(&export.source, RequestKind::ExportFrom, export.export_kind.is_type() || all_types);
        self.request(request.with_clause(export.with_clause.as_deref()));
    }

    fn visit_export_all_declaration(&mut self, export: &ast::ExportAllDeclaration<'a>) {
        let request = Request::new(&export.source, RequestKind::ExportFrom, export.export_kind.is_type());
        self.request(request.with_clause(export.with_clause.as_deref()));
    }

    fn visit_ts_export_assignment(&mut self, export: &ast::TSExportAssignment<'a>) {
        self.found.commonjs_names = true;
        self.found.export_assignment.get_or_insert(span_of(export.span));
        walk::walk_ts_export_assignment(self, export);
    }

    fn visit_ts_import_equals_declaration(&mut self, import: &ast::TSImportEqualsDeclaration<'a>) {
        if let ast::TSModuleReference::ExternalModuleReference(reference) = &import.module_reference {
            self.found.commonjs_names = true;
            let type_only = import.import_kind.is_type();
            self.request(Request::new(&reference.expression, RequestKind::ImportEquals, type_only));
        }
        walk::walk_ts_import_equals_declaration(self, import);
    }

    fn visit_ts_import_type(&mut self, import: &ast::TSImportType<'a>) {
        self.request(Request::new(&import.source, RequestKind::ImportType, true));
        walk::walk_ts_import_type(self, import);
    }

    fn visit_import_expression(&mut self, import: &ast::ImportExpression<'a>) {
        match &import.source {
            ast::Expression::StringLiteral(literal) => {
                let request = Request::new(literal, RequestKind::DynamicImport, false);
                let request = match &import.options {
                    Some(options) => request.clone().with_options(options).unwrap_or_else(|unclear| {
                        self.found.diagnostics.push(
                            Diagnostic::new(
                                Code::UnsupportedToolInput,
                                self.file,
                                unclear,
                                "the options of this `import()` are not written out",
                            )
                            .help("Write `{ with: { type: \"json\" } }`, or leave them out."),
                        );
                        request
                    }),
                    None => request,
                };
                self.request(request);
            }
            other => {
                let problem = not_a_literal(self.file, self.source, "import", Some(other), span_of(import.span));
                self.found.diagnostics.push(problem);
                walk::walk_import_expression(self, import);
            }
        }
    }

    fn visit_call_expression(&mut self, call: &ast::CallExpression<'a>) {
        self.found.secret_reads.extend(secret_read(call));
        if self.is_global(&call.callee, "require") {
            self.require(call);
            self.arguments(call);
            return;
        }
        if self.is_global(&call.callee, "eval") && matches!(call.callee, ast::Expression::Identifier(_)) {
            self.not_built(
                call.span,
                "`eval` that sees the names around it",
                "Names change in a bundle. Call it as `globalThis.eval(…)`, which sees globals only.",
            );
        }
        if let ast::Expression::Identifier(callee) = call.callee.get_inner_expression()
            && callee.name == "createRequire"
        {
            self.location(call.span, "`createRequire`");
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_new_expression(&mut self, new: &ast::NewExpression<'a>) {
        if self.is_global(&new.callee, "URL")
            && let [_, base] = &new.arguments[..]
            && let Some(ast::Expression::StaticMemberExpression(base)) = base.as_expression()
            && matches!(base.object, ast::Expression::ImportMeta(_))
            && base.property.name == "url"
        {
            self.location(new.span, "`new URL(…, import.meta.url)`");
        }
        walk::walk_new_expression(self, new);
    }

    fn visit_static_member_expression(&mut self, member: &ast::StaticMemberExpression<'a>) {
        if matches!(member.object, ast::Expression::ImportMeta(_)) {
            match &*member.property.name {
                "resolve" => self.location(member.span, "`import.meta.resolve`"),
                "dirname" => self.location(member.span, "`import.meta.dirname`"),
                "filename" => self.location(member.span, "`import.meta.filename`"),
                _ => {}
            }
        }
        walk::walk_static_member_expression(self, member);
    }

    fn visit_import_meta(&mut self, meta: &ast::ImportMeta) {
        self.found.module_syntax = true;
        walk::walk_import_meta(self, meta);
    }

    fn visit_identifier_reference(&mut self, identifier: &ast::IdentifierReference<'a>) {
        let reference = identifier.reference_id.get().map(|id| self.scoping.get_reference(id));
        let symbol = reference.and_then(|reference| reference.symbol_id());
        if let (Some(reference), Some(symbol)) = (reference, symbol)
            && reference.is_write()
            && self.scoping.symbol_flags(symbol).is_import()
        {
            self.report(
                Code::ToolSyntax,
                identifier.span,
                &format!("{} is an import, and imports can't be assigned to", quoted(&identifier.name)),
                "Copy it into a variable of the module's own, or export a function that sets it from its own module.",
            );
        }
        if symbol.is_some() || reference.is_some_and(|reference| reference.is_type()) {
            return;
        }
        match &*identifier.name {
            "require" => {
                self.found.commonjs_names = true;
                self.report(
                    Code::DynamicImport,
                    identifier.span,
                    "`require` is used as a value, so what it loads can't be packaged",
                    "Call it with one string literal: `require(\"./file.ts\")`.",
                );
            }
            "module" | "exports" => self.found.commonjs_names = true,
            "__dirname" => self.location(identifier.span, "`__dirname`"),
            "arguments" if self.functions == self.arrows => {
                self.found.top_level_arguments.get_or_insert(span_of(identifier.span));
            }
            "__filename" => self.location(identifier.span, "`__filename`"),
            _ => {}
        }
    }

    fn visit_await_expression(&mut self, awaited: &ast::AwaitExpression<'a>) {
        self.awaits(awaited.span);
        walk::walk_await_expression(self, awaited);
    }

    fn visit_variable_declaration(&mut self, variables: &ast::VariableDeclaration<'a>) {
        if variables.kind.is_using() {
            self.found.newer.support.insert(Support::Disposal);
        }
        if variables.kind == ast::VariableDeclarationKind::AwaitUsing {
            self.awaits(variables.span);
        }
        walk::walk_variable_declaration(self, variables);
    }

    fn visit_function(&mut self, function: &ast::Function<'a>, flags: ScopeFlags) {
        self.functions += 1;
        walk::walk_function(self, function, flags);
        self.functions -= 1;
    }

    fn visit_arrow_function_expression(&mut self, function: &ast::ArrowFunctionExpression<'a>) {
        self.functions += 1;
        self.arrows += 1;
        walk::walk_arrow_function_expression(self, function);
        self.functions -= 1;
        self.arrows -= 1;
    }

    fn visit_for_of_statement(&mut self, each: &ast::ForOfStatement<'a>) {
        if each.r#await && self.functions == 0 {
            self.found.newer.support.insert(Support::Iteration);
            self.awaits(each.span);
        }
        walk::walk_for_of_statement(self, each);
    }

    fn visit_reg_exp_literal(&mut self, literal: &ast::RegExpLiteral<'a>) {
        match newer(&literal.regex.pattern.text) {
            Some(Newer::Modifiers) => self.not_built(
                literal.span,
                "a regular expression with modifiers (`(?i:…)`)",
                "Node 22 does not read them. Write the letters out (`[aA]`), or set the flag for the whole expression.",
            ),
            Some(Newer::RepeatedName) => self.not_built(
                literal.span,
                "a regular expression with two groups of one name",
                "Node 22 does not read it. Give each group a name of its own.",
            ),
            None => {}
        }
    }

    fn visit_decorator(&mut self, decorator: &ast::Decorator<'a>) {
        self.found.newer.support.insert(Support::Decorators);
        walk::walk_decorator(self, decorator);
    }

    fn visit_accessor_property(&mut self, accessor: &ast::AccessorProperty<'a>) {
        if accessor.computed {
            self.found.newer.support.insert(Support::Decorators);
        }
        walk::walk_accessor_property(self, accessor);
    }

    fn visit_class(&mut self, class: &ast::Class<'a>) {
        if is_lowered(class) {
            self.found.newer.classes = true;
            if let Suspension::Yields(span) = suspension(class) {
                let what = "`yield` in a decorator or a computed name of a class with decorators";
                self.not_built(span, what, "Put the value into a variable before the class.");
            }
        }
        walk::walk_class(self, class);
    }

    fn visit_formal_parameter(&mut self, parameter: &ast::FormalParameter<'a>) {
        if let Some(decorator) = parameter.decorators.first() {
            self.report(
                Code::ToolBuild,
                decorator.span,
                "decorators on parameters are not part of JavaScript and can't be bundled",
                "Decorate the method, or wrap the value inside it.",
            );
            self.visit_binding_pattern(&parameter.pattern);
            return;
        }
        walk::walk_formal_parameter(self, parameter);
    }

    fn visit_ts_namespace_declaration(&mut self, namespace: &ast::TSNamespaceDeclaration<'a>) {
        if let ast::TSNamespaceDeclarationBody::TSModuleBlock(block) = &namespace.body
            && !namespace.declare
        {
            for statement in &block.body {
                if is_for_modules_only(statement) {
                    let help =
                        "Export declarations themselves (`export const …`), and import outside of the namespace.";
                    self.not_built(statement.span(), "this statement in a namespace", help);
                }
            }
        }
        if is_instantiated(&namespace.body) && !namespace.declare && self.precedes_its_class(&namespace.id) {
            let help = "Write the class first.";
            self.not_built(namespace.id.span, "a namespace before the class of the same name", help);
        }
        walk::walk_ts_namespace_declaration(self, namespace);
    }

    fn visit_jsx_element(&mut self, element: &ast::JSXElement<'a>) {
        self.jsx(element.span());
        walk::walk_jsx_element(self, element);
    }

    fn visit_jsx_fragment(&mut self, fragment: &ast::JSXFragment<'a>) {
        self.jsx(fragment.span());
        walk::walk_jsx_fragment(self, fragment);
    }
}

impl Inspector<'_> {
    fn jsx(&mut self, span: oxc_span::Span) {
        if !self.classic_jsx && !self.jsx_reported {
            self.jsx_reported = true;
            self.report(
                Code::ToolBuild,
                span,
                "JSX has no runtime here",
                "Name a factory that this file imports or defines: `/** @jsxRuntime classic @jsx h */` at its top, \
                 with `h` in scope.",
            );
        }
    }
}

fn is_for_modules_only(statement: &ast::Statement<'_>) -> bool {
    match statement {
        ast::Statement::ImportDeclaration(_)
        | ast::Statement::ExportAllDeclaration(_)
        | ast::Statement::ExportFromDeclaration(_)
        | ast::Statement::TSExportAssignment(_) => true,
        ast::Statement::ExportNamedDeclaration(export) => !export.specifiers.is_empty(),
        ast::Statement::TSImportEqualsDeclaration(import) => {
            matches!(import.module_reference, ast::TSModuleReference::ExternalModuleReference(_))
        }
        _ => false,
    }
}
