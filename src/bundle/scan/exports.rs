use std::collections::BTreeMap;

use oxc_ast::ast;
use oxc_semantic::Scoping;
use oxc_span::GetSpan;

use super::downlevel::{is_erased_enum, is_instantiated};
use super::syntax::span_of;
use crate::source::Span;

/// What the text of a module tells about its exports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exports {
    pub names: BTreeMap<String, ExportInfo>,
    /// Whether there may be more than the text tells, as in CommonJS.
    pub open: bool,
    /// Requests of which all exports are exported again (`export * from "…"`), by index.
    pub stars: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportInfo {
    /// The exported name, or the declaration that exports it.
    pub span: Span,
    /// Whether it is gone once types are erased.
    pub type_only: bool,
}

/// A name that a module asks of another, wherever it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AskedName {
    pub request: usize,
    pub name: Box<str>,
    pub span: Span,
}

#[derive(Debug, Default)]
pub(super) struct Surface {
    pub exports: Exports,
    pub asked: Vec<AskedName>,
}

/// Reads the import and export statements; `request_at` gives the request whose literal starts there.
pub(super) fn surface(
    program: &ast::Program<'_>,
    scoping: &Scoping,
    request_at: impl Fn(oxc_span::Span) -> Option<usize>,
) -> Surface {
    let mut surface = Surface::default();
    for statement in &program.body {
        match statement {
            ast::Statement::ImportDeclaration(import) if import.import_kind.is_value() => {
                let Some(request) = request_at(import.source.span) else { continue };
                for specifier in import.specifiers.iter().flatten() {
                    surface.import(request, specifier);
                }
            }
            ast::Statement::ExportDeclaration(export) => surface.declaration(&export.declaration),
            ast::Statement::ExportNamedDeclaration(export) => {
                for specifier in &export.specifiers {
                    let type_only = export.export_kind.is_type()
                        || specifier.export_kind.is_type()
                        || names_a_type(&specifier.local, scoping);
                    surface.add(&specifier.exported.name(), specifier.exported.span(), type_only);
                }
            }
            ast::Statement::ExportFromDeclaration(export) => {
                let request = request_at(export.source.span);
                for specifier in &export.specifiers {
                    let type_only = export.export_kind.is_type() || specifier.export_kind.is_type();
                    surface.add(&specifier.exported.name(), specifier.exported.span(), type_only);
                    if let Some(request) = request
                        && !type_only
                    {
                        surface.ask(request, &specifier.local.name(), specifier.local.span());
                    }
                }
            }
            ast::Statement::ExportAllDeclaration(export) => match &export.exported {
                Some(name) => surface.add(&name.name(), name.span(), export.export_kind.is_type()),
                None if export.export_kind.is_value() => surface.exports.stars.extend(request_at(export.source.span)),
                None => {}
            },
            ast::Statement::ExportDefaultDeclaration(export) => {
                let type_only =
                    matches!(export.declaration, ast::ExportDefaultDeclarationKind::TSInterfaceDeclaration(_));
                surface.add("default", export.span, type_only);
            }
            ast::Statement::TSExportAssignment(_) => surface.exports.open = true,
            _ => {}
        }
    }
    surface
}

impl Surface {
    fn add(&mut self, name: &str, span: oxc_span::Span, type_only: bool) {
        let info = ExportInfo { span: span_of(span), type_only };
        // A type and a value of one name are one export, which is there at run time.
        self.exports
            .names
            .entry(name.to_owned())
            .and_modify(|known| {
                if known.type_only && !type_only {
                    *known = info;
                }
            })
            .or_insert(info);
    }

    fn ask(&mut self, request: usize, name: &str, span: oxc_span::Span) {
        self.asked.push(AskedName { request, name: name.into(), span: span_of(span) });
    }

    fn import(&mut self, request: usize, specifier: &ast::ImportDeclarationSpecifier<'_>) {
        match specifier {
            ast::ImportDeclarationSpecifier::ImportSpecifier(named) if named.import_kind.is_value() => {
                self.ask(request, &named.imported.name(), named.imported.span());
            }
            ast::ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => {
                self.ask(request, "default", default.span);
            }
            _ => {}
        }
    }

    fn declaration(&mut self, declaration: &ast::Declaration<'_>) {
        match declaration {
            ast::Declaration::VariableDeclaration(variables) => {
                for declarator in &variables.declarations {
                    bound_names(&declarator.id, &mut |name| self.add(&name.name, name.span, variables.declare));
                }
            }
            ast::Declaration::FunctionDeclaration(function) => {
                if let Some(name) = &function.id {
                    self.add(&name.name, name.span, function.declare);
                }
            }
            ast::Declaration::ClassDeclaration(class) => {
                if let Some(name) = &class.id {
                    self.add(&name.name, name.span, class.declare);
                }
            }
            ast::Declaration::TSEnumDeclaration(item) => self.add(&item.id.name, item.id.span, is_erased_enum(item)),
            ast::Declaration::TSTypeAliasDeclaration(alias) => self.add(&alias.id.name, alias.id.span, true),
            ast::Declaration::TSInterfaceDeclaration(item) => self.add(&item.id.name, item.id.span, true),
            ast::Declaration::TSNamespaceDeclaration(namespace) => {
                let type_only = namespace.declare || !is_instantiated(&namespace.body);
                self.add(&namespace.id.name, namespace.id.span, type_only);
            }
            ast::Declaration::TSImportEqualsDeclaration(import) => {
                self.add(&import.id.name, import.id.span, import.import_kind.is_type());
            }
            ast::Declaration::TSExternalModuleDeclaration(_) | ast::Declaration::TSGlobalDeclaration(_) => {}
        }
    }
}

/// Calls back for every name that a pattern binds. Patterns nest no deeper than the depth guard lets through.
pub(super) fn bound_names<'a, 'b>(
    pattern: &'b ast::BindingPattern<'a>,
    found: &mut impl FnMut(&'b ast::BindingIdentifier<'a>),
) {
    match pattern {
        ast::BindingPattern::BindingIdentifier(name) => found(name),
        ast::BindingPattern::ObjectPattern(object) => {
            for property in &object.properties {
                bound_names(&property.value, found);
            }
            if let Some(rest) = &object.rest {
                bound_names(&rest.argument, found);
            }
        }
        ast::BindingPattern::ArrayPattern(array) => {
            for element in array.elements.iter().flatten() {
                bound_names(element, found);
            }
            if let Some(rest) = &array.rest {
                bound_names(&rest.argument, found);
            }
        }
        ast::BindingPattern::AssignmentPattern(assignment) => bound_names(&assignment.left, found),
    }
}

fn names_a_type(local: &ast::ModuleExportName<'_>, scoping: &Scoping) -> bool {
    let ast::ModuleExportName::IdentifierReference(reference) = local else { return false };
    let symbol = reference.reference_id.get().and_then(|id| scoping.get_reference(id).symbol_id());
    symbol.is_some_and(|symbol| {
        let flags = scoping.symbol_flags(symbol);
        !flags.is_value() && !flags.is_import()
    })
}
