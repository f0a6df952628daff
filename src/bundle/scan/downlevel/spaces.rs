//! Which names the namespaces and enums of a file make members: what one declaration exports, the others of the same name
//! see without writing where it comes from.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{Scoping, SymbolFlags, SymbolId};
use oxc_syntax::scope::ScopeId;

use super::super::exports::bound_names;

/// The namespaces and enums of a file.
#[derive(Debug, Default)]
pub(super) struct Spaces {
    /// By the scope of a declaration's body.
    bodies: BTreeMap<ScopeId, Body>,
    /// What each space exports, over all of its declarations, as namespace and as enum: namespaces don't see the members
    /// of an enum that they are merged with, nor it theirs.
    exports: Vec<[BTreeSet<Box<str>>; 2]>,
    known: BTreeMap<Identity, usize>,
    /// Exported variables: members of their space even where they are declared.
    variables: BTreeSet<SymbolId>,
}

#[derive(Debug)]
struct Body {
    space: usize,
    kind: SpaceKind,
    /// What the space's object is called in the body.
    parameter: Box<str>,
}

#[derive(Clone, Copy, Debug)]
enum SpaceKind {
    Namespace,
    Enum,
}

impl Spaces {
    pub fn of(program: &ast::Program<'_>, scoping: &Scoping) -> Self {
        let mut collector = Collector {
            scoping,
            spaces: Self::default(),
            around: Vec::new(),
            exported: false,
            declared: BTreeMap::new(),
            names: scoping.symbol_names().map(Box::from).collect(),
        };
        for symbol in scoping.symbol_ids() {
            let flags = scoping.symbol_flags(symbol);
            if flags.is_value() && !flags.contains(SymbolFlags::EnumMember) {
                collector
                    .declared
                    .entry(scoping.symbol_name(symbol))
                    .or_default()
                    .push(scoping.symbol_scope_id(symbol));
            }
        }
        collector.names.extend(scoping.root_unresolved_references().keys().map(|name| Box::from(name.as_str())));
        collector.visit_program(program);
        collector.spaces
    }

    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// What the object of the space with this body is called in it.
    pub fn parameter(&self, body: Option<ScopeId>) -> &str {
        body.and_then(|body| self.bodies.get(&body)).map_or("", |body| &body.parameter)
    }

    /// Whether names, one within the other, lead from a space of this file to a value; `None` where it is not one.
    pub fn has_value(&self, symbol: SymbolId, names: &[&str]) -> Option<bool> {
        let mut space = *self.known.get(&Identity::Symbol(symbol))?;
        let Some((last, path)) = names.split_last() else {
            return Some(self.exports.get(space)?.iter().any(|names| !names.is_empty()));
        };
        for name in path {
            match self.known.get(&Identity::Member(space, (*name).into())) {
                Some(inner) => space = *inner,
                None => return Some(false),
            }
        }
        Some(self.exports.get(space)?.iter().any(|names| names.contains(*last)))
    }

    /// The name of the object that a name is a member of, as seen from within the scopes, the innermost last.
    pub fn object(&self, scopes: &[ScopeId], scoping: &Scoping, name: &str, symbol: Option<SymbolId>) -> Option<&str> {
        let home = symbol.map(|symbol| scoping.symbol_scope_id(symbol));
        for scope in scopes.iter().rev() {
            let body = self.bodies.get(scope);
            if home == Some(*scope) {
                let member = symbol.is_some_and(|symbol| {
                    self.variables.contains(&symbol) || scoping.symbol_flags(symbol).contains(SymbolFlags::EnumMember)
                });
                return body.filter(|_| member).map(|body| &*body.parameter);
            }
            if let Some(body) = body
                && self.exports.get(body.space).is_some_and(|exports| exports[body.kind as usize].contains(name))
            {
                return Some(&body.parameter);
            }
        }
        None
    }
}

/// Declarations of one space: those of one symbol, and those that one space exports under one name.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Identity {
    Symbol(SymbolId),
    Member(usize, Box<str>),
}

struct Collector<'s> {
    scoping: &'s Scoping,
    spaces: Spaces,
    /// The spaces around the node, the innermost last.
    around: Vec<usize>,
    /// Whether the declaration that comes next is exported from the space around it.
    exported: bool,
    /// The scopes in which each name is declared as a value.
    declared: BTreeMap<&'s str, Vec<ScopeId>>,
    names: BTreeSet<Box<str>>,
}

