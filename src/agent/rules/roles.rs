//! SOURCE_KIND_COLLISION, PATH_OVERLAP.

use std::collections::BTreeSet;

use crate::agent::Document;
use crate::agent::model::Spanned;
use crate::agent::sources::{Origin, Sources};
use crate::diagnostics::{Code, Diagnostic, Sink, quoted};
use crate::package::Role;
use crate::vfs::VfsPath;

/// Files that have a role of their own, whatever the agent declares.
pub const FIXED: [&str; 4] = [crate::agent::ENTRY_NAME, "package.json", "bun.lock", "bun.lockb"];

pub fn check(document: &Document, sources: &Sources, sink: &mut Sink) {
    fixed_files(document, sources, sink);
    collisions(sources, sink);
    let harness = &document.agent.harness;
    overlaps(document, &harness.skills, sink);
    overlaps(document, &harness.files, sink);
}

/// What a role is called where it is declared.
fn noun(role: Role) -> &'static str {
    match role {
        Role::Source => "a tool module's source",
        Role::Skill => "part of a skill",
        _ => "a file",
    }
}

fn fixed_files(document: &Document, sources: &Sources, sink: &mut Sink) {
    for name in FIXED {
        let Some(uses) = sources.files.get(&VfsPath::root().child(name)) else { continue };
        for (role, origins) in &uses.by_role {
            for origin in origins.iter().filter(|origin| origin.span.is_some()) {
                sink.push(
                    origin
                        .diagnostic(
                            Code::SourceKindCollision,
                            format!("{} is declared as {}, and has a role of its own", quoted(name), noun(*role)),
                        )
                        .help("Remove it here; it is packaged where it is due.")
                        .related(document.file, None, "the agent's own file"),
                );
            }
        }
    }
}

fn collisions(sources: &Sources, sink: &mut Sink) {
    let mut reported: BTreeSet<(&Origin, &Origin)> = BTreeSet::new();
    for (path, uses) in &sources.files {
        if path.parent().is_some_and(|parent| parent.is_root()) && FIXED.contains(&path.as_str()) {
            continue;
        }
        let mut roles = uses.by_role.iter().filter_map(|(role, origins)| Some((*role, origins.first()?)));
        let Some((first_role, first)) = roles.next() else { continue };
        for (role, origin) in roles {
            if !reported.insert((first, origin)) {
                continue;
            }
            sink.push(
                origin
                    .diagnostic(
                        Code::SourceKindCollision,
                        format!("{} is both {} and {}", quoted(path.as_str()), noun(first_role), noun(role)),
                    )
                    .help(
                        "A file has one role in the package: remove one of the two, or keep a copy under another name.",
                    )
                    .related(&first.file, first.span, format!("{} here", noun(first_role))),
            );
        }
    }
}

/// Declared paths of one role, one of which lies within the other. Equal ones are the schema's business.
fn overlaps(document: &Document, paths: &[Spanned<String>], sink: &mut Sink) {
    let declared: Vec<(VfsPath, &Spanned<String>)> =
        paths.iter().filter_map(|value| Some((VfsPath::declared(&value.value).ok()?, value))).collect();
    for (inner, value) in &declared {
        let outer = inner.ancestors().find_map(|ancestor| declared.iter().find(|(path, _)| *path == ancestor));
        let Some((outer, outer_value)) = outer else { continue };
        sink.push(
            Diagnostic::new(
                Code::PathOverlap,
                document.file,
                value.span,
                format!("{} lies within {}, which is declared too", quoted(inner.as_str()), quoted(outer.as_str())),
            )
            .pointer(&value.pointer)
            .help("Remove one of the two; what they share is packaged once.")
            .related(document.file, outer_value.span, "the folder around it"),
        );
    }
}
