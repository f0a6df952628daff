//! PACKAGE_JSON, DEPENDENCIES_UNSUPPORTED in package.json, PACKAGE_TYPE.

use super::entry::decode;
use crate::agent::{Document, Memory};
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::parse::{Node, Value, json};
use crate::source::Span;
use crate::vfs::{Lookup, Needs, NodeKind, Vfs, VfsPath};

const DEPENDENCIES: [&str; 4] = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

const TYPE_MODULE: &str = "\"type\": \"module\"";

/// Checks the package.json that tool modules require. Gives its path where it can be packaged.
pub fn check(
    document: &Document,
    vfs: &Vfs,
    needs: &mut Needs,
    memory: &mut Memory,
    sink: &mut Sink,
) -> Option<VfsPath> {
    let path = VfsPath::root().child("package.json");
    match vfs.lookup(&path, needs) {
        Lookup::Unknown => None,
        Lookup::Missing => {
            sink.push(missing(document, &path));
            None
        }
        Lookup::Found(NodeKind::Symlink) => {
            sink.push(
                Diagnostic::new(Code::SymlinkSource, &path, None, "`package.json` is a symlink")
                    .help("Put the file itself in its place; links are never followed."),
            );
            None
        }
        Lookup::Found(NodeKind::Directory) => {
            sink.push(
                Diagnostic::new(Code::PackageJson, &path, None, "`package.json` is a folder")
                    .help("It must be a file with a JSON object."),
            );
            None
        }
        Lookup::Found(NodeKind::File) => {
            let content = vfs.read(&path, needs)?;
            sink.absorb(&memory.package_json_findings(&path, content));
            Some(path)
        }
    }
}

fn missing(document: &Document, path: &VfsPath) -> Diagnostic {
    let span = document.agent.harness.modules.first().map(|module| module.span);
    let slug = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let name =
        document.agent.name.as_ref().map(|name| name.value.as_str()).filter(|name| slug(name)).unwrap_or("agent");
    let source = serde_json::json!({ "name": format!("{name}-source"), "private": true, "type": "module" });
    let text = serde_json::to_string_pretty(&source).unwrap_or_default();
    Diagnostic::new(
        Code::PackageJson,
        document.file,
        span,
        "there are tool modules, but the folder has no `package.json`",
    )
    .pointer("/harness/tools/modules")
    .help("Add one with `\"type\": \"module\"` and no dependencies.")
    .fix(Fix::safe("Create package.json", vec![Edit::Create { file: path.clone(), text: format!("{text}\n") }]))
}

/// Checks the file by itself.
pub fn check_content(path: &VfsPath, content: &[u8], sink: &mut Sink) {
    let Some(text) = decode(path, content, sink) else { return };
    let parsed = json::parse(path, text, Code::PackageJson);
    let broken = !parsed.diagnostics.is_empty();
    sink.extend(parsed.diagnostics);
    let Some(root) = parsed.root else { return };
    let Value::Mapping(_) = &root.value else {
        if !root.is_broken() && !broken {
            sink.push(
                Diagnostic::new(
                    Code::PackageJson,
                    path,
                    root.span,
                    format!("package.json must be a JSON object, not {}", root.type_name()),
                )
                .help("Write `{ \"private\": true, \"type\": \"module\" }`."),
            );
        }
        return;
    };
    for key in DEPENDENCIES {
        if let Some(entry) = root.entry(key) {
            dependencies(path, key, entry.key.span, &entry.value, sink);
        }
    }
    package_type(path, text, &root, sink);
}

fn dependencies(path: &VfsPath, key: &str, key_span: Span, value: &Node, sink: &mut Sink) {
    let report = |span: Span, pointer: String, message: String| {
        Diagnostic::new(Code::DependenciesUnsupported, path, span, message)
            .pointer(pointer)
            .help("Third-party packages are not installed: copy what the tools need into the folder, and leave this empty.")
            .fix(Fix::suggestion(format!("Empty `{key}`"), vec![Edit::replace(path, value.span, "{}")]))
    };
    match &value.value {
        Value::Mapping(entries) => {
            for entry in entries {
                let name = &entry.key.text;
                sink.push(report(
                    entry.key.span,
                    crate::schema::pointer(&format!("/{key}"), name),
                    format!("`{key}` lists {}", quoted(name)),
                ));
            }
        }
        Value::Sequence(items) if items.is_empty() => {}
        Value::Broken => {}
        _ => sink.push(report(
            key_span,
            format!("/{key}"),
            format!("`{key}` must be absent or empty, and is {}", value.type_name()),
        )),
    }
}

fn package_type(path: &VfsPath, text: &str, root: &Node, sink: &mut Sink) {
    let declared = root.entry("type");
    if declared.is_some_and(|entry| entry.value.as_str() == Some("module") || entry.value.is_broken()) {
        return;
    }
    let report = |span: Span, message: &str| {
        Diagnostic::new(Code::PackageType, path, span, message)
            .pointer("/type")
            .help("Set `\"type\": \"module\"`, so that editors and Node read the tools as the ES modules they are.")
    };
    if let Some(entry) = declared {
        sink.push(
            report(entry.value.span, "package.json has a `type` other than `module`")
                .fix(Fix::safe("Write `\"module\"`", vec![Edit::replace(path, entry.value.span, "\"module\"")])),
        );
        return;
    }
    let brace = root.span.start as usize;
    let edit = match root.entries().first() {
        // The white space after the brace is the author's way of setting entries apart.
        Some(first) => {
            let between = &text[brace + 1..first.key.span.start as usize];
            let between = if between.is_empty() || !between.trim().is_empty() { " " } else { between };
            Edit::insert(path, first.key.span.start as usize, format!("{TYPE_MODULE},{between}"))
        }
        None => Edit::replace(path, root.span, format!("{{ {TYPE_MODULE} }}")),
    };
    sink.push(
        report(Span::new(brace, brace + 1), "package.json has no `\"type\": \"module\"`")
            .fix(Fix::safe("Add `\"type\": \"module\"`", vec![edit])),
    );
}
