//! Edits of YAML that leave everything else as its author wrote it: indentation, line breaks, comments, order.
//!
//! Each gives `None` where the text is laid out in a way that it does not know how to keep.

use crate::diagnostics::Edit;
use crate::parse::{Entry, Node, Value, yaml};
use crate::source::Span;
use crate::vfs::VfsPath;

/// How far a nested line is indented where the file does not show its author's habit.
const STEP: usize = 2;

/// The text that is edited.
#[derive(Clone, Copy)]
pub struct Editor<'a> {
    pub file: &'a VfsPath,
    pub text: &'a str,
}

impl Editor<'_> {
    /// Takes out what a JSON pointer points to. Of a list or a mapping with nothing else in it, `[]` or `{}` remains.
    pub fn remove_at(&self, root: &Node, pointer: &str) -> Option<Edit> {
        let (above, last) = pointer.rsplit_once('/')?;
        let step = |node: &'_ Node, key: &str| -> Option<usize> {
            match &node.value {
                Value::Sequence(_) => key.parse().ok(),
                _ => node.entries().iter().position(|entry| entry.key.text == key),
            }
        };
        let mut owner = root;
        let mut key: Option<Span> = None;
        for part in above.split('/').skip(1) {
            let index = step(owner, part)?;
            key = owner.entries().get(index).map(|entry| entry.key.span);
            owner = match &owner.value {
                Value::Sequence(items) => items.get(index)?,
                _ => &owner.entries().get(index)?.value,
            };
        }
        let index = step(owner, last)?;
        let (removal, empty) = match &owner.value {
            Value::Sequence(_) => (self.remove_item(owner, index), "[]"),
            _ => (self.remove_entry(owner, index), "{}"),
        };
        removal.or_else(|| self.empty(owner, key, empty))
    }

    /// Writes an empty collection in place of one that has a single member.
    fn empty(&self, collection: &Node, key: Option<Span>, empty: &str) -> Option<Edit> {
        if self.is_flow(collection) {
            return Some(Edit::replace(self.file, collection.span, empty));
        }
        let gap = Span::new(key?.end as usize, collection.span.start as usize);
        let is_below = gap.text(self.text).strip_prefix(':').is_some_and(|rest| rest.trim().is_empty());
        let span = Span::new(gap.start as usize + 1, collection.span.end as usize);
        (is_below && collection.entries().len().max(collection.items().len()) == 1)
            .then(|| Edit::replace(self.file, span, format!(" {empty}")))
    }

    /// Takes an entry out of a mapping that has others, with its lines.
    pub fn remove_entry(&self, mapping: &Node, index: usize) -> Option<Edit> {
        let entries = mapping.entries();
        let entry = entries.get(index)?;
        let next = entries.get(index + 1);
        if entries.len() == 1 {
            return None;
        }
        if self.is_flow(mapping) {
            let before = index.checked_sub(1).and_then(|before| entries.get(before));
            return self.remove_between(
                entry.key.span,
                entry.value.span,
                next.map(|next| next.key.span),
                before.map(|before| before.value.span),
            );
        }
        let line = self.line_start(entry.key.span.start as usize);
        if self.text[line..entry.key.span.start as usize].trim().is_empty() {
            return Some(Edit::delete(self.file, Span::new(line, self.next_line(end_of(entry)))));
        }
        // The first entry of a list's item: what stands before it on the line stays for the next one.
        let next = next?;
        Some(Edit::delete(self.file, Span::new(entry.key.span.start as usize, next.key.span.start as usize)))
    }

    /// Takes an item out of a list that has others.
    pub fn remove_item(&self, list: &Node, index: usize) -> Option<Edit> {
        let items = list.items();
        let item = items.get(index)?;
        if items.len() == 1 {
            return None;
        }
        if self.is_flow(list) {
            let next = items.get(index + 1).map(|next| next.span);
            let before = index.checked_sub(1).and_then(|before| items.get(before)).map(|before| before.span);
            return self.remove_between(item.span, item.span, next, before);
        }
        let line = self.line_start(item.span.start as usize);
        (self.text[line..item.span.start as usize].trim() == "-")
            .then(|| Edit::delete(self.file, Span::new(line, self.next_line(item.span.end as usize))))
    }

    fn remove_between(&self, first: Span, last: Span, next: Option<Span>, before: Option<Span>) -> Option<Edit> {
        let span = match (next, before) {
            (Some(next), _) => Span { start: first.start, end: next.start },
            (None, Some(before)) => Span { start: before.end, end: last.end },
            (None, None) => return None,
        };
        Some(Edit::delete(self.file, span))
    }

    /// Adds strings at the end of a list.
    pub fn append_items(&self, list: &Node, values: &[String]) -> Option<Edit> {
        let Value::Sequence(items) = &list.value else { return None };
        let scalars: Vec<_> = values.iter().map(|value| yaml::quote_scalar(value)).collect();
        if self.is_flow(list) {
            let scalars = scalars.join(", ");
            return Some(match items.last() {
                Some(last) => Edit::insert(self.file, last.span.end as usize, format!(", {scalars}")),
                None => Edit::insert(self.file, list.span.start as usize + 1, scalars),
            });
        }
        let last = items.last()?.span;
        let line = self.line_start(last.start as usize);
        let prefix = &self.text[line..last.start as usize];
        let lines = scalars.iter().map(|scalar| format!("{}{prefix}{scalar}", self.line_break()));
        (prefix.trim() == "-")
            .then(|| Edit::insert(self.file, self.line_end(last.end as usize), lines.collect::<String>()))
    }

    /// The edits of a removal and of an insertion, which may stand inside what is removed, or at its end.
    pub fn remove_and_insert(&self, removal: Edit, insertion: Edit) -> Option<Vec<Edit>> {
        match (&removal, &insertion) {
            (Edit::Replace { span: removed, .. }, Edit::Replace { span: place, text, .. })
                if removed.start < place.start && place.start <= removed.end =>
            {
                let line_break = self.line_break();
                let kept = text.strip_prefix(line_break)?;
                Some(vec![Edit::replace(self.file, *removed, format!("{kept}{line_break}"))])
            }
            _ => Some(vec![removal, insertion]),
        }
    }

    /// Makes the lines from `start` to `end` part of the text of the entry above them.
    pub fn join_lines(&self, above: &Entry, start: usize, end: usize) -> Option<Vec<Edit>> {
        let written = above.value.span.text(self.text);
        let column = self.column(above.key.span)?;
        let mut indent = column + STEP;
        let mut edits = Vec::new();
        if written.starts_with(['|', '>']) {
            let below = written.lines().skip(1).find(|line| !line.trim().is_empty());
            indent = below.map_or(indent, |line| line.len() - line.trim_start_matches(' ').len());
        } else {
            let gap = Span::new(above.key.span.end as usize + 1, above.value.span.start as usize);
            if self.text[..gap.start as usize].ends_with(':') && gap.text(self.text).trim().is_empty() {
                edits.push(Edit::replace(self.file, gap, format!(" |{}{}", self.line_break(), " ".repeat(indent))));
            } else {
                return None;
            }
        }
        let shift = " ".repeat(indent.checked_sub(column)?);
        let mut at = self.line_start(start);
        for line in self.text.get(at..end)?.split_inclusive('\n') {
            if !line.trim().is_empty() {
                edits.push(Edit::insert(self.file, at, shift.as_str()));
            }
            at += line.len();
        }
        // What stands between the two would become part of the text.
        let between = self.text.get(above.value.span.end as usize..self.line_start(start))?;
        between.trim().is_empty().then_some(edits)
    }

    /// Writes an entry behind another one of the same mapping.
    pub fn insert_after(&self, mapping: &Node, index: usize, entry: &str) -> Option<Edit> {
        let before = mapping.entries().get(index)?;
        if self.is_flow(mapping) {
            return Some(Edit::insert(self.file, before.value.span.end as usize, format!(", {entry}")));
        }
        if self.is_pair(mapping) {
            let pair = mapping.span.text(self.text);
            return Some(Edit::replace(self.file, mapping.span, format!("{{{pair}, {entry}}}")));
        }
        let column = self.column(before.key.span)?;
        let inserted = format!("{}{}{entry}", self.line_break(), " ".repeat(column));
        Some(Edit::insert(self.file, self.line_end(end_of(before)), inserted))
    }

    /// Writes `value`, one line, under a path of keys of which the first ones may exist.
    pub fn put(&self, root: &Node, path: &[&str], value: &str) -> Option<Edit> {
        let (mapping, missing) = descend(root, path)?;
        let last = mapping.entries().len().checked_sub(1)?;
        if self.is_flow(mapping) {
            let (key, inner) = missing.split_first()?;
            let nested = inner.iter().rev().fold(value.to_owned(), |nested, key| format!("{{{key}: {nested}}}"));
            return self.insert_after(mapping, last, &format!("{key}: {nested}"));
        }
        let column = self.column(mapping.entries()[last].key.span)?;
        let entry = self.nested(missing, column, self.step(root), |_| format!(": {value}"));
        self.insert_after(mapping, last, &entry)
    }

    /// Makes the list under a key the value of a new key in a mapping there.
    pub fn put_under_key(&self, mapping: &Node, index: usize, key: &str) -> Option<Edit> {
        let Entry { key: outer, value: list } = mapping.entries().get(index)?;
        let written = list.span.text(self.text);
        if self.is_flow(list) {
            return Some(Edit::replace(self.file, list.span, format!("{{{key}: {written}}}")));
        }
        // The dashes may stand as far left as the key above them, where the new key may not.
        let dashes = self.column(list.span)?;
        let column = dashes.max(self.column(outer.span)? + STEP);
        let (lead, indent) = (" ".repeat(column - dashes), " ".repeat(column));
        let moved = format!("{lead}{key}:{}{indent}{}", self.line_break(), shift(written, dashes, column));
        Some(Edit::replace(self.file, list.span, moved))
    }

    /// Moves an entry of a block mapping to a path of keys whose last is its own, and does not exist.
    pub fn move_entry(&self, root: &Node, from: &Node, index: usize, path: &[&str]) -> Option<Vec<Edit>> {
        let (mapping, missing) = descend(root, path)?;
        let entry = from.entries().get(index)?;
        let removal = self.remove_entry(from, index)?;
        if self.is_flow(from) || self.is_flow(mapping) {
            return None;
        }
        let last = mapping.entries().iter().rposition(|other| other.key.span != entry.key.span)?;
        let old_column = self.column(entry.key.span)?;
        let column = self.column(mapping.entries()[last].key.span)?;
        let written = &self.text[entry.key.span.end as usize..self.line_end(end_of(entry))];
        let moved = self.nested(missing, column, self.step(root), |new_column| shift(written, old_column, new_column));
        // Where the entry is the last one inside the one it would stand behind, it goes before that.
        let before = &mapping.entries()[last];
        let insertion = if end_of(entry) == end_of(before) {
            let line = self.line_start(before.key.span.start as usize);
            let indent = self.text[line..before.key.span.start as usize].to_owned();
            indent
                .trim()
                .is_empty()
                .then(|| Edit::insert(self.file, line, format!("{indent}{moved}{}", self.line_break())))
        } else {
            self.insert_after(mapping, last, &moved)
        };
        Some(vec![removal, insertion?])
    }

    /// Keys one below the other, and what follows the last of them, given its column.
    fn nested(&self, keys: &[&str], column: usize, step: usize, rest: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        for (depth, key) in keys.iter().enumerate() {
            let column = column + depth * step;
            if depth > 0 {
                text.push_str(self.line_break());
                text.push_str(&" ".repeat(column));
            }
            text.push_str(key);
            text.push_str(&if depth + 1 == keys.len() { rest(column) } else { ":".to_owned() });
        }
        text
    }

    /// The line break that the file uses.
    pub fn line_break(&self) -> &'static str {
        let first = self.text.find('\n').unwrap_or_default();
        if self.text[..first].ends_with('\r') { "\r\n" } else { "\n" }
    }

    fn is_flow(&self, node: &Node) -> bool {
        node.span.text(self.text).starts_with(['[', '{'])
    }

    /// Whether a mapping is an item of a list in brackets without braces of its own, as in `[key: value]`.
    fn is_pair(&self, mapping: &Node) -> bool {
        let before = self.text[..mapping.span.start as usize].trim_end();
        let is_comment = before[self.line_start(before.len())..].contains('#');
        mapping.entries().len() == 1 && !self.is_flow(mapping) && before.ends_with(['[', ',']) && !is_comment
    }

    /// How far the first nested key of the file is indented.
    fn step(&self, root: &Node) -> usize {
        let nested = root.entries().iter().find_map(|entry| {
            let column = self.column(entry.value.entries().first()?.key.span)?;
            (column > 0 && !self.is_flow(&entry.value)).then_some(column)
        });
        nested.unwrap_or(STEP)
    }

    /// How far a key is from the start of its line, a `- ` before it counted as room.
    fn column(&self, key: Span) -> Option<usize> {
        let before = &self.text[self.line_start(key.start as usize)..key.start as usize];
        before.bytes().all(|byte| matches!(byte, b' ' | b'-')).then_some(before.len())
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Where the line ends that holds the last character before `at`.
    fn line_end(&self, at: usize) -> usize {
        let at = if self.text[..at].ends_with('\n') { at - 1 } else { at };
        let end = self.text[at..].find('\n').map_or(self.text.len(), |newline| at + newline);
        if self.text[..end].ends_with('\r') { end - 1 } else { end }
    }

    /// Where the line begins that follows the last character before `at`.
    fn next_line(&self, at: usize) -> usize {
        if self.text[..at].ends_with('\n') {
            return at;
        }
        self.text[at..].find('\n').map_or(self.text.len(), |newline| at + newline + 1)
    }
}

fn end_of(entry: &Entry) -> usize {
    entry.value.span.end.max(entry.key.span.end) as usize
}

/// The innermost existing mapping on a path, and the keys that are missing in it.
fn descend<'n, 'p>(root: &'n Node, path: &'p [&'p str]) -> Option<(&'n Node, &'p [&'p str])> {
    let mut mapping = root;
    for (depth, key) in path.iter().enumerate() {
        match mapping.get(key) {
            Some(child) if !child.entries().is_empty() => mapping = child,
            Some(_) => return None,
            None => return Some((mapping, &path[depth..])),
        }
    }
    None
}

/// The lines after the first, indented as much more or less as their key is.
fn shift(text: &str, old: usize, new: usize) -> String {
    let mut lines = text.split_inclusive('\n');
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        if new >= old {
            if !line.trim().is_empty() {
                out.push_str(&" ".repeat(new - old));
            }
            out.push_str(line);
        } else {
            let spaces = line.len() - line.trim_start_matches(' ').len();
            out.push_str(&line[spaces.min(old - new)..]);
        }
    }
    out
}
