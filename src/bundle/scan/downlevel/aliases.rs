//! `import x = a.b`: which of them stand for values.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{Scoping, SymbolFlags, SymbolId};
use oxc_syntax::reference::ReferenceId;

use super::spaces::Spaces;

/// The aliases that are left once types are erased: those that are used as values, and those that are exported unless
/// they are known to stand for types.
pub(super) fn values(program: &ast::Program<'_>, scoping: &Scoping, spaces: &Spaces) -> BTreeSet<SymbolId> {
    let mut collector = Collector { exported: false, aliases: BTreeMap::new() };
    collector.visit_program(program);
    let aliases = collector.aliases;
    let within: BTreeSet<ReferenceId> = aliases.values().filter_map(|alias| alias.root).collect();
    let is_used = |symbol: SymbolId| {
        scoping
            .get_resolved_reference_ids(symbol)
            .iter()
            .any(|id| !within.contains(id) && !scoping.get_reference(*id).is_type())
    };
    let mut waiting: Vec<SymbolId> = aliases
        .iter()
        .filter(|(symbol, alias)| is_used(**symbol) || alias.exported && alias.may_be_value(scoping, spaces))
        .map(|(symbol, _)| *symbol)
        .collect();
    let mut values = BTreeSet::new();
    while let Some(symbol) = waiting.pop() {
        let Some(alias) = aliases.get(&symbol) else { continue };
        if values.insert(symbol) {
            waiting.extend(alias.target(scoping));
        }
    }
    values
}

/// What an alias stands for.
struct Alias<'a> {
    exported: bool,
    root: Option<ReferenceId>,
    names: Vec<&'a str>,
}

impl Alias<'_> {
    fn target(&self, scoping: &Scoping) -> Option<SymbolId> {
        self.root.and_then(|root| scoping.get_reference(root).symbol_id())
    }

    fn may_be_value(&self, scoping: &Scoping, spaces: &Spaces) -> bool {
        let Some(target) = self.target(scoping) else { return true };
        !scoping.symbol_flags(target).contains(SymbolFlags::TypeImport)
            && spaces.has_value(target, &self.names).unwrap_or(true)
    }
}

struct Collector<'a> {
    exported: bool,
    aliases: BTreeMap<SymbolId, Alias<'a>>,
}

impl<'a> Visit<'a> for Collector<'a> {
    fn visit_export_declaration(&mut self, export: &ast::ExportDeclaration<'a>) {
        self.exported = matches!(export.declaration, ast::Declaration::TSImportEqualsDeclaration(_));
        walk::walk_export_declaration(self, export);
        self.exported = false;
    }

    fn visit_ts_import_equals_declaration(&mut self, import: &ast::TSImportEqualsDeclaration<'a>) {
        let mut names = Vec::new();
        let root = match &import.module_reference {
            ast::TSModuleReference::IdentifierReference(identifier) => identifier.reference_id.get(),
            ast::TSModuleReference::QualifiedName(name) => {
                names.push(name.right.name.as_str());
                let mut left = &name.left;
                loop {
                    match left {
                        ast::TSTypeName::IdentifierReference(identifier) => break identifier.reference_id.get(),
                        ast::TSTypeName::ThisExpression(_) => break None,
                        ast::TSTypeName::QualifiedName(inner) => {
                            names.push(inner.right.name.as_str());
                            left = &inner.left;
                        }
                    }
                }
            }
            ast::TSModuleReference::ExternalModuleReference(_) => return,
        };
        names.reverse();
        if let Some(symbol) = import.id.symbol_id.get().filter(|_| import.import_kind.is_value()) {
            self.aliases.insert(symbol, Alias { exported: self.exported, root, names });
        }
    }
}
