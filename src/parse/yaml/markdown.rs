//! Markdown where YAML is due: keys in bold or in backticks, lists with bullets, numbers or boxes.

use super::block::{After, Entries};
use super::parser::Parser;
use super::prose::is_prose_key;
use crate::diagnostics::{Code, Edit, Fix, quoted};
use crate::parse::{Entry, Key, Node};
use crate::source::Span;

/// What starts a list item in other notations.
const BULLETS: [char; 15] = ['－', '*', '+', '•', '–', '—', '·', '●', '○', '◦', '▪', '‣', '⁃', '→', '✓'];

/// A key in Markdown's marks at the start of a line, and the length of all that stands before its value.
fn decorated_key(line: &str) -> Option<(&str, usize)> {
    let marks = &line[..line.len() - line.trim_start_matches(['*', '`']).len()];
    let inner = line[marks.len()..].trim_start_matches(' ');
    let length =
        inner.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))).unwrap_or(inner.len());
    let (key, after) = inner.split_at(length);
    if marks.is_empty() || !key.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    let blanks: &[char] = &[' ', '\t'];
    let after = match after.strip_prefix(marks) {
        Some(after) => after.trim_start_matches(blanks).strip_prefix(':')?,
        None => after.trim_start_matches(blanks).strip_prefix(':')?.strip_prefix(marks)?,
    };
    after
        .is_empty()
        .then_some((key, line.len()))
        .or_else(|| after.starts_with(blanks).then(|| (key, line.len() - after.trim_start_matches(blanks).len())))
}

/// The length of a marker that starts a list item in other notations, with the blanks after it.
pub(crate) fn bullet(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let rest = if BULLETS.contains(&first) {
        &line[first.len_utf8()..]
    } else {
        let rest = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
        if rest.len() == line.len() || line.len() - rest.len() > 3 {
            return None;
        }
        rest.strip_prefix(['.', ')'])?
    };
    let item = rest.trim_start_matches([' ', '\t']);
    (item.len() < rest.len() && !item.is_empty()).then(|| line.len() - item.len())
}

