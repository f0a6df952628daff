//! The JSON Schemas. That of the frontmatter is what the fields say, and takes what the checker takes; those of
//! manifest.json and launch.json take what the packager writes, and nothing else. `UPDATE=1 cargo test --test agent_schema` writes it anew.

#![allow(clippy::disallowed_methods, reason = "tests read and write files of the repository")]
#![cfg(not(target_arch = "wasm32"))]

#[path = "agent_schema/generate.rs"]
mod generate;

use std::path::Path;

use agentmd::Workspace;
use agentmd::agent::fields;
use agentmd::diagnostics::Code;
use agentmd::schema::{Field, Shape};
use agentmd::vfs::{Vfs, VfsPath};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use serde_json::{Map, Value, json};

fn schemas() -> [(&'static str, Value); 3] {
    [("agent", generate::frontmatter()), ("manifest", generate::manifest()), ("launch", generate::launch())]
}

#[test]
fn the_schemas_are_up_to_date() {
    for (name, schema) in schemas() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/schemas/{name}.schema.json"));
        let schema = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &schema).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == schema, "{name}.schema.json is stale: run UPDATE=1 cargo test --test agent_schema");
    }
}

#[test]
fn the_schemas_are_some_and_their_examples_and_defaults_fit() {
    let mut examples = 0;
    fn walk(schema: &Value) -> usize {
        let mut examples = 0;
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let validator = jsonschema::draft7::new(property).unwrap();
            for example in property["examples"].as_array().unwrap().iter().chain(property.get("default")) {
                assert!(validator.is_valid(example), "{name}: {example}");
                examples += 1;
            }
            examples += walk(property) + walk(&property["items"]);
        }
        examples
    }
    for (name, schema) in schemas() {
        assert!(jsonschema::meta::is_valid(&schema), "{name}");
        examples += walk(&schema);
    }
    assert!(examples >= 50, "{examples}");
}

/// The manifests and launch settings of packages of several kinds.
fn packages() -> Vec<(Value, Value)> {
    let module = "import { defineTool, Type } from \"@mutagent/agents/tools\";\n\
        export default defineTool({ name: \"a\", label: \"A\", description: \"A.\", parameters: Type.Object({}), \
        execute() { return { content: [] }; } });\n";
    let everything = "harness:\n  tools:\n    builtin: [read, bash]\n    modules: [{path: a.ts, name: a}]\n  \
        skills: [skills/pricing]\n  files: [data]\n  bindings:\n    secrets: [{name: KEY, required: false}, {name: \
        OTHER}]\n  runtime: {mode: headless, scaffold: standard}\nthinking: low\ndisallowed_tools: bash\n";
    let others = [
        ("package.json", "{ \"type\": \"module\" }"),
        ("a.ts", module),
        ("skills/pricing/SKILL.md", "---\nname: pricing\ndescription: How.\n---\n"),
        ("data/a.json", "{}"),
    ];
    let mut packages = Vec::new();
    for fields in ["", everything] {
        let mut files = Vfs::new();
        let text = format!("---\nname: invoice\nmodel: zai/glm-5.3\n{fields}---\nUse pricing.\n");
        for (path, content) in others.into_iter().chain([("agent.md", text.as_str())]) {
            files.add_file(VfsPath::declared(path).unwrap(), content.as_bytes().to_vec());
        }
        let packed = Workspace::new(files).pack(&[]);
        let package = packed.package.unwrap_or_else(|| panic!("{:?}", packed.checked.report));
        packages.push((package.manifest, package.launch));
    }
    packages
}

#[test]
fn the_schemas_take_what_the_packager_writes() {
    let [_, (_, manifest_schema), (_, launch_schema)] = schemas();
    for (manifest, launch) in packages() {
        for (schema, value) in [(&manifest_schema, manifest), (&launch_schema, launch)] {
            let validator = jsonschema::draft7::new(schema).unwrap();
            let errors: Vec<_> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
            assert_eq!(errors, [""; 0], "{value}");
            let mutants = mutants(&value);
            assert!(mutants.len() > 10, "{}", mutants.len());
            for mutant in mutants {
                assert!(!validator.is_valid(&mutant), "{mutant}");
            }
        }
    }
}

/// The same value with one mistake each: a member missing, one too many, one of another type.
fn mutants(value: &Value) -> Vec<Value> {
    let mut mutants = Vec::new();
    match value {
        Value::Object(members) => {
            let mut extended = members.clone();
            extended.insert("unknown".to_owned(), json!(1));
            mutants.push(extended.into());
            for (name, member) in members {
                let mut without = members.clone();
                without.remove(name);
                mutants.push(without.into());
                mutants.extend(self::mutants(member).into_iter().map(|mutant| {
                    let mut changed = members.clone();
                    changed.insert(name.clone(), mutant);
                    changed.into()
                }));
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                mutants.extend(self::mutants(item).into_iter().map(|mutant| {
                    let mut changed = items.clone();
                    changed[index] = mutant;
                    changed.into()
                }));
            }
            mutants.push(json!("x"));
        }
        Value::Number(_) => mutants.extend([json!(-1), json!(1.5), json!("1")]),
        _ => mutants.push(json!(true)),
    }
    mutants
}

