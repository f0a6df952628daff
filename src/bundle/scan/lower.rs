//! Turns the statements of a module into statements of a bundle: imports and exports become records, and every name
//! that linking decides becomes a hole.
//!
//! A hole is an identifier that the file can't contain (see [`Marker`]), so that the printer treats it as what it stands
//! for and [`super::print`] finds it in the printed text.

use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::{Allocator, ArenaBox, ArenaVec, GetAllocator, TakeIn};
use oxc_ast::ast::{self, Ident};
use oxc_ast::builder::{AstBuilder, GetAstBuilder};
use oxc_ast_visit::{VisitMut, walk_mut};
use oxc_semantic::{Scoping, SymbolId};
use oxc_span::SPAN;
use oxc_syntax::scope::ScopeFlags;

use super::code::{Code, Export, ExportSource, Imported, Part, PartKind, Read, Symbol, SymbolIndex, SymbolKind};
use super::declarators::separate;
use super::effects::{Analysis, Effects};
use super::exports::bound_names;

/// A character that identifiers may contain and the file does not, not even as an escape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marker(pub char);

impl Marker {
    /// The first character of the syllabaries from U+A000 that the source neither contains nor spells in any escape.
    /// A file that uses every one of them has none.
    pub fn absent_from(source: &str) -> Option<Self> {
        let taken = characters_of(source);
        let candidates = ('\u{a000}'..='\u{a48c}').chain('\u{ac00}'..='\u{d7a3}');
        candidates.map(Self).find(|Self(candidate)| !taken.contains(&u32::from(*candidate)))
    }

    pub fn hole(self, kind: char, index: impl std::fmt::Display) -> String {
        format!("{0}{kind}{index}{0}", self.0)
    }
}

/// What the source has of the characters that may serve as markers: as they are, as `\u` escapes, or as entities of JSX.
fn characters_of(source: &str) -> BTreeSet<u32> {
    let mut found: BTreeSet<u32> = source.chars().map(u32::from).filter(|character| *character >= 0xa000).collect();
    for (start, radix) in [("\\u", 16), ("&#x", 16), ("&#X", 16), ("&#", 10)] {
        for (at, _) in source.match_indices(start) {
            let rest = &source[at + start.len()..];
            let digits = rest.strip_prefix('{').unwrap_or(rest).trim_start_matches('0');
            let length = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
            // Without braces an escape has four digits, whatever follows them.
            let spelled = [digits.get(..length), rest.get(..4)].into_iter().flatten();
            found.extend(spelled.filter_map(|digits| u32::from_str_radix(digits, radix).ok()));
        }
    }
    found
}

/// Lowers a program from which types are gone. `scoping` describes it as it is now.
pub(super) fn lower<'a>(
    program: &mut ast::Program<'a>,
    scoping: &Scoping,
    allocator: &'a Allocator,
    marker: Marker,
    request_at: &BTreeMap<u32, usize>,
    default_name: &str,
    commonjs: bool,
) -> Code {
    let mut lowering = Lowering {
        builder: AstBuilder::new(allocator),
        scoping,
        marker,
        request_at,
        default_name,
        commonjs,
        code: Code::default(),
        indices: BTreeMap::new(),
        members: BTreeMap::new(),
        evaluated: BTreeSet::new(),
        functions: 0,
        arrows: 0,
        watched: None,
    };
    lowering.names();
    lowering.imports(program);
    lowering.statements(program);
    let mut code = lowering.code;
    code.exports.sort_by(|a, b| a.name.cmp(&b.name));
    code
}

