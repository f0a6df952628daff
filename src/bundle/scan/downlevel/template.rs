//! JavaScript that is written as text and filled with pieces of a program.
//!
//! In the text, `$0`, `$1`, … are the places of what is filled in. Nothing of an author's is ever part of the text.

use oxc_allocator::{ArenaVec, GetAllocator, TakeIn};
use oxc_ast::ast::{self, Ident};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_parser::Parser;
use oxc_span::{SPAN, SourceType};

/// What stands at a place. Pieces of a program stand at one place only, names and texts at any number of them.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    /// The name of a variable, a property or, behind `#`, a private member.
    Name(Ident<'a>),
    /// A string literal.
    Text(Ident<'a>),
    Expression(ast::Expression<'a>),
    /// Stands for the statement `$0;`.
    Statements(ArenaVec<'a, ast::Statement<'a>>),
}

/// The statements of a text.
pub(super) fn statements<'a, const N: usize>(
    text: &'static str,
    pieces: [Piece<'a>; N],
    builder: &AstBuilder<'a>,
) -> ArenaVec<'a, ast::Statement<'a>> {
    let mut pieces = pieces;
    let options = oxc_parser::ParseOptions { allow_return_outside_function: true, ..Default::default() };
    let parser = Parser::new(builder.allocator(), text, SourceType::mjs()).with_options(options);
    let mut program = parser.parse().program;
    Filling { builder, pieces: &mut pieces }.visit_statements(&mut program.body);
    program.body
}

/// The text's one statement, an expression.
pub(super) fn expression<'a, const N: usize>(
    text: &'static str,
    pieces: [Piece<'a>; N],
    builder: &AstBuilder<'a>,
) -> ast::Expression<'a> {
    match statements(text, pieces, builder).pop() {
        Some(ast::Statement::ExpressionStatement(statement)) => statement.unbox().expression,
        _ => ast::Expression::new_void_0(SPAN, builder),
    }
}

/// The members of the class that is the text's one statement.
pub(super) fn members<'a, const N: usize>(
    text: &'static str,
    pieces: [Piece<'a>; N],
    builder: &AstBuilder<'a>,
) -> ArenaVec<'a, ast::ClassElement<'a>> {
    match statements(text, pieces, builder).pop() {
        Some(ast::Statement::ClassDeclaration(class)) => class.unbox().body.unbox().body,
        _ => ArenaVec::new_in(builder),
    }
}

struct Filling<'a, 'p> {
    builder: &'p AstBuilder<'a>,
    pieces: &'p mut [Piece<'a>],
}

impl<'a> Filling<'a, '_> {
    fn piece(&mut self, name: &str) -> Option<&mut Piece<'a>> {
        let index: usize = name.strip_prefix('$')?.parse().ok()?;
        self.pieces.get_mut(index)
    }

    fn name(&mut self, name: &str) -> Option<Ident<'a>> {
        match self.piece(name)? {
            Piece::Name(name) => Some(*name),
            _ => None,
        }
    }
}

impl<'a> VisitMut<'a> for Filling<'a, '_> {
    /// What is made here comes from no place of the source.
    fn visit_span(&mut self, span: &mut oxc_span::Span) {
        *span = SPAN;
    }

    fn visit_statements(&mut self, statements: &mut ArenaVec<'a, ast::Statement<'a>>) {
        let builder = self.builder;
        let taken = statements.take_in(builder);
        for mut statement in taken {
            if let ast::Statement::ExpressionStatement(expression) = &statement
                && let ast::Expression::Identifier(place) = &expression.expression
                && let Some(Piece::Statements(piece)) = self.piece(&place.name)
            {
                statements.extend(piece.take_in(builder));
                continue;
            }
            self.visit_statement(&mut statement);
            statements.push(statement);
        }
    }

    fn visit_expression(&mut self, expression: &mut ast::Expression<'a>) {
        let builder = self.builder;
        if let ast::Expression::Identifier(place) = expression {
            match self.piece(&place.name) {
                Some(Piece::Expression(piece)) => {
                    *expression = piece.take_in(builder);
                    return;
                }
                Some(Piece::Text(text)) => {
                    *expression = ast::Expression::new_string_literal(SPAN, text.as_str(), None, builder);
                    return;
                }
                _ => {}
            }
        }
        walk_mut::walk_expression(self, expression);
    }

    fn visit_binding_identifier(&mut self, identifier: &mut ast::BindingIdentifier<'a>) {
        identifier.span = SPAN;
        identifier.name = self.name(&identifier.name).unwrap_or(identifier.name);
    }

    fn visit_identifier_reference(&mut self, identifier: &mut ast::IdentifierReference<'a>) {
        identifier.span = SPAN;
        identifier.name = self.name(&identifier.name).unwrap_or(identifier.name);
    }

    fn visit_identifier_name(&mut self, identifier: &mut ast::IdentifierName<'a>) {
        identifier.span = SPAN;
        identifier.name = self.name(&identifier.name).unwrap_or(identifier.name);
    }

    fn visit_private_identifier(&mut self, identifier: &mut ast::PrivateIdentifier<'a>) {
        identifier.span = SPAN;
        identifier.name = self.name(&identifier.name).unwrap_or(identifier.name);
    }
}
