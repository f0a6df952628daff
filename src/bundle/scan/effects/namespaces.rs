//! The functions that build TypeScript's namespaces and enums:
//!
//! ```text
//! var Color = function (Color) { Color[Color["Red"] = 0] = "Red"; return Color; }(Color || {});
//! let Shapes;
//! (function (Shapes) { Shapes.count = 1; })(Shapes || (Shapes = {}));
//! ```
//!
//! They are seen by nobody who does not see the object, which is a plain one: its variable holds nothing else, unless
//! something assigns to it, and what does that needs the variable.

use oxc_ast::ast;
use oxc_semantic::SymbolId;
use oxc_syntax::operator::{AssignmentOperator, LogicalOperator};
use oxc_syntax::symbol::SymbolFlags;

use super::Analysis;
use super::values::Value;

impl Analysis<'_> {
    /// A statement that goes on with an object; `None` where it is none, `Some(None)` where it does more than that.
    pub(super) fn namespace_statement(&mut self, expression: &ast::Expression<'_>) -> Option<Option<()>> {
        let (assigned, call) = match expression.without_parentheses() {
            ast::Expression::CallExpression(call) => (None, call),
            ast::Expression::AssignmentExpression(assignment) => {
                let ast::Expression::CallExpression(call) = assignment.right.without_parentheses() else { return None };
                let assigned = self.assigned_variable(assignment).filter(|symbol| self.variables.contains(symbol))?;
                (Some(assigned), call)
            }
            _ => return None,
        };
        let (body, parameter) = builder(call)?;
        let mut variables = Vec::from_iter(assigned);
        if !self.is_plain_object(argument(call)?, &mut variables) || variables.is_empty() {
            return None;
        }
        let built = self.build(body, parameter);
        self.found.declares.extend(variables);
        Some(built)
    }

    /// The same for the value of a variable.
    pub(super) fn namespace_value(
        &mut self,
        init: &ast::Expression<'_>,
        variable: Option<SymbolId>,
    ) -> Option<Option<Value>> {
        let ast::Expression::CallExpression(call) = init.without_parentheses() else { return None };
        let (body, parameter) = builder(call)?;
        let variable = variable?;
        // `var` reads as undefined before it has a value; others can't be read at all.
        if !self.initialised.contains(&variable) && self.is_initialised(variable) {
            self.give_no_value(variable);
        }
        let mut variables = Vec::new();
        if !self.is_plain_object(argument(call)?, &mut variables) || variables.iter().any(|other| *other != variable) {
            return None;
        }
        let built = self.build(body, parameter);
        if built.is_some() && self.is_constant(variable) {
            self.objects.insert(variable);
        }
        Some(built.map(|()| Value::Any))
    }

    /// Takes note of a variable that holds nothing yet; one that is a function, too, holds that.
    pub(super) fn give_no_value(&mut self, variable: SymbolId) {
        if !self.scoping.symbol_flags(variable).intersects(SymbolFlags::Function) {
            self.variables.insert(variable);
        }
    }

    fn assigned_variable(&self, assignment: &ast::AssignmentExpression<'_>) -> Option<SymbolId> {
        match &assignment.left {
            ast::AssignmentTarget::AssignmentTargetIdentifier(target)
                if assignment.operator == AssignmentOperator::Assign =>
            {
                self.symbol(target)
            }
            _ => None,
        }
    }

    /// Whether it is one of the forms of `S || (S = {})`, whose variables are collected.
    fn is_plain_object(&mut self, expression: &ast::Expression<'_>, variables: &mut Vec<SymbolId>) -> bool {
        match expression.without_parentheses() {
            ast::Expression::ObjectExpression(object) => object.properties.is_empty(),
            ast::Expression::Identifier(identifier) => match self.symbol(identifier) {
                Some(symbol) if self.variables.contains(&symbol) => {
                    variables.push(symbol);
                    true
                }
                symbol => symbol.is_some_and(|symbol| self.objects.contains(&symbol)),
            },
            ast::Expression::LogicalExpression(logical) => {
                logical.operator == LogicalOperator::Or
                    && self.is_plain_object(&logical.left, variables)
                    && self.is_plain_object(&logical.right, &mut Vec::new())
            }
            // A namespace within another: nothing but its own statements, which come first, set the property.
            ast::Expression::StaticMemberExpression(member) => self.is_object(&member.object),
            ast::Expression::AssignmentExpression(assignment) => {
                let assigned = match &assignment.left {
                    ast::AssignmentTarget::StaticMemberExpression(member) => self.is_object(&member.object),
                    _ => self.assigned_variable(assignment).is_some_and(|symbol| {
                        variables.push(symbol);
                        self.variables.contains(&symbol)
                    }),
                };
                assigned
                    && assignment.operator == AssignmentOperator::Assign
                    && self.is_plain_object(&assignment.right, &mut Vec::new())
            }
            _ => false,
        }
    }

    /// Whether it names an object that a namespace or enum is built in. It is a plain one as long as nothing else has
    /// its hands on it: where something has, the statement is needed.
    pub(super) fn is_object(&mut self, expression: &ast::Expression<'_>) -> bool {
        let ast::Expression::Identifier(identifier) = expression.without_parentheses() else { return false };
        let object = self.symbol(identifier).filter(|symbol| self.objects.contains(symbol));
        self.found.declares.extend(object);
        object.is_some()
    }

    /// Runs the body of the function.
    fn build(&mut self, body: &[ast::Statement<'_>], object: SymbolId) -> Option<()> {
        self.objects.insert(object);
        let mut known = 0;
        for statement in body {
            match statement {
                ast::Statement::ReturnStatement(result) => {
                    self.is_object(result.argument.as_ref()?).then_some(())?;
                }
                statement => self.run(statement)?,
            }
            self.initialised.extend(self.found.declares.iter().skip(known).copied());
            known = self.found.declares.len();
        }
        Some(())
    }

    /// What `N.name = value` and `N[N["name"] = 0] = "name"` give.
    pub(super) fn set_member(&mut self, assignment: &ast::AssignmentExpression<'_>) -> Option<Value> {
        if assignment.operator != AssignmentOperator::Assign {
            return None;
        }
        match &assignment.left {
            ast::AssignmentTarget::StaticMemberExpression(member) if self.is_object(&member.object) => {}
            ast::AssignmentTarget::ComputedMemberExpression(member) if self.is_object(&member.object) => {
                let key = self.value(&member.expression)?;
                (key != Value::Any).then_some(())?;
            }
            _ => return None,
        }
        self.value(&assignment.right)
    }
}

/// The statements and the parameter of a function that is called where it stands.
pub(super) fn builder<'a, 'b>(call: &'b ast::CallExpression<'a>) -> Option<(&'b [ast::Statement<'a>], SymbolId)> {
    let (parameters, body) = match call.callee.without_parentheses() {
        ast::Expression::FunctionExpression(function) if !function.r#async && !function.generator => {
            (&function.params, function.body.as_ref()?)
        }
        ast::Expression::ArrowFunctionExpression(function) if !function.r#async => match &function.body {
            ast::ArrowFunctionBody::FunctionBody(body) => (&function.params, body),
            _ => return None,
        },
        _ => return None,
    };
    match (&parameters.items[..], &parameters.rest) {
        ([parameter], None) if parameter.initializer.is_none() => match &parameter.pattern {
            ast::BindingPattern::BindingIdentifier(id) => Some((&body.statements, id.symbol_id.get()?)),
            _ => None,
        },
        _ => None,
    }
}

fn argument<'a, 'b>(call: &'b ast::CallExpression<'a>) -> Option<&'b ast::Expression<'a>> {
    match &call.arguments[..] {
        [argument] => argument.as_expression(),
        _ => None,
    }
}
