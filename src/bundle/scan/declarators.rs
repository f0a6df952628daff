use oxc_allocator::{ArenaVec, TakeIn};
use oxc_ast::ast;
use oxc_ast::builder::AstBuilder;
use oxc_span::SPAN;

/// A declaration of several variables as one of each: each is needed or not by itself.
pub(super) fn separate<'a>(
    statement: ast::Statement<'a>,
    builder: &AstBuilder<'a>,
) -> ArenaVec<'a, ast::Statement<'a>> {
    match statement {
        ast::Statement::VariableDeclaration(mut variables)
            if variables.declarations.len() > 1 && !variables.kind.is_using() =>
        {
            let (kind, mut span) = (variables.kind, variables.span);
            let declarators = variables.declarations.take_in(builder);
            let mut statements = ArenaVec::with_capacity_in(declarators.len(), builder);
            for declarator in declarators {
                let declarators = ArenaVec::from_array_in([declarator], builder);
                statements.push(ast::Statement::new_variable_declaration(span, kind, declarators, false, builder));
                // A place of the source for one of them: what stands before it is printed and mapped once.
                span = SPAN;
            }
            statements
        }
        statement => ArenaVec::from_array_in([statement], builder),
    }
}
