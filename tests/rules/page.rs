//! A rule as a page, and all of them as an index and as JSON.

use std::fmt::Write;

use agentmd::diagnostics::render::{self, Look, Subject};
use agentmd::diagnostics::{Code, Origin};
use agentmd::vfs::Vfs;

use crate::declaration::{Example, GROUPS, Rule, path};
use crate::{check, fixture};

const NOTICE: &str = "<!-- Generated from src/diagnostics/catalogue by `UPDATE=1 cargo test --test rules`. -->\n";

/// How wide reports on pages are, in columns.
const WIDTH: usize = 92;

pub fn page(rule: &Rule) -> String {
    let code = rule.code;
    let mut page = format!("{NOTICE}\n# {code}\n\n{}\n\n{}\n\n{}\n", code.summary(), standing(code), rule.why);
    page.push_str("\n## Fails\n");
    example(&mut page, &rule.fails);
    if let Example::Folder { all, .. } = &rule.fails {
        let files = fixture::folder_of(all);
        let _ = write!(page, "\n```text\n{}```\n", report(&files));
    }
    page.push_str("\n## Passes\n");
    if let Example::Folder { .. } = &rule.passes {
        page.push_str("\nThe same folder with this in its place:\n");
    }
    example(&mut page, &rule.passes);
    page
}

fn standing(code: Code) -> String {
    let mut severity = code.severity().as_str().to_owned();
    severity[..1].make_ascii_uppercase();
    let origin = match code.origin() {
        Origin::Reference => "from the agent.md reference",
        Origin::Ours => "of this compiler's own",
    };
    format!("*{severity}, {origin}.*")
}

fn report(files: &Vfs) -> String {
    render::text(&[Subject::new(&check(files), files)], Look { width: WIDTH, color: false })
}

fn example(page: &mut String, example: &Example) {
    let (shown, around) = match example {
        Example::Command(command) => {
            let _ = write!(page, "\n```sh\n{command}\n```\n");
            return;
        }
        Example::Folder { shown, around, .. } => (shown, *around),
    };
    if around {
        page.push_str("\nIn a folder with a package.json, whose agent.md declares the tool module `tools/price.ts`:\n");
    }
    for (header, text) in shown {
        let path = path(header);
        let _ = match header.split_once(": ") {
            Some(("symlink", _)) => write!(page, "\n`{path}` is a symlink.\n"),
            Some(("folder", _)) => write!(page, "\n`{path}` is an empty folder.\n"),
            Some(("remove", _)) => write!(page, "\nThere is no `{path}`.\n"),
            Some(("escaped", _)) => {
                let shown = String::from_utf8_lossy(&fixture::unescape(text)).into_owned();
                write!(page, "\n`{path}`\n\n```text\n{shown}```\n")
            }
            _ => write!(page, "\n`{path}`\n\n```{}\n{text}```\n", language(path)),
        };
    }
}

fn language(path: &str) -> &str {
    match path.rsplit_once('.') {
        Some((_, "md")) => "markdown",
        Some((_, extension @ ("ts" | "js" | "json"))) => extension,
        _ => "text",
    }
}

pub fn index(groups: &[Vec<Rule>]) -> String {
    let mut page = format!(
        "{NOTICE}\n# Rules\n\nEvery code that a report can have. An error refuses the folder; a warning or an info does not.\n"
    );
    for ((_, title), rules) in GROUPS.iter().zip(groups) {
        let _ = write!(page, "\n## {title}\n\n| Code | Severity | Meaning |\n| --- | --- | --- |\n");
        for Rule { code, .. } in rules {
            let _ = writeln!(page, "| [{code}]({code}.md) | {} | {} |", code.severity().as_str(), code.summary());
        }
    }
    page
}

pub fn json(groups: &[Vec<Rule>]) -> String {
    let rule = |rule: &Rule| {
        let code = rule.code;
        serde_json::json!({
            "code": code.as_str(),
            "severity": code.severity().as_str(),
            "origin": match code.origin() { Origin::Reference => "reference", Origin::Ours => "agentmd" },
            "summary": code.summary(),
            "why": rule.why.replace('\n', " "),
            "docs": format!("rules/{code}"),
        })
    };
    let rules: Vec<_> = groups.iter().flatten().map(rule).collect();
    let json = serde_json::json!({ "schemaVersion": 1, "rules": rules });
    format!("{}\n", serde_json::to_string_pretty(&json).expect("JSON of strings"))
}
