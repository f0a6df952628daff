use oxc_ast::ast;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};

use super::namespaces::builder;
use super::{Analysis, Read, globals};

/// What is known of a value that is made without anything noticeable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Any,
    Symbol,
    BigInt,
    /// A primitive that is neither a symbol nor a big integer: every operator takes it.
    Primitive,
}

impl Value {
    /// What holds whichever of two it is.
    fn or(self, other: Self) -> Self {
        if self == other { self } else { Self::Any }
    }

    fn is_text(self) -> bool {
        matches!(self, Self::BigInt | Self::Primitive)
    }
}

impl Analysis<'_> {
    /// What evaluating an expression gives; `None` where it could be noticed. Expressions nest no deeper than the depth
    /// guard lets through.
    pub(super) fn value(&mut self, expression: &ast::Expression<'_>) -> Option<Value> {
        match expression {
            ast::Expression::BooleanLiteral(_)
            | ast::Expression::NullLiteral(_)
            | ast::Expression::NumericLiteral(_)
            | ast::Expression::StringLiteral(_) => Some(Value::Primitive),
            ast::Expression::BigIntLiteral(_) => Some(Value::BigInt),
            ast::Expression::RegExpLiteral(_)
            | ast::Expression::ArrowFunctionExpression(_)
            | ast::Expression::FunctionExpression(_)
            | ast::Expression::ImportMeta(_)
            | ast::Expression::ThisExpression(_) => Some(Value::Any),
            ast::Expression::TemplateLiteral(template) => {
                template.expressions.iter().all(|part| self.is_text(part)).then_some(Value::Primitive)
            }
            ast::Expression::Identifier(identifier) => self.identifier(identifier),
            ast::Expression::ArrayExpression(array) => self.array(array),
            ast::Expression::ObjectExpression(object) => self.object(object),
            ast::Expression::ClassExpression(class) => self.class(class),
            ast::Expression::ParenthesizedExpression(inner) => self.value(&inner.expression),
            ast::Expression::SequenceExpression(sequence) => {
                let mut last = Some(Value::Any);
                for expression in &sequence.expressions {
                    last = Some(self.value(expression)?);
                }
                last
            }
            ast::Expression::ConditionalExpression(conditional) => {
                self.value(&conditional.test)?;
                Some(self.value(&conditional.consequent)?.or(self.value(&conditional.alternate)?))
            }
            ast::Expression::LogicalExpression(logical) => {
                Some(self.value(&logical.left)?.or(self.value(&logical.right)?))
            }
            ast::Expression::AssignmentExpression(assignment) => self.set_member(assignment),
            ast::Expression::UnaryExpression(unary) => self.unary(unary),
            ast::Expression::BinaryExpression(binary) => self.binary(binary),
            ast::Expression::StaticMemberExpression(member) => self.member(member),
            ast::Expression::CallExpression(call) => self.call(call),
            ast::Expression::NewExpression(new) => self.construction(new),
            _ => None,
        }
    }

    fn is_text(&mut self, expression: &ast::Expression<'_>) -> bool {
        self.value(expression).is_some_and(Value::is_text)
    }

    fn identifier(&mut self, identifier: &ast::IdentifierReference<'_>) -> Option<Value> {
        let Some(symbol) = self.symbol(identifier) else {
            let value = if globals::is_primitive(&identifier.name) { Value::Primitive } else { Value::Any };
            return globals::is_global(&identifier.name).then_some(value);
        };
        if self.scoping.symbol_flags(symbol).is_import() {
            self.found.reads.push(Read { import: symbol, member: None, extended: false });
            return Some(Value::Any);
        }
        let value = if self.primitives.contains(&symbol) { Value::Primitive } else { Value::Any };
        self.is_initialised(symbol).then_some(value)
    }

    fn array(&mut self, array: &ast::ArrayExpression<'_>) -> Option<Value> {
        for element in &array.elements {
            match element {
                ast::ArrayExpressionElement::Elision(_) => {}
                element => {
                    self.value(element.as_expression()?)?;
                }
            }
        }
        Some(Value::Any)
    }

    fn object(&mut self, object: &ast::ObjectExpression<'_>) -> Option<Value> {
        for property in &object.properties {
            let ast::ObjectPropertyKind::ObjectProperty(property) = property else { return None };
            self.key(&property.key, property.computed)?;
            self.value(&property.value)?;
        }
        Some(Value::Any)
    }

    /// A key becomes a string unless it is a symbol.
    pub(super) fn key(&mut self, key: &ast::PropertyKey<'_>, computed: bool) -> Option<()> {
        if !computed {
            return Some(());
        }
        match self.value(key.as_expression()?)? {
            Value::Any => None,
            _ => Some(()),
        }
    }

    fn unary(&mut self, unary: &ast::UnaryExpression<'_>) -> Option<Value> {
        if unary.operator == UnaryOperator::Typeof
            && let ast::Expression::Identifier(identifier) = &unary.argument
            && self.symbol(identifier).is_none()
        {
            return Some(Value::Primitive);
        }
        let operand = self.value(&unary.argument)?;
        match unary.operator {
            UnaryOperator::Typeof | UnaryOperator::Void | UnaryOperator::LogicalNot => Some(Value::Primitive),
            UnaryOperator::UnaryNegation | UnaryOperator::BitwiseNot => operand.is_text().then_some(operand),
            UnaryOperator::UnaryPlus => (operand == Value::Primitive).then_some(operand),
            UnaryOperator::Delete => None,
        }
    }

    fn binary(&mut self, binary: &ast::BinaryExpression<'_>) -> Option<Value> {
        let (left, right) = (self.value(&binary.left)?, self.value(&binary.right)?);
        let unnoticed = match binary.operator {
            BinaryOperator::StrictEquality | BinaryOperator::StrictInequality => true,
            // Nothing is asked of what is compared with `null`.
            BinaryOperator::Equality | BinaryOperator::Inequality => {
                is_nullish(&binary.left) || is_nullish(&binary.right) || left != Value::Any && right != Value::Any
            }
            operator if operator.is_compare() => left.is_text() && right.is_text(),
            BinaryOperator::In | BinaryOperator::Instanceof => false,
            _ => left == Value::Primitive && right == Value::Primitive,
        };
        unnoticed.then_some(Value::Primitive)
    }

    fn member(&mut self, member: &ast::StaticMemberExpression<'_>) -> Option<Value> {
        let name = &*member.property.name;
        match member.object.without_parentheses() {
            ast::Expression::Identifier(object) => {
                let Some(symbol) = self.symbol(object) else {
                    return match &*object.name {
                        owner if globals::is_constant(owner, name) => Some(Value::Primitive),
                        owner if globals::is_symbol(owner, name) => Some(Value::Symbol),
                        _ => None,
                    };
                };
                if self.imported_namespaces.contains(&symbol) {
                    self.found.reads.push(Read { import: symbol, member: Some(name.into()), extended: false });
                    return Some(Value::Any);
                }
                self.is_object(&member.object).then_some(Value::Any)
            }
            // `{ name: value }.name`, with which lowering names the default export.
            ast::Expression::ObjectExpression(object) => match &object.properties[..] {
                [ast::ObjectPropertyKind::ObjectProperty(property)]
                    if property.kind == ast::PropertyKind::Init
                        && !property.computed
                        && property.key.static_name().as_deref() == Some(name) =>
                {
                    self.value(&property.value)
                }
                _ => None,
            },
            ast::Expression::ImportMeta(_) if name == "url" => Some(Value::Any),
            _ => None,
        }
    }

    fn call(&mut self, call: &ast::CallExpression<'_>) -> Option<Value> {
        // Lowering marks the functions that build enums, whatever they do.
        if call.pure && builder(call).is_none() {
            return self.arguments(&call.arguments).map(|()| Value::Any);
        }
        match &call.callee {
            ast::Expression::Identifier(callee) if self.symbol(callee).is_none() => {
                let argument = match &call.arguments[..] {
                    [] => None,
                    [argument] => Some(self.value(argument.as_expression()?)?),
                    _ => return None,
                };
                match (&*callee.name, argument) {
                    ("Boolean", _) => Some(Value::Primitive),
                    ("Symbol", None | Some(Value::Primitive)) => Some(Value::Symbol),
                    ("String" | "Number", None | Some(Value::Primitive)) => Some(Value::Primitive),
                    _ => None,
                }
            }
            ast::Expression::StaticMemberExpression(member) => {
                let ast::Expression::Identifier(object) = &member.object else { return None };
                if self.symbol(object).is_some() {
                    return None;
                }
                let [ast::Argument::NullLiteral(_) | ast::Argument::StringLiteral(_)] = &call.arguments[..] else {
                    return None;
                };
                let argument = call.arguments.first()?;
                match (&*object.name, &*member.property.name, argument) {
                    ("Symbol", "for", ast::Argument::StringLiteral(_)) => Some(Value::Symbol),
                    ("Object", "create", ast::Argument::NullLiteral(_)) => Some(Value::Any),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn construction(&mut self, new: &ast::NewExpression<'_>) -> Option<Value> {
        if new.pure {
            return self.arguments(&new.arguments).map(|()| Value::Any);
        }
        let ast::Expression::Identifier(callee) = &new.callee else { return None };
        if self.symbol(callee).is_some() || !globals::is_collection(&callee.name) {
            return None;
        }
        match &new.arguments[..] {
            [] | [ast::Argument::NullLiteral(_)] => Some(Value::Any),
            // Weak collections refuse most values.
            [ast::Argument::ArrayExpression(items)] if !callee.name.starts_with("Weak") => {
                let are_entries = || {
                    items.elements.iter().all(|item| matches!(item, ast::ArrayExpressionElement::ArrayExpression(_)))
                };
                if callee.name == "Map" && !are_entries() {
                    return None;
                }
                self.array(items)
            }
            _ => None,
        }
    }

    fn arguments(&mut self, arguments: &[ast::Argument<'_>]) -> Option<()> {
        for argument in arguments {
            self.value(argument.as_expression()?)?;
        }
        Some(())
    }
}

fn is_nullish(expression: &ast::Expression<'_>) -> bool {
    match expression {
        ast::Expression::NullLiteral(_) => true,
        ast::Expression::UnaryExpression(unary) => unary.operator == UnaryOperator::Void,
        _ => false,
    }
}
