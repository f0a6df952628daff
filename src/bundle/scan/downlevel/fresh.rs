//! Names for what a file doesn't have.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast::{self, Ident};
use oxc_ast::builder::AstBuilder;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;

/// The names of a file: of variables, declared or not, and of private members.
#[derive(Debug, Default)]
pub(in super::super) struct Names {
    taken: BTreeSet<Box<str>>,
    /// Where the search for a free number goes on.
    numbers: BTreeMap<String, usize>,
}

impl Names {
    pub fn of(program: &ast::Program<'_>, scoping: &Scoping) -> Self {
        let mut names: BTreeSet<Box<str>> = scoping.symbol_names().map(Box::from).collect();
        names.extend(scoping.root_unresolved_references().keys().map(|name| Box::from(name.as_str())));
        let mut private = PrivateNames(names);
        private.visit_program(program);
        Self { taken: private.0, numbers: BTreeMap::new() }
    }

    pub fn contains(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// A name that the file doesn't have yet, as near to what is wanted as can be.
    pub fn fresh<'a>(&mut self, wanted: &str, builder: &AstBuilder<'a>) -> Ident<'a> {
        let plain: String = wanted
            .chars()
            .map(|character| match oxc_syntax::identifier::is_identifier_part(character) {
                true => character,
                false => '_',
            })
            .collect();
        let mut name = format!("_{plain}");
        let number = self.numbers.entry(plain).or_insert(0);
        let stem = name.clone();
        while !self.taken.insert(name.as_str().into()) {
            *number += 1;
            name = format!("{stem}{number}");
        }
        Ident::from_str_in(&name, builder)
    }
}

struct PrivateNames(BTreeSet<Box<str>>);

impl<'a> Visit<'a> for PrivateNames {
    fn visit_private_identifier(&mut self, name: &ast::PrivateIdentifier<'a>) {
        self.0.insert(name.name.as_str().into());
        walk::walk_private_identifier(self, name);
    }
}
