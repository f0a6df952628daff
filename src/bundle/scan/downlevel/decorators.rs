//! Decorators and `accessor` as syntax that Node 22 reads, with the functions of `runtime/decorators.js`.
//!
//! A decorated class becomes a function that is called at once and gives the class:
//!
//! ```js
//! let C = (() => {
//!   let _shared, _x;
//!   return class C {
//!     [(_x = [decorator], "x")] = __initial(_x, this, value);
//!     static { _shared = __decorating(this); _x = __member(_shared, _x, "field", "x", false); … }
//!   };
//! })();
//! ```
//!
//! Decorators and computed keys are evaluated in the keys, in order; the static block, which runs after them, applies them.

use oxc_allocator::{ArenaBox, ArenaVec, TakeIn};
use oxc_ast::ast::{self, Ident};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_span::SPAN;

use super::class_members::{Lowered, lower_members};
use super::fresh::Names;
use super::suspension::{Suspension, suspension};
use super::template::{Piece, expression, statements};

/// Lowers every class of a program from which types are gone.
pub(super) fn lower<'a>(program: &mut ast::Program<'a>, names: &mut Names, builder: &AstBuilder<'a>) {
    Classes { builder, names, context_name: None }.visit_program(program);
}

/// Whether a class has anything to lower.
pub(in super::super) fn is_lowered(class: &ast::Class<'_>) -> bool {
    !class.decorators.is_empty()
        || class.body.body.iter().any(|element| match element {
            ast::ClassElement::MethodDefinition(method) => !method.decorators.is_empty(),
            ast::ClassElement::PropertyDefinition(property) => !property.decorators.is_empty(),
            ast::ClassElement::AccessorProperty(_) => true,
            _ => false,
        })
}

struct Classes<'a, 's> {
    builder: &'s AstBuilder<'a>,
    names: &'s mut Names,
    /// What the expression that comes next is called if it is a class without a name.
    context_name: Option<Ident<'a>>,
}

impl<'a> Classes<'a, '_> {
    /// The class as an expression, or as it is where only its members changed.
    fn class(&mut self, mut class: ast::Class<'a>, context_name: Option<Ident<'a>>) -> ast::Expression<'a> {
        let awaits = matches!(suspension(&class), Suspension::Awaits);
        let name = class.id.as_ref().map(|id| id.name);
        let decorators = class.decorators.take_in(self.builder);
        let Lowered { mut temporaries, decorated } =
            lower_members(&mut class, &decorators, context_name, self.names, self.builder);
        class.r#type = ast::ClassType::ClassExpression;
        let replaced = decorated.filter(|_| !decorators.is_empty());
        if replaced.is_none() && temporaries.is_empty() {
            return ast::Expression::ClassExpression(ArenaBox::new_in(class, self.builder));
        }
        let mut body = ArenaVec::new_in(self.builder);
        let own_name = name.filter(|_| replaced.is_some());
        // The binding that members see is the decorated class, which the class itself does not bind.
        if own_name.is_some() {
            class.id = None;
        }
        temporaries.extend(own_name);
        for temporary in temporaries {
            body.extend(statements("let $0;", [Piece::Name(temporary)], self.builder));
        }
        let mut result = ast::Expression::ClassExpression(ArenaBox::new_in(class, self.builder));
        if let Some(shown) = name.or(context_name).filter(|_| own_name.is_some() || name.is_none()) {
            let pieces = [Piece::Text(shown), Piece::Expression(result)];
            result = expression("({ [$0]: $1 })[$0];", pieces, self.builder);
        }
        match replaced {
            Some(replaced) => {
                let list = decorator_list(decorators, self.builder);
                let pieces = [Piece::Name(replaced), Piece::Expression(list), Piece::Expression(result)];
                body.extend(statements("$0 = $1; $2; return $0.value;", pieces, self.builder));
            }
            None => body.extend(statements("return $0;", [Piece::Expression(result)], self.builder)),
        }
        let text = if awaits { "await (async () => { $0; })();" } else { "(() => { $0; })();" };
        expression(text, [Piece::Statements(body)], self.builder)
    }

    /// `let C = …` for a class that is declared.
    fn declaration(&mut self, class: ast::Class<'a>) -> ast::Statement<'a> {
        let span = class.span;
        let id = class.id.as_ref().map(|id| ast::BindingIdentifier::boxed(id.span, id.name, self.builder));
        match self.class(class, None) {
            ast::Expression::ClassExpression(mut class) => {
                class.r#type = ast::ClassType::ClassDeclaration;
                ast::Statement::ClassDeclaration(class)
            }
            value => {
                let Some(id) = id else { return ast::Statement::new_expression_statement(span, value, self.builder) };
                let pattern = ast::BindingPattern::BindingIdentifier(id);
                let declarator = ast::VariableDeclarator::new(span, pattern, None, Some(value), false, self.builder);
                let declarators = ArenaVec::from_array_in([declarator], self.builder);
                let kind = ast::VariableDeclarationKind::Let;
                let variables = ast::VariableDeclaration::boxed(span, kind, declarators, false, self.builder);
                ast::Statement::VariableDeclaration(variables)
            }
        }
    }

    fn named(&mut self, name: Option<Ident<'a>>, value: &mut ast::Expression<'a>) {
        self.context_name = name;
        self.visit_expression(value);
    }

    fn default_export(
        &mut self,
        mut export: ArenaBox<'a, ast::ExportDefaultDeclaration<'a>>,
        list: &mut ArenaVec<'a, ast::Statement<'a>>,
    ) {
        match &mut export.declaration {
            ast::ExportDefaultDeclarationKind::ClassDeclaration(class) if is_lowered(class) => {
                walk_mut::walk_class(self, class);
                let class = class.take_in(self.builder);
                if let Some(name) = class.id.as_ref().map(|id| id.name) {
                    let declaration = self.declaration(class);
                    list.push(declaration);
                    list.extend(statements("export { $0 as default };", [Piece::Name(name)], self.builder));
                    return;
                }
                let value = self.class(class, Some(Ident::from("default")));
                export.declaration = match value {
                    ast::Expression::ClassExpression(mut class) => {
                        class.r#type = ast::ClassType::ClassDeclaration;
                        ast::ExportDefaultDeclarationKind::ClassDeclaration(class)
                    }
                    value => ast::ExportDefaultDeclarationKind::from(value),
                };
            }
            declaration => {
                self.context_name = Some(Ident::from("default"));
                walk_mut::walk_export_default_declaration_kind(self, declaration);
                self.context_name = None;
            }
        }
        list.push(ast::Statement::ExportDefaultDeclaration(export));
    }
}

