//! What JavaScript sees. The only place that knows it; `npm/` is its caller.
//!
//! Every method takes `&self` and holds no borrow when it returns, so that a trap never leaves one behind.

use std::cell::RefCell;

use js_sys::JsString;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::diagnostics::render::Look;
use crate::diagnostics::{Code, Diagnostic, quoted};
use crate::vfs::{NodeKind, PathProblem, Vfs, VfsPath};
use crate::{Packed, Workspace, outcome};

/// One folder and what its last check or pack gave.
#[wasm_bindgen]
pub struct Session {
    workspace: RefCell<Workspace>,
    refusals: RefCell<Vec<Diagnostic>>,
    last: RefCell<Option<Packed>>,
}

#[wasm_bindgen]
impl Session {
    /// `on_demand`: whether listings and contents are provided as [`Session::needs`] asks for them.
    #[wasm_bindgen(constructor)]
    pub fn new(on_demand: bool) -> Self {
        let vfs = if on_demand { Vfs::on_demand() } else { Vfs::new() };
        Self { workspace: Workspace::new(vfs).into(), refusals: RefCell::default(), last: RefCell::default() }
    }

    #[wasm_bindgen(js_name = addFile)]
    pub fn add_file(&self, path: &str, content: Vec<u8>) -> Result<(), JsError> {
        self.workspace.borrow_mut().update(host_path(path)?, content);
        Ok(())
    }

    #[wasm_bindgen(js_name = addSymlink)]
    pub fn add_symlink(&self, path: &str) -> Result<(), JsError> {
        self.workspace.borrow_mut().add_symlink(&host_path(path)?);
        Ok(())
    }

    #[wasm_bindgen(js_name = addFolder)]
    pub fn add_folder(&self, path: &str) -> Result<(), JsError> {
        self.workspace.borrow_mut().add_folder(&host_path(path)?);
        Ok(())
    }

    /// JSON: `{listings: string[], contents: string[]}`.
    pub fn needs(&self) -> String {
        let needs = self.workspace.borrow_mut().needs();
        let texts = |paths: &std::collections::BTreeSet<VfsPath>| -> Vec<String> {
            paths.iter().map(VfsPath::to_string).collect()
        };
        json!({ "listings": texts(&needs.listings), "contents": texts(&needs.contents) }).to_string()
    }

    /// `entries` is JSON: `[[name, "file" | "directory" | "symlink"]]`.
    #[wasm_bindgen(js_name = provideListing)]
    pub fn provide_listing(&self, folder: &str, entries: &str) -> Result<(), JsError> {
        let entries: Value = serde_json::from_str(entries)?;
        let entries = entries.as_array().into_iter().flatten().filter_map(|entry| {
            let kind = match entry.get(1)?.as_str()? {
                "directory" => NodeKind::Directory,
                "symlink" => NodeKind::Symlink,
                _ => NodeKind::File,
            };
            Some((entry.get(0)?.as_str()?, kind))
        });
        let folder = host_path(folder)?;
        let mut workspace = self.workspace.borrow_mut();
        workspace.provide_listing(&folder, entries).map_err(|problem| path_error(folder.as_str(), problem))
    }

    #[wasm_bindgen(js_name = provideContent)]
    pub fn provide_content(&self, path: &str, content: Vec<u8>) -> Result<(), JsError> {
        self.workspace.borrow_mut().provide_content(host_path(path)?, content);
        Ok(())
    }

    /// Adds a problem that only the host can know of. With an error among them, the report holds them alone.
    pub fn refuse(&self, code: &str, file: &str, message: &str, help: &str) -> Result<(), JsError> {
        let code = Code::named(code).ok_or_else(|| JsError::new(&format!("there is no code {}", quoted(code))))?;
        self.refusals.borrow_mut().push(Diagnostic::new(code, &host_path(file)?, None, message).help(help));
        Ok(())
    }

    /// The result as JSON text, digests included: for them the package is built in memory.
    pub fn check(&self) -> JsString {
        self.pack()
    }

    /// The same; [`Session::take_archive`] gives the archive then.
    pub fn pack(&self) -> JsString {
        let mut workspace = self.workspace.borrow_mut();
        let packed = workspace.pack(&self.refusals.borrow());
        let text = outcome::to_json(&packed, workspace.vfs()).to_string();
        *self.last.borrow_mut() = Some(packed);
        text.into()
    }

    /// The archive of the last [`Session::pack`], once, if that was valid.
    #[wasm_bindgen(js_name = takeArchive)]
    pub fn take_archive(&self) -> Option<Vec<u8>> {
        let archive = std::mem::take(&mut self.last.borrow_mut().as_mut()?.package.as_mut()?.archive);
        (!archive.is_empty()).then_some(archive)
    }

    /// The last result for people. `options` is JSON: `{color: boolean, width: number, folder: string}`.
    #[wasm_bindgen(js_name = renderText)]
    pub fn render_text(&self, options: &str) -> Result<String, JsError> {
        let options: Value = serde_json::from_str(options)?;
        let look = Look {
            width: options["width"]
                .as_u64()
                .and_then(|width| usize::try_from(width).ok())
                .unwrap_or(Look::default().width),
            color: options["color"] == true,
        };
        let folder = options["folder"].as_str().unwrap_or_default();
        let last = self.last.borrow();
        Ok(last
            .as_ref()
            .map_or_else(String::new, |packed| outcome::to_text(packed, &self.workspace.borrow(), folder, look)))
    }
}

fn host_path(text: &str) -> Result<VfsPath, JsError> {
    VfsPath::from_host(text).map_err(|problem| path_error(text, problem))
}

fn path_error(text: &str, problem: PathProblem) -> JsError {
    JsError::new(&format!("the path {} {}", quoted(text), problem.describe()))
}
