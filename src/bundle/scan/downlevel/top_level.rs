//! The statements of a module in a `try`: what other modules or functions see is declared outside.

use oxc_allocator::{ArenaBox, ArenaVec};
use oxc_ast::ast::{self, Ident};
use oxc_ast::builder::AstBuilder;
use oxc_span::SPAN;

use super::super::exports::bound_names;
use super::fresh::Names;
use super::targets::as_target;
use super::template::{Piece, expression, statements};

/// Splits statements into declarations, which go before the `try`, and what runs in it. Variables are there too early by
/// that, as undefined, as they are in TypeScript's output.
pub(super) fn hoisted<'a>(
    list: ArenaVec<'a, ast::Statement<'a>>,
    names: &mut Names,
    builder: &AstBuilder<'a>,
) -> (ArenaVec<'a, ast::Statement<'a>>, ArenaVec<'a, ast::Statement<'a>>) {
    let mut hoisting =
        Hoisting { builder, names, outside: ArenaVec::new_in(builder), inside: ArenaVec::new_in(builder) };
    for statement in list {
        hoisting.statement(statement);
    }
    (hoisting.outside, hoisting.inside)
}

struct Hoisting<'a, 's> {
    builder: &'s AstBuilder<'a>,
    names: &'s mut Names,
    outside: ArenaVec<'a, ast::Statement<'a>>,
    inside: ArenaVec<'a, ast::Statement<'a>>,
}

impl<'a> Hoisting<'a, '_> {
    fn statement(&mut self, statement: ast::Statement<'a>) {
        match statement {
            ast::Statement::ImportDeclaration(_)
            | ast::Statement::ExportAllDeclaration(_)
            | ast::Statement::ExportFromDeclaration(_)
            | ast::Statement::ExportNamedDeclaration(_)
            | ast::Statement::FunctionDeclaration(_) => self.outside.push(statement),
            ast::Statement::VariableDeclaration(variables) => self.variables(variables.unbox(), "let $0;"),
            ast::Statement::ClassDeclaration(class) => self.class(class, "let $0;"),
            ast::Statement::ExportDeclaration(export) => {
                let export = export.unbox();
                match export.declaration {
                    ast::Declaration::VariableDeclaration(variables) => {
                        self.variables(variables.unbox(), "export let $0;");
                    }
                    ast::Declaration::ClassDeclaration(class) => self.class(class, "export let $0;"),
                    declaration => {
                        let export = ast::ExportDeclaration::boxed(export.span, declaration, self.builder);
                        self.outside.push(ast::Statement::ExportDeclaration(export));
                    }
                }
            }
            ast::Statement::ExportDefaultDeclaration(export) => self.default_export(export),
            other => self.inside.push(other),
        }
    }

    fn variables(&mut self, variables: ast::VariableDeclaration<'a>, text: &'static str) {
        for declarator in variables.declarations {
            let mut bound = Vec::new();
            bound_names(&declarator.id, &mut |id| bound.push(id.name));
            for name in bound {
                self.outside.extend(statements(text, [Piece::Name(name)], self.builder));
            }
            let Some(value) = declarator.init else { continue };
            let leaf = |id: ast::BindingIdentifier<'a>| {
                let target = ast::IdentifierReference::boxed(id.span, id.name, self.builder);
                ast::AssignmentTarget::AssignmentTargetIdentifier(target)
            };
            let target = as_target(declarator.id, &leaf, self.builder);
            let operator = ast::AssignmentOperator::Assign;
            let assignment =
                ast::Expression::new_assignment_expression(declarator.span, operator, target, value, self.builder);
            self.inside.push(ast::Statement::new_expression_statement(declarator.span, assignment, self.builder));
        }
    }

    fn class(&mut self, mut class: ArenaBox<'a, ast::Class<'a>>, text: &'static str) {
        let Some(name) = class.id.as_ref().map(|id| id.name) else { return };
        class.r#type = ast::ClassType::ClassExpression;
        self.outside.extend(statements(text, [Piece::Name(name)], self.builder));
        self.assign(name, ast::Expression::ClassExpression(class));
    }

    fn assign(&mut self, name: Ident<'a>, value: ast::Expression<'a>) {
        let pieces = [Piece::Name(name), Piece::Expression(value)];
        self.inside.extend(statements("$0 = $1;", pieces, self.builder));
    }

    fn default_export(&mut self, export: ArenaBox<'a, ast::ExportDefaultDeclaration<'a>>) {
        if matches!(export.declaration, ast::ExportDefaultDeclarationKind::FunctionDeclaration(_)) {
            self.outside.push(ast::Statement::ExportDefaultDeclaration(export));
            return;
        }
        let value = match export.unbox().declaration {
            ast::ExportDefaultDeclarationKind::ClassDeclaration(mut class) => {
                if let Some(name) = class.id.as_ref().map(|id| id.name) {
                    let text = "export { $0 as default };";
                    self.outside.extend(statements(text, [Piece::Name(name)], self.builder));
                    self.class(class, "let $0;");
                    return;
                }
                class.r#type = ast::ClassType::ClassExpression;
                ast::Expression::ClassExpression(class)
            }
            declaration => match ast::Expression::try_from(declaration) {
                Ok(value) => value,
                Err(()) => ast::Expression::new_void_0(SPAN, self.builder),
            },
        };
        let name = self.names.fresh("default", self.builder);
        let text = "let $0; export { $0 as default };";
        self.outside.extend(statements(text, [Piece::Name(name)], self.builder));
        let value = match value.is_anonymous_function_definition() {
            true => expression("({ default: $0 }).default;", [Piece::Expression(value)], self.builder),
            false => value,
        };
        self.assign(name, value);
    }
}
