//! Namespaces as functions that fill an object, as TypeScript writes them.

use std::collections::BTreeSet;

use oxc_allocator::{ArenaBox, ArenaVec, TakeIn};
use oxc_ast::ast::{self, Ident};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_semantic::{Scoping, SymbolFlags, SymbolId};
use oxc_span::{GetSpan, GetSpanMut, SPAN};
use oxc_syntax::scope::{ScopeFlags, ScopeId};

use super::spaces::{Spaces, is_instantiated};
use super::targets::as_target;
use super::template::{Piece, statements};
use super::{aliases, enums};

/// Lowers namespaces, enums and `import x = a.b`, and tells whether there was any. Afterwards `scoping` no longer fits.
pub(in super::super) fn lower<'a>(program: &mut ast::Program<'a>, scoping: &Scoping, builder: &AstBuilder<'a>) -> bool {
    let spaces = match declares_spaces(scoping) {
        true => Spaces::of(program, scoping),
        false => Spaces::default(),
    };
    let has_aliases = program.body.iter().any(|statement| match statement {
        ast::Statement::TSImportEqualsDeclaration(import) => is_alias(import),
        ast::Statement::ExportDeclaration(export) => {
            matches!(&export.declaration, ast::Declaration::TSImportEqualsDeclaration(import) if is_alias(import))
        }
        _ => false,
    });
    if spaces.is_empty() && !has_aliases {
        return false;
    }
    let mut lowering = Lowering {
        builder,
        scoping,
        spaces: &spaces,
        values: &aliases::values(program, scoping, &spaces),
        scopes: Vec::new(),
        declared: BTreeSet::new(),
        place: Place::Top,
    };
    lowering.visit_program(program);
    true
}

fn declares_spaces(scoping: &Scoping) -> bool {
    let kinds = SymbolFlags::Enum | SymbolFlags::ValueModule | SymbolFlags::NamespaceModule;
    scoping.symbol_ids().any(|symbol| scoping.symbol_flags(symbol).intersects(kinds))
}

fn is_alias(import: &ast::TSImportEqualsDeclaration<'_>) -> bool {
    !matches!(import.module_reference, ast::TSModuleReference::ExternalModuleReference(_))
}

/// Where a declaration stands.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// At the top of the module.
    Top,
    Block,
    /// In a namespace, whose object has this name.
    Space(Ident<'a>),
}

struct Lowering<'a, 's> {
    builder: &'s AstBuilder<'a>,
    scoping: &'s Scoping,
    spaces: &'s Spaces,
    /// The aliases that stand for values.
    values: &'s BTreeSet<SymbolId>,
    /// The scopes around the node, the innermost last.
    scopes: Vec<ScopeId>,
    /// What has its variable.
    declared: BTreeSet<SymbolId>,
    place: Place<'a>,
}

