//! Patterns that declare as patterns that assign.

use oxc_allocator::{ArenaBox, ArenaVec};
use oxc_ast::ast;
use oxc_ast::builder::AstBuilder;

/// Rewrites a pattern so that it assigns to what `leaf` makes of each name that it binds. Patterns nest no deeper than
/// the depth guard lets through.
pub(super) fn as_target<'a>(
    pattern: ast::BindingPattern<'a>,
    leaf: &impl Fn(ast::BindingIdentifier<'a>) -> ast::AssignmentTarget<'a>,
    builder: &AstBuilder<'a>,
) -> ast::AssignmentTarget<'a> {
    match pattern {
        ast::BindingPattern::BindingIdentifier(id) => leaf(id.unbox()),
        ast::BindingPattern::AssignmentPattern(assignment) => as_target(assignment.unbox().left, leaf, builder),
        ast::BindingPattern::ObjectPattern(object) => {
            let object = object.unbox();
            let mut properties = ArenaVec::with_capacity_in(object.properties.len(), builder);
            for property in object.properties {
                let binding = with_default(property.value, leaf, builder);
                let property = ast::AssignmentTargetPropertyProperty::boxed(
                    property.span,
                    property.key,
                    binding,
                    property.computed,
                    builder,
                );
                properties.push(ast::AssignmentTargetProperty::AssignmentTargetPropertyProperty(property));
            }
            let rest = object.rest.map(|rest| as_rest(rest.unbox(), leaf, builder));
            let target = ast::ObjectAssignmentTarget::boxed(object.span, properties, rest, builder);
            ast::AssignmentTarget::ObjectAssignmentTarget(target)
        }
        ast::BindingPattern::ArrayPattern(array) => {
            let array = array.unbox();
            let mut elements = ArenaVec::with_capacity_in(array.elements.len(), builder);
            for element in array.elements {
                elements.push(element.map(|element| with_default(element, leaf, builder)));
            }
            let rest = array.rest.map(|rest| as_rest(rest.unbox(), leaf, builder));
            let target = ast::ArrayAssignmentTarget::boxed(array.span, elements, rest, builder);
            ast::AssignmentTarget::ArrayAssignmentTarget(target)
        }
    }
}

fn with_default<'a>(
    pattern: ast::BindingPattern<'a>,
    leaf: &impl Fn(ast::BindingIdentifier<'a>) -> ast::AssignmentTarget<'a>,
    builder: &AstBuilder<'a>,
) -> ast::AssignmentTargetMaybeDefault<'a> {
    match pattern {
        ast::BindingPattern::AssignmentPattern(assignment) => {
            let assignment = assignment.unbox();
            let target = as_target(assignment.left, leaf, builder);
            let target = ast::AssignmentTargetWithDefault::boxed(assignment.span, target, assignment.right, builder);
            ast::AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(target)
        }
        pattern => ast::AssignmentTargetMaybeDefault::from(as_target(pattern, leaf, builder)),
    }
}

fn as_rest<'a>(
    rest: ast::BindingRestElement<'a>,
    leaf: &impl Fn(ast::BindingIdentifier<'a>) -> ast::AssignmentTarget<'a>,
    builder: &AstBuilder<'a>,
) -> ArenaBox<'a, ast::AssignmentTargetRest<'a>> {
    ast::AssignmentTargetRest::boxed(rest.span, as_target(rest.argument, leaf, builder), builder)
}
