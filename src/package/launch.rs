use serde_json::{Value, json};

/// What the platform starts the agent with: the content of `launch.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    pub model: String,
    pub thinking: Option<String>,
    /// The built-in tools that remain after `disallowed_tools`, then the names of the tool modules.
    pub allowed_tools: Vec<String>,
    /// Package paths of the skill folders.
    pub skills: Vec<String>,
    pub bindings: Bindings,
    pub mode: String,
    pub scaffold: String,
}

/// Names of secret bindings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    pub required: Vec<String>,
    pub optional: Vec<String>,
}

impl Launch {
    /// Every key is there always; `thinking` is null where none is set.
    pub fn to_json(&self) -> Value {
        json!({
            "model": self.model,
            "thinking": self.thinking,
            "allowedTools": self.allowed_tools,
            "skills": self.skills,
            "bindings": {"required": self.bindings.required, "optional": self.bindings.optional},
            "mode": self.mode,
            "scaffold": self.scaffold,
        })
    }
}
