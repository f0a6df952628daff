use oxc_ast::ast;

use super::values::Value;
use super::{Analysis, Read, globals};

impl Analysis<'_> {
    /// What evaluating a class gives; `None` where it could be noticed.
    pub(super) fn class(&mut self, class: &ast::Class<'_>) -> Option<Value> {
        if !class.decorators.is_empty() {
            return None;
        }
        if let Some(heritage) = &class.heritage {
            self.extended(&heritage.expression)?;
        }
        for element in &class.body.body {
            match element {
                ast::ClassElement::StaticBlock(block) => block.body.is_empty().then_some(())?,
                ast::ClassElement::MethodDefinition(method) => {
                    method.decorators.is_empty().then_some(())?;
                    self.key(&method.key, method.computed)?;
                }
                ast::ClassElement::PropertyDefinition(property) => {
                    property.decorators.is_empty().then_some(())?;
                    self.key(&property.key, property.computed)?;
                    if let Some(value) = property.value.as_ref().filter(|_| property.r#static) {
                        self.value(value)?;
                    }
                }
                ast::ClassElement::AccessorProperty(_) => return None,
                ast::ClassElement::TSIndexSignature(_) => {}
            }
        }
        Some(Value::Any)
    }

    /// Anything but a class, or `null`, may throw or run code when it is extended.
    fn extended(&mut self, expression: &ast::Expression<'_>) -> Option<()> {
        match expression {
            ast::Expression::NullLiteral(_) => Some(()),
            ast::Expression::ParenthesizedExpression(inner) => self.extended(&inner.expression),
            ast::Expression::ClassExpression(class) => self.class(class).map(drop),
            ast::Expression::Identifier(identifier) => match self.symbol(identifier) {
                None => globals::is_class(&identifier.name).then_some(()),
                Some(symbol) if self.scoping.symbol_flags(symbol).is_import() => {
                    self.found.reads.push(Read { import: symbol, member: None, extended: true });
                    Some(())
                }
                Some(symbol) => self.classes.contains(&symbol).then_some(()),
            },
            ast::Expression::StaticMemberExpression(member) => {
                let ast::Expression::Identifier(object) = &member.object else { return None };
                let symbol = self.symbol(object).filter(|symbol| self.imported_namespaces.contains(symbol))?;
                let member = Some(member.property.name.as_str().into());
                self.found.reads.push(Read { import: symbol, member, extended: true });
                Some(())
            }
            _ => None,
        }
    }
}
