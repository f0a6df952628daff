//! What JavaScript sees. The only place that knows it; `npm/` is its caller.
//!
//! Every method takes `&self` and holds no borrow when it returns, so that a trap never leaves one behind.

use std::cell::RefCell;

use js_sys::JsString;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::diagnostics::{Code, Diagnostic, Report, Severity, Sink, quoted};
use crate::vfs::{Lookup, Needs, NodeKind, PathProblem, Vfs, VfsPath};

const ARCHIVE: &[u8] = b"\x1f\x8b";

/// One folder and the last report on it.
#[wasm_bindgen]
pub struct Session {
    vfs: RefCell<Vfs>,
    refusals: RefCell<Vec<Diagnostic>>,
    report: RefCell<Report>,
}

#[wasm_bindgen]
impl Session {
    #[wasm_bindgen(constructor)]
    pub fn new(on_demand: bool) -> Self {
        let vfs = if on_demand { Vfs::on_demand() } else { Vfs::new() };
        Self { vfs: vfs.into(), refusals: RefCell::default(), report: RefCell::default() }
    }

    #[wasm_bindgen(js_name = addFile)]
    pub fn add_file(&self, path: &str, content: Vec<u8>) -> Result<(), JsError> {
        self.vfs.borrow_mut().add_file(host_path(path)?, content);
        Ok(())
    }

    #[wasm_bindgen(js_name = addSymlink)]
    pub fn add_symlink(&self, path: &str) -> Result<(), JsError> {
        self.vfs.borrow_mut().add_symlink(&host_path(path)?);
        Ok(())
    }

    #[wasm_bindgen(js_name = addFolder)]
    pub fn add_folder(&self, path: &str) -> Result<(), JsError> {
        self.vfs.borrow_mut().add_folder(&host_path(path)?);
        Ok(())
    }

    /// JSON: `{listings: string[], contents: string[]}`.
    pub fn needs(&self) -> String {
        let mut needs = Needs::default();
        self.has_entry(&mut needs);
        let texts = |paths: std::collections::BTreeSet<VfsPath>| paths.iter().map(VfsPath::to_string).collect::<Vec<_>>();
        json!({ "listings": texts(needs.listings), "contents": texts(needs.contents) }).to_string()
    }

    /// `entries` is JSON: `[[name, "file" | "directory" | "symlink"]]`.
    #[wasm_bindgen(js_name = provideListing)]
    pub fn provide_listing(&self, folder: &str, entries: &str) -> Result<(), JsError> {
        let entries: Vec<(String, String)> = serde_json::from_str::<Value>(entries)?
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|entry| Some((entry[0].as_str()?.to_owned(), entry[1].as_str()?.to_owned())))
            .collect();
        let kinds = entries.iter().map(|(name, kind)| {
            let kind = match kind.as_str() {
                "directory" => NodeKind::Directory,
                "symlink" => NodeKind::Symlink,
                _ => NodeKind::File,
            };
            (name.as_str(), kind)
        });
        let folder = host_path(folder)?;
        self.vfs.borrow_mut().provide_listing(&folder, kinds).map_err(|problem| path_error(folder.as_str(), problem))
    }

    #[wasm_bindgen(js_name = provideContent)]
    pub fn provide_content(&self, path: &str, content: Vec<u8>) -> Result<(), JsError> {
        self.vfs.borrow_mut().provide_content(host_path(path)?, content);
        Ok(())
    }

    /// Adds a problem that only the host can know of. One about the entry file leaves nothing to compile: the next
    /// report holds it alone.
    pub fn refuse(&self, code: &str, file: &str, message: &str, help: &str) -> Result<(), JsError> {
        let code = Code::named(code).ok_or_else(|| JsError::new("no such code"))?;
        self.refusals.borrow_mut().push(Diagnostic::new(code, &host_path(file)?, None, message).help(help));
        Ok(())
    }

    pub fn check(&self) -> JsString {
        let entry = VfsPath::root().child("agent.md");
        let mut sink = Sink::default();
        sink.extend(self.refusals.borrow().iter().cloned());
        if !sink.has_errors() && !self.has_entry(&mut Needs::default()) {
            sink.push(Diagnostic::new(Code::EntryNotFound, &VfsPath::root(), None, "the folder has no agent.md"));
        }
        let report = sink.into_report(&entry);
        let diagnostics: Vec<_> = report.diagnostics.iter().map(diagnostic_json).collect();
        let summary = report.summary;
        let mut result = json!({
            "schemaVersion": 1, "status": "refused", "format": "agent", "diagnostics": diagnostics,
            "summary": { "errors": summary.errors, "warnings": summary.warnings, "infos": summary.infos },
        });
        if !report.has_errors() {
            result["status"] = "valid".into();
            result["name"] = "stand-in".into();
            result["archiveSize"] = ARCHIVE.len().into();
            result["digests"] = json!({ "source": "sha256:", "artifact": "sha256:", "archive": "sha256:" });
            let tool = json!({ "name": "agentmd", "version": "0.1.0" });
            result["manifest"] = json!({
                "formatVersion": 1, "name": "stand-in", "files": [], "sourceDigest": "sha256:",
                "artifactDigest": "sha256:", "build": { "compiler": tool, "bundler": tool },
            });
            result["launch"] = json!({
                "model": "zai/glm-5.3", "allowedTools": [], "skills": [],
                "bindings": { "required": [], "optional": [] }, "mode": "interactive", "scaffold": "standard",
            });
        }
        *self.report.borrow_mut() = report;
        result.to_string().into()
    }

    pub fn pack(&self) -> JsString {
        self.check()
    }

    /// The archive of the last [`Session::pack`], once, if that was valid.
    #[wasm_bindgen(js_name = takeArchive)]
    pub fn take_archive(&self) -> Option<Vec<u8>> {
        let valid = !self.report.borrow().has_errors();
        valid.then(|| ARCHIVE.to_vec())
    }

    fn has_entry(&self, needs: &mut Needs) -> bool {
        let vfs = self.vfs.borrow();
        let entry = VfsPath::root().child("agent.md");
        vfs.lookup(&entry, needs) == Lookup::Found(NodeKind::File) && vfs.read(&entry, needs).is_some()
    }

    #[wasm_bindgen(js_name = renderText)]
    pub fn render_text(&self, options: &str) -> String {
        let color = serde_json::from_str::<Value>(options).is_ok_and(|options| options["color"] == true);
        let report = self.report.borrow();
        let lines = report.diagnostics.iter().map(|found| {
            let severity = found.severity.as_str();
            let paint = if color && found.severity == Severity::Error { ("\u{1b}[31m", "\u{1b}[0m") } else { ("", "") };
            format!("{}{severity}[{}]{}: {}\n", paint.0, found.code, paint.1, found.message)
        });
        let text: String = lines.collect();
        if report.has_errors() { text } else { "stand-in\n".to_owned() }
    }
}

fn diagnostic_json(diagnostic: &Diagnostic) -> Value {
    let mut object = json!({
        "code": diagnostic.code.as_str(), "severity": diagnostic.severity.as_str(), "message": diagnostic.message,
        "file": diagnostic.file.as_str(), "fixes": [], "related": [], "docs": format!("rules/{}", diagnostic.code),
    });
    if let Some(help) = &diagnostic.help {
        object["help"] = help.as_str().into();
    }
    object
}

fn host_path(text: &str) -> Result<VfsPath, JsError> {
    VfsPath::from_host(text).map_err(|problem| path_error(text, problem))
}

fn path_error(text: &str, problem: PathProblem) -> JsError {
    JsError::new(&format!("the path {} {}", quoted(text), problem.describe()))
}