/// Whether the checker has nothing to say about the types, lengths and forms in a frontmatter.
fn is_accepted(frontmatter: &Value) -> bool {
    let mut files = Vfs::new();
    let text = format!("---\n{frontmatter}\n---\nPrice invoices.\n");
    files.add_file(VfsPath::declared("agent.md").unwrap(), text.into_bytes());
    let report = Workspace::new(files).check(&[]).report.clone();
    let of_yaml = report.diagnostics.iter().find(|found| found.code.as_str().starts_with("YAML"));
    assert_eq!(of_yaml, None, "{frontmatter}");
    report.diagnostics.iter().all(|found| !matches!(found.code, Code::AgentSchema | Code::ModelFormat))
}

/// Texts around the limits of a length, and some that patterns refuse.
fn text(min: usize, max: usize) -> BoxedStrategy<Value> {
    let max = max.min(4096);
    let lengths = select(vec![min.saturating_sub(1), min, min + 1, (min + max) / 2, max, max + 1]);
    prop_oneof![
        8 => lengths.prop_map(|length| "a".repeat(length).into()),
        1 => lengths_in_letters_of_two_bytes(max),
        4 => select(vec!["zai/glm-5.3", "a/b", "/b", "a/", "a b/c", "a/b/c", "A", "a-1", "a_b", "1a", "a,b", ",", "a,,b", " "])
            .prop_map(Into::into),
    ]
    .boxed()
}

fn lengths_in_letters_of_two_bytes(max: usize) -> impl Strategy<Value = Value> {
    select(vec![max, max + 1]).prop_map(|length| "é".repeat(length).into())
}

fn odd() -> impl Strategy<Value = Value> {
    select(vec![
        json!(null),
        json!(true),
        json!(1),
        json!(2.5),
        json!("x"),
        json!([]),
        json!(["a", "a"]),
        json!({}),
        json!({"a": 1}),
    ])
}

fn value(shape: &'static Shape) -> BoxedStrategy<Value> {
    let fitting = match shape {
        Shape::String { min, max, .. } => text(*min, *max),
        Shape::CommaSeparated { max } => text(1, *max),
        Shape::Words(words) => select(*words).prop_map(Into::into).boxed(),
        Shape::Boolean => any::<bool>().prop_map(Into::into).boxed(),
        Shape::Null => Just(Value::Null).boxed(),
        Shape::Integer { min, max } => (*min..=*max).prop_map(Into::into).boxed(),
        Shape::List { item, .. } => proptest::collection::vec(value(item), 0..3).prop_map(Into::into).boxed(),
        Shape::Mapping(fields) => mapping(fields),
        Shape::Either(shapes) => proptest::strategy::Union::new(shapes.iter().map(value)).boxed(),
    };
    prop_oneof![40 => fitting, 1 => odd()].boxed()
}

fn mapping(fields: &'static [Field]) -> BoxedStrategy<Value> {
    let mut entries: BoxedStrategy<Map<String, Value>> = prop_oneof![
        20 => Just(Map::new()),
        1 => Just(Map::from_iter([("unknown".to_owned(), json!(1))])),
    ]
    .boxed();
    for field in fields {
        let likely = if field.required { 0.98 } else { 0.4 };
        // Most examples fit, so that enough frontmatters are accepted.
        let example = Just(generate::value(field.example));
        let value = prop_oneof![4 => example, 3 => value(&field.shape)];
        entries = (entries, proptest::option::weighted(likely, value))
            .prop_map(move |(mut entries, value)| {
                entries.extend(value.map(|value| (field.name.to_owned(), value)));
                entries
            })
            .boxed();
    }
    entries.prop_map(Value::Object).boxed()
}

#[test]
fn the_generator_makes_both_kinds() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = value(&fields::FRONTMATTER);
    let accepted = (0..200).filter(|_| is_accepted(&strategy.new_tree(&mut runner).unwrap().current())).count();
    assert!((20..180).contains(&accepted), "{accepted} of 200");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, rng_seed: RngSeed::Fixed(0), ..ProptestConfig::default() })]

    #[test]
    fn schema_and_checker_agree(frontmatter in value(&fields::FRONTMATTER)) {
        let validator = jsonschema::draft7::new(&generate::frontmatter()).unwrap();
        prop_assert_eq!(validator.is_valid(&frontmatter), is_accepted(&frontmatter));
    }
}