struct Lowering<'a, 's> {
    builder: AstBuilder<'a>,
    scoping: &'s Scoping,
    marker: Marker,
    request_at: &'s BTreeMap<u32, usize>,
    default_name: &'s str,
    /// Whether the file is CommonJS, where `this` is what it exports.
    commonjs: bool,
    code: Code,
    indices: BTreeMap<SymbolId, SymbolIndex>,
    members: BTreeMap<(SymbolIndex, Box<str>), SymbolIndex>,
    evaluated: BTreeSet<usize>,
    /// How many functions, class fields and static blocks with a `this` of their own are around the node.
    functions: usize,
    arrows: usize,
    /// The top-level function whose use of `this` is watched.
    watched: Option<SymbolIndex>,
}

impl<'a> GetAstBuilder<'a> for Lowering<'a, '_> {
    type Builder = AstBuilder<'a>;

    fn builder(&self) -> &AstBuilder<'a> {
        &self.builder
    }
}

impl<'a> GetAllocator<'a> for Lowering<'a, '_> {
    fn allocator(&self) -> &'a Allocator {
        self.builder.allocator()
    }
}

impl<'a> Lowering<'a, '_> {
    /// Records what the file declares at the top and below, and what it takes from around it.
    fn names(&mut self) {
        let root = self.scoping.root_scope_id();
        for symbol in self.scoping.symbol_ids() {
            let name = self.scoping.symbol_name(symbol);
            if self.scoping.symbol_scope_id(symbol) == root {
                let constant =
                    !self.scoping.symbol_is_mutated(symbol) && self.scoping.symbol_redeclarations(symbol).is_empty();
                let index = self.add_symbol(name, SymbolKind::Local { constant, ignores_this: false });
                self.indices.insert(symbol, index);
            } else {
                self.code.nested_names.insert(name.into());
            }
        }
        self.code.globals =
            self.scoping.root_unresolved_references().keys().map(|name| Box::from(name.as_str())).collect();
    }

    fn add_symbol(&mut self, name: &str, kind: SymbolKind) -> SymbolIndex {
        self.code.symbols.push(Symbol { name: name.into(), kind });
        (self.code.symbols.len() - 1) as SymbolIndex
    }

    fn request(&self, literal: &ast::StringLiteral<'_>) -> Option<usize> {
        self.request_at.get(&literal.span.start).copied()
    }

    fn evaluate(&mut self, request: usize) {
        if self.evaluated.insert(request) {
            self.code.evaluated.push(request);
        }
    }

    fn export(&mut self, name: &str, source: ExportSource) {
        self.code.exports.push(Export { name: name.into(), source });
    }

    /// Imports come first: an export of an imported name is a re-export, wherever the import stands.
    fn imports(&mut self, program: &ast::Program<'a>) {
        for statement in &program.body {
            let ast::Statement::ImportDeclaration(import) = statement else { continue };
            let Some(request) = self.request(&import.source) else { continue };
            for specifier in import.specifiers.iter().flatten() {
                let (local, imported) = match specifier {
                    ast::ImportDeclarationSpecifier::ImportSpecifier(named) => {
                        (&named.local, Imported::Name(named.imported.name().as_str().into()))
                    }
                    ast::ImportDeclarationSpecifier::ImportDefaultSpecifier(default) => {
                        (&default.local, Imported::Name("default".into()))
                    }
                    ast::ImportDeclarationSpecifier::ImportNamespaceSpecifier(namespace) => {
                        (&namespace.local, Imported::Namespace)
                    }
                };
                let index = local.symbol_id.get().and_then(|symbol| self.indices.get(&symbol).copied());
                if let Some(symbol) = index.and_then(|index| self.code.symbols.get_mut(index as usize)) {
                    symbol.kind = SymbolKind::Import { request, imported };
                }
            }
        }
    }

    fn statements(&mut self, program: &mut ast::Program<'a>) {
        program.hashbang = None;
        program.directives.clear();
        let mut analysis = Analysis::new(program, self.scoping);
        let statements = program.body.take_in(self);
        let mut body = ArenaVec::with_capacity_in(statements.len() * 2, self);
        for statement in statements {
            let is_default = matches!(statement, ast::Statement::ExportDefaultDeclaration(_));
            let Some((statement, kind)) = self.statement(statement) else { continue };
            let default = self.code.exports.last().filter(|_| is_default).and_then(|export| match export.source {
                ExportSource::Local(symbol) => Some(symbol),
                ExportSource::Request { .. } => None,
            });
            for (index, mut statement) in separate(statement, &self.builder).into_iter().enumerate() {
                let part = self.code.parts.len();
                let separator = self.identifier(SPAN, self.marker.hole('p', part));
                body.push(ast::Statement::new_expression_statement(SPAN, separator, self));
                let effects = analysis.statement(&statement);
                self.watched = match kind {
                    PartKind::Function(symbol) => Some(symbol),
                    _ => None,
                };
                if let Some(symbol) = self.watched {
                    self.set_ignores_this(symbol, true);
                }
                self.visit_statement(&mut statement);
                body.push(statement);
                let mut part = self.part(kind, effects);
                part.declares.extend(default.filter(|symbol| !part.declares.contains(symbol)));
                part.continues = index > 0;
                self.code.parts.push(part);
            }
        }
        program.body = body;
    }

    /// A part whose statement has been visited, so that what it reads has its symbol.
    fn part(&self, kind: PartKind, effects: Effects) -> Part {
        let mut noticed = effects.noticed || self.commonjs;
        let mut reads = Vec::with_capacity(effects.reads.len());
        for read in effects.reads {
            let import = self.indices.get(&read.import).copied();
            let symbol = match read.member {
                Some(member) => import.and_then(|import| self.members.get(&(import, member)).copied()),
                None => import,
            };
            match symbol {
                Some(symbol) => reads.push(Read { symbol, extended: read.extended }),
                None => noticed = true,
            }
        }
        let declares = effects.declares.iter().filter_map(|symbol| self.indices.get(symbol).copied()).collect();
        Part { start: 0, kind, declares, noticed, reads, continues: false }
    }

    /// The statement as it stands in a bundle, or `None` where nothing of it remains.
    fn statement(&mut self, statement: ast::Statement<'a>) -> Option<(ast::Statement<'a>, PartKind)> {
        match statement {
            ast::Statement::ImportDeclaration(import) => {
                if let Some(request) = self.request(&import.source) {
                    self.evaluate(request);
                }
                None
            }
            ast::Statement::ExportAllDeclaration(export) => {
                let request = self.request(&export.source)?;
                self.evaluate(request);
                match &export.exported {
                    Some(name) => {
                        let source = ExportSource::Request { request, imported: Imported::Namespace };
                        self.export(&name.name(), source);
                    }
                    None => self.code.stars.push(request),
                }
                None
            }
            ast::Statement::ExportFromDeclaration(export) => {
                let request = self.request(&export.source)?;
                self.evaluate(request);
                for specifier in &export.specifiers {
                    let imported = Imported::Name(specifier.local.name().as_str().into());
                    self.export(&specifier.exported.name(), ExportSource::Request { request, imported });
                }
                None
            }
            ast::Statement::ExportNamedDeclaration(export) => {
                for specifier in &export.specifiers {
                    if let ast::ModuleExportName::IdentifierReference(local) = &specifier.local
                        && let Some(index) = self.reference(local)
                    {
                        self.export_symbol(&specifier.exported.name(), index);
                    }
                }
                None
            }
            ast::Statement::ExportDeclaration(export) => {
                let export = export.unbox();
                let names = self.declared(&export.declaration);
                for (name, index) in names {
                    self.export_symbol(&name, index);
                }
                Some(self.plain(ast::Statement::from(export.declaration)))
            }
            ast::Statement::ExportDefaultDeclaration(export) => Some(self.default_export(export.unbox())),
            other => Some(self.plain(other)),
        }
    }

    fn plain(&self, statement: ast::Statement<'a>) -> (ast::Statement<'a>, PartKind) {
        let kind = match &statement {
            ast::Statement::FunctionDeclaration(function) => {
                function.id.as_ref().and_then(|id| self.binding(id)).map(PartKind::Function)
            }
            ast::Statement::ClassDeclaration(class) => {
                class.id.as_ref().and_then(|id| self.binding(id)).map(PartKind::Class)
            }
            _ => None,
        };
        (statement, kind.unwrap_or(PartKind::Other))
    }

    fn export_symbol(&mut self, name: &str, index: SymbolIndex) {
        let source = match self.code.symbols.get(index as usize).map(|symbol| &symbol.kind) {
            Some(SymbolKind::Import { request, imported }) => {
                ExportSource::Request { request: *request, imported: imported.clone() }
            }
            _ => ExportSource::Local(index),
        };
        self.export(name, source);
    }

    fn declared(&self, declaration: &ast::Declaration<'a>) -> Vec<(Box<str>, SymbolIndex)> {
        let mut names = Vec::new();
        let mut add = |id: &ast::BindingIdentifier<'a>| {
            names.extend(self.binding(id).map(|index| (Box::from(id.name.as_str()), index)));
        };
        match declaration {
            ast::Declaration::VariableDeclaration(variables) => {
                for declarator in &variables.declarations {
                    bound_names(&declarator.id, &mut add);
                }
            }
            ast::Declaration::FunctionDeclaration(function) => function.id.iter().for_each(&mut add),
            ast::Declaration::ClassDeclaration(class) => class.id.iter().for_each(&mut add),
            _ => {}
        }
        names
    }

    fn default_export(&mut self, export: ast::ExportDefaultDeclaration<'a>) -> (ast::Statement<'a>, PartKind) {
        match export.declaration {
            ast::ExportDefaultDeclarationKind::FunctionDeclaration(mut function) => {
                let named = function.id.as_ref().and_then(|id| self.binding(id));
                let index = named.unwrap_or_else(|| {
                    let index = self.add_symbol(self.default_name, SymbolKind::AnonymousFunction);
                    let name = self.ident(self.marker.hole('n', index));
                    function.id = Some(ast::BindingIdentifier::new(SPAN, name, self));
                    index
                });
                self.export("default", ExportSource::Local(index));
                let kind = named.map_or(PartKind::Other, PartKind::Function);
                (ast::Statement::FunctionDeclaration(function), kind)
            }
            ast::ExportDefaultDeclarationKind::ClassDeclaration(mut class) => {
                if let Some(index) = class.id.as_ref().and_then(|id| self.binding(id)) {
                    self.export("default", ExportSource::Local(index));
                    return (ast::Statement::ClassDeclaration(class), PartKind::Class(index));
                }
                class.r#type = ast::ClassType::ClassExpression;
                let value = self.named_default(ast::Expression::ClassExpression(class));
                (self.default_constant(export.span, value), PartKind::Other)
            }
            declaration => {
                let value = match ast::Expression::try_from(declaration) {
                    Ok(value) if value.is_anonymous_function_definition() => self.named_default(value),
                    Ok(value) => value,
                    Err(()) => ast::Expression::new_void_0(SPAN, self),
                };
                (self.default_constant(export.span, value), PartKind::Other)
            }
        }
    }

    /// `{ default: value }.default`: a value that is anonymous gets the name `default`, as it has in a module.
    fn named_default(&self, value: ast::Expression<'a>) -> ast::Expression<'a> {
        let key = ast::PropertyKey::StaticIdentifier(ast::IdentifierName::boxed(SPAN, "default", self));
        let property = ast::ObjectPropertyKind::new_object_property(
            SPAN,
            ast::PropertyKind::Init,
            key,
            value,
            false,
            false,
            false,
            self,
        );
        let object = ast::Expression::new_object_expression(SPAN, ArenaVec::from_array_in([property], self), self);
        let name = ast::IdentifierName::new(SPAN, "default", self);
        ast::Expression::new_static_member_expression(SPAN, object, name, false, self)
    }

    fn default_constant(&mut self, span: oxc_span::Span, value: ast::Expression<'a>) -> ast::Statement<'a> {
        let kind = SymbolKind::Local { constant: true, ignores_this: false };
        let index = self.add_symbol(self.default_name, kind);
        self.export("default", ExportSource::Local(index));
        let name = self.ident(self.marker.hole('n', index));
        let id = ast::BindingPattern::BindingIdentifier(ast::BindingIdentifier::boxed(SPAN, name, self));
        let declarator = ast::VariableDeclarator::new(SPAN, id, None, Some(value), false, self);
        let declarators = ArenaVec::from_array_in([declarator], self);
        ast::Statement::new_variable_declaration(span, ast::VariableDeclarationKind::Const, declarators, false, self)
    }

    fn ident(&self, text: String) -> Ident<'a> {
        Ident::from_str_in(&text, self)
    }

    fn identifier(&self, span: oxc_span::Span, text: String) -> ast::Expression<'a> {
        ast::Expression::new_identifier(span, self.ident(text), self)
    }

    fn binding(&self, id: &ast::BindingIdentifier<'a>) -> Option<SymbolIndex> {
        id.symbol_id.get().and_then(|symbol| self.indices.get(&symbol).copied())
    }

    /// The top-level symbol that a name refers to.
    fn reference(&self, identifier: &ast::IdentifierReference<'a>) -> Option<SymbolIndex> {
        let reference = identifier.reference_id.get()?;
        let symbol = self.scoping.get_reference(reference).symbol_id()?;
        self.indices.get(&symbol).copied()
    }

    /// The symbol that stands for `object.name` where `object` is an imported namespace.
    fn member(&mut self, member: &ast::StaticMemberExpression<'a>) -> Option<SymbolIndex> {
        let ast::Expression::Identifier(object) = &member.object else { return None };
        let namespace = self.reference(object)?;
        match self.code.symbols.get(namespace as usize).map(|symbol| &symbol.kind) {
            Some(SymbolKind::Import { imported: Imported::Namespace, .. }) if !member.optional => {}
            _ => return None,
        }
        let name: Box<str> = member.property.name.as_str().into();
        if let Some(known) = self.members.get(&(namespace, name.clone())) {
            return Some(*known);
        }
        let index = self.add_symbol(&name, SymbolKind::Member { namespace, name: name.clone() });
        self.members.insert((namespace, name), index);
        Some(index)
    }

    fn callee(&mut self, callee: &mut ast::Expression<'a>) {
        let found = match &*callee {
            ast::Expression::Identifier(identifier) => self.reference(identifier).map(|index| (identifier.span, index)),
            ast::Expression::StaticMemberExpression(member) => {
                // The property's place is where engines say that a call failed.
                self.member(member).map(|index| (member.property.span, index))
            }
            _ => None,
        };
        match found {
            Some((span, index)) => *callee = self.identifier(span, self.marker.hole('c', index)),
            None => self.visit_expression(callee),
        }
    }

    fn set_ignores_this(&mut self, symbol: SymbolIndex, value: bool) {
        if let Some(Symbol { kind: SymbolKind::Local { constant: true, ignores_this }, .. }) =
            self.code.symbols.get_mut(symbol as usize)
        {
            *ignores_this = value;
        }
    }

    /// Wraps a function without a name that takes that of a symbol, so that it keeps it when the symbol is renamed.
    fn keep_name(&self, value: &mut ast::Expression<'a>, symbol: SymbolIndex) {
        let inner = ast::Argument::from(value.take_in(self));
        let end = ast::Argument::from(self.identifier(SPAN, self.marker.hole('y', symbol)));
        *value = self.call(SPAN, self.marker.hole('x', symbol), [inner, end]);
    }

    fn call<const N: usize>(
        &self,
        span: oxc_span::Span,
        callee: String,
        arguments: [ast::Argument<'a>; N],
    ) -> ast::Expression<'a> {
        let callee = self.identifier(span, callee);
        let arguments = ArenaVec::from_array_in(arguments, self);
        let types = None::<ArenaBox<'a, ast::TSTypeParameterInstantiation<'a>>>;
        ast::Expression::new_call_expression(SPAN, callee, types, arguments, false, self)
    }

    fn is_require(&self, callee: &ast::Expression<'a>) -> bool {
        matches!(callee.without_parentheses(), ast::Expression::Identifier(identifier)
            if identifier.name == "require"
                && identifier.reference_id.get().is_none_or(|id| self.scoping.get_reference(id).symbol_id().is_none()))
    }

    /// Opens a class with a static block that gives it its name, should it be called otherwise in the bundle.
    fn keep_class_name(&mut self, class: &mut ast::Class<'a>, symbol: SymbolIndex) {
        let hole = self.identifier(SPAN, self.marker.hole('k', symbol));
        let statement = ast::Statement::new_expression_statement(SPAN, hole, self);
        let block = ast::ClassElement::new_static_block(SPAN, ArenaVec::from_array_in([statement], self), self);
        class.body.body.insert(0, block);
    }

    fn below(&mut self, visit: impl FnOnce(&mut Self)) {
        self.functions += 1;
        visit(self);
        self.functions -= 1;
    }
}

