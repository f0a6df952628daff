//! What `manifest.json` and `launch.json` hold: the one declaration of their members, beside the code that writes them
//! (decisions: "The archive").

use crate::agent::fields::AGENT_NAME;
use crate::schema::{Field, Pattern, Shape};

const fn member(name: &'static str, shape: Shape, example: &'static str, documentation: &'static str) -> Field {
    Field { name, shape, required: true, default: None, documentation, example }
}

const fn text() -> Shape {
    Shape::String { min: 1, max: usize::MAX, pattern: None }
}

fn is_hex(digits: &str) -> bool {
    digits.len() == 64 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

static HEX: Pattern =
    Pattern { matches: is_hex, expression: "^[0-9a-f]{64}$", description: "64 lowercase hexadecimal digits" };

static DIGEST: Pattern = Pattern {
    matches: |digest| digest.strip_prefix("sha256:").is_some_and(is_hex),
    expression: "^sha256:[0-9a-f]{64}$",
    description: "`sha256:` and 64 lowercase hexadecimal digits",
};

const DIGEST_EXAMPLE: &str = "'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'";
const HEX_EXAMPLE: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const fn digest() -> Shape {
    Shape::String { min: 71, max: 71, pattern: Some(&DIGEST) }
}

static FILE: Shape = Shape::Mapping(&[
    member("path", Shape::String { min: 1, max: 100, pattern: None }, "source/agent.md", "Its path in the archive."),
    member("size", Shape::Integer { min: 0, max: i64::MAX }, "512", "Its length in bytes."),
    member("sha256", Shape::String { min: 64, max: 64, pattern: Some(&HEX) }, HEX_EXAMPLE, "SHA-256 of its content."),
    member(
        "role",
        Shape::Words(&["source", "skill", "file", "generated", "launch"]),
        "source",
        "What it is there for.",
    ),
]);

static NAME_AND_VERSION: &[Field] = &[
    member("name", text(), "agentmd", "Its name."),
    member("version", text(), "0.1.0", "Its version, which decides bytes of the archive."),
];

/// `manifest.json`.
pub static MANIFEST: Shape = Shape::Mapping(&[
    member("formatVersion", Shape::Integer { min: 1, max: 1 }, "1", "The version of this format."),
    member(
        "name",
        Shape::String { min: 2, max: 50, pattern: Some(&AGENT_NAME) },
        "invoice-pricing",
        "The agent's name.",
    ),
    member(
        "files",
        Shape::List { item: &FILE, unique: true },
        "[]",
        "Every file of the archive but this one, by the bytes of their paths.",
    ),
    member("sourceDigest", digest(), DIGEST_EXAMPLE, "Of the source files: their paths in the folder and contents."),
    member("artifactDigest", digest(), DIGEST_EXAMPLE, "Of this manifest without this member, in canonical form."),
    member(
        "build",
        Shape::Mapping(&[
            member("compiler", Shape::Mapping(NAME_AND_VERSION), "{name: agentmd, version: 0.1.0}", "What built it."),
            member(
                "bundler",
                Shape::Mapping(NAME_AND_VERSION),
                "{name: oxc, version: 0.152.0}",
                "What parsed and printed the tool modules.",
            ),
        ]),
        "{compiler: {name: agentmd, version: 0.1.0}, bundler: {name: oxc, version: 0.152.0}}",
        "What built the archive.",
    ),
]);

static NAME: Shape = text();

const fn names() -> Shape {
    Shape::List { item: &NAME, unique: true }
}

/// `launch.json`.
pub static LAUNCH: Shape = Shape::Mapping(&[
    member("model", text(), "zai/glm-5.3", "The model the agent always uses."),
    member("thinking", Shape::Either(&[text(), Shape::Null]), "low", "The reasoning level; null where none is set."),
    member(
        "allowedTools",
        names(),
        "[read, calculate_invoice]",
        "The built-in tools that remain after `disallowed_tools`, then the names of the tool modules.",
    ),
    member("skills", names(), "[skills/invoice-pricing]", "The skill folders, as paths in the archive."),
    member(
        "bindings",
        Shape::Mapping(&[
            member("required", names(), "[]", "Secrets without which the agent does not start."),
            member("optional", names(), "[GITHUB_TOKEN]", "Secrets that may have no value."),
        ]),
        "{required: [], optional: [GITHUB_TOKEN]}",
        "The names of the secret bindings.",
    ),
    member(
        "mode",
        Shape::Words(&["interactive", "headless"]),
        "interactive",
        "How it runs where nothing else is said.",
    ),
    member("scaffold", Shape::Words(&["standard"]), "standard", "The Helix scaffold that it runs in."),
]);