impl<'a> Lowering<'a, '_> {
    /// The object that a name is a member of, where it is one.
    fn object(&self, identifier: &ast::IdentifierReference<'a>) -> Option<Ident<'a>> {
        let reference = self.scoping.get_reference(identifier.reference_id.get()?);
        let object = self.spaces.object(&self.scopes, self.scoping, &identifier.name, reference.symbol_id())?;
        Some(Ident::from_str_in(object, self.builder))
    }

    fn member(
        &self,
        identifier: &ast::IdentifierReference<'a>,
    ) -> Option<ArenaBox<'a, ast::StaticMemberExpression<'a>>> {
        let object = ast::Expression::new_identifier(SPAN, self.object(identifier)?, self.builder);
        let name = ast::IdentifierName::new(identifier.span, identifier.name, self.builder);
        Some(ast::StaticMemberExpression::boxed(identifier.span, object, name, false, self.builder))
    }

    fn list(&mut self, list: &mut ArenaVec<'a, ast::Statement<'a>>) {
        let taken = list.take_in(self.builder);
        for statement in taken {
            let (start, span) = (list.len(), statement.span());
            self.statement(statement, list);
            for made in list.iter_mut().skip(start).filter(|made| made.span().is_empty()) {
                *made.span_mut() = span;
            }
        }
    }

    fn statement(&mut self, statement: ast::Statement<'a>, list: &mut ArenaVec<'a, ast::Statement<'a>>) {
        match statement {
            ast::Statement::TSNamespaceDeclaration(namespace) if !erased(&namespace) => {
                self.namespace(namespace.unbox(), false, list);
            }
            ast::Statement::TSEnumDeclaration(item) if !enums::erased(&item) => self.item(item.unbox(), false, list),
            ast::Statement::TSImportEqualsDeclaration(import) if is_alias(&import) => {
                self.alias(import.unbox(), false, list);
            }
            ast::Statement::ExportDeclaration(export) => self.export(export.unbox(), list),
            mut other => {
                self.visit_statement(&mut other);
                list.push(other);
            }
        }
    }

    fn export(&mut self, mut export: ast::ExportDeclaration<'a>, list: &mut ArenaVec<'a, ast::Statement<'a>>) {
        match export.declaration {
            ast::Declaration::TSNamespaceDeclaration(namespace) if !erased(&namespace) => {
                self.namespace(namespace.unbox(), true, list);
            }
            ast::Declaration::TSEnumDeclaration(item) if !enums::erased(&item) => self.item(item.unbox(), true, list),
            ast::Declaration::TSImportEqualsDeclaration(import) if is_alias(&import) => {
                self.alias(import.unbox(), true, list);
            }
            declaration => match self.place {
                Place::Space(object) => self.member_declaration(declaration, object, list),
                Place::Top | Place::Block => {
                    export.declaration = declaration;
                    self.visit_declaration(&mut export.declaration);
                    list.push(ast::Statement::ExportDeclaration(ArenaBox::new_in(export, self.builder)));
                }
            },
        }
    }

    /// What a namespace exports: variables become members, everything else is declared and then becomes one.
    fn member_declaration(
        &mut self,
        mut declaration: ast::Declaration<'a>,
        object: Ident<'a>,
        list: &mut ArenaVec<'a, ast::Statement<'a>>,
    ) {
        if declaration.declare() || declaration.is_type() {
            list.push(ast::Statement::from(declaration));
            return;
        }
        let name = match declaration {
            ast::Declaration::VariableDeclaration(variables) => return self.variables(variables.unbox(), object, list),
            ast::Declaration::FunctionDeclaration(ref function) if function.body.is_none() => None,
            ast::Declaration::FunctionDeclaration(ref function) => function.id.as_ref().map(|id| id.name),
            ast::Declaration::ClassDeclaration(ref class) => class.id.as_ref().map(|id| id.name),
            _ => None,
        };
        self.visit_declaration(&mut declaration);
        list.push(ast::Statement::from(declaration));
        if let Some(name) = name {
            let pieces = [Piece::Name(object), Piece::Name(name)];
            list.extend(statements("$0.$1 = $1;", pieces, self.builder));
        }
    }

    fn variables(
        &mut self,
        variables: ast::VariableDeclaration<'a>,
        object: Ident<'a>,
        list: &mut ArenaVec<'a, ast::Statement<'a>>,
    ) {
        for declarator in variables.declarations {
            let Some(mut init) = declarator.init else { continue };
            self.visit_expression(&mut init);
            let mut pattern = declarator.id;
            self.visit_binding_pattern(&mut pattern);
            let target = as_target(pattern, &|id| self.target(id, object), self.builder);
            let operator = ast::AssignmentOperator::Assign;
            let assignment =
                ast::Expression::new_assignment_expression(declarator.span, operator, target, init, self.builder);
            list.push(ast::Statement::new_expression_statement(declarator.span, assignment, self.builder));
        }
    }

    fn target(&self, id: ast::BindingIdentifier<'a>, object: Ident<'a>) -> ast::AssignmentTarget<'a> {
        let object = ast::Expression::new_identifier(SPAN, object, self.builder);
        let name = ast::IdentifierName::new(id.span, id.name, self.builder);
        let member = ast::StaticMemberExpression::boxed(id.span, object, name, false, self.builder);
        ast::AssignmentTarget::StaticMemberExpression(member)
    }

    /// `import x = a.b`.
    fn alias(
        &mut self,
        import: ast::TSImportEqualsDeclaration<'a>,
        exported: bool,
        list: &mut ArenaVec<'a, ast::Statement<'a>>,
    ) {
        if !import.id.symbol_id.get().is_some_and(|symbol| self.values.contains(&symbol)) {
            return;
        }
        let value = match import.module_reference {
            ast::TSModuleReference::IdentifierReference(identifier) => self.root(identifier.unbox()),
            ast::TSModuleReference::QualifiedName(name) => self.qualified(name.unbox()),
            ast::TSModuleReference::ExternalModuleReference(_) => return,
        };
        let name = Piece::Name(import.id.name);
        let value = Piece::Expression(value);
        list.extend(match (self.place, exported) {
            (Place::Space(object), true) => statements("$2.$0 = $1;", [name, value, Piece::Name(object)], self.builder),
            (_, true) => statements("export var $0 = $1;", [name, value], self.builder),
            (_, false) => statements("var $0 = $1;", [name, value], self.builder),
        });
    }

    fn root(&self, identifier: ast::IdentifierReference<'a>) -> ast::Expression<'a> {
        match self.member(&identifier) {
            Some(member) => ast::Expression::StaticMemberExpression(member),
            None => ast::Expression::Identifier(ArenaBox::new_in(identifier, self.builder)),
        }
    }

    fn qualified(&self, name: ast::TSQualifiedName<'a>) -> ast::Expression<'a> {
        let mut names = vec![(name.span, name.right)];
        let mut left = name.left;
        let mut value = loop {
            match left {
                ast::TSTypeName::IdentifierReference(identifier) => break self.root(identifier.unbox()),
                ast::TSTypeName::ThisExpression(this) => break ast::Expression::ThisExpression(this),
                ast::TSTypeName::QualifiedName(inner) => {
                    let inner = inner.unbox();
                    names.push((inner.span, inner.right));
                    left = inner.left;
                }
            }
        };
        for (span, name) in names.into_iter().rev() {
            value = ast::Expression::new_static_member_expression(span, value, name, false, self.builder);
        }
        value
    }

    fn namespace(
        &mut self,
        namespace: ast::TSNamespaceDeclaration<'a>,
        exported: bool,
        list: &mut ArenaVec<'a, ast::Statement<'a>>,
    ) {
        let parameter = Ident::from_str_in(self.spaces.parameter(namespace.scope_id.get()), self.builder);
        let place = std::mem::replace(&mut self.place, Place::Space(parameter));
        self.scopes.extend(namespace.scope_id.get());
        let mut body = ArenaVec::new_in(self.builder);
        match namespace.body {
            ast::TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                self.namespace(inner.unbox(), true, &mut body);
            }
            ast::TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                body = block.unbox().body;
                self.list(&mut body);
            }
        }
        if namespace.scope_id.get().is_some() {
            self.scopes.pop();
        }
        self.place = place;
        self.declare(&namespace.id, exported, list);
        let (name, parameter, body) = (Piece::Name(namespace.id.name), Piece::Name(parameter), Piece::Statements(body));
        list.extend(match self.place {
            Place::Space(object) if exported => statements(
                "(function ($1) { $2; })($0 = $3.$0 || ($3.$0 = {}));",
                [name, parameter, body, Piece::Name(object)],
                self.builder,
            ),
            _ => statements("(function ($1) { $2; })($0 || ($0 = {}));", [name, parameter, body], self.builder),
        });
    }

    fn item(
        &mut self,
        mut item: ast::TSEnumDeclaration<'a>,
        exported: bool,
        list: &mut ArenaVec<'a, ast::Statement<'a>>,
    ) {
        let constant = enums::is_constant(&item);
        let parameter = Ident::from_str_in(self.spaces.parameter(item.body.scope_id.get()), self.builder);
        self.visit_ts_enum_body(&mut item.body);
        let name = item.id.name;
        let first = self.is_first(&item.id);
        let members = enums::members(item.body, parameter, self.scoping, self.builder);
        let (name, parameter, body) = (Piece::Name(name), Piece::Name(parameter), Piece::Statements(members));
        if let (Place::Space(object), true) = (self.place, exported) {
            self.declare(&item.id, exported, list);
            list.extend(statements(
                "(function ($1) { $2; })($0 = $3.$0 || ($3.$0 = {}));",
                [name, parameter, body, Piece::Name(object)],
                self.builder,
            ));
            return;
        }
        if !first || !constant {
            self.declare(&item.id, exported, list);
            let text = "(function ($1) { $2; })($0 || ($0 = {}));";
            list.extend(statements(text, [name, parameter, body], self.builder));
            return;
        }
        // Nothing in it looks at the object before it is whole, so what makes it can be one expression without effects.
        self.declared.extend(item.id.symbol_id.get());
        let text = match (self.place, exported) {
            (Place::Top, true) => "export var $0 = function ($1) { $2; return $1; }($0 || {});",
            (Place::Top, false) => "var $0 = function ($1) { $2; return $1; }($0 || {});",
            _ => "let $0 = function ($1) { $2; return $1; }({});",
        };
        let mut made = statements(text, [name, parameter, body], self.builder);
        if let Some(call) = made.first_mut().and_then(initialiser) {
            call.pure = true;
        }
        list.extend(made);
    }

    /// Whether nothing has declared the name's variable yet.
    fn is_first(&self, id: &ast::BindingIdentifier<'a>) -> bool {
        id.symbol_id.get().is_some_and(|symbol| {
            !self.declared.contains(&symbol)
                && !self.scoping.symbol_flags(symbol).intersects(SymbolFlags::Class | SymbolFlags::Function)
        })
    }

    fn declare(
        &mut self,
        id: &ast::BindingIdentifier<'a>,
        exported: bool,
        list: &mut ArenaVec<'a, ast::Statement<'a>>,
    ) {
        if !self.is_first(id) {
            return;
        }
        self.declared.extend(id.symbol_id.get());
        let text = match (self.place, exported) {
            (Place::Top, true) => "export var $0;",
            (Place::Top, false) => "var $0;",
            _ => "let $0;",
        };
        list.extend(statements(text, [Piece::Name(id.name)], self.builder));
    }
}

