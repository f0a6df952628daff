//! Where an import of a tool module leads, by the ten rules for specifiers. UNSUPPORTED_TOOL_IMPORT,
//! DEPENDENCIES_UNSUPPORTED, PATH_ESCAPE, SOURCE_NOT_FILE, SOURCE_NOT_FOUND, IMPORT_EXTENSION_REQUIRED,
//! UNSUPPORTED_TOOL_INPUT, SYMLINK_SOURCE, each at its specifier.

use crate::agent::names::{Spellings, fold};
use crate::agent::sources::{Origin, symlink};
use crate::bundle::Target;
use crate::diagnostics::{Code, Diagnostic, Edit, Fix, Sink, quoted};
use crate::schema::nearest;
use crate::source::Span;
use crate::vfs::{Lookup, Needs, NodeKind, PathProblem, Vfs, VfsPath};

/// The module that gives authors `defineTool` and `Type`.
pub const TOOLS_MODULE: &str = "@mutagent/agents/tools";

/// What an import may end in.
pub const EXTENSIONS: [&str; 5] = ["ts", "tsx", "js", "mjs", "json"];

const REFUSED_SCHEMES: [&str; 5] = ["http:", "https:", "data:", "file:", "bun:"];

/// Modules that Node 22 has under the `node:` scheme.
const NODE_BUILTINS: &[&str] = &[
    "assert",
    "assert/strict",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "dns/promises",
    "domain",
    "events",
    "fs",
    "fs/promises",
    "http",
    "http2",
    "https",
    "inspector",
    "inspector/promises",
    "module",
    "net",
    "os",
    "path",
    "path/posix",
    "path/win32",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "readline/promises",
    "repl",
    "sea",
    "sqlite",
    "stream",
    "stream/consumers",
    "stream/promises",
    "stream/web",
    "string_decoder",
    "sys",
    "test",
    "test/reporters",
    "timers",
    "timers/promises",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "util/types",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

/// Built-ins that exist under the `node:` scheme alone.
const SCHEME_ONLY: &[&str] = &["sea", "sqlite", "test", "test/reporters"];

/// One import: the file it stands in, its text and the place of the text with its quotes.
pub struct Specifier<'a> {
    pub importer: &'a VfsPath,
    pub text: &'a str,
    pub span: Span,
}

/// Follows an import. Reports what is wrong with it and gives [`Target::Unresolved`] then, or where more must be known.
pub fn resolve(
    specifier: &Specifier,
    vfs: &Vfs,
    needs: &mut Needs,
    spellings: &mut Spellings,
    sink: &mut Sink,
) -> Target {
    let text = specifier.text;
    let relative = text.starts_with("./") || text.starts_with("../");
    if REFUSED_SCHEMES.iter().any(|scheme| starts_with_ignoring_case(text, scheme)) {
        sink.push(specifier.report(Code::UnsupportedToolImport, format!("{} imports from a URL", quoted(text))).help(
            "Tools run without a loader for URLs: copy the code into the folder and import it by a relative path.",
        ));
        return Target::Unresolved;
    }
    if !text.starts_with('#')
        && let Some(at) = text.find(['?', '#'])
    {
        sink.push(
            specifier
                .report(
                    Code::UnsupportedToolImport,
                    format!("{} has a query or a fragment after the path", quoted(text)),
                )
                .help("Import the plain path.")
                .fix(specifier.rewrite(&text[..at], false)),
        );
        return Target::Unresolved;
    }
    if let Some(name) = text.strip_prefix("node:") {
        if NODE_BUILTINS.contains(&name) {
            return Target::NodeBuiltin;
        }
        let mut diagnostic = specifier
            .report(Code::DependenciesUnsupported, format!("{} is not a module of Node's", quoted(text)))
            .help("Check its spelling.");
        if let Some(meant) = nearest(name, NODE_BUILTINS.iter().copied()) {
            diagnostic = diagnostic
                .help(format!("Did you mean `node:{meant}`?"))
                .fix(specifier.rewrite(&format!("node:{meant}"), true));
        }
        sink.push(diagnostic);
        return Target::Unresolved;
    }
    if text == TOOLS_MODULE {
        return Target::ToolsRuntime;
    }
    if !relative {
        sink.push(specifier.package(vfs, needs));
        return Target::Unresolved;
    }
    match specifier.path() {
        Ok(path) => specifier.follow(&path, vfs, needs, spellings, sink),
        Err(problem) => {
            let diagnostic = specifier
                .report(Code::PathEscape, format!("the import {} {problem}", quoted(text)))
                .help("Import files of the agent folder by a relative path with `/` between plain names.");
            sink.push(match specifier.plainly_written(vfs, needs) {
                Some(meant) => diagnostic.fix(specifier.rewrite(&meant, true)),
                None => diagnostic,
            });
            Target::Unresolved
        }
    }
}

