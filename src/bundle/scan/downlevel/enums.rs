//! Enums as statements that fill an object, as TypeScript writes them.

use oxc_allocator::ArenaVec;
use oxc_ast::ast::{self, Ident};
use oxc_ast::builder::AstBuilder;
use oxc_semantic::Scoping;
use oxc_span::{GetSpanMut, SPAN};
use oxc_syntax::constant_value::ConstantValue;
use oxc_syntax::number::NumberBase;

use super::template::{Piece, expression, statements};

/// Whether nothing of an enum is left once types are erased. The values of one that is `const` are known even where it is
/// only declared.
pub(in super::super) fn erased(item: &ast::TSEnumDeclaration<'_>) -> bool {
    item.declare && !item.r#const
}

/// Whether making the object runs nothing that could look at it meanwhile.
pub(super) fn is_constant(item: &ast::TSEnumDeclaration<'_>) -> bool {
    item.body.members.iter().all(|member| member.initializer.as_ref().is_none_or(has_no_effect))
}

fn has_no_effect(expression: &ast::Expression<'_>) -> bool {
    match expression.get_inner_expression() {
        ast::Expression::UnaryExpression(unary) => has_no_effect(&unary.argument),
        ast::Expression::BinaryExpression(binary) => has_no_effect(&binary.left) && has_no_effect(&binary.right),
        ast::Expression::TemplateLiteral(template) => template.expressions.iter().all(has_no_effect),
        ast::Expression::StaticMemberExpression(member) => has_no_effect(&member.object),
        ast::Expression::ComputedMemberExpression(member) => {
            has_no_effect(&member.object) && has_no_effect(&member.expression)
        }
        ast::Expression::Identifier(_) => true,
        literal => literal.is_literal(),
    }
}

/// What the value of a member is known to be.
enum Kind {
    Number,
    Text,
    /// Either: it is another enum's, perhaps another file's.
    Unknown,
}

/// The statements that fill the object, which is called `object` in them.
pub(super) fn members<'a>(
    body: ast::TSEnumBody<'a>,
    object: Ident<'a>,
    scoping: &Scoping,
    builder: &AstBuilder<'a>,
) -> ArenaVec<'a, ast::Statement<'a>> {
    let scope = body.scope_id.get();
    let mut filled = ArenaVec::with_capacity_in(body.members.len(), builder);
    let mut previous: Option<(Ident<'a>, Option<f64>)> = None;
    for member in body.members {
        let name = Ident::from_str_in(&member.id.static_name(), builder);
        let known = scope
            .and_then(|scope| scoping.get_binding(scope, name))
            .and_then(|symbol| scoping.get_enum_member_value(symbol))
            .cloned();
        let (kind, value, number) = match (known, member.initializer) {
            (Some(ConstantValue::Number(number)), _) => (Kind::Number, self::number(number, builder), Some(number)),
            (Some(ConstantValue::String(text)), _) => {
                let text = Ident::from_str_in(&text, builder);
                (Kind::Text, expression("$0;", [Piece::Text(text)], builder), None)
            }
            (None, Some(initializer)) => (kind(&initializer), initializer, None),
            (None, None) => match previous {
                None => (Kind::Number, self::number(0.0, builder), Some(0.0)),
                Some((_, Some(number))) => (Kind::Number, self::number(number + 1.0, builder), Some(number + 1.0)),
                Some((previous, None)) => {
                    let pieces = [Piece::Name(object), Piece::Text(previous)];
                    (Kind::Number, expression("1 + $0[$1];", pieces, builder), None)
                }
            },
        };
        let text = match kind {
            Kind::Number => "$0[$0[$1] = $2] = $1;",
            Kind::Text => "$0[$1] = $2;",
            Kind::Unknown => "if (typeof ($0[$1] = $2) !== \"string\") $0[$0[$1]] = $1;",
        };
        let pieces = [Piece::Name(object), Piece::Text(name), Piece::Expression(value)];
        for mut statement in statements(text, pieces, builder) {
            *statement.span_mut() = member.span;
            filled.push(statement);
        }
        previous = Some((name, number));
    }
    filled
}

fn kind(expression: &ast::Expression<'_>) -> Kind {
    match expression.get_inner_expression() {
        ast::Expression::StringLiteral(_) | ast::Expression::TemplateLiteral(_) => Kind::Text,
        ast::Expression::Identifier(_)
        | ast::Expression::StaticMemberExpression(_)
        | ast::Expression::ComputedMemberExpression(_) => Kind::Unknown,
        ast::Expression::BinaryExpression(binary) if binary.operator == ast::BinaryOperator::Addition => {
            match (kind(&binary.left), kind(&binary.right)) {
                (Kind::Text, _) | (_, Kind::Text) => Kind::Text,
                (Kind::Number, Kind::Number) => Kind::Number,
                _ => Kind::Unknown,
            }
        }
        _ => Kind::Number,
    }
}

fn number<'a>(value: f64, builder: &AstBuilder<'a>) -> ast::Expression<'a> {
    let literal = |value| {
        Piece::Expression(ast::Expression::new_numeric_literal(SPAN, value, None, NumberBase::Decimal, builder))
    };
    match value {
        _ if value.is_nan() => expression("0 / 0;", [], builder),
        _ if value == f64::INFINITY => expression("1 / 0;", [], builder),
        _ if value == f64::NEG_INFINITY => expression("-1 / 0;", [], builder),
        _ if value < 0.0 => expression("-$0;", [literal(-value)], builder),
        // TypeScript writes `-0` as `0`, too.
        _ => expression("$0;", [literal(value.abs())], builder),
    }
}