impl<'a> VisitMut<'a> for Lowering<'a, '_> {
    fn visit_binding_identifier(&mut self, id: &mut ast::BindingIdentifier<'a>) {
        if let Some(index) = self.binding(id) {
            id.name = self.ident(self.marker.hole('n', index));
        }
    }

    fn visit_identifier_reference(&mut self, identifier: &mut ast::IdentifierReference<'a>) {
        if let Some(index) = self.reference(identifier) {
            identifier.name = self.ident(self.marker.hole('n', index));
        } else if identifier.name == "arguments" && self.functions == 0 && !self.commonjs {
            // A module has none; the function that may be around it in the bundle has.
            identifier.name = Ident::from("arguments_outside_of_a_function");
        }
    }

    fn visit_expression(&mut self, expression: &mut ast::Expression<'a>) {
        match expression {
            ast::Expression::ThisExpression(this) => {
                let span = this.span;
                if self.functions == 0 {
                    if !self.commonjs {
                        *expression = ast::Expression::new_void_0(span, self);
                    }
                } else if self.functions == 1
                    && let Some(symbol) = self.watched
                {
                    self.set_ignores_this(symbol, false);
                }
            }
            ast::Expression::ImportMeta(meta) => {
                let span = meta.span;
                *expression = self.identifier(span, self.marker.hole('m', 0));
            }
            ast::Expression::ImportExpression(import) => {
                let request = match &import.source {
                    ast::Expression::StringLiteral(literal) => self.request(literal),
                    _ => None,
                };
                if let Some(request) = request {
                    *expression = self.call(import.span, self.marker.hole('i', request), []);
                }
            }
            ast::Expression::CallExpression(call) if self.is_require(&call.callee) => {
                let request = match &call.arguments[..] {
                    [ast::Argument::StringLiteral(literal)] => self.request(literal),
                    _ => None,
                };
                if let Some(request) = request {
                    *expression = self.call(call.span, self.marker.hole('q', request), []);
                }
            }
            ast::Expression::AwaitExpression(awaited) if self.functions == 0 && self.arrows == 0 => {
                self.code.awaits = true;
                self.visit_expression(&mut awaited.argument);
                let span = awaited.span;
                let argument = ast::Argument::from(awaited.argument.take_in(self));
                let end = ast::Argument::from(self.identifier(SPAN, self.marker.hole('b', 0)));
                *expression = self.call(span, self.marker.hole('a', 0), [argument, end]);
            }
            ast::Expression::StaticMemberExpression(member) => match self.member(member) {
                Some(index) => {
                    let span = member.property.span;
                    *expression = self.identifier(span, self.marker.hole('n', index));
                }
                None => walk_mut::walk_expression(self, expression),
            },
            _ => walk_mut::walk_expression(self, expression),
        }
    }

