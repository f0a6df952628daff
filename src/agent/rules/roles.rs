//! SOURCE_KIND_COLLISION, PATH_OVERLAP.

use std::collections::{BTreeMap, BTreeSet};

use crate::agent::Document;
use crate::agent::model::Spanned;
use crate::agent::sources::{Origin, Sources};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::package::Role;
use crate::source::Span;
use crate::vfs::VfsPath;

/// Files that have a role of their own, whatever the agent declares.
pub const FIXED: [&str; 4] = [crate::agent::ENTRY_NAME, "package.json", "bun.lock", "bun.lockb"];

pub fn check(document: &Document, sources: &Sources, sink: &mut Sink) {
    fixed_files(sources, sink);
    collisions(sources, sink);
    let harness = &document.agent.harness;
    overlaps(document, "skills", &harness.skills, sink);
    overlaps(document, "files", &harness.files, sink);
}

/// What a role is called where it is declared.
fn noun(role: Role) -> &'static str {
    match role {
        Role::Source => "a tool module's source",
        Role::Skill => "part of a skill",
        _ => "a file",
    }
}

fn fixed_files(sources: &Sources, sink: &mut Sink) {
    for name in FIXED {
        let Some(uses) = sources.files.get(&VfsPath::root().child(name)) else { continue };
        // A module may import package.json: it is source then as before.
        for (role, origins) in uses.by_role.iter().filter(|(role, _)| **role != Role::Source) {
            for origin in origins {
                sink.push(
                    origin
                        .diagnostic(
                            Code::SourceKindCollision,
                            format!("{} is declared as {}, and has a role of its own", quoted(name), noun(*role)),
                        )
                        .help("Remove it here; it is packaged where it is due.")
                        .related(&VfsPath::root().child(name), None, "packaged as source"),
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
fn overlaps(document: &Document, key: &str, paths: &[Spanned<String>], sink: &mut Sink) {
    let declared: BTreeMap<VfsPath, Span> =
        paths.iter().filter_map(|value| Some((VfsPath::declared(&value.value).ok()?, value.span))).collect();
    for (index, value) in paths.iter().enumerate() {
        let Ok(inner) = VfsPath::declared(&value.value) else { continue };
        let Some((outer, span)) = inner.ancestors().find_map(|ancestor| declared.get_key_value(&ancestor)) else {
            continue;
        };
        let mut diagnostic = Diagnostic::new(
            Code::PathOverlap,
            document.file,
            value.span,
            format!("{} lies within {}, which is declared too", quoted(inner.as_str()), quoted(outer.as_str())),
        )
        .pointer(&value.pointer)
        .help("Remove one of the two; what they share is packaged once.")
        .related(document.file, *span, "the folder around it");
        if let Some(edit) = removal(document, key, index, value) {
            diagnostic = diagnostic.fix(Fix::safe(format!("Remove {}", quoted(inner.as_str())), vec![edit]));
        }
        sink.push(diagnostic);
    }
}

/// `paths` leaves empty strings out, so the place in the list is looked for from where it would be without them.
fn removal(document: &Document, key: &str, from: usize, value: &Spanned<String>) -> Option<Edit> {
    let list = document.root.get("harness")?.get(key)?;
    let index = from + list.items().get(from..)?.iter().position(|item| item.span == value.span)?;
    document.editor().remove_item(list, index)
}