impl<'a> VisitMut<'a> for Classes<'a, '_> {
    fn visit_statements(&mut self, list: &mut ArenaVec<'a, ast::Statement<'a>>) {
        for mut statement in list.take_in(self.builder) {
            match statement {
                ast::Statement::ClassDeclaration(mut class) if is_lowered(&class) => {
                    walk_mut::walk_class(self, &mut class);
                    let declaration = self.declaration(class.unbox());
                    list.push(declaration);
                }
                ast::Statement::ExportDeclaration(mut export) => {
                    match &mut export.declaration {
                        ast::Declaration::ClassDeclaration(class) if is_lowered(class) => {
                            walk_mut::walk_class(self, class);
                            let class = class.take_in(self.builder);
                            if let Ok(declaration) = ast::Declaration::try_from(self.declaration(class)) {
                                export.declaration = declaration;
                            }
                        }
                        declaration => self.visit_declaration(declaration),
                    }
                    list.push(ast::Statement::ExportDeclaration(export));
                }
                ast::Statement::ExportDefaultDeclaration(export) => self.default_export(export, list),
                _ => {
                    self.visit_statement(&mut statement);
                    list.push(statement);
                }
            }
        }
    }

    fn visit_expression(&mut self, expression: &mut ast::Expression<'a>) {
        let context_name = self.context_name.take();
        match expression {
            ast::Expression::ParenthesizedExpression(inner) => {
                self.context_name = context_name;
                self.visit_expression(&mut inner.expression);
            }
            ast::Expression::ClassExpression(class) if is_lowered(class) => {
                walk_mut::walk_class(self, class);
                let class = class.take_in(self.builder);
                *expression = self.class(class, context_name);
            }
            _ => walk_mut::walk_expression(self, expression),
        }
    }

    fn visit_variable_declarator(&mut self, declarator: &mut ast::VariableDeclarator<'a>) {
        self.visit_binding_pattern(&mut declarator.id);
        if let Some(init) = &mut declarator.init {
            self.named(declarator.id.get_identifier_name(), init);
        }
    }

