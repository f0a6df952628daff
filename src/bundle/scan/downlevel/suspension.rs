//! Whether evaluating a class waits.

use oxc_ast::ast;
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;

/// What stands in the parts of a class that are evaluated where it stands: decorators, what it extends, computed keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Suspension {
    None,
    Awaits,
    /// Where the `yield` stands.
    Yields(oxc_span::Span),
}

pub(in super::super) fn suspension(class: &ast::Class<'_>) -> Suspension {
    let mut finder = Finder(Suspension::None);
    finder.visit_class(class);
    finder.0
}

struct Finder(Suspension);

impl<'a> Visit<'a> for Finder {
    fn visit_class(&mut self, class: &ast::Class<'a>) {
        self.visit_decorators(&class.decorators);
        if let Some(heritage) = &class.heritage {
            self.visit_expression(&heritage.expression);
        }
        for element in &class.body.body {
            match element {
                ast::ClassElement::MethodDefinition(method) => {
                    self.visit_decorators(&method.decorators);
                    self.visit_property_key(&method.key);
                }
                ast::ClassElement::PropertyDefinition(property) => {
                    self.visit_decorators(&property.decorators);
                    self.visit_property_key(&property.key);
                }
                ast::ClassElement::AccessorProperty(accessor) => {
                    self.visit_decorators(&accessor.decorators);
                    self.visit_property_key(&accessor.key);
                }
                ast::ClassElement::StaticBlock(_) | ast::ClassElement::TSIndexSignature(_) => {}
            }
        }
    }

    fn visit_function(&mut self, _function: &ast::Function<'a>, _flags: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _function: &ast::ArrowFunctionExpression<'a>) {}

    fn visit_await_expression(&mut self, awaited: &ast::AwaitExpression<'a>) {
        if self.0 == Suspension::None {
            self.0 = Suspension::Awaits;
        }
        walk::walk_await_expression(self, awaited);
    }

    fn visit_yield_expression(&mut self, yielded: &ast::YieldExpression<'a>) {
        self.0 = Suspension::Yields(yielded.span);
    }
}
