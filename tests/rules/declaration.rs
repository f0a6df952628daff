//! The long half of a rule's declaration: why it exists, and folders that fail and pass. The short half, its code,
//! severity and summary, is a line of the catalogue.
//!
//! They are text files, one a group, because that is what they hold: folders, written as in the fixtures. So nothing of
//! them is in the WebAssembly.
//!
//! ```text
//! === CODE
//! Why the rule exists.
//! === fails
//! //- agent.md                   a file, as in the fixtures
//! //- around: tools              with the agent.md, package.json and tools/price.ts of `AROUND_TOOLS`, where not given
//! === passes
//! //- agent.md                   in place of the one above
//! //- remove: tools/old.ts       one of the files above taken away
//! ```
//! Where only a command line shows the rule, `$ agentmd …` stands in place of a folder.

use agentmd::diagnostics::Code;

use crate::fixture;

/// The files of the groups, in the order in which the index lists them, and what the index calls them.
pub const GROUPS: [(&str, &str); 8] = [
    ("entry", "The entry file"),
    ("yaml", "The frontmatter as YAML"),
    ("fields", "The fields"),
    ("paths", "Declared and imported paths"),
    ("skills", "Skills"),
    ("package_json", "package.json"),
    ("tools", "Tool modules"),
    ("pack", "Packing and the report"),
];

const AROUND_TOOLS: &str = r#"//- agent.md
---
name: invoice
model: zai/glm-5.3
harness:
  tools:
    modules:
      - {path: tools/price.ts, name: price}
---
Price invoices.
//- package.json
{ "private": true, "type": "module" }
//- tools/price.ts
export default 1;
"#;

pub struct Rule {
    pub code: Code,
    pub why: String,
    pub fails: Example,
    pub passes: Example,
}

pub enum Example {
    Command(String),
    Folder {
        /// The files that the example is about.
        shown: Vec<(String, String)>,
        /// Whether files stand around them that are not shown.
        around: bool,
        /// All there is in the folder.
        all: Vec<(String, String)>,
    },
}

/// The rules of one group's file.
pub fn rules(text: &str) -> Vec<Rule> {
    let mut sections: Vec<(&str, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("=== ") {
            Some(title) => sections.push((title.trim_end(), String::new())),
            None => sections.last_mut().expect("a rule comes first").1.push_str(line),
        }
    }
    let rule = |sections: &[(&str, String)]| {
        let [(code, why), ("fails", fails), ("passes", passes)] = sections else {
            panic!("{}: a rule is its reason, what fails and what passes", sections[0].0);
        };
        let code = Code::named(code).unwrap_or_else(|| panic!("{code} is no code"));
        let fails = example(fails, &[]);
        let passes = match &fails {
            Example::Folder { all, .. } => example(passes, all),
            Example::Command(_) => example(passes, &[]),
        };
        Rule { code, why: why.trim_end().to_owned(), fails, passes }
    };
    sections.chunks(3).map(rule).collect()
}

fn example(source: &str, before: &[(String, String)]) -> Example {
    if let Some(command) = source.strip_prefix("$ ") {
        return Example::Command(command.trim_end().to_owned());
    }
    let (mut shown, mut all, mut around) = (Vec::new(), before.to_vec(), false);
    for (header, text) in fixture::parts(source) {
        if header == "around: tools" {
            around = true;
            for part in fixture::parts(AROUND_TOOLS) {
                if all.iter().all(|(known, _)| *known != part.0) {
                    all.push(part);
                }
            }
            continue;
        }
        all.retain(|(known, _)| path(known) != path(&header));
        if !header.starts_with("remove: ") {
            all.push((header.clone(), text.clone()));
        }
        shown.push((header, text));
    }
    Example::Folder { shown, around, all }
}

/// The path of a part, whatever kind of part it is.
pub fn path(header: &str) -> &str {
    header.split_once(": ").map_or(header, |(_, path)| path)
}