    fn visit_unary_expression(&mut self, unary: &mut ast::UnaryExpression<'a>) {
        // `delete namespace.name` must stay what it is, and fail as it does.
        if unary.operator == ast::UnaryOperator::Delete
            && let ast::Expression::StaticMemberExpression(member) = &mut unary.argument
        {
            walk_mut::walk_static_member_expression(self, member);
        } else {
            walk_mut::walk_unary_expression(self, unary);
        }
    }

    fn visit_call_expression(&mut self, call: &mut ast::CallExpression<'a>) {
        self.callee(&mut call.callee);
        self.visit_arguments(&mut call.arguments);
    }

    fn visit_tagged_template_expression(&mut self, tagged: &mut ast::TaggedTemplateExpression<'a>) {
        self.callee(&mut tagged.tag);
        self.visit_template_literal(&mut tagged.quasi);
    }

    fn visit_object_property(&mut self, property: &mut ast::ObjectProperty<'a>) {
        if property.shorthand
            && let ast::Expression::Identifier(value) = &mut property.value
            && let ast::PropertyKey::StaticIdentifier(key) = &mut property.key
        {
            if let Some(index) = self.reference(value) {
                // Equal names print as a shorthand, and so as one hole.
                let name = self.ident(self.marker.hole('s', index));
                value.name = name;
                key.name = name;
            } else {
                self.visit_identifier_reference(value);
            }
            return;
        }
        walk_mut::walk_object_property(self, property);
    }

