//! Whether running a statement could be noticed, but for what it declares.
//!
//! A statement that could not goes when nothing needs what it declares. What could be noticed is whatever may run code
//! that is not seen here, throw, or change something that others see:
//!
//! - calls, `new`, tagged templates, `await`, `import()`, `require`: unless marked `/* @__PURE__ */`, or known to do
//!   nothing but make a value (`new Map()`, `Symbol("x")`);
//! - reading a property, destructuring, spreading, `in`, `instanceof`, `delete`: getters, proxies, iterators;
//! - operators on anything but known primitives: `valueOf`, `toString`, and numbers beside big integers;
//! - reading a name before it is certainly initialised, or a global that may not exist;
//! - assignments, but for those that build a namespace or an enum of TypeScript's (see [`namespaces`]);
//! - of a class: what `extends` names if it may not be a class, computed keys, static fields and blocks, decorators;
//! - every statement that is neither a declaration nor an expression.
//!
//! Functions do nothing until they are called. That someone exchanges JavaScript's own globals is not reckoned with.

mod classes;
mod globals;
mod namespaces;
mod values;

use std::collections::BTreeSet;

use oxc_ast::ast;
use oxc_semantic::{Scoping, SymbolId};
use oxc_syntax::symbol::SymbolFlags;

use super::exports::bound_names;

/// What a statement does as it runs.
#[derive(Debug, Default)]
pub(super) struct Effects {
    /// Whether running it could be noticed, whatever its imports are.
    pub noticed: bool,
    /// What it reads of other modules as it runs. Where that may not be there yet, running it could be noticed too.
    pub reads: Vec<Read>,
    /// What it declares, or completes the value of.
    pub declares: Vec<SymbolId>,
}

/// A read of an imported name.
#[derive(Debug)]
pub(super) struct Read {
    /// The name; of `namespace.name` the namespace.
    pub import: SymbolId,
    pub member: Option<Box<str>>,
    /// Whether a class extends it, so that it has to be one.
    pub extended: bool,
}

/// Looks at the statements of a module in their order.
pub(super) struct Analysis<'s> {
    scoping: &'s Scoping,
    /// What statements before this one have given a value.
    initialised: BTreeSet<SymbolId>,
    /// Of these, what is certainly a primitive that is neither a symbol nor a big integer.
    primitives: BTreeSet<SymbolId>,
    /// Classes by declaration, which nothing assigns to.
    classes: BTreeSet<SymbolId>,
    imported_namespaces: BTreeSet<SymbolId>,
    /// Variables that nothing but what builds a namespace or enum has given a value.
    variables: BTreeSet<SymbolId>,
    /// The objects of namespaces and enums, by the names that they go by.
    objects: BTreeSet<SymbolId>,
    found: Effects,
}

impl<'s> Analysis<'s> {
    pub fn new(program: &ast::Program<'_>, scoping: &'s Scoping) -> Self {
        let specifiers = program.body.iter().filter_map(|statement| match statement {
            ast::Statement::ImportDeclaration(import) => import.specifiers.as_ref(),
            _ => None,
        });
        let imported_namespaces = specifiers.flatten().filter_map(|specifier| match specifier {
            ast::ImportDeclarationSpecifier::ImportNamespaceSpecifier(namespace) => namespace.local.symbol_id.get(),
            _ => None,
        });
        Self {
            scoping,
            initialised: BTreeSet::new(),
            primitives: BTreeSet::new(),
            classes: BTreeSet::new(),
            imported_namespaces: imported_namespaces.collect(),
            variables: BTreeSet::new(),
            objects: BTreeSet::new(),
            found: Effects::default(),
        }
    }

    /// Takes the module's next statement, which declares one variable at most.
    pub fn statement(&mut self, statement: &ast::Statement<'_>) -> Effects {
        let unnoticed = self.run(statement).is_some();
        self.initialised.extend(self.found.declares.iter().copied());
        Effects { noticed: !unnoticed, ..std::mem::take(&mut self.found) }
    }

    /// `None` where running it could be noticed. What it declares is found in either case.
    fn run(&mut self, statement: &ast::Statement<'_>) -> Option<()> {
        match statement {
            ast::Statement::EmptyStatement(_) => Some(()),
            ast::Statement::FunctionDeclaration(function) => {
                self.declare(function.id.as_ref());
                Some(())
            }
            ast::Statement::ClassDeclaration(class) => {
                let unnoticed = self.class(class);
                self.declare(class.id.as_ref());
                let symbol = class.id.as_ref().and_then(|id| id.symbol_id.get());
                self.classes.extend(symbol.filter(|symbol| self.is_constant(*symbol)));
                unnoticed.map(drop)
            }
            ast::Statement::VariableDeclaration(variables) => self.declarators(variables),
            ast::Statement::ExpressionStatement(statement) => {
                self.namespace_statement(&statement.expression).unwrap_or_else(|| {
                    let value = self.value(&statement.expression);
                    value.map(drop)
                })
            }
            _ => None,
        }
    }

    fn declarators(&mut self, variables: &ast::VariableDeclaration<'_>) -> Option<()> {
        let mut unnoticed = (!variables.kind.is_using()).then_some(());
        for declarator in &variables.declarations {
            let symbol = match &declarator.id {
                ast::BindingPattern::BindingIdentifier(id) => id.symbol_id.get(),
                _ => None,
            };
            let value = match (&declarator.id, &declarator.init) {
                (ast::BindingPattern::BindingIdentifier(_), None) => {
                    if let Some(symbol) = symbol.filter(|symbol| !self.initialised.contains(symbol)) {
                        self.give_no_value(symbol);
                    }
                    Some(values::Value::Primitive)
                }
                (ast::BindingPattern::BindingIdentifier(_), Some(init)) => {
                    let built = self.namespace_value(init, symbol);
                    if let Some(symbol) = symbol.filter(|_| built.is_none()) {
                        self.variables.remove(&symbol);
                    }
                    built.unwrap_or_else(|| self.value(init))
                }
                _ => None,
            };
            match (value, symbol) {
                (Some(values::Value::Primitive), Some(symbol)) if self.is_constant(symbol) => {
                    self.primitives.insert(symbol);
                }
                (None, _) => unnoticed = None,
                _ => {}
            }
            bound_names(&declarator.id, &mut |id| self.found.declares.extend(id.symbol_id.get()));
        }
        unnoticed
    }

    fn declare(&mut self, id: Option<&ast::BindingIdentifier<'_>>) {
        self.found.declares.extend(id.and_then(|id| id.symbol_id.get()));
    }

    fn is_constant(&self, symbol: SymbolId) -> bool {
        !self.scoping.symbol_is_mutated(symbol) && self.scoping.symbol_redeclarations(symbol).is_empty()
    }

    fn symbol(&self, identifier: &ast::IdentifierReference<'_>) -> Option<SymbolId> {
        let reference = identifier.reference_id.get()?;
        self.scoping.get_reference(reference).symbol_id()
    }

    /// Whether reading a name of this module can't fail here.
    fn is_initialised(&self, symbol: SymbolId) -> bool {
        let flags = self.scoping.symbol_flags(symbol);
        let hoisted = SymbolFlags::FunctionScopedVariable | SymbolFlags::Function;
        flags.intersects(hoisted) && !flags.intersects(SymbolFlags::BlockScopedVariable | SymbolFlags::Class)
            || self.initialised.contains(&symbol)
    }
}