fn erased(namespace: &ast::TSNamespaceDeclaration<'_>) -> bool {
    namespace.declare || !is_instantiated(&namespace.body)
}

fn initialiser<'a, 'b>(statement: &'b mut ast::Statement<'a>) -> Option<&'b mut ast::CallExpression<'a>> {
    let variables = match statement {
        ast::Statement::VariableDeclaration(variables) => variables,
        ast::Statement::ExportDeclaration(export) => match &mut export.declaration {
            ast::Declaration::VariableDeclaration(variables) => variables,
            _ => return None,
        },
        _ => return None,
    };
    match variables.declarations.first_mut()?.init.as_mut()? {
        ast::Expression::CallExpression(call) => Some(call),
        _ => None,
    }
}

impl<'a> VisitMut<'a> for Lowering<'a, '_> {
    fn enter_scope(&mut self, _flags: ScopeFlags, scope: &std::cell::Cell<Option<ScopeId>>) {
        // A node that was made up has none, and nothing is looked up in it.
        self.scopes.push(scope.get().unwrap_or_else(|| self.scoping.root_scope_id()));
    }

    fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    fn visit_program(&mut self, program: &mut ast::Program<'a>) {
        self.scopes.push(self.scoping.root_scope_id());
        self.list(&mut program.body);
        self.scopes.pop();
    }