    fn visit_binding_property(&mut self, property: &mut ast::BindingProperty<'a>) {
        if property.shorthand
            && let ast::PropertyKey::StaticIdentifier(key) = &mut property.key
        {
            let target = match &mut property.value {
                ast::BindingPattern::BindingIdentifier(id) => Some(id),
                ast::BindingPattern::AssignmentPattern(assignment) => match &mut assignment.left {
                    ast::BindingPattern::BindingIdentifier(id) => Some(id),
                    _ => None,
                },
                _ => None,
            };
            let index = target.as_ref().and_then(|id| self.binding(id));
            if let (Some(id), Some(index)) = (target, index) {
                let name = self.ident(self.marker.hole('s', index));
                id.name = name;
                id.symbol_id.set(None);
                key.name = name;
                if let ast::BindingPattern::AssignmentPattern(assignment) = &mut property.value {
                    self.visit_expression(&mut assignment.right);
                    if assignment.right.is_anonymous_function_definition() {
                        self.keep_name(&mut assignment.right, index);
                    }
                }
                return;
            }
        }
        walk_mut::walk_binding_property(self, property);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        property: &mut ast::AssignmentTargetPropertyIdentifier<'a>,
    ) {
        let index = self.reference(&property.binding);
        if let Some(index) = index {
            property.binding.name = self.ident(self.marker.hole('s', index));
        }
        if let Some(init) = &mut property.init {
            let anonymous = init.is_anonymous_function_definition();
            self.visit_expression(init);
            if let Some(index) = index
                && anonymous
            {
                self.keep_name(init, index);
            }
        }
    }

