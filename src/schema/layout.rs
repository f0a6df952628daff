//! Values whose layout hides what they are: text below a key that reads as a mapping, fields in a list, fields without
//! colons, prose that goes on at the margin.

use std::collections::BTreeSet;

use super::check::Checker;
use super::{Field, Shape, nearest};
use crate::diagnostics::{Edit, Fix, quoted};
use crate::parse::yaml::{bullet, is_prose, is_prose_key};
use crate::parse::{Entry, Node, Value};
use crate::source::Span;

const GOES_ON: &str = "If it goes on with the text above, put that in a block: `|` after its key, every line indented.";

impl Checker<'_> {
    /// Adds the colons to a file's frontmatter that has only lines such as `name demo`.
    pub(super) fn adding_colons(&self, root: &Node) -> Option<Fix> {
        let Shape::Mapping(fields) = self.shape else { return None };
        let mut edits = Vec::new();
        for (line, start) in self.lines_of(root.span) {
            let text = line.trim_start();
            let word = text.split([' ', '\t']).next().filter(|word| word.len() < text.trim_end().len())?;
            fields.iter().find(|field| field.name == word)?;
            edits.push(Edit::insert(self.file, start + line.len() - text.len() + word.len(), ":"));
        }
        Some(Fix::safe("Add the colons", edits))
    }

    /// Takes the dashes away from fields that are written as items of a list.
    pub(super) fn unlisting(&self, root: &Node) -> Option<Fix> {
        let mut keys = BTreeSet::new();
        for item in root.items() {
            let is_mapping = matches!(item.value, Value::Mapping(_)) && !item.span.text(self.text).starts_with('{');
            if !is_mapping || item.entries().iter().any(|entry| !keys.insert(entry.key.text.as_str())) {
                return None;
            }
        }
        let mut edits = Vec::new();
        for (line, start) in self.lines_of(root.span) {
            if !line.trim().is_empty() && !line.starts_with("- ") && !line.starts_with("  ") {
                return None;
            }
            edits.push(Edit::delete(self.file, Span::new(start, start + line.len().min(2))));
        }
        (!keys.is_empty()).then(|| Fix::safe("Take the dashes away", edits))
    }

    /// Lines such as `-item` and `1. item` below a key, which are text to YAML and a list to their author: how that shows,
    /// and the fix.
    pub(super) fn list_as_text(&self, node: &Node) -> Option<(String, Fix)> {
        let marker = |line: &str| match line.strip_prefix('-') {
            Some(item) => item.starts_with(char::is_alphabetic).then_some(1),
            None => bullet(line),
        };
        let line_start = self.text[..node.span.start as usize].rfind('\n').map_or(0, |line_break| line_break + 1);
        if !self.text[line_start..node.span.start as usize].trim().is_empty() {
            return None;
        }
        let mut edits = Vec::new();
        for (line, start) in self.lines_of(node.span) {
            let content = line.trim_start();
            let length = marker(content)?;
            let start = start + line.len() - content.len();
            edits.push(Edit::replace(self.file, Span::new(start, start + length), "- "));
        }
        let first = node.span.text(self.text).lines().next().unwrap_or_default();
        let message = format!("{} is text to YAML, no list item", quoted(first.trim_end()));
        Some((message, Fix::safe("Write list items", edits)))
    }

    /// A path where a mapping with a `path` and a `name` is due: that mapping, named after the file, and the edit.
    pub(super) fn path_as_mapping(&self, node: &Node, text: &str, shape: &Shape, at: &str) -> Option<(String, Edit)> {
        let Shape::Mapping(fields) = shape else { return None };
        let required: Vec<&str> = fields.iter().filter(|field| field.required).map(|field| field.name).collect();
        let stem = |path: &str| -> Option<String> {
            let name = path.rsplit('/').next()?;
            let (stem, _) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?;
            let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
            let name: String = stem.chars().map(|c| if is_part(c) { c } else { '_' }).collect();
            name.starts_with(|first: char| first.is_ascii_alphabetic()).then_some(name)
        };
        let name = stem(text).filter(|_| required == ["path", "name"])?;
        let siblings = at.rsplit_once('/').map(|(list, _)| list.split('/').skip(1));
        let list = siblings?.try_fold(self.root, |node, key| node.get(key))?;
        let same = list.items().iter().filter(|item| item.as_str().and_then(&stem).as_ref() == Some(&name)).count();
        if same > 1 {
            return None;
        }
        let written = node.span.text(self.text);
        let line = self.text[..node.span.start as usize].rsplit('\n').next()?;
        let is_item = line.trim() == "-" && !written.contains('\n');
        let entries = format!("path: {written}, name: {name}");
        let replacement = match is_item {
            true => format!("path: {written}{}{}name: {name}", self.editor().line_break(), " ".repeat(line.len())),
            false => format!("{{{entries}}}"),
        };
        Some((entries, Edit::replace(self.file, node.span, replacement)))
    }

    /// Makes a block of text of what stands below a key and reads as a mapping or a list.
    pub(super) fn making_text(&self, node: &Node, at: &str) -> Option<Fix> {
        let (owner, index) = self.entry_at(at)?;
        let key = owner.entries().get(index)?.key.span;
        let gap = self.text.get(key.end as usize..node.span.start as usize)?;
        let line_end = gap.find('\n')?;
        let margin = gap.rsplit('\n').next()?.len();
        let is_below = gap[..line_end].trim() == ":" && gap[line_end..].trim().is_empty();
        let key_margin = self.text[..key.start as usize].rsplit('\n').next()?.len();
        if !is_below || margin <= key_margin {
            return None;
        }
        let safe = node.entries().iter().any(|entry| is_prose_key(&entry.key.text));
        let edits = vec![Edit::insert(self.file, key.end as usize + 1, " |")];
        Some(Fix { safe, ..Fix::safe("Write it as a block of text", edits) })
    }

    /// How many entries from `index` on are no fields but prose that goes on with the value above, and the fix that makes
    /// them part of it.
    pub(super) fn prose_at_the_margin(
        &self,
        mapping: &Node,
        index: usize,
        fields: &[Field],
    ) -> Option<(usize, Option<Fix>)> {
        let entries = mapping.entries();
        let above = entries.get(index.checked_sub(1)?)?;
        let written = above.value.span.text(self.text);
        let text_above = above.value.as_str().is_some() && is_prose(written) && !written.starts_with(['"', '\'']);
        if !text_above || mapping.span.text(self.text).starts_with('{') {
            return None;
        }
        let is_stranger = |key: &str| {
            let names = || fields.iter().map(|field| field.name);
            names().all(|name| name != key) && nearest(key, names()).is_none()
        };
        let is_prose = |entry: &&Entry| {
            let plain = matches!(entry.value.value, Value::String(_) | Value::Null | Value::Sequence(_));
            plain && is_prose_key(&entry.key.text) && is_stranger(&entry.key.text)
        };
        let count = entries[index..].iter().take_while(is_prose).count();
        let last = entries.get((index + count).checked_sub(1)?).filter(|_| count > 0)?;
        let end = last.value.span.end.max(last.key.span.end) as usize;
        let fix = self.editor().join_lines(above, entries[index].key.span.start as usize, end);
        let title = format!("Make it part of {}", quoted(&above.key.text));
        Some((count, fix.map(|edits| Fix::suggestion(title, edits))))
    }

    pub(super) fn report_prose(
        &self,
        run: &[Entry],
        owner: &str,
        fix: Option<Fix>,
        at: &str,
    ) -> Option<crate::diagnostics::Diagnostic> {
        let first = run.first()?;
        let name = quoted(&first.key.text);
        let message = match run.len() {
            1 => format!("{name} is not a field of {owner}"),
            2 => format!("{name} and the key below it are not fields of {owner}"),
            count => format!("{name} and the {} keys below it are not fields of {owner}", count - 1),
        };
        let mut problem = self.report(first.key.span, at, message).help(GOES_ON);
        problem.fixes.extend(fix);
        Some(problem)
    }

    /// The lines under a span, from the start of the first one, with their offsets; blank ones left out.
    fn lines_of(&self, span: Span) -> impl Iterator<Item = (&str, usize)> {
        let mut at = self.text[..span.start as usize].rfind('\n').map_or(0, |line_break| line_break + 1);
        let text = self.text.get(at..span.end as usize).unwrap_or_default();
        text.split_inclusive('\n').filter_map(move |line| {
            let start = at;
            at += line.len();
            let line = line.trim_end_matches(['\n', '\r']);
            (!line.trim().is_empty()).then_some((line, start))
        })
    }
}
