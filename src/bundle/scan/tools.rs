use std::collections::BTreeMap;

use oxc_ast::ast;
use oxc_semantic::{Scoping, SymbolId};

use super::syntax::span_of;
use crate::source::Span;

/// The module that `defineTool` comes from.
const TOOLS: &str = "@mutagent/agents/tools";

/// An export that is made by `defineTool`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolDefinition {
    pub export: String,
    /// The tool's `name` where it is a string literal, and the literal's span, quotes included.
    pub name: Option<(String, Span)>,
}

/// The name of a secret that is read with a literal, and the literal's span, quotes included.
pub type SecretRead = (String, Span);

/// The exports that are, directly or through one variable, a call of `defineTool`. Of a module without one of the
/// import forms nothing is known.
pub(super) fn definitions(program: &ast::Program<'_>, scoping: &Scoping) -> Vec<ToolDefinition> {
    let scope = Known::read(program, scoping);
    let mut definitions = Vec::new();
    let mut add = |export: &str, name: Option<Option<(String, Span)>>| {
        if let Some(name) = name {
            definitions.push(ToolDefinition { export: export.to_owned(), name });
        }
    };
    for statement in &program.body {
        match statement {
            ast::Statement::ExportDefaultDeclaration(export) => {
                if let Some(expression) = export.declaration.as_expression() {
                    add("default", scope.definition(expression));
                }
            }
            ast::Statement::ExportDeclaration(export) => {
                if let ast::Declaration::VariableDeclaration(variables) = &export.declaration {
                    for declarator in &variables.declarations {
                        if let ast::BindingPattern::BindingIdentifier(id) = &declarator.id
                            && let Some(init) = &declarator.init
                        {
                            add(&id.name, scope.definition(init));
                        }
                    }
                }
            }
            ast::Statement::ExportNamedDeclaration(export) => {
                for specifier in &export.specifiers {
                    if let ast::ModuleExportName::IdentifierReference(local) = &specifier.local {
                        add(&specifier.exported.name(), scope.variable(local));
                    }
                }
            }
            _ => {}
        }
    }
    definitions
}

struct Known<'s, 'a, 'b> {
    scoping: &'s Scoping,
    define_tool: Vec<SymbolId>,
    namespaces: Vec<SymbolId>,
    variables: BTreeMap<SymbolId, &'b ast::Expression<'a>>,
}

impl<'s, 'a, 'b> Known<'s, 'a, 'b> {
    fn read(program: &'b ast::Program<'a>, scoping: &'s Scoping) -> Self {
        let mut known = Self { scoping, define_tool: Vec::new(), namespaces: Vec::new(), variables: BTreeMap::new() };
        for statement in &program.body {
            match statement {
                ast::Statement::ImportDeclaration(import) if import.source.value == TOOLS => {
                    for specifier in import.specifiers.iter().flatten() {
                        known.import(specifier);
                    }
                }
                ast::Statement::VariableDeclaration(variables) => known.declare(variables),
                ast::Statement::ExportDeclaration(export) => {
                    if let ast::Declaration::VariableDeclaration(variables) = &export.declaration {
                        known.declare(variables);
                    }
                }
                _ => {}
            }
        }
        known
    }

    fn import(&mut self, specifier: &ast::ImportDeclarationSpecifier<'a>) {
        match specifier {
            ast::ImportDeclarationSpecifier::ImportSpecifier(named) if named.imported.name() == "defineTool" => {
                self.define_tool.extend(named.local.symbol_id.get());
            }
            ast::ImportDeclarationSpecifier::ImportNamespaceSpecifier(namespace) => {
                self.namespaces.extend(namespace.local.symbol_id.get());
            }
            _ => {}
        }
    }

    fn declare(&mut self, variables: &'b ast::VariableDeclaration<'a>) {
        for declarator in &variables.declarations {
            if let ast::BindingPattern::BindingIdentifier(id) = &declarator.id
                && let Some(symbol) = id.symbol_id.get()
                && let Some(init) = &declarator.init
                && !self.scoping.symbol_is_mutated(symbol)
            {
                self.variables.insert(symbol, init);
            }
        }
    }

    fn symbol(&self, reference: &ast::IdentifierReference<'_>) -> Option<SymbolId> {
        reference.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id())
    }

    fn variable(&self, reference: &ast::IdentifierReference<'_>) -> Option<Option<(String, Span)>> {
        let init = self.variables.get(&self.symbol(reference)?)?;
        self.call(init)
    }

    /// Of a call of `defineTool`, or a variable that holds its result, the literal name if there is one.
    fn definition(&self, expression: &ast::Expression<'_>) -> Option<Option<(String, Span)>> {
        match expression.get_inner_expression() {
            ast::Expression::Identifier(reference) => self.variable(reference),
            _ => self.call(expression),
        }
    }

    fn call(&self, expression: &ast::Expression<'_>) -> Option<Option<(String, Span)>> {
        let ast::Expression::CallExpression(call) = expression.get_inner_expression() else { return None };
        let is_define_tool = match call.callee.get_inner_expression() {
            ast::Expression::Identifier(callee) => {
                self.symbol(callee).is_some_and(|symbol| self.define_tool.contains(&symbol))
            }
            ast::Expression::StaticMemberExpression(member) if member.property.name == "defineTool" => {
                matches!(&member.object, ast::Expression::Identifier(object)
                    if self.symbol(object).is_some_and(|symbol| self.namespaces.contains(&symbol)))
            }
            _ => false,
        };
        if !is_define_tool {
            return None;
        }
        let argument = call.arguments.first().and_then(ast::Argument::as_expression);
        let Some(ast::Expression::ObjectExpression(object)) = argument.map(|argument| argument.get_inner_expression())
        else {
            return Some(None);
        };
        Some(object.properties.iter().rev().find_map(|property| match property {
            ast::ObjectPropertyKind::ObjectProperty(property)
                if !property.computed && property.key.static_name().as_deref() == Some("name") =>
            {
                match property.value.get_inner_expression() {
                    ast::Expression::StringLiteral(name) => Some((name.value.to_string(), span_of(name.span))),
                    _ => None,
                }
            }
            _ => None,
        }))
    }
}

/// The literal in `….bindings.secret("X")`, `bindings.secret("X")` and the same with `optionalSecret`.
pub(super) fn secret_read(call: &ast::CallExpression<'_>) -> Option<SecretRead> {
    let ast::Expression::StaticMemberExpression(callee) = call.callee.get_inner_expression() else { return None };
    if !matches!(&*callee.property.name, "secret" | "optionalSecret") {
        return None;
    }
    let of_bindings = match callee.object.get_inner_expression() {
        ast::Expression::StaticMemberExpression(object) => object.property.name == "bindings",
        ast::Expression::Identifier(object) => object.name == "bindings",
        _ => false,
    };
    match call.arguments.first() {
        Some(ast::Argument::StringLiteral(name)) if of_bindings => Some((name.value.to_string(), span_of(name.span))),
        _ => None,
    }
}
