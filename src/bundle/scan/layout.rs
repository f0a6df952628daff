//! Object and array literals that their author wrote on one line stay on one line: the printer gives each member of
//! longer ones a line of its own.
//!
//! What joins the lines are holes among the members, which [`super::print`] takes out again.

use oxc_allocator::{ArenaVec, TakeIn};
use oxc_ast::ast;
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_span::{GetSpan, SPAN, Span};

use super::lower::Marker;

/// Adds the holes to a lowered program.
pub(super) fn keep_lines<'a>(program: &mut ast::Program<'a>, builder: &AstBuilder<'a>, marker: Marker) {
    let source = program.source_text;
    Layout { builder, source, marker, tall: 0 }.visit_program(program);
}

struct Layout<'a, 'b> {
    builder: &'b AstBuilder<'a>,
    source: &'a str,
    marker: Marker,
    /// How much has been seen that takes several lines: what holds it does, too.
    tall: usize,
}

impl<'a> Layout<'a, '_> {
    /// Whether a literal becomes one line, having been walked with what `tall` was before that.
    fn joins(&mut self, tall: usize, literal: Span, members: impl Iterator<Item = Span>) -> bool {
        let joins = self.tall == tall && self.is_one_line(literal, members);
        self.tall += usize::from(!joins);
        joins
    }

    /// Whether no line ends before, between or after the members. Literals that lowering made up have no place.
    fn is_one_line(&self, literal: Span, members: impl Iterator<Item = Span>) -> bool {
        let mut at = literal.start;
        let end = Span::new(literal.end, literal.end);
        !literal.is_empty()
            && members.chain([end]).all(|member| {
                let gap = self.source.get(at as usize..member.start as usize);
                at = member.end;
                gap.is_some_and(|gap| !gap.contains(['\n', '\r', '\u{2028}', '\u{2029}']))
            })
    }

    fn hole(&self, kind: char) -> ast::Ident<'a> {
        ast::Ident::from_str_in(&self.marker.hole(kind, 0), self.builder)
    }

    fn property(&self, kind: char) -> ast::ObjectPropertyKind<'a> {
        let name = self.hole(kind);
        let key = ast::PropertyKey::StaticIdentifier(ast::IdentifierName::boxed(SPAN, name, self.builder));
        let value = ast::Expression::new_identifier(SPAN, name, self.builder);
        let kind = ast::PropertyKind::Init;
        ast::ObjectPropertyKind::new_object_property(SPAN, kind, key, value, false, true, false, self.builder)
    }

    fn element(&self, kind: char) -> ast::ArrayExpressionElement<'a> {
        ast::ArrayExpressionElement::from(ast::Expression::new_identifier(SPAN, self.hole(kind), self.builder))
    }
}

impl<'a> VisitMut<'a> for Layout<'a, '_> {
    fn visit_function_body(&mut self, body: &mut ast::FunctionBody<'a>) {
        self.tall += usize::from(!body.is_empty());
        walk_mut::walk_function_body(self, body);
    }

    fn visit_class_body(&mut self, body: &mut ast::ClassBody<'a>) {
        self.tall += usize::from(!body.body.is_empty());
        walk_mut::walk_class_body(self, body);
    }

    fn visit_object_expression(&mut self, object: &mut ast::ObjectExpression<'a>) {
        let tall = self.tall;
        walk_mut::walk_object_expression(self, object);
        if object.properties.len() < 2 || !self.joins(tall, object.span, object.properties.iter().map(GetSpan::span)) {
            return;
        }
        let properties = object.properties.take_in(self.builder);
        let mut joined = ArenaVec::with_capacity_in(2 * properties.len() + 1, self.builder);
        for property in properties {
            joined.push(self.property(JOIN));
            joined.push(property);
        }
        joined.push(self.property(CLOSE));
        object.properties = joined;
    }

    fn visit_array_expression(&mut self, array: &mut ast::ArrayExpression<'a>) {
        let tall = self.tall;
        walk_mut::walk_array_expression(self, array);
        if array.elements.len() < 3
            || array.elements.iter().any(ast::ArrayExpressionElement::is_elision)
            || !self.joins(tall, array.span, array.elements.iter().map(GetSpan::span))
        {
            return;
        }
        let elements = array.elements.take_in(self.builder);
        let mut joined = ArenaVec::with_capacity_in(2 * elements.len() + 1, self.builder);
        let mut hole = JOIN_CLOSELY;
        for element in elements {
            joined.push(self.element(hole));
            joined.push(element);
            hole = JOIN;
        }
        joined.push(self.element(CLOSE_CLOSELY));
        array.elements = joined;
    }
}

/// Before a member, behind a space or directly behind the bracket.
pub(super) const JOIN: char = 'J';
pub(super) const JOIN_CLOSELY: char = 'K';
/// After the last member, before a space or directly before the bracket.
pub(super) const CLOSE: char = 'L';
pub(super) const CLOSE_CLOSELY: char = 'M';