    fn visit_assignment_pattern(&mut self, pattern: &mut ast::AssignmentPattern<'a>) {
        self.visit_binding_pattern(&mut pattern.left);
        self.named(pattern.left.get_identifier_name(), &mut pattern.right);
    }

    fn visit_formal_parameter(&mut self, parameter: &mut ast::FormalParameter<'a>) {
        self.visit_binding_pattern(&mut parameter.pattern);
        if let Some(init) = &mut parameter.initializer {
            self.named(parameter.pattern.get_identifier_name(), init);
        }
    }

    fn visit_assignment_expression(&mut self, assignment: &mut ast::AssignmentExpression<'a>) {
        self.visit_assignment_target(&mut assignment.left);
        let names = assignment.operator.is_assign() || assignment.operator.is_logical();
        let name = target_name(&assignment.left).filter(|_| names);
        self.named(name, &mut assignment.right);
    }

    fn visit_assignment_target_with_default(&mut self, target: &mut ast::AssignmentTargetWithDefault<'a>) {
        self.visit_assignment_target(&mut target.binding);
        self.named(target_name(&target.binding), &mut target.init);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        property: &mut ast::AssignmentTargetPropertyIdentifier<'a>,
    ) {
        if let Some(init) = &mut property.init {
            self.named(Some(property.binding.name), init);
        }
    }

    fn visit_object_property(&mut self, property: &mut ast::ObjectProperty<'a>) {
        self.visit_property_key(&mut property.key);
        let name = key_name(&property.key).filter(|name| !property.method && *name != "__proto__");
        self.named(name, &mut property.value);
    }

    fn visit_property_definition(&mut self, property: &mut ast::PropertyDefinition<'a>) {
        self.visit_decorators(&mut property.decorators);
        self.visit_property_key(&mut property.key);
        if let Some(value) = &mut property.value {
            self.named(key_name(&property.key), value);
        }
    }
}

fn target_name<'a>(target: &ast::AssignmentTarget<'a>) -> Option<Ident<'a>> {
    match target {
        ast::AssignmentTarget::AssignmentTargetIdentifier(target) => Some(target.name),
        _ => None,
    }
}

fn key_name<'a>(key: &ast::PropertyKey<'a>) -> Option<Ident<'a>> {
    match key {
        ast::PropertyKey::StaticIdentifier(name) => Some(name.name),
        ast::PropertyKey::StringLiteral(text) => Some(text.value.into()),
        _ => None,
    }
}

/// Decorators as a list of functions; one that is a member keeps its object as `this`.
pub(super) fn decorator_list<'a>(
    decorators: ArenaVec<'a, ast::Decorator<'a>>,
    builder: &AstBuilder<'a>,
) -> ast::Expression<'a> {
    let mut elements = ArenaVec::with_capacity_in(decorators.len(), builder);
    for decorator in decorators {
        elements.push(ast::ArrayExpressionElement::from(bound(decorator.expression, builder)));
    }
    ast::Expression::new_array_expression(SPAN, elements, builder)
}

fn bound<'a>(decorator: ast::Expression<'a>, builder: &AstBuilder<'a>) -> ast::Expression<'a> {
    let object = |expression| Piece::Expression(expression);
    match decorator {
        ast::Expression::ParenthesizedExpression(inner) => bound(inner.unbox().expression, builder),
        ast::Expression::StaticMemberExpression(member) if !is_super(&member.object) => {
            let member = member.unbox();
            let pieces = [object(member.object), Piece::Name(member.property.name)];
            expression("((object) => object.$1.bind(object))($0);", pieces, builder)
        }
        ast::Expression::PrivateFieldExpression(member) => {
            let member = member.unbox();
            let pieces = [object(member.object), Piece::Name(member.field.name)];
            expression("((object) => object.#$1.bind(object))($0);", pieces, builder)
        }
        ast::Expression::ComputedMemberExpression(member) if !is_super(&member.object) => {
            let member = member.unbox();
            let pieces = [object(member.object), object(member.expression)];
            expression("((object, key) => object[key].bind(object))($0, $1);", pieces, builder)
        }
        member @ (ast::Expression::StaticMemberExpression(_) | ast::Expression::ComputedMemberExpression(_)) => {
            expression("$0.bind(this);", [object(member)], builder)
        }
        other => other,
    }
}

fn is_super(object: &ast::Expression<'_>) -> bool {
    matches!(object, ast::Expression::Super(_))
}