    fn visit_statements(&mut self, list: &mut ArenaVec<'a, ast::Statement<'a>>) {
        let place = std::mem::replace(&mut self.place, Place::Block);
        self.list(list);
        self.place = place;
    }

    fn visit_ts_namespace_declaration(&mut self, _erased: &mut ast::TSNamespaceDeclaration<'a>) {}

    fn visit_expression(&mut self, expression: &mut ast::Expression<'a>) {
        if let ast::Expression::Identifier(identifier) = expression {
            if let Some(member) = self.member(identifier) {
                *expression = ast::Expression::StaticMemberExpression(member);
            }
            return;
        }
        walk_mut::walk_expression(self, expression);
    }

    fn visit_simple_assignment_target(&mut self, target: &mut ast::SimpleAssignmentTarget<'a>) {
        if let ast::SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier) = target {
            if let Some(member) = self.member(identifier) {
                *target = ast::SimpleAssignmentTarget::StaticMemberExpression(member);
            }
            return;
        }
        walk_mut::walk_simple_assignment_target(self, target);
    }

    fn visit_assignment_target_property(&mut self, property: &mut ast::AssignmentTargetProperty<'a>) {
        walk_mut::walk_assignment_target_property(self, property);
        let ast::AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(shorthand) = property else { return };
        let Some(member) = self.member(&shorthand.binding) else { return };
        let target = ast::AssignmentTarget::StaticMemberExpression(member);
        let binding = match shorthand.init.take() {
            Some(init) => ast::AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(
                ast::AssignmentTargetWithDefault::boxed(shorthand.span, target, init, self.builder),
            ),
            None => ast::AssignmentTargetMaybeDefault::from(target),
        };
        let name = ast::IdentifierName::boxed(shorthand.binding.span, shorthand.binding.name, self.builder);
        let name = ast::PropertyKey::StaticIdentifier(name);
        *property = ast::AssignmentTargetProperty::AssignmentTargetPropertyProperty(
            ast::AssignmentTargetPropertyProperty::boxed(shorthand.span, name, binding, false, self.builder),
        );
    }