fn starts_with_ignoring_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

impl Specifier<'_> {
    fn report(&self, code: Code, message: String) -> Diagnostic {
        Diagnostic::new(code, self.importer, self.span, message)
    }

    fn rewrite(&self, text: &str, safe: bool) -> Fix {
        let title = format!("Write {}", quoted(text));
        // Between the quotes, so that the author's kind of quote stays.
        let inside = Span { start: self.span.start + 1, end: self.span.end.saturating_sub(1).max(self.span.start + 1) };
        Fix { title, safe, edits: vec![Edit::replace(self.importer, inside, text)] }
    }

    fn package(&self, vfs: &Vfs, needs: &mut Needs) -> Diagnostic {
        let text = self.text;
        let report = |problem: &str| self.report(Code::DependenciesUnsupported, format!("{} {problem}", quoted(text)));
        if text.is_empty() {
            return self
                .report(Code::DependenciesUnsupported, "the import names nothing".to_owned())
                .help("Write the path of a file, such as `./prices.ts`.");
        }
        if matches!(text, "." | "..") {
            return report("is a folder").help("Import a file in it by its path, with its extension.");
        }
        if text.starts_with('/') || matches!(VfsPath::declared(text), Err(PathProblem::DriveLetter)) {
            return report("is an absolute path")
                .help("Import files of the agent folder by a path that starts with `./` or `../`.");
        }
        if text.starts_with('#') {
            return report("is an alias of package.json, which tools have none of")
                .help("Import the file itself by a path that starts with `./` or `../`.");
        }
        let diagnostic = report("is a third-party package");
        if NODE_BUILTINS.contains(&text) && !SCHEME_ONLY.contains(&text) {
            return diagnostic
                .message(format!("{} is written without `node:`", quoted(text)))
                .help(format!("Write `node:{text}`."))
                .fix(self.rewrite(&format!("node:{text}"), true));
        }
        if nearest(text, [TOOLS_MODULE]).is_some() || text.starts_with("@mutagent/") {
            return diagnostic
                .message(format!("{} is not a module that tools can import", quoted(text)))
                .help(format!("Did you mean `{TOOLS_MODULE}`?"))
                .fix(self.rewrite(TOOLS_MODULE, true));
        }
        let sibling = self.importer.parent().map(|folder| format!("{folder}/{text}"));
        let is_sibling = sibling
            .and_then(|path| VfsPath::declared(path.trim_start_matches('/')).ok())
            .is_some_and(|path| vfs.lookup(&path, needs) == Lookup::Found(NodeKind::File));
        if is_sibling {
            return diagnostic
                .help("A file beside this one is imported with `./` before its name.")
                .fix(self.rewrite(&format!("./{text}"), true));
        }
        diagnostic
            .help("Packages are not installed: copy what you need into the folder and import it by a relative path.")
    }

    /// The path that a relative specifier names.
    fn path(&self) -> Result<VfsPath, &'static str> {
        let mut folder: Vec<&str> = self.importer.segments().collect();
        folder.pop();
        let mut segments = self.text.split('/').peekable();
        let mut leading = true;
        while let Some(segment) = segments.next() {
            match segment {
                "." if leading => {}
                ".." if leading => {
                    if folder.pop().is_none() {
                        return Err("leaves the agent folder");
                    }
                }
                "" if segments.peek().is_none() => return Err("ends with a slash"),
                _ => {
                    leading = false;
                    if segment == ".." && folder.pop().is_none() {
                        return Err("leaves the agent folder");
                    }
                    if segment != "." && segment != ".." {
                        folder.push(segment);
                    }
                    if segment.is_empty() {
                        return Err("has an empty segment");
                    }
                }
            }
        }
        if folder.is_empty() {
            return Ok(VfsPath::root());
        }
        VfsPath::declared(&folder.join("/")).map_err(|problem| problem.describe())
    }

    /// The specifier without empty segments and backslashes, where that names a file.
    fn plainly_written(&self, vfs: &Vfs, needs: &mut Needs) -> Option<String> {
        let slashed = self.text.replace('\\', "/");
        let segments: Vec<&str> = slashed.split('/').filter(|segment| !segment.is_empty()).collect();
        let text = segments.join("/");
        let path = Specifier { importer: self.importer, text: &text, span: self.span }.path().ok()?;
        (vfs.lookup(&path, needs) == Lookup::Found(NodeKind::File)).then_some(text)
    }

    fn follow(
        &self,
        path: &VfsPath,
        vfs: &Vfs,
        needs: &mut Needs,
        spellings: &mut Spellings,
        sink: &mut Sink,
    ) -> Target {
        let text = self.text;
        let found = vfs.lookup(path, needs);
        match found {
            Lookup::Unknown => return Target::Unresolved,
            Lookup::Found(NodeKind::Symlink) => {
                let origin = Origin { file: self.importer.clone(), span: Some(self.span), pointer: None };
                sink.push(symlink(vfs, needs, path, &origin));
                return Target::Unresolved;
            }
            Lookup::Found(NodeKind::Directory) => {
                let mut diagnostic = self
                    .report(Code::SourceNotFile, format!("{} is a folder", quoted(text)))
                    .help("Import a file in it, with its extension.");
                if let Some(index) = self.with_extension(&path.child("index"), vfs, needs) {
                    let separator = if text.ends_with('/') { "" } else { "/" };
                    diagnostic = diagnostic.fix(self.rewrite(&format!("{text}{separator}index.{index}"), true));
                }
                sink.push(diagnostic);
                return Target::Unresolved;
            }
            Lookup::Found(NodeKind::File) | Lookup::Missing => {}
        }
        let exists = found != Lookup::Missing;
        let extension = path.extension();
        if extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) {
            if exists {
                return Target::Module(path.clone());
            }
            sink.push(self.missing_file(path, vfs, needs, spellings));
            return Target::Unresolved;
        }
        sink.push(if let Some(missing) = self.with_extension(path, vfs, needs) {
            self.report(Code::SourceNotFound, format!("{} does not exist: the extension is missing", quoted(text)))
                .help(format!("Write {}; nothing is added to an import.", quoted(&format!("{text}.{missing}"))))
                .fix(self.rewrite(&format!("{text}.{missing}"), true))
        } else if extension.is_none() && exists {
            self.report(Code::ImportExtensionRequired, format!("{} has no extension", quoted(text)))
                .help("Give the file one of the extensions .ts, .tsx, .js, .mjs or .json, and write it in the import.")
        } else if let Some(extension) = extension {
            let mut diagnostic = self
                .report(Code::UnsupportedToolInput, format!("{} ends in `.{extension}`, which tools can't import", quoted(text)))
                .help("Import .ts, .tsx, .js, .mjs or .json files; package others with `harness.files` and read them at run time.");
            if !exists && let Some((from, to)) = self.other_ending(path, vfs, needs) {
                diagnostic = diagnostic.fix(self.rewrite(&text.replace(&from, &to), false));
            }
            diagnostic
        } else {
            self.missing_file(path, vfs, needs, spellings)
        });
        Target::Unresolved
    }

    fn missing_file(&self, path: &VfsPath, vfs: &Vfs, needs: &mut Needs, spellings: &mut Spellings) -> Diagnostic {
        let diagnostic = self
            .report(Code::SourceNotFound, format!("{} does not exist", quoted(self.text)))
            .help("Create the file, or correct the import; it is relative to the importing file.");
        if let Some((from, to)) = self.other_ending(path, vfs, needs) {
            let stem = self.text.strip_suffix(&from).unwrap_or(self.text);
            return diagnostic
                .help(format!("The file beside it ends in `{to}`; imports name the file as it is."))
                .fix(self.rewrite(&format!("{stem}{to}"), true));
        }
        let folder = path.parent().unwrap_or_default();
        let name = path.file_name();
        let meant = spellings.nearest(vfs, needs, &folder, name);
        match meant.and_then(|meant| Some((meant, self.text.strip_suffix(name)?))) {
            Some((meant, before)) => {
                let is_same = fold(&meant) == fold(name);
                let meant = format!("{before}{meant}");
                let help = match is_same {
                    true => {
                        format!("It is there as {}: names must match in letter case and Unicode form.", quoted(&meant))
                    }
                    false => format!("Did you mean {}?", quoted(&meant)),
                };
                diagnostic.help(help).fix(self.rewrite(&meant, is_same))
            }
            None => diagnostic,
        }
    }

    /// The extension that makes a path one of an existing file.
    fn with_extension(&self, path: &VfsPath, vfs: &Vfs, needs: &mut Needs) -> Option<&'static str> {
        let folder = path.parent()?;
        EXTENSIONS.into_iter().find(|extension| {
            let candidate = folder.child(&format!("{}.{extension}", path.file_name()));
            vfs.lookup(&candidate, needs) == Lookup::Found(NodeKind::File)
        })
    }

    /// The ending written and the one of the file that is there under the same stem.
    fn other_ending(&self, path: &VfsPath, vfs: &Vfs, needs: &mut Needs) -> Option<(String, String)> {
        let (stem, written) = path.file_name().rsplit_once('.')?;
        let folder = path.parent()?;
        let found = EXTENSIONS.into_iter().filter(|extension| *extension != "json").find(|extension| {
            *extension != written
                && vfs.lookup(&folder.child(&format!("{stem}.{extension}")), needs) == Lookup::Found(NodeKind::File)
        })?;
        Some((format!(".{written}"), format!(".{found}")))
    }
}
