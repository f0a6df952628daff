//! What a CommonJS file exports as far as its text tells.

use std::collections::BTreeMap;

use oxc_ast::ast;
use oxc_ast_visit::{Visit, walk};

use super::code::CommonJsExports;

/// Finds assignments to `exports.name` and `module.exports`, and what leads to the same, anywhere in the file.
pub(super) fn exports(program: &ast::Program<'_>, request_at: &BTreeMap<u32, usize>) -> CommonJsExports {
    let mut finder = Finder { request_at, found: CommonJsExports::default() };
    finder.visit_program(program);
    finder.found
}

struct Finder<'s> {
    request_at: &'s BTreeMap<u32, usize>,
    found: CommonJsExports,
}

impl Finder<'_> {
    fn name(&mut self, name: &str) {
        if name != "default" {
            self.found.names.insert(name.into());
        }
    }

    /// What becomes `module.exports` as a whole.
    fn whole(&mut self, value: &ast::Expression<'_>) {
        match value.get_inner_expression() {
            ast::Expression::ObjectExpression(object) => {
                for property in &object.properties {
                    match property {
                        ast::ObjectPropertyKind::ObjectProperty(property) if !property.computed => {
                            if let Some(name) = property.key.static_name() {
                                self.name(&name);
                            }
                        }
                        ast::ObjectPropertyKind::SpreadProperty(spread) => self.reexport(&spread.argument),
                        ast::ObjectPropertyKind::ObjectProperty(_) => {}
                    }
                }
            }
            value => self.reexport(value),
        }
    }

    fn reexport(&mut self, value: &ast::Expression<'_>) {
        if let ast::Expression::CallExpression(call) = value.get_inner_expression()
            && is_name(&call.callee, "require")
            && let Some(ast::Argument::StringLiteral(literal)) = call.arguments.first()
            && let Some(request) = self.request_at.get(&literal.span.start)
        {
            self.found.reexports.push(*request);
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_assignment_expression(&mut self, assignment: &ast::AssignmentExpression<'a>) {
        match &assignment.left {
            ast::AssignmentTarget::StaticMemberExpression(member) if is_exports(&member.object) => {
                self.name(&member.property.name);
            }
            ast::AssignmentTarget::StaticMemberExpression(member)
                if is_name(&member.object, "module") && member.property.name == "exports" =>
            {
                self.whole(&assignment.right);
            }
            ast::AssignmentTarget::ComputedMemberExpression(member) if is_exports(&member.object) => {
                if let ast::Expression::StringLiteral(name) = &member.expression {
                    self.name(&name.value);
                }
            }
            _ => {}
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_call_expression(&mut self, call: &ast::CallExpression<'a>) {
        // Object.defineProperty(exports, "name", …)
        if let ast::Expression::StaticMemberExpression(callee) = &call.callee
            && is_name(&callee.object, "Object")
            && callee.property.name == "defineProperty"
            && let [target, ast::Argument::StringLiteral(name), ..] = &call.arguments[..]
            && target.as_expression().is_some_and(is_exports)
        {
            self.name(&name.value);
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_ts_export_assignment(&mut self, export: &ast::TSExportAssignment<'a>) {
        self.whole(&export.expression);
        walk::walk_ts_export_assignment(self, export);
    }
}

fn is_exports(expression: &ast::Expression<'_>) -> bool {
    is_name(expression, "exports")
        || matches!(expression, ast::Expression::StaticMemberExpression(member)
            if is_name(&member.object, "module") && member.property.name == "exports")
}

fn is_name(expression: &ast::Expression<'_>, name: &str) -> bool {
    matches!(expression, ast::Expression::Identifier(identifier) if identifier.name == name)
}
