//! Stand-in until the bundler lands.
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::vfs::VfsPath;
use std::collections::BTreeMap;
use std::sync::Arc;
pub struct Module {
    path: VfsPath,
}
pub struct Request {
    pub specifier: String,
    pub span: Span,
}
pub struct ExportInfo {
    pub span: Span,
    pub type_only: bool,
}
#[derive(Default)]
pub struct Exports {
    pub names: BTreeMap<String, ExportInfo>,
    pub open: bool,
    pub stars: Vec<usize>,
}
pub struct ToolDefinition {
    pub export: String,
    pub name: Option<(String, Span)>,
}
impl Module {
    pub fn parse(path: &VfsPath, _source: Arc<str>) -> Self {
        Self { path: path.clone() }
    }
    pub fn path(&self) -> &VfsPath {
        &self.path
    }
    pub fn requests(&self) -> &[Request] {
        &[]
    }
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &[]
    }
    pub fn has_errors(&self) -> bool {
        true
    }
    pub fn exports(&self) -> &Exports {
        static E: Exports = Exports { names: BTreeMap::new(), open: true, stars: Vec::new() };
        &E
    }
    pub fn tool_definitions(&self) -> &[ToolDefinition] {
        &[]
    }
    pub fn secret_reads(&self) -> &[(String, Span)] {
        &[]
    }
}
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Module(VfsPath),
    NodeBuiltin,
    ToolsRuntime,
    Unresolved,
}
pub struct EntryPoint {
    pub path: VfsPath,
    pub export: String,
    pub name: String,
}
pub struct Graph {
    pub modules: BTreeMap<VfsPath, Arc<Module>>,
    pub targets: BTreeMap<VfsPath, Vec<Target>>,
    pub entries: Vec<EntryPoint>,
}
pub struct Registration {
    pub allowed_tools: Vec<String>,
    pub bindings: Vec<(String, bool)>,
}
pub struct Bundle {
    pub code: String,
    pub source_map: String,
}
pub fn bundle(_graph: &Graph, _registration: &Registration) -> Result<Bundle, Vec<Diagnostic>> {
    Ok(Bundle { code: String::new(), source_map: String::new() })
}
