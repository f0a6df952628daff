//! `using` and `await using` as `try` and `finally`, with the functions of `runtime/disposal.js`.

use oxc_allocator::{ArenaVec, TakeIn};
use oxc_ast::ast::{self, Ident};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_span::SPAN;

use super::fresh::Names;
use super::template::{Piece, expression, statements};
use super::top_level::hoisted;

/// Lowers every declaration of resources in a program.
pub(super) fn lower<'a>(program: &mut ast::Program<'a>, names: &mut Names, builder: &AstBuilder<'a>) {
    let mut disposals = Disposals { builder, names };
    for statement in &mut program.body {
        disposals.visit_statement(statement);
    }
    let Some(first) = program.body.iter().position(|statement| using(statement).is_some()) else { return };
    let mut rest = ArenaVec::with_capacity_in(program.body.len() - first, builder);
    rest.extend(program.body.drain(first..));
    let waits = disposals.list(&mut rest);
    if let Some((scope, waits)) = waits {
        let (outside, inside) = hoisted(rest, disposals.names, builder);
        program.body.extend(outside);
        program.body.extend(disposals.guarded(inside, scope, waits));
    }
}

/// Whether a statement declares resources, and whether their disposal is waited for.
fn using(statement: &ast::Statement<'_>) -> Option<bool> {
    match statement {
        ast::Statement::VariableDeclaration(variables) => declares(variables),
        _ => None,
    }
}

fn declares(variables: &ast::VariableDeclaration<'_>) -> Option<bool> {
    variables.kind.is_using().then(|| variables.kind == ast::VariableDeclarationKind::AwaitUsing)
}

struct Disposals<'a, 's> {
    builder: &'s AstBuilder<'a>,
    names: &'s mut Names,
}

impl<'a> Disposals<'a, '_> {
    /// Makes constants of the resources that a list declares; gives the name of its scope, and whether it waits.
    fn list(&mut self, list: &mut ArenaVec<'a, ast::Statement<'a>>) -> Option<(Ident<'a>, bool)> {
        let waits = list.iter().filter_map(using).reduce(|one, other| one || other)?;
        let scope = self.names.fresh("scope", self.builder);
        self.resources(list, scope);
        Some((scope, waits))
    }

    fn resources(&mut self, list: &mut ArenaVec<'a, ast::Statement<'a>>, scope: Ident<'a>) {
        for statement in list {
            let ast::Statement::VariableDeclaration(variables) = statement else { continue };
            let Some(waits) = declares(variables) else { continue };
            variables.kind = ast::VariableDeclarationKind::Const;
            let text = if waits { "__use($0, $1, true);" } else { "__use($0, $1, false);" };
            for declarator in &mut variables.declarations {
                let value = declarator.init.take().unwrap_or_else(|| ast::Expression::new_void_0(SPAN, self.builder));
                let pieces = [Piece::Name(scope), Piece::Expression(value)];
                declarator.init = Some(expression(text, pieces, self.builder));
            }
        }
    }

    /// Statements, and after them the disposal of what they use.
    fn guarded(
        &mut self,
        body: ArenaVec<'a, ast::Statement<'a>>,
        scope: Ident<'a>,
        waits: bool,
    ) -> ArenaVec<'a, ast::Statement<'a>> {
        let error = self.names.fresh("error", self.builder);
        let (scope, body, error) = (Piece::Name(scope), Piece::Statements(body), Piece::Name(error));
        if !waits {
            let text = "const $0 = __scope(); try { $1; } catch ($2) { __fail($0, $2); } finally { __dispose($0); }";
            return statements(text, [scope, body, error], self.builder);
        }
        let text = "const $0 = __scope(); try { $1; } catch ($2) { __fail($0, $2); } \
                    finally { while (__dispose($0)) try { await $0.wait; } catch ($2) { __fail($0, $2); } }";
        statements(text, [scope, body, error], self.builder)
    }

    fn block(&self, body: ArenaVec<'a, ast::Statement<'a>>) -> ast::Statement<'a> {
        ast::Statement::new_block_statement(SPAN, body, self.builder)
    }

    /// `for (using x = …; …; …)`: the declaration, taken out to stand before the loop.
    fn declaration_of_loop(&self, statement: &mut ast::Statement<'a>) -> Option<ast::Statement<'a>> {
        let mut statement = statement;
        while let ast::Statement::LabeledStatement(labeled) = statement {
            statement = &mut labeled.body;
        }
        let ast::Statement::ForStatement(each) = statement else { return None };
        match each.init.take() {
            Some(ast::ForStatementInit::VariableDeclaration(variables)) if declares(&variables).is_some() => {
                Some(ast::Statement::VariableDeclaration(variables))
            }
            other => {
                each.init = other;
                None
            }
        }
    }

    /// `for (using x of …)`: the resource is declared in the body instead.
    fn resource_of_loop(&mut self, each: &mut ast::ForOfStatement<'a>) {
        let ast::ForStatementLeft::VariableDeclaration(variables) = &mut each.left else { return };
        if declares(variables).is_none() {
            return;
        }
        let element = self.names.fresh("element", self.builder);
        let binding = ast::BindingIdentifier::boxed(SPAN, element, self.builder);
        let binding = ast::BindingPattern::BindingIdentifier(binding);
        let kind = std::mem::replace(&mut variables.kind, ast::VariableDeclarationKind::Const);
        let Some(declarator) = variables.declarations.first_mut() else { return };
        let id = std::mem::replace(&mut declarator.id, binding);
        let value = ast::Expression::new_identifier(SPAN, element, self.builder);
        let declarator = ast::VariableDeclarator::new(SPAN, id, None, Some(value), false, self.builder);
        let declarators = ArenaVec::from_array_in([declarator], self.builder);
        let declaration = ast::VariableDeclaration::boxed(SPAN, kind, declarators, false, self.builder);
        let body = each.body.take_in(self.builder);
        let list = ArenaVec::from_array_in([ast::Statement::VariableDeclaration(declaration), body], self.builder);
        each.body = self.block(list);
    }
}

impl<'a> VisitMut<'a> for Disposals<'a, '_> {
    fn visit_statements(&mut self, list: &mut ArenaVec<'a, ast::Statement<'a>>) {
        walk_mut::walk_statements(self, list);
        if let Some((scope, waits)) = self.list(list) {
            let body = list.take_in(self.builder);
            *list = self.guarded(body, scope, waits);
        }
    }

    fn visit_statement(&mut self, statement: &mut ast::Statement<'a>) {
        if let Some(declaration) = self.declaration_of_loop(statement) {
            let rest = statement.take_in(self.builder);
            *statement = self.block(ArenaVec::from_array_in([declaration, rest], self.builder));
        }
        if let ast::Statement::ForOfStatement(each) = statement {
            self.resource_of_loop(each);
        }
        walk_mut::walk_statement(self, statement);
    }
}