    fn visit_variable_declarator(&mut self, declarator: &mut ast::VariableDeclarator<'a>) {
        let index = match &declarator.id {
            ast::BindingPattern::BindingIdentifier(id) => self.binding(id),
            _ => None,
        };
        self.visit_binding_pattern(&mut declarator.id);
        let Some(init) = &mut declarator.init else { return };
        let anonymous = init.is_anonymous_function_definition();
        let arrow = matches!(init.without_parentheses(), ast::Expression::ArrowFunctionExpression(_));
        self.visit_expression(init);
        if let Some(index) = index
            && anonymous
        {
            self.set_ignores_this(index, arrow);
            self.keep_name(init, index);
        }
    }

    fn visit_assignment_expression(&mut self, assignment: &mut ast::AssignmentExpression<'a>) {
        let names = assignment.operator.is_assign() || assignment.operator.is_logical();
        let index = match &assignment.left {
            ast::AssignmentTarget::AssignmentTargetIdentifier(target) if names => self.reference(target),
            _ => None,
        };
        let anonymous = assignment.right.is_anonymous_function_definition();
        walk_mut::walk_assignment_expression(self, assignment);
        if let Some(index) = index
            && anonymous
        {
            self.keep_name(&mut assignment.right, index);
        }
    }

    fn visit_assignment_pattern(&mut self, pattern: &mut ast::AssignmentPattern<'a>) {
        let index = match &pattern.left {
            ast::BindingPattern::BindingIdentifier(id) => self.binding(id),
            _ => None,
        };
        let anonymous = pattern.right.is_anonymous_function_definition();
        walk_mut::walk_assignment_pattern(self, pattern);
        if let Some(index) = index
            && anonymous
        {
            self.keep_name(&mut pattern.right, index);
        }
    }

