//! TypeScript that the transformer does not turn into what TypeScript itself makes of it.

use oxc_allocator::{ArenaBox, ArenaVec, TakeIn};
use oxc_ast::ast;
use oxc_ast::builder::AstBuilder;
use oxc_semantic::Scoping;
use oxc_span::SPAN;

/// Writes `import x = require("y")` as `const x = require("y")`, where `x` is used as a value, and `export = x` as
/// `module.exports = x`; takes away imports and exports of nothing, which load nothing in TypeScript. What is erased with
/// the types is left to be erased.
pub(super) fn prepare<'a>(program: &mut ast::Program<'a>, scoping: &Scoping, builder: &AstBuilder<'a>) {
    let statements = program.body.take_in(builder);
    let mut body = ArenaVec::with_capacity_in(statements.len(), builder);
    for statement in statements {
        body.push(match statement {
            ast::Statement::ImportDeclaration(import)
                if import.specifiers.as_ref().is_some_and(|specifiers| specifiers.is_empty()) =>
            {
                continue;
            }
            ast::Statement::ExportFromDeclaration(export) if export.specifiers.is_empty() => continue,
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
) -> ArenaBox<'a, ast::VariableDeclaration<'a>> {
    let init = match import.module_reference {
        ast::TSModuleReference::ExternalModuleReference(reference) => {
            let callee = ast::Expression::new_identifier(import.span, "require", builder);
            let literal = reference.unbox().expression;
            let argument = ast::Argument::StringLiteral(ArenaBox::new_in(literal, builder));
            let arguments = ArenaVec::from_array_in([argument], builder);
            let types = None::<ArenaBox<'a, ast::TSTypeParameterInstantiation<'a>>>;
            Some(ast::Expression::new_call_expression(import.span, callee, types, arguments, false, builder))
        }
        _ => None,
    };
    let id = ast::BindingPattern::BindingIdentifier(ArenaBox::new_in(import.id, builder));
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
