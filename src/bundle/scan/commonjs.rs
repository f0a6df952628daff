//! CommonJS: what a file exports as far as its text tells, and TypeScript's own words for it.

use std::collections::BTreeMap;

use oxc_allocator::{ArenaVec, TakeIn};
use oxc_ast::ast;
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::SPAN;

use super::code::CommonJsExports;

/// Finds assignments to `exports.name` and `module.exports`, and what leads to the same, anywhere in the file.
pub(super) fn exports(program: &ast::Program<'_>, request_at: &BTreeMap<u32, usize>) -> CommonJsExports {
    let mut finder = Finder { request_at, found: CommonJsExports::default() };
    finder.visit_program(program);
    finder.found
}

struct Finder<'s> {
    request_at: &'s BTreeMap<u32, usize>,
    found: CommonJsExports,
}

impl Finder<'_> {
    fn name(&mut self, name: &str) {
        if name != "default" {
            self.found.names.insert(name.into());
        }
    }

    /// What becomes `module.exports` as a whole.
    fn whole(&mut self, value: &ast::Expression<'_>) {
        match value.get_inner_expression() {
            ast::Expression::ObjectExpression(object) => {
                for property in &object.properties {
                    match property {
                        ast::ObjectPropertyKind::ObjectProperty(property) if !property.computed => {
                            if let Some(name) = property.key.static_name() {
                                self.name(&name);
                            }
                        }
                        ast::ObjectPropertyKind::SpreadProperty(spread) => self.reexport(&spread.argument),
                        ast::ObjectPropertyKind::ObjectProperty(_) => {}
                    }
                }
            }
            value => self.reexport(value),
        }
    }

    fn reexport(&mut self, value: &ast::Expression<'_>) {
        if let ast::Expression::CallExpression(call) = value.get_inner_expression()
            && is_name(&call.callee, "require")
            && let Some(ast::Argument::StringLiteral(literal)) = call.arguments.first()
            && let Some(request) = self.request_at.get(&literal.span.start)
        {
            self.found.reexports.push(*request);
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_assignment_expression(&mut self, assignment: &ast::AssignmentExpression<'a>) {
        match &assignment.left {
            ast::AssignmentTarget::StaticMemberExpression(member) if is_exports(&member.object) => {
                self.name(&member.property.name);
            }
            ast::AssignmentTarget::StaticMemberExpression(member)
                if is_name(&member.object, "module") && member.property.name == "exports" =>
            {
                self.whole(&assignment.right);
            }
            ast::AssignmentTarget::ComputedMemberExpression(member) if is_exports(&member.object) => {
                if let ast::Expression::StringLiteral(name) = &member.expression {
                    self.name(&name.value);
                }
            }
            _ => {}
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_call_expression(&mut self, call: &ast::CallExpression<'a>) {
        // Object.defineProperty(exports, "name", …)
        if let ast::Expression::StaticMemberExpression(callee) = &call.callee
            && is_name(&callee.object, "Object")
            && callee.property.name == "defineProperty"
            && let [target, ast::Argument::StringLiteral(name), ..] = &call.arguments[..]
            && target.as_expression().is_some_and(is_exports)
        {
            self.name(&name.value);
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_ts_export_assignment(&mut self, export: &ast::TSExportAssignment<'a>) {
        self.whole(&export.expression);
        walk::walk_ts_export_assignment(self, export);
    }
}

fn is_exports(expression: &ast::Expression<'_>) -> bool {
    is_name(expression, "exports")
        || matches!(expression, ast::Expression::StaticMemberExpression(member)
            if is_name(&member.object, "module") && member.property.name == "exports")
}

fn is_name(expression: &ast::Expression<'_>, name: &str) -> bool {
    matches!(expression, ast::Expression::Identifier(identifier) if identifier.name == name)
}

/// Writes `import x = require("y")` as `const x = require("y")`, where `x` is used as a value, and `export = x` as
/// `module.exports = x`. What is erased with the types is left to be erased.
pub(super) fn plain<'a>(program: &mut ast::Program<'a>, scoping: &Scoping, builder: &AstBuilder<'a>) {
    let statements = program.body.take_in(builder);
    let mut body = ArenaVec::with_capacity_in(statements.len(), builder);
    for statement in statements {
        body.push(match statement {
            ast::Statement::TSExportAssignment(export) => export_assignment(export.unbox(), builder),
            ast::Statement::TSImportEqualsDeclaration(import) if is_value(&import, scoping) => {
                ast::Statement::VariableDeclaration(import_equals(import.unbox(), builder))
            }
            ast::Statement::ExportDeclaration(mut export) => {
                if let ast::Declaration::TSImportEqualsDeclaration(import) = &mut export.declaration
                    && is_external(import)
                {
                    let import = import.take_in(builder);
                    export.declaration = ast::Declaration::VariableDeclaration(import_equals(import, builder));
                }
                ast::Statement::ExportDeclaration(export)
            }
            other => other,
        });
    }
    program.body = body;
}

fn is_external(import: &ast::TSImportEqualsDeclaration<'_>) -> bool {
    import.import_kind.is_value()
        && matches!(import.module_reference, ast::TSModuleReference::ExternalModuleReference(_))
}

fn is_value(import: &ast::TSImportEqualsDeclaration<'_>, scoping: &Scoping) -> bool {
    is_external(import)
        && import
            .id
            .symbol_id
            .get()
            .is_some_and(|symbol| scoping.get_resolved_references(symbol).any(|reference| !reference.is_type()))
}

fn import_equals<'a>(
    import: ast::TSImportEqualsDeclaration<'a>,
    builder: &AstBuilder<'a>,
) -> oxc_allocator::ArenaBox<'a, ast::VariableDeclaration<'a>> {
    let init = match import.module_reference {
        ast::TSModuleReference::ExternalModuleReference(reference) => {
            let callee = ast::Expression::new_identifier(import.span, "require", builder);
            let literal = reference.unbox().expression;
            let argument = ast::Argument::StringLiteral(oxc_allocator::ArenaBox::new_in(literal, builder));
            let arguments = ArenaVec::from_array_in([argument], builder);
            let types = None::<oxc_allocator::ArenaBox<'a, ast::TSTypeParameterInstantiation<'a>>>;
            Some(ast::Expression::new_call_expression(import.span, callee, types, arguments, false, builder))
        }
        _ => None,
    };
    let id = ast::BindingPattern::BindingIdentifier(oxc_allocator::ArenaBox::new_in(import.id, builder));
    let declarator = ast::VariableDeclarator::new(SPAN, id, None, init, false, builder);
    let declarators = ArenaVec::from_array_in([declarator], builder);
    ast::VariableDeclaration::boxed(import.span, ast::VariableDeclarationKind::Const, declarators, false, builder)
}

fn export_assignment<'a>(export: ast::TSExportAssignment<'a>, builder: &AstBuilder<'a>) -> ast::Statement<'a> {
    let object = ast::Expression::new_identifier(SPAN, "module", builder);
    let name = ast::IdentifierName::new(SPAN, "exports", builder);
    let member = ast::StaticMemberExpression::boxed(SPAN, object, name, false, builder);
    let target = ast::AssignmentTarget::StaticMemberExpression(member);
    let operator = ast::AssignmentOperator::Assign;
    let assignment =
        ast::Expression::new_assignment_expression(export.span, operator, target, export.expression, builder);
    ast::Statement::new_expression_statement(export.span, assignment, builder)
}