impl Collector<'_> {
    fn space(&mut self, id: &ast::BindingIdentifier<'_>, body: Option<ScopeId>, kind: SpaceKind) -> Option<usize> {
        let (symbol, body) = (id.symbol_id.get()?, body?);
        let identity = match self.around.last() {
            Some(around) if self.exported => Identity::Member(*around, id.name.as_str().into()),
            _ => Identity::Symbol(symbol),
        };
        let next = self.spaces.exports.len();
        let space = *self.spaces.known.entry(identity).or_insert(next);
        if space == next {
            self.spaces.exports.push(Default::default());
        }
        let parameter = self.parameter(&id.name, body);
        self.spaces.bodies.insert(body, Body { space, kind, parameter });
        Some(space)
    }

    /// The space's own name, unless something in the body has it.
    fn parameter(&mut self, name: &str, body: ScopeId) -> Box<str> {
        let scopes = self.declared.get(name).map_or(&[][..], Vec::as_slice);
        if !scopes.iter().any(|scope| *scope == body || self.scoping.scope_is_descendant_of(*scope, body)) {
            return name.into();
        }
        let fresh = (1..).map(|number| Box::from(format!("{name}_{number}"))).find(|name| !self.names.contains(name));
        let fresh: Box<str> = fresh.unwrap_or_default();
        self.names.insert(fresh.clone());
        fresh
    }

    fn export(&mut self, name: &str) {
        if let Some(space) = self.around.last() {
            self.add(*space, SpaceKind::Namespace, name);
        }
    }

    fn add(&mut self, space: usize, kind: SpaceKind, name: &str) {
        if let Some(exports) = self.spaces.exports.get_mut(space) {
            exports[kind as usize].insert(name.into());
        }
    }

    fn within(&mut self, space: usize, visit: impl FnOnce(&mut Self)) {
        let exported = std::mem::take(&mut self.exported);
        self.around.push(space);
        visit(self);
        self.around.pop();
        self.exported = exported;
    }
}

impl<'a> Visit<'a> for Collector<'_> {
    fn visit_export_declaration(&mut self, export: &ast::ExportDeclaration<'a>) {
        if !self.around.is_empty() {
            match &export.declaration {
                ast::Declaration::VariableDeclaration(variables) => {
                    for declarator in &variables.declarations {
                        bound_names(&declarator.id, &mut |id| {
                            self.export(&id.name);
                            self.spaces.variables.extend(id.symbol_id.get());
                        });
                    }
                }
                ast::Declaration::FunctionDeclaration(function) => {
                    function.id.iter().for_each(|id| self.export(&id.name));
                }
                ast::Declaration::ClassDeclaration(class) => class.id.iter().for_each(|id| self.export(&id.name)),
                ast::Declaration::TSEnumDeclaration(item) => self.export(&item.id.name),
                ast::Declaration::TSNamespaceDeclaration(namespace) if is_instantiated(&namespace.body) => {
                    self.export(&namespace.id.name);
                }
                ast::Declaration::TSImportEqualsDeclaration(import) if import.import_kind.is_value() => {
                    self.export(&import.id.name);
                    self.spaces.variables.extend(import.id.symbol_id.get());
                }
                _ => {}
            }
            self.exported = true;
        }
        walk::walk_export_declaration(self, export);
        self.exported = false;
    }

    fn visit_ts_namespace_declaration(&mut self, namespace: &ast::TSNamespaceDeclaration<'a>) {
        let Some(space) = self.space(&namespace.id, namespace.scope_id.get(), SpaceKind::Namespace) else { return };
        self.within(space, |this| match &namespace.body {
            ast::TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                if is_instantiated(&inner.body) {
                    this.export(&inner.id.name);
                }
                this.exported = true;
                this.visit_ts_namespace_declaration(inner);
            }
            ast::TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                for statement in &block.body {
                    this.visit_statement(statement);
                }
            }
        });
    }

    fn visit_ts_enum_declaration(&mut self, item: &ast::TSEnumDeclaration<'a>) {
        let Some(space) = self.space(&item.id, item.body.scope_id.get(), SpaceKind::Enum) else { return };
        for member in &item.body.members {
            self.add(space, SpaceKind::Enum, &member.id.static_name());
        }
        // What is exported stays in the space; expressions in initialisers may hold functions with enums of their own.
        let around = std::mem::take(&mut self.around);
        walk::walk_ts_enum_declaration(self, item);
        self.around = around;
    }

    fn visit_function_body(&mut self, body: &ast::FunctionBody<'a>) {
        let around = std::mem::take(&mut self.around);
        let exported = std::mem::take(&mut self.exported);
        walk::walk_function_body(self, body);
        self.around = around;
        self.exported = exported;
    }
}

/// Whether anything of a namespace is left once types are erased.
pub(in super::super) fn is_instantiated(body: &ast::TSNamespaceDeclarationBody<'_>) -> bool {
    match body {
        ast::TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => is_instantiated(&inner.body),
        ast::TSNamespaceDeclarationBody::TSModuleBlock(block) => block.body.iter().any(|statement| match statement {
            ast::Statement::TSInterfaceDeclaration(_)
            | ast::Statement::TSTypeAliasDeclaration(_)
            | ast::Statement::TSImportEqualsDeclaration(_) => false,
            ast::Statement::TSNamespaceDeclaration(inner) => is_instantiated(&inner.body),
            ast::Statement::ExportDeclaration(export) => match &export.declaration {
                ast::Declaration::TSInterfaceDeclaration(_) | ast::Declaration::TSTypeAliasDeclaration(_) => false,
                ast::Declaration::TSNamespaceDeclaration(inner) => is_instantiated(&inner.body),
                _ => true,
            },
            ast::Statement::ExportNamedDeclaration(export) => !export.specifiers.is_empty(),
            _ => true,
        }),
    }
}