impl Parser<'_> {
    /// Whether an entry whose key is in Markdown's marks starts at the cursor.
    pub fn at_decorated_key(&self) -> bool {
        self.is_fresh() && decorated_key(self.rest()).is_some_and(|(key, _)| !is_prose_key(key))
    }

    /// `**name**: value`, `**name:** value` or `` `name`: value ``. False where there is none at the cursor.
    pub fn decorated_entry(&mut self, column: i32, entries: &mut Entries) -> bool {
        let start = self.at;
        let rest = self.rest();
        let Some((key, length)) = decorated_key(rest).filter(|_| self.at_decorated_key()) else { return false };
        let span = Span::new(start, start + length);
        let shown = Span::new(start, start + rest[..length].trim_end().trim_end_matches(':').len());
        let space = if length < rest.len() { " " } else { "" };
        let fix = Fix::safe("Write the key alone", vec![self.edit(span, format!("{key}:{space}"))]);
        self.parse_error_with(
            shown,
            format!("the key {} stands in Markdown's marks: {}", quoted(key), quoted(shown.text(self.text))),
            "Write the key without them.",
            fix,
        );
        let inner = start + rest.find(key).unwrap_or_default();
        let key = Key { span: Span::new(inner, inner + key.len()), text: key.to_owned() };
        self.at = span.end as usize;
        let value = self.block_node(column, After::Key);
        self.push_entry(Entry { key, value }, entries);
        true
    }

    /// Whether a list with other bullets than dashes starts at the cursor.
    ///
    /// A `*` can start nothing else; other bullets and numbers are plain text to YAML, which makes errors of them only
    /// where they stand at the column of the key.
    pub fn at_bullets(&self, beside_key: bool) -> bool {
        let rest = self.rest();
        if !self.is_fresh() || bullet(rest).is_none() {
            return false;
        }
        let next = self.lines.get(self.row + 1).filter(|next| next.column == self.column());
        let followed = next.is_some_and(|next| {
            let text = &self.text[next.content..next.end];
            text.starts_with('*') && bullet(text).is_some()
        });
        beside_key || (rest.starts_with('*') && (followed || next.is_none()))
    }

    /// A list item at the cursor that starts as in other notations. `None` where there is none.
    pub fn bulleted_item(&mut self, column: i32) -> Option<Node> {
        let start = self.at;
        let rest = self.rest();
        let length = bullet(rest).filter(|_| self.is_fresh())?;
        let span = Span::new(start, start + rest[..length].trim_end().len());
        self.bullets.push(span);
        self.at = start + length;
        Some(self.block_node(column, After::Dash))
    }

    /// One report for all list items that start with something other than a dash.
    pub fn report_bullets(&mut self) {
        let spans = std::mem::take(&mut self.bullets);
        let Some(first) = spans.first().copied() else { return };
        let shown = quoted(first.text(self.text));
        let message = match spans.len() {
            1 => format!("a list item starts with {shown}, where YAML has a dash"),
            count => format!("{count} list items, this one the first, start with {shown} or the like, not with a dash"),
        };
        let edits = spans.iter().map(|span| self.edit(*span, "-")).collect();
        let fix = Fix::safe(if spans.len() == 1 { "Write a dash" } else { "Write dashes" }, edits);
        self.parse_error_with(first, message, "Write `- item`.", fix);
    }

    /// The box of a task list, `[ ]` or `[x]`, before the text of an item, the cursor being at the text.
    pub fn task_box(&mut self, node: &Node, start: usize) -> bool {
        let before = self.text[..start].trim_end_matches([' ', '\t']);
        if !matches!(node.span.text(self.text), "[ ]" | "[x]" | "[X]") || !before.ends_with('-') {
            return false;
        }
        let fix = Fix::safe("Delete the box", vec![self.edit(Span::new(start, self.at), "")]);
        let message = format!("{} is the box of a task list, which YAML has not", quoted(node.span.text(self.text)));
        self.parse_error_with(node.span, message, "Write the item alone.", fix);
        true
    }

    /// A line of a template engine, such as `{% if x %}`. Moves past it.
    pub fn template_line(&mut self) -> bool {
        let text = self.rest().trim_end();
        let is_template = (text.starts_with("{%") && text.ends_with("%}"))
            || (text.starts_with("<%") && text.ends_with("%>"))
            || (text.starts_with("{{") && text.ends_with("}}"));
        if !self.is_fresh() || !is_template {
            return false;
        }
        let span = Span::new(self.at, self.at + text.len());
        let problem = self
            .problem(Code::YamlParse, span, format!("{} is a line of a template, not YAML", quoted(text)))
            .help("Fill in the template before the file is used, or delete the line.")
            .fix(Fix::suggestion("Delete the line", vec![Edit::delete(self.file, self.whole_line())]));
        self.diagnostics.push(problem);
        self.next_line();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{bullet, decorated_key};

    #[test]
    fn marks_around_a_key_are_those_of_one_word() {
        for (line, key) in [
            ("**name**: x", Some(("name", 10))),
            ("**name:** x", Some(("name", 10))),
            ("`name`: x", Some(("name", 8))),
            ("*name*:", Some(("name", 7))),
            ("**When to use**: x", None),
            ("**name** x", None),
            ("*name: x", None),
            ("name: x", None),
        ] {
            assert_eq!(decorated_key(line), key, "{line}");
        }
    }

    #[test]
    fn a_bullet_has_text_after_a_space() {
        for (line, length) in [
            ("* a", Some(2)),
            ("•  a", Some(5)),
            ("1. a", Some(3)),
            ("12) a", Some(4)),
            ("*a", None),
            ("1.5", None),
            ("* ", None),
            ("2024. a", None),
        ] {
            assert_eq!(bullet(line), length, "{line}");
        }
    }
}
