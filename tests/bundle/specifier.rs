//! Where the specifiers of a folder lead whose specifiers are all as they should be. Those that are not are the
//! business of the rules, which are not here.

use agentmd::bundle::Target;
use agentmd::vfs::VfsPath;

pub fn target(importer: &VfsPath, specifier: &str, is_module: impl Fn(&VfsPath) -> bool) -> Target {
    if specifier.starts_with("node:") {
        return Target::NodeBuiltin;
    }
    if specifier == "@mutagent/agents/tools" {
        return Target::ToolsRuntime;
    }
    let mut path = importer.parent().unwrap_or_default();
    for segment in specifier.split('/') {
        path = match segment {
            "" => return Target::Unresolved,
            "." => path,
            ".." => path.parent().unwrap_or_default(),
            name => path.child(name),
        };
    }
    if is_module(&path) { Target::Module(path) } else { Target::Unresolved }
}