    fn visit_assignment_target_with_default(&mut self, target: &mut ast::AssignmentTargetWithDefault<'a>) {
        let index = match &target.binding {
            ast::AssignmentTarget::AssignmentTargetIdentifier(binding) => self.reference(binding),
            _ => None,
        };
        let anonymous = target.init.is_anonymous_function_definition();
        walk_mut::walk_assignment_target_with_default(self, target);
        if let Some(index) = index
            && anonymous
        {
            self.keep_name(&mut target.init, index);
        }
    }

    fn visit_function(&mut self, function: &mut ast::Function<'a>, _flags: ScopeFlags) {
        if let Some(id) = &mut function.id {
            self.visit_binding_identifier(id);
        }
        self.below(|this| {
            this.visit_formal_parameters(&mut function.params);
            if let Some(body) = &mut function.body {
                this.visit_function_body(body);
            }
        });
    }

    fn visit_class(&mut self, class: &mut ast::Class<'a>) {
        let declared = match class.r#type {
            ast::ClassType::ClassDeclaration => class.id.as_ref().and_then(|id| self.binding(id)),
            ast::ClassType::ClassExpression => None,
        };
        walk_mut::walk_class(self, class);
        if let Some(symbol) = declared {
            self.keep_class_name(class, symbol);
        }
    }

    fn visit_property_definition(&mut self, property: &mut ast::PropertyDefinition<'a>) {
        self.visit_property_key(&mut property.key);
        if let Some(value) = &mut property.value {
            self.below(|this| this.visit_expression(value));
        }
    }

    fn visit_arrow_function_expression(&mut self, function: &mut ast::ArrowFunctionExpression<'a>) {
        self.arrows += 1;
        walk_mut::walk_arrow_function_expression(self, function);
        self.arrows -= 1;
    }

    fn visit_static_block(&mut self, block: &mut ast::StaticBlock<'a>) {
        self.below(|this| walk_mut::walk_static_block(this, block));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_nowhere_in_the_source() {
        let numbers: Vec<String> = (0xa000..=0xd7a3).map(|number: u32| number.to_string()).collect();
        for (source, marker) in [
            ("", '\u{a000}'),
            ("ꀀ", '\u{a001}'),
            (r"\ua000b \u{00A001} &#xa002; &#040963;", '\u{a004}'),
            (&numbers.join(" "), '\u{a000}'),
        ] {
            assert_eq!(Marker::absent_from(source).map(|found| found.0), Some(marker), "{source:.50}");
        }
        let all: String = ('\u{a000}'..='\u{d7a3}').collect();
        assert!(Marker::absent_from(&all).is_none());
    }
}