    fn visit_object_property(&mut self, property: &mut ast::ObjectProperty<'a>) {
        walk_mut::walk_object_property(self, property);
        property.shorthand &= matches!(property.value, ast::Expression::Identifier(_));
    }

    fn visit_jsx_element_name(&mut self, name: &mut ast::JSXElementName<'a>) {
        if let ast::JSXElementName::IdentifierReference(identifier) = name
            && let Some(object) = self.object(identifier)
        {
            let object = ast::IdentifierReference::boxed(SPAN, object, self.builder);
            let object = ast::JSXMemberExpressionObject::IdentifierReference(object);
            let property = ast::JSXIdentifier::new(identifier.span, identifier.name, self.builder);
            let member = ast::JSXMemberExpression::boxed(identifier.span, object, property, self.builder);
            *name = ast::JSXElementName::MemberExpression(member);
            return;
        }
        walk_mut::walk_jsx_element_name(self, name);
    }

    fn visit_jsx_member_expression_object(&mut self, object: &mut ast::JSXMemberExpressionObject<'a>) {
        if let ast::JSXMemberExpressionObject::IdentifierReference(identifier) = object
            && let Some(space) = self.object(identifier)
        {
            let space = ast::IdentifierReference::boxed(SPAN, space, self.builder);
            let space = ast::JSXMemberExpressionObject::IdentifierReference(space);
            let property = ast::JSXIdentifier::new(identifier.span, identifier.name, self.builder);
            let member = ast::JSXMemberExpression::boxed(identifier.span, space, property, self.builder);
            *object = ast::JSXMemberExpressionObject::MemberExpression(member);
            return;
        }
        walk_mut::walk_jsx_member_expression_object(self, object);
    }
}
