//! The rules of agent.md folders, one file a group. Each reads the model and reports; none reads another.

pub mod bindings;
pub mod content;
pub mod entry;
pub mod fields;
pub mod imports;
pub mod package_json;
pub mod package_paths;
pub mod roles;
pub mod sizes;
pub mod skills;
pub mod tools;
