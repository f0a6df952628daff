//! Syntax that Node 22 does not read, or that TypeScript alone has, as what it means in JavaScript that Node reads.
//!
//! Everything here rewrites the tree, so that its scopes are to be computed anew.

mod aliases;
mod class_members;
mod decorators;
mod enums;
mod for_await;
mod fresh;
mod namespaces;
mod own_this;
mod spaces;
mod suspension;
mod targets;
mod template;
mod top_level;
mod using;

pub(super) use decorators::is_lowered;
pub(super) use enums::erased as is_erased_enum;
pub(super) use fresh::Names;
pub(super) use namespaces::lower as lower_namespaces;
pub(super) use spaces::is_instantiated;
pub(super) use suspension::{Suspension, suspension};

use std::collections::BTreeSet;

use oxc_ast::ast;
use oxc_ast::builder::AstBuilder;

use crate::bundle::support::Support;

/// What of a file is to be rewritten once types are gone.
#[derive(Clone, Debug, Default)]
pub(super) struct NewerSyntax {
    /// Whether there are classes with decorators or `accessor`.
    pub classes: bool,
    /// The functions of ours that the code will call.
    pub support: BTreeSet<Support>,
}

impl NewerSyntax {
    pub fn is_empty(&self) -> bool {
        !self.classes && self.support.is_empty()
    }

    /// A name of the file's that one of our functions has.
    pub fn clash(&self, names: &Names) -> Option<&'static str> {
        self.support.iter().flat_map(|support| support.names()).find(|name| names.contains(name))
    }
}

/// Rewrites what is newer than Node 22 in a program from which types are gone.
pub(super) fn lower_newer<'a>(
    program: &mut ast::Program<'a>,
    newer: &NewerSyntax,
    names: &mut Names,
    builder: &AstBuilder<'a>,
) {
    if newer.classes {
        decorators::lower(program, names, builder);
    }
    // Loops over resources become loops with resources in them, so these come first.
    if newer.support.contains(&Support::Disposal) {
        using::lower(program, names, builder);
    }
    if newer.support.contains(&Support::Iteration) {
        for_await::lower(program, names, builder);
    }
}
