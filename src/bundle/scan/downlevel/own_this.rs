use oxc_ast::ast::{self, Ident};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_syntax::scope::ScopeFlags;

/// Writes a variable in place of `this`, except where `this` is another's.
pub(super) struct ThisReplacement<'a, 's> {
    variable: Ident<'a>,
    builder: &'s AstBuilder<'a>,
}

impl<'a, 's> ThisReplacement<'a, 's> {
    pub fn new(variable: Ident<'a>, builder: &'s AstBuilder<'a>) -> Self {
        Self { variable, builder }
    }
}

impl<'a> VisitMut<'a> for ThisReplacement<'a, '_> {
    fn visit_expression(&mut self, expression: &mut ast::Expression<'a>) {
        match expression {
            ast::Expression::ThisExpression(this) => {
                *expression = ast::Expression::new_identifier(this.span, self.variable, self.builder);
            }
            _ => walk_mut::walk_expression(self, expression),
        }
    }

    fn visit_function(&mut self, _function: &mut ast::Function<'a>, _flags: ScopeFlags) {}

    /// Only what a class extends and its computed keys have the `this` around it.
    fn visit_class(&mut self, class: &mut ast::Class<'a>) {
        if let Some(heritage) = &mut class.heritage {
            self.visit_expression(&mut heritage.expression);
        }
        for element in &mut class.body.body {
            match element {
                ast::ClassElement::MethodDefinition(method) => self.visit_property_key(&mut method.key),
                ast::ClassElement::PropertyDefinition(property) => self.visit_property_key(&mut property.key),
                ast::ClassElement::AccessorProperty(accessor) => self.visit_property_key(&mut accessor.key),
                ast::ClassElement::StaticBlock(_) | ast::ClassElement::TSIndexSignature(_) => {}
            }
        }
    }
}
