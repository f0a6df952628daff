//! The fields of agent.md: the one place that declares their types, lengths, defaults and meaning.
//!
//! From the reference, "Base fields" and "The harness block".

use crate::schema::{Field, Pattern, Shape};

const fn text(min: usize, max: usize) -> Shape {
    Shape::String { min, max, pattern: None }
}

const fn field(name: &'static str, shape: Shape, example: &'static str, documentation: &'static str) -> Field {
    Field { name, shape, required: false, default: None, documentation, example }
}

const fn required(name: &'static str, shape: Shape, example: &'static str, documentation: &'static str) -> Field {
    Field { name, shape, required: true, default: None, documentation, example }
}

/// A field whose example is the value that counts where it is absent.
const fn defaulting(name: &'static str, shape: Shape, default: &'static str, documentation: &'static str) -> Field {
    Field { name, shape, required: false, default: Some(default), documentation, example: default }
}

pub(crate) static AGENT_NAME: Pattern = Pattern {
    matches: |name| {
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    },
    expression: "^[a-z][a-z0-9-]*$",
    description: "a lowercase letter, then lowercase letters, digits or `-`",
};

static TOOL_NAME: Pattern = Pattern {
    matches: |name| {
        name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    },
    expression: "^[A-Za-z][A-Za-z0-9_-]*$",
    description: "a letter, then letters, digits, `_` or `-`",
};

static NAME: Shape = text(1, 128);
static BUILTIN_NAME: Shape = text(1, 64);
static PATH: Shape = text(1, usize::MAX);
static MODULE: Shape = Shape::Mapping(MODULE_FIELDS);
static SECRET: Shape = Shape::Mapping(SECRET_FIELDS);

static NAMES: &[Shape] = &[Shape::CommaSeparated { max: 4096 }, Shape::List { item: &NAME, unique: false }];
static NAMES_OR_BOOLEAN: &[Shape] =
    &[Shape::CommaSeparated { max: 4096 }, Shape::List { item: &NAME, unique: false }, Shape::Boolean];

/// The frontmatter as a whole.
pub static FRONTMATTER: Shape = Shape::Mapping(&[
    required(
        "name",
        Shape::String { min: 2, max: 50, pattern: Some(&AGENT_NAME) },
        "invoice-pricing",
        "The agent's slug in the workspace; it is run as `@name`.",
    ),
    field(
        "description",
        text(1, 1024),
        "Calculates invoices from a price list.",
        "One line on what the agent does; not part of its instructions.",
    ),
    // Form and least length are MODEL_FORMAT's business.
    required("model", text(0, 256), "zai/glm-5.3", "The model the agent always uses, written `llm-provider/model`."),
    field("thinking", text(1, 32), "low", "The reasoning level that goes to Helix with the model."),
    field(
        "tools",
        Shape::Either(NAMES),
        "read, bash",
        "Tools of a local definition; they grant a managed agent nothing.",
    ),
    field("disallowed_tools", Shape::Either(NAMES), "[bash]", "Names to take from `harness.tools.builtin`."),
    field(
        "disallowedTools",
        Shape::Either(NAMES),
        "[bash]",
        "Another spelling of `disallowed_tools`, which wins over it.",
    ),
    field(
        "skills",
        Shape::Either(NAMES_OR_BOOLEAN),
        "[invoice-pricing]",
        "Skills of a local definition; they grant a managed agent nothing.",
    ),
    field(
        "harness",
        Shape::Mapping(HARNESS_FIELDS),
        "{tools: {builtin: [read]}}",
        "Deployment settings: all that a managed agent is granted.",
    ),
]);

static HARNESS_FIELDS: &[Field] = &[
    field("tools", Shape::Mapping(TOOLS_FIELDS), "{builtin: [read]}", "Built-in tools and tool modules."),
    field(
        "skills",
        Shape::List { item: &PATH, unique: true },
        "[skills/invoice-pricing]",
        "Folders with a SKILL.md, to be packaged whole.",
    ),
    field(
        "files",
        Shape::List { item: &PATH, unique: true },
        "[assets/catalog.json]",
        "Other files and folders to package, such as data for tools.",
    ),
    field(
        "bindings",
        Shape::Mapping(BINDINGS_FIELDS),
        "{secrets: [{name: GITHUB_TOKEN, required: false}]}",
        "What the agent's tools read from outside.",
    ),
    field("runtime", Shape::Mapping(RUNTIME_FIELDS), "{mode: headless}", "How the agent is run."),
];

static TOOLS_FIELDS: &[Field] = &[
    field(
        "builtin",
        Shape::List { item: &BUILTIN_NAME, unique: true },
        "[read, bash]",
        "The built-in tools that the agent gets; no other is granted.",
    ),
    field(
        "modules",
        Shape::List { item: &MODULE, unique: false },
        "[{path: tools/price.ts, name: price}]",
        "Tools of your own, in TypeScript or JavaScript.",
    ),
];

static MODULE_FIELDS: &[Field] = &[
    required("path", text(1, 512), "tools/price.ts", "A .ts, .tsx, .js or .mjs file in the folder."),
    defaulting("export", text(1, 128), "default", "The export of the module that holds the tool."),
    required(
        "name",
        Shape::String { min: 1, max: 64, pattern: Some(&TOOL_NAME) },
        "calculate_invoice",
        "The tool's name, the same as in its `defineTool`.",
    ),
];

static BINDINGS_FIELDS: &[Field] = &[field(
    "secrets",
    Shape::List { item: &SECRET, unique: false },
    "[{name: GITHUB_TOKEN, required: false}]",
    "Secrets that tools read through `context.bindings`.",
)];

static SECRET_FIELDS: &[Field] = &[
    required(
        "name",
        Shape::String { min: 1, max: 64, pattern: Some(&TOOL_NAME) },
        "GITHUB_TOKEN",
        "The name that tools ask for.",
    ),
    defaulting("required", Shape::Boolean, "true", "Whether a run needs a value; deploy refuses `true` for now."),
];

static RUNTIME_FIELDS: &[Field] = &[
    defaulting(
        "mode",
        Shape::Words(&["interactive", "headless"]),
        "interactive",
        "The run mode where the run command names none.",
    ),
    defaulting("scaffold", Shape::Words(&["standard"]), "standard", "The Helix scaffold that the agent runs in."),
];

/// What MODEL_FORMAT asks of `model`, as a regular expression for JSON Schema.
pub const MODEL_EXPRESSION: &str = r"^[^\s/]+/\S+$";

/// Keys of the older manifest form, which have a code of their own.
pub const LEGACY_MANIFEST_FIELDS: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// The key that held what is now the body.
pub const LEGACY_INSTRUCTIONS_FIELD: &str = "instructions";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_is_a_sentence() {
        fn walk(shape: &Shape) {
            match shape {
                Shape::Mapping(fields) => {
                    for field in *fields {
                        assert!(field.documentation.ends_with('.'), "{}", field.name);
                        assert!(!field.example.is_empty(), "{}", field.name);
                        walk(&field.shape);
                    }
                }
                Shape::List { item, .. } => walk(item),
                _ => {}
            }
        }
        walk(&FRONTMATTER);
    }
}
