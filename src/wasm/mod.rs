//! What JavaScript sees. The only place that knows it; `npm/` is its caller.
//!
//! Every method takes `&self` and holds no borrow when it returns, so that a trap never leaves one behind.

mod editor;

use std::cell::RefCell;

use js_sys::JsString;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::diagnostics::render::{self, Look};
use crate::diagnostics::{Code, Diagnostic, Mending, quoted};
use crate::outcome::{self, Format, Part, Style};
use crate::schema::nearest;
use crate::vfs::{NodeKind, PathProblem, Vfs, VfsPath};
use crate::{Packed, Workspace};

/// One folder and what its last check or pack gave.
#[wasm_bindgen]
pub struct Session {
    workspace: RefCell<Workspace>,
    refusals: RefCell<Vec<Diagnostic>>,
    last: RefCell<Option<Packed>>,
    mending: RefCell<Mending>,
}

#[wasm_bindgen]
impl Session {
    /// `on_demand`: whether listings and contents are provided as [`Session::needs`] asks for them.
    #[wasm_bindgen(constructor)]
    pub fn new(on_demand: bool) -> Self {
        let vfs = if on_demand { Vfs::on_demand() } else { Vfs::new() };
        Self {
            workspace: Workspace::new(vfs).into(),
            refusals: RefCell::default(),
            last: RefCell::default(),
            mending: RefCell::default(),
        }
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

    /// Applies fixes of what the last [`Session::pack`] found, and says whether there were any. After a `true` the
    /// session may need more of the folder; provide it, pack and fix again until the answer is `false`.
    pub fn fix(&self, safe_only: bool) -> bool {
        let mut workspace = self.workspace.borrow_mut();
        let last = self.last.borrow();
        let Some(packed) = last.as_ref() else { return false };
        let after = self.mending.borrow_mut().round(workspace.vfs(), &packed.checked.report, safe_only);
        match after {
            Some(files) => {
                workspace.replace(files);
                true
            }
            None => false,
        }
    }

    /// What all calls of [`Session::fix`] did, as JSON: see [`outcome::fixes_json`].
    pub fn fixes(&self) -> String {
        outcome::fixes_json(&self.mending.borrow()).to_string()
    }

    /// What fixes have made of a file that they write.
    #[wasm_bindgen(js_name = fixedContent)]
    pub fn fixed_content(&self, path: &str) -> Result<Option<Vec<u8>>, JsError> {
        Ok(self.mending.borrow().changes.writes.get(&host_path(path)?).cloned())
    }
}

/// One report on one or more folders.
#[wasm_bindgen]
#[derive(Default)]
pub struct Reporter {
    parts: RefCell<Vec<Part>>,
}

#[wasm_bindgen]
impl Reporter {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes up what the last [`Session::pack`] found. `folder` is how the reader names the folder; empty for the one
    /// that the reader is in.
    pub fn add(&self, session: &Session, folder: &str) {
        if let Some(packed) = session.last.borrow().as_ref() {
            let part = Part::new(folder, packed, session.workspace.borrow().vfs(), &session.mending.borrow());
            self.parts.borrow_mut().push(part);
        }
    }

    /// `options` is JSON: `{format: string, quiet?: boolean, color?: boolean, width?: number}`.
    pub fn render(&self, options: &str) -> Result<String, JsError> {
        let options: Value = serde_json::from_str(options)?;
        let name = options["format"].as_str().unwrap_or_default();
        let format = Format::ALL.into_iter().find(|format| format.as_str() == name);
        let format = format.ok_or_else(|| JsError::new(&format!("there is no format {}", quoted(name))))?;
        let style = Style { format, look: look(&options), quiet: options["quiet"] == true };
        Ok(outcome::render(&self.parts.borrow(), style))
    }
}

/// A rule's page, which is Markdown, for people. `options` is JSON: `{color?: boolean, width?: number}`.
#[wasm_bindgen(js_name = renderRule)]
pub fn render_rule(markdown: &str, options: &str) -> Result<String, JsError> {
    Ok(render::rule_page(markdown, look(&serde_json::from_str(options)?)))
}

/// The code that a word was most likely meant to be.
#[wasm_bindgen(js_name = nearestCode)]
pub fn nearest_code(word: &str) -> Option<String> {
    nearest(word, Code::ALL.iter().map(|code| code.as_str())).map(str::to_owned)
}

fn look(options: &Value) -> Look {
    let width = options["width"].as_u64().and_then(|width| usize::try_from(width).ok());
    Look { width: width.unwrap_or(Look::default().width), color: options["color"] == true }
}

fn host_path(text: &str) -> Result<VfsPath, JsError> {
    VfsPath::from_host(text).map_err(|problem| path_error(text, problem))
}

fn path_error(text: &str, problem: PathProblem) -> JsError {
    JsError::new(&format!("the path {} {}", quoted(text), problem.describe()))
}
