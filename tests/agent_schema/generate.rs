//! JSON Schemas, for language servers and for whoever reads packages: of the frontmatter, from the fields that the
//! checker reads; of manifest.json and launch.json, from the declarations beside the code that writes them.

use agentmd::agent::fields;
use agentmd::package::formats;
use agentmd::parse::{Node, Value as Parsed, yaml};
use agentmd::schema::{Field, Shape};
use agentmd::source::Span;
use agentmd::vfs::VfsPath;
use serde_json::{Map, Value, json};

/// Names with commas between them, none empty.
const COMMA_SEPARATED: &str = r"^[^,]*[^,\s][^,]*(,[^,]*[^,\s][^,]*)*$";

pub fn frontmatter() -> Value {
    let description = "The fields of a managed agent, between the two lines of `---` in its agent.md.";
    let mut schema = document("Frontmatter of agent.md", description, &fields::FRONTMATTER);
    // The checker reports the form of `model` under a code of its own.
    schema["properties"]["model"]["pattern"] = fields::MODEL_EXPRESSION.into();
    schema
}

pub fn manifest() -> Value {
    document("manifest.json", "What a package holds: every file with its size, digest and role.", &formats::MANIFEST)
}

pub fn launch() -> Value {
    document("launch.json", "What the platform starts the agent with.", &formats::LAUNCH)
}

fn document(title: &str, description: &str, shape: &Shape) -> Value {
    let mut schema = object(json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
        "description": description,
    }));
    schema.extend(self::shape(shape));
    schema.into()
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

fn shape(shape: &Shape) -> Map<String, Value> {
    object(match shape {
        Shape::String { min, max, pattern } => {
            let mut schema = object(json!({ "type": "string" }));
            if *min > 0 {
                schema.insert("minLength".into(), (*min).into());
            }
            if *max < usize::MAX {
                schema.insert("maxLength".into(), (*max).into());
            }
            if let Some(pattern) = pattern {
                schema.insert("pattern".into(), pattern.expression.into());
            }
            schema.into()
        }
        Shape::CommaSeparated { max } => {
            json!({ "type": "string", "minLength": 1, "maxLength": max, "pattern": COMMA_SEPARATED })
        }
        Shape::Words(words) => json!({ "type": "string", "enum": words }),
        Shape::Boolean => json!({ "type": "boolean" }),
        Shape::Null => json!({ "type": "null" }),
        Shape::Integer { min, max } => {
            let mut schema = object(json!({ "type": "integer", "minimum": min }));
            if *max < i64::MAX {
                schema.insert("maximum".into(), (*max).into());
            }
            schema.into()
        }
        Shape::List { item, unique } => {
            let mut schema = object(json!({ "type": "array", "items": self::shape(item) }));
            if *unique {
                schema.insert("uniqueItems".into(), true.into());
            }
            schema.into()
        }
        Shape::Mapping(fields) => mapping(fields),
        Shape::Either(shapes) => json!({ "anyOf": shapes.iter().map(self::shape).collect::<Vec<_>>() }),
    })
}

fn mapping(fields: &[Field]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_owned(), property(field).into())).collect();
    let required: Vec<_> = fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    let mut schema = object(json!({ "type": "object", "additionalProperties": false, "properties": properties }));
    if !required.is_empty() {
        schema.insert("required".into(), required.into());
    }
    schema.into()
}

fn property(field: &Field) -> Map<String, Value> {
    let mut schema = object(json!({ "title": title(field.name), "description": field.documentation }));
    schema.extend(shape(&field.shape));
    if let Some(default) = field.default {
        schema.insert("default".into(), value(default));
    }
    schema.insert("examples".into(), json!([value(field.example)]));
    schema
}

/// `disallowed_tools` as a title: "Disallowed tools".
fn title(name: &str) -> String {
    let mut title = String::new();
    for character in name.chars() {
        match character {
            '_' => title.push(' '),
            _ if title.is_empty() => title.extend(character.to_uppercase()),
            _ if character.is_uppercase() => title.extend([' '].into_iter().chain(character.to_lowercase())),
            _ => title.push(character),
        }
    }
    title
}

/// The value of a piece of YAML.
pub fn value(text: &str) -> Value {
    let parsed = yaml::parse(&VfsPath::root(), text, Span::new(0, text.len()));
    assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
    value_of(&parsed.root.expect("a value"))
}

fn value_of(node: &Node) -> Value {
    match &node.value {
        Parsed::String(text) => text.as_str().into(),
        Parsed::Boolean(boolean) => (*boolean).into(),
        Parsed::Number(number) => number.integer.expect("a whole number").into(),
        Parsed::Sequence(items) => items.iter().map(value_of).collect(),
        Parsed::Mapping(entries) => {
            let entries = entries.iter().map(|entry| (entry.key.text.clone(), value_of(&entry.value)));
            Value::Object(entries.collect())
        }
        other => panic!("{other:?} is in no example"),
    }
}
