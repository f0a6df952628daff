//! `for await` at the top of a module as a plain loop that awaits, with the functions of `runtime/iteration.js`: modules
//! that others overtake while they wait are run step by step, in generators, where `for await` can't stand.

use oxc_allocator::{ArenaVec, TakeIn};
use oxc_ast::ast;
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_span::SPAN;
use oxc_syntax::scope::ScopeFlags;

use super::fresh::Names;
use super::template::{Piece, expression, statements};

/// Lowers the loops that stand in no function.
pub(super) fn lower<'a>(program: &mut ast::Program<'a>, names: &mut Names, builder: &AstBuilder<'a>) {
    Loops { builder, names }.visit_program(program);
}

struct Loops<'a, 's> {
    builder: &'s AstBuilder<'a>,
    names: &'s mut Names,
}

impl<'a> Loops<'a, '_> {
    /// The loop in a statement that is one, with whatever labels.
    fn lowered(&mut self, statement: &mut ast::Statement<'a>) -> Option<ast::Statement<'a>> {
        let mut inner = &mut *statement;
        while let ast::Statement::LabeledStatement(labeled) = inner {
            inner = &mut labeled.body;
        }
        let ast::Statement::ForOfStatement(each) = inner else { return None };
        if !each.r#await {
            return None;
        }
        let each = each.take_in(self.builder);
        let name = self.names.fresh("loop", self.builder);
        let error = self.names.fresh("error", self.builder);
        let value = expression("$0.value;", [Piece::Name(name)], self.builder);
        let first = match each.left {
            ast::ForStatementLeft::VariableDeclaration(mut variables) => {
                if let Some(declarator) = variables.declarations.first_mut() {
                    declarator.init = Some(value);
                }
                ast::Statement::VariableDeclaration(variables)
            }
            left => {
                let Ok(target) = ast::AssignmentTarget::try_from(left) else { return None };
                let operator = ast::AssignmentOperator::Assign;
                let value = ast::Expression::new_assignment_expression(SPAN, operator, target, value, self.builder);
                ast::Statement::new_expression_statement(SPAN, value, self.builder)
            }
        };
        let body = ArenaVec::from_array_in([first, each.body], self.builder);
        let pieces = [Piece::Name(name), Piece::Statements(body)];
        let text = "for (; __stepped($0, await __step($0)); ) { $1; }";
        *inner = statements(text, pieces, self.builder).pop()?;
        let labeled = ArenaVec::from_array_in([statement.take_in(self.builder)], self.builder);
        let pieces = [Piece::Name(name), Piece::Expression(each.right), Piece::Statements(labeled), Piece::Name(error)];
        // What closing throws gives way to the error that led to it.
        let text = "const $0 = __loop($1); try { $2; } catch ($3) { \
                    if ($0.open) { $0.open = false; try { await $0.close(); } catch {} } throw $3; \
                    } finally { if ($0.open) __opened(await ($0.close() ?? {})); }";
        let made = statements(text, pieces, self.builder);
        Some(ast::Statement::new_block_statement(each.span, made, self.builder))
    }
}

impl<'a> VisitMut<'a> for Loops<'a, '_> {
    fn visit_statement(&mut self, statement: &mut ast::Statement<'a>) {
        if let Some(lowered) = self.lowered(statement) {
            *statement = lowered;
        }
        walk_mut::walk_statement(self, statement);
    }

    fn visit_function(&mut self, _function: &mut ast::Function<'a>, _flags: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _function: &mut ast::ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _class: &mut ast::Class<'a>) {}
}
