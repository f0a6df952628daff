//! What editors ask of a workspace. `|` in a file is the cursor.

#![cfg(not(target_arch = "wasm32"))]

use agentmd::Workspace;
use agentmd::language::{CompletionKind, Symbol};
use agentmd::source::Span;
use agentmd::vfs::{NodeKind, Vfs, VfsPath};

const AGENT: &str = "---
name: invoices
model: acme/large
disallowed_tools: [bash]
harness:
  tools:
    builtin: [read, bash]
    modules:
      - path: tools/sum.ts
        export: total
        name: sum
  skills: [skills/pricing]
  files: [data]
  bindings:
    secrets:
      - name: TOKEN
        required: false
---
# Work

Use the pricing skill, then `sum`.

## Rules

```
# no heading
```

# End
";

const SUM: &str = "import { defineTool, Type } from \"@mutagent/agents/tools\";
import { add } from \"./lib/math.ts\";
export const total = defineTool({
  name: \"sum\",
  description: \"Adds.\",
  parameters: Type.Object({ a: Type.Number() }),
  async execute(input, context) {
    await context.bindings.optionalSecret(\"TOKEN\");
    return { content: [{ type: \"text\", text: String(add(input.a, 1)) }] };
  },
});
";

fn path(text: &str) -> VfsPath {
    VfsPath::declared(text).expect("a path of the test")
}

fn files() -> Vec<(&'static str, &'static str)> {
    vec![
        ("agent.md", AGENT),
        ("package.json", "{ \"private\": true, \"type\": \"module\" }\n"),
        ("tools/sum.ts", SUM),
        ("tools/lib/math.ts", "export const add = (a: number, b: number): number => a + b;\n"),
        ("tools/notes.txt", ""),
        ("skills/pricing/SKILL.md", "---\nname: pricing\ndescription: What things cost.\n---\nMuch.\n"),
        ("data/rates.json", "{}\n"),
    ]
}

/// The example with `from` in a file replaced by `to`, which holds the cursor; and the cursor's place.
fn edited(file: &str, from: &str, to: &str) -> (Workspace, VfsPath, usize) {
    let mut tree = Vfs::new();
    let mut offset = None;
    for (name, text) in files() {
        let mut text = text.to_owned();
        if name == file {
            assert!(text.contains(from), "{from}");
            text = text.replacen(from, to, 1);
            offset = text.find('|');
            text = text.replacen('|', "", 1);
        }
        tree.add_file(path(name), text.into_bytes());
    }
    (Workspace::new(tree), path(file), offset.expect("a cursor"))
}

/// Labels of the completions, and the text that they would replace.
fn completed(file: &str, from: &str, to: &str) -> (Vec<String>, String) {
    let (mut workspace, file, offset) = edited(file, from, to);
    let found = workspace.complete(&file, offset);
    let text = String::from_utf8(workspace.vfs().content(&file).expect("there").to_vec()).expect("text");
    (found.items.into_iter().map(|item| item.label).collect(), found.replace.text(&text).to_owned())
}

fn labels(file: &str, from: &str, to: &str) -> String {
    completed(file, from, to).0.join(" ")
}

#[test]
fn keys_that_are_allowed_and_not_there_yet() {
    assert_eq!(labels("agent.md", "harness:", "|\nharness:"), "description thinking tools disallowedTools skills");
    assert_eq!(completed("agent.md", "harness:", "des|\nharness:").1, "des");
    assert_eq!(labels("agent.md", "  files", "  |\n  files"), "runtime");
    assert_eq!(labels("agent.md", "        export: total\n", "        |\n"), "export");
    assert_eq!(labels("agent.md", "  files: [data]", "  files: [data]\n  runtime: {|}"), "mode scaffold");
}

#[test]
fn keys_bring_what_follows_them() {
    let (mut workspace, file, offset) = edited("agent.md", "  files: [data]\n", "  |\n");
    let inserts: Vec<String> = workspace.complete(&file, offset).items.into_iter().map(|item| item.insert).collect();
    assert_eq!(inserts, ["files:\n    - ", "runtime:\n    "]);
    let (mut workspace, file, offset) = edited("agent.md", "name: invoices", "na|: invoices");
    let name = workspace.complete(&file, offset).items.into_iter().find(|item| item.label == "name").expect("name");
    assert_eq!((name.insert.as_str(), name.kind), ("name", CompletionKind::Field));
    assert!(name.documentation.contains("slug") && name.detail.ends_with("required"), "{name:?}");
}

#[test]
fn values() {
    assert_eq!(labels("agent.md", "  files: [data]", "  runtime:\n    mode: |"), "interactive headless");
    assert_eq!(labels("agent.md", "required: false", "required: |"), "true false");
    assert_eq!(labels("agent.md", "[read, bash]", "[read, |]"), "bash edit write grep find ls");
    assert_eq!(labels("agent.md", "disallowed_tools: [bash]", "disallowed_tools: [|]"), "read bash");
    assert_eq!(labels("agent.md", "export: total", "export: |"), "total");
}

#[test]
fn paths_of_what_is_there() {
    assert_eq!(labels("agent.md", "[skills/pricing]", "[|]"), "data skills tools");
    assert_eq!(labels("agent.md", "[skills/pricing]", "[skills/|]"), "skills/pricing");
    assert_eq!(labels("agent.md", "path: tools/sum.ts", "path: tools/|"), "tools/lib tools/sum.ts");
    assert_eq!(labels("agent.md", "[data]", "\n    - tools/n|"), "tools/lib tools/notes.txt tools/sum.ts");
    assert_eq!(completed("agent.md", "[data]", "\n    - tools/n|").1, "tools/n");
    assert_eq!(labels("agent.md", "[data]", "[nothing/|]"), "");
}

#[test]
fn strings_of_tool_modules() {
    let import = "\"./lib/math.ts\"";
    assert_eq!(labels("tools/sum.ts", import, "\"|\""), "@mutagent/agents/tools ./ ../");
    assert_eq!(labels("tools/sum.ts", import, "\"./|\""), "./lib");
    assert_eq!(
        completed("tools/sum.ts", import, "\"./lib/ma|\""),
        (vec!["./lib/math.ts".to_owned()], "./lib/ma".to_owned())
    );
    assert_eq!(labels("tools/sum.ts", import, "\"../data/|\""), "../data/rates.json");
    assert_eq!(labels("tools/sum.ts", "\"TOKEN\"", "\"|"), "TOKEN");
    assert_eq!(labels("tools/sum.ts", "\"Adds.\"", "\"|\""), "");
}

fn hovered(file: &str, from: &str, to: &str) -> String {
    let (mut workspace, file, offset) = edited(file, from, to);
    workspace.hover(&file, offset).map(|hover| hover.text).unwrap_or_default()
}

#[test]
fn hovers_say_what_a_field_is_for_and_where_a_path_goes() {
    assert!(hovered("agent.md", "model:", "mo|del:").starts_with("**model** · a string, required"));
    assert!(hovered("agent.md", "export: total", "export: to|tal").contains("Default: `default`"));
    let module = hovered("agent.md", "tools/sum.ts", "tools/s|um.ts");
    assert!(module.contains("`source/tools/sum.ts`") && module.contains("sha256"), "{module}");
    assert!(hovered("agent.md", "[data]", "[da|ta]").contains("`files/data/` · 1 file "));
    assert!(hovered("tools/sum.ts", "./lib/math.ts", "./lib/m|ath.ts").contains("`source/tools/lib/math.ts`"));
    assert_eq!(hovered("agent.md", "Use the", "Use| the"), "");
}

fn defined(file: &str, from: &str, to: &str) -> String {
    let (mut workspace, file, offset) = edited(file, from, to);
    let Some(location) = workspace.definition(&file, offset) else { return String::new() };
    let content = workspace.vfs().content(&location.file).expect("there");
    let text = std::str::from_utf8(content).expect("text");
    format!("{} {}", location.file, location.span.text(text))
}

#[test]
fn definitions() {
    assert_eq!(defined("agent.md", "tools/sum.ts", "to|ols/sum.ts"), "tools/sum.ts ");
    assert_eq!(defined("agent.md", "[skills/pricing]", "[skills/pr|icing]"), "skills/pricing/SKILL.md ");
    assert_eq!(defined("agent.md", "export: total", "export: to|tal"), "tools/sum.ts total");
    assert_eq!(defined("agent.md", "disallowed_tools: [bash]", "disallowed_tools: [ba|sh]"), "agent.md bash");
    assert_eq!(defined("agent.md", "then `sum`", "then `s|um`"), "agent.md sum");
    assert_eq!(defined("agent.md", "the pricing", "the pri|cing"), "skills/pricing/SKILL.md ");
    assert_eq!(defined("tools/sum.ts", "./lib/math.ts", "./lib|/math.ts"), "tools/lib/math.ts ");
    assert_eq!(defined("agent.md", "[data]", "[da|ta]"), "");
}

fn outline(symbols: &[Symbol], depth: usize, lines: &mut Vec<String>) {
    for symbol in symbols {
        lines.push(format!("{}{}", "  ".repeat(depth), symbol.name));
        outline(&symbol.children, depth + 1, lines);
    }
}

#[test]
fn outlines() {
    let (mut workspace, file, _) = edited("agent.md", "Use", "|Use");
    let mut lines = Vec::new();
    outline(&workspace.symbols(&file), 0, &mut lines);
    let expected = [
        "name",
        "model",
        "disallowed_tools",
        "harness",
        "  tools",
        "    builtin",
        "    modules",
        "      sum",
        "        path",
        "        export",
        "        name",
        "  skills",
        "  files",
        "  bindings",
        "    secrets",
        "      TOKEN",
        "        name",
        "        required",
        "Work",
        "  Rules",
        "End",
    ];
    assert_eq!(lines, expected);
    assert_eq!(
        workspace.symbols(&path("tools/sum.ts")).iter().map(|it| it.name.as_str()).collect::<Vec<_>>(),
        ["total"]
    );
}

#[test]
fn fixes_of_a_place() {
    let (mut workspace, file, offset) = edited("agent.md", "model:", "mod|le:");
    let found = workspace.fixes(&file, Span::empty(offset)).diagnostics;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].fixes[0].title, "Rename it to `model`");
    assert!(
        workspace.fixes(&file, Span::empty(0)).diagnostics.iter().all(|found| found.code.as_str() != "AGENT_SCHEMA")
    );
}

#[test]
fn half_written_files_are_completed_too() {
    let (mut workspace, file, offset) = edited("agent.md", AGENT, "---\nname: invoices\nmo|");
    let found = workspace.complete(&file, offset);
    assert!(found.items.iter().any(|item| item.label == "model"), "{found:?}");
}

#[test]
fn every_offset_of_every_file_has_an_answer() {
    let mut workspace = edited("agent.md", "Use", "|Use").0;
    for (name, text) in files() {
        let file = path(name);
        for offset in 0..=text.len() + 2 {
            workspace.complete(&file, offset);
            workspace.definition(&file, offset);
            if let Some(hover) = workspace.hover(&file, offset) {
                assert!(hover.span.start as usize <= offset && offset <= hover.span.end as usize);
            }
        }
    }
}

#[test]
fn folders_that_are_not_listed_yet_are_asked_for() {
    let mut workspace = Workspace::new(Vfs::on_demand());
    assert_eq!(workspace.needs().listings.len(), 1);
    let entries = [("agent.md", NodeKind::File), ("docs", NodeKind::Directory)];
    workspace.provide_listing(&VfsPath::root(), entries).expect("names");
    let text = "---\nname: invoices\nmodel: acme/large\nharness:\n  files: [docs/]\n---\nGo.\n";
    workspace.provide_content(path("agent.md"), text.as_bytes());
    let offset = text.find("docs/").expect("there") + 5;
    assert!(workspace.complete(&path("agent.md"), offset).items.is_empty());
    assert!(workspace.needs().listings.contains(&path("docs")));
    workspace.provide_listing(&path("docs"), [("a.txt", NodeKind::File)]).expect("names");
    assert!(workspace.needs().is_empty());
    assert_eq!(workspace.complete(&path("agent.md"), offset).items[0].label, "docs/a.txt");
}
