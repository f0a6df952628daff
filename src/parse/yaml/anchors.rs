//! Aliases, merge keys and anchors that nothing uses.

use super::parser::{Alias, Anchor, Merge, Parser};
use super::quote::quote_scalar;
use crate::diagnostics::{Code, Diagnostic, Fix, quoted};
use crate::parse::{Node, Value};
use crate::source::Span;

/// The longest text that is repeated for an alias or a merge key, in bytes: a short file may have many of them.
pub(super) const LONGEST: usize = 1000;

impl Parser<'_> {
    pub fn report_anchors(&mut self) {
        let mut problems: Vec<Diagnostic> = Vec::new();
        for merge in &self.merges {
            let problem = self
                .problem(Code::YamlMerge, merge.key, "the merge key `<<` is not allowed")
                .help("Write out the keys that it would bring in.");
            let inlined = self.merged_text(merge);
            problems.push(match inlined {
                Some(text) => {
                    let entry = merge.key.to(merge.value);
                    problem.fix(Fix::suggestion("Write out the keys", vec![self.edit(entry, text)]))
                }
                None => problem,
            });
        }
        for alias in &self.aliases {
            let merged = self.merges.partition_point(|merge| merge.value.start <= alias.span.start);
            if merged > 0 && self.merges[merged - 1].value.contains(alias.span) {
                continue;
            }
            problems.push(self.alias_problem(alias));
        }
        for anchor in self.anchors.iter().filter(|anchor| !anchor.used) {
            let after = &self.text[anchor.span.end as usize..];
            let space = after.len() - after.trim_start_matches([' ', '\t']).len();
            let cut = Span::new(anchor.span.start as usize, anchor.span.end as usize + space);
            let problem = self
                .problem(
                    Code::UnusedAnchor,
                    anchor.span,
                    format!("nothing uses the anchor {}", quoted(anchor.span.text(self.text))),
                )
                .help("Delete it. If it is meant as text, put the value in quotes.");
            if let Some(text) = self.text_after(anchor) {
                let quote = super::mistakes::quoting(self.file, self.text, anchor.span.to(text));
                let delete = Fix::suggestion("Delete the anchor", vec![self.edit(cut, "")]);
                problems.push(problem.fix(Fix::suggestion("Quote the value", quote)).fix(delete));
                continue;
            }
            let problem = problem
                // Before a dash it is a mistake of its own, and deleting it would move the dash. An anchor of nothing is
                // all that stands between two commas.
                .fix(Fix {
                    safe: !after.trim_start().starts_with(['-', ',', ']', '}', ':']),
                    ..Fix::safe("Delete the anchor", vec![self.edit(cut, "")])
                });
            problems.push(problem);
        }
        self.diagnostics.append(&mut problems);
    }

    /// Text of several words after an anchor, which may be the first of them.
    fn text_after(&self, anchor: &Anchor) -> Option<Span> {
        let node = anchor.node.as_ref()?;
        let written = node.span.text(self.text);
        (node.as_str().is_some() && written.contains(' ') && !written.starts_with(['"', '\'', '|', '>']))
            .then_some(node.span)
    }

    fn alias_problem(&self, alias: &Alias) -> Diagnostic {
        let written = alias.span.text(self.text);
        let Some(anchor) = alias.anchor.and_then(|index| self.anchors.get(index)) else {
            let is_text = written[1..].contains(['.', '/', '*']);
            let quote = vec![self.edit(alias.span, super::quote::quoted_scalar(written))];
            let fix = if is_text { Fix::safe("Quote it", quote) } else { Fix::suggestion("Quote it", quote) };
            return self
                .problem(
                    Code::YamlAlias,
                    alias.span,
                    format!("{} is read as an alias, and no anchor has that name", quoted(written)),
                )
                .help("Put it in quotes if it is meant as text.")
                .fix(fix);
        };
        let problem = self
            .problem(Code::YamlAlias, alias.span, format!("the alias {} is not allowed", quoted(written)))
            .help("Write the value itself in its place.")
            .related(self.file, anchor.span, "the anchor is here");
        match anchor.node.as_ref().and_then(flow_text) {
            Some(text) => problem.fix(Fix::safe("Write the value in its place", vec![self.edit(alias.span, text)])),
            None => problem,
        }
    }

    /// The entries that a merge key brings in, as flow text, one a line.
    fn merged_text(&self, merge: &Merge) -> Option<String> {
        let value = merge.value;
        let alias = self.aliases.binary_search_by_key(&value, |alias| alias.span).ok()?;
        let node = self.anchors.get(self.aliases[alias].anchor?)?.node.as_ref()?;
        if node.span.len() > LONGEST {
            return None;
        }
        let line = self.line_of(value.start as usize)?;
        let indentation = format!("\n{}", " ".repeat(line.column.max(0) as usize));
        let plain = !self.text[line.start..line.end].trim_start().starts_with(['-', '{', '?']);
        let mut lines = Vec::new();
        for entry in node.entries().iter().filter(|entry| !merge.present.contains(&entry.key.text)) {
            lines.push(format!("{}: {}", quote_scalar(&entry.key.text), flow_text(&entry.value)?));
        }
        (plain && !lines.is_empty()).then(|| lines.join(&indentation))
    }
}

/// A value on one line, in flow style; `None` where it is long, or not known.
fn flow_text(node: &Node) -> Option<String> {
    let mut text = String::new();
    push_flow(node, &mut text)?;
    Some(text)
}

fn push_flow(node: &Node, out: &mut String) -> Option<()> {
    match &node.value {
        Value::Broken => return None,
        Value::Null => out.push_str("null"),
        Value::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => match number.integer {
            Some(integer) => out.push_str(&integer.to_string()),
            None if number.value.is_nan() => out.push_str(".nan"),
            None if number.value.is_infinite() => out.push_str(if number.value > 0.0 { ".inf" } else { "-.inf" }),
            None => out.push_str(&format!("{:?}", number.value)),
        },
        Value::String(text) if text.len() > LONGEST => return None,
        Value::String(text) => out.push_str(&quote_scalar(text)),
        Value::Sequence(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                push_flow(item, out)?;
            }
            out.push(']');
        }
        Value::Mapping(entries) => {
            out.push('{');
            for (index, entry) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                out.push_str(&quote_scalar(&entry.key.text));
                out.push_str(": ");
                push_flow(&entry.value, out)?;
            }
            out.push('}');
        }
    }
    (out.len() <= LONGEST).then_some(())
}
