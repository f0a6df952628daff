//! Block nodes: mappings, sequences, and what stands in them (YAML 1.2.2, chapter 8).

use std::collections::{BTreeMap, BTreeSet};

use super::MAX_DEPTH;
use super::parser::{END, Merge, Parser};
use super::properties::Properties;
use crate::diagnostics::{Code, Fix, quoted};
use crate::parse::{Entry, Key, Node, Value};
use crate::source::Span;

/// How many keys a merge key may bring in, for a short file may have many that bring in the same.
const MOST_MERGED: usize = 200;

/// What a node stands after, which decides the forms it may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// `---`, or the start of the text.
    Document,
    /// `-`: a collection may start on the same line.
    Dash,
    /// `?`, or the `:` of a key after `?`: a collection may start on the same line, or a sequence at the key's column.
    Explicit,
    /// `key:`; a sequence may be indented as the key is.
    Key,
}

impl Parser<'_> {
    /// A node whose parent is indented by `parent`; -1 for the root.
    pub fn block_node(&mut self, parent: i32, after: After) -> Node {
        let (before_row, before) = (self.row, self.at);
        let compact_fits = matches!(after, After::Dash | After::Explicit);
        let mut outer = Properties::default();
        loop {
            self.skip_blanks();
            let tab_before = compact_fits && self.text[before..self.at].contains('\t');
            self.seek_content();
            let fresh = self.is_fresh();
            let column = self.column();
            let beside_key = matches!(after, After::Key | After::Explicit)
                && column == parent
                && (self.at_indicator(b'-') || self.at_bullets(true));
            if column == END || (fresh && column <= parent && !beside_key) {
                if outer.is_empty() && matches!(after, After::Key | After::Dash) {
                    let here = (self.row, self.at);
                    self.go_to(before_row, before);
                    self.note_swallowed(Span::empty(before));
                    self.go_to(here.0, here.1);
                }
                return self.finish(outer, empty(before));
            }
            let own = self.properties();
            self.skip_blanks();
            if self.peek().is_none() || self.at_comment() {
                outer = self.join(outer, own);
                continue;
            }
            let compact = compact_fits && !fresh;
            return self.block_content(Content { parent, column, fresh, compact, tab_before, outer, own });
        }
    }

    fn block_content(&mut self, content: Content) -> Node {
        let Content { parent, column, fresh, compact, tab_before, outer, own } = content;
        let (row, start) = (self.row, self.at);
        let collection_fits = (fresh || compact) && own.is_empty();
        if self.at_indicator(b'-') {
            let column = match collection_fits {
                true => Some(column),
                false => self.inline_sequence(parent),
            };
            let properties = self.join(outer, own);
            let Some(column) = column else {
                let node = self.inline_item(self.row, parent);
                return self.finish(properties, node);
            };
            self.structure_starts(start, fresh, tab_before);
            return self.nested(properties, column, |parser| parser.sequence(column, parent == column));
        }
        if fresh && own.is_empty() && self.at_bullets(parent == column) {
            return self.nested(outer, column, |parser| parser.sequence(column, parent == column));
        }
        if self.at_indicator(b'?') && collection_fits {
            self.structure_starts(start, fresh, tab_before);
            return self.nested(outer, column, |parser| {
                let key = parser.explicit_key(column);
                parser.mapping(column, key, true)
            });
        }
        if matches!(self.peek(), Some(b'|' | b'>')) {
            let properties = self.join(outer, own);
            let node = self.block_scalar(parent);
            return self.finish(properties, node);
        }
        let key_fits = fresh || compact;
        if key_fits && self.starts_mistaken_entry() {
            let properties = self.join(outer, own);
            self.structure_starts(start, fresh, tab_before);
            return self.nested(properties, column, |parser| parser.mistaken_mapping(column));
        }
        let node = match self.peek() {
            Some(b':') if self.blank_at(1) && key_fits => empty(start),
            Some(b'*') if !own.is_empty() => self.alias_with_properties(),
            Some(b'"' | b'\'' | b'[' | b'{') => self.flow_node(parent),
            Some(b'*') if self.name_length() > 1 => self.flow_node(parent),
            _ => match self.plain_or_key(parent, key_fits) {
                Some(node) => node,
                None if self.starts_prose(row, start, parent) => {
                    let node = self.prose_block(row, start, parent);
                    let properties = self.join(outer, own);
                    return self.finish(properties, node);
                }
                None => {
                    // The scalar's later lines are keys: so is its first, if not a good one.
                    self.go_to(row, start);
                    let properties = self.join(outer, own);
                    return self.nested(properties, column, |parser| parser.mistaken_mapping(column));
                }
            },
        };
        let end = self.at;
        self.skip_blanks();
        if self.at_indicator(b':') && self.row == row {
            if key_fits {
                self.structure_starts(start, fresh, tab_before);
                let node = self.finish(own, node);
                return self.nested(outer, column, |parser| {
                    let key = parser.key_of(node);
                    parser.mapping(column, key, false)
                });
            }
            let node = self.text_with_colon(start, row, parent);
            let properties = self.join(outer, own);
            return self.finish(properties, node);
        }
        if fresh && self.lines[row].spaces <= parent {
            self.note_foreign_at(row);
        }
        let properties = self.join(outer, own);
        let node = if self.peek().is_some() && !self.at_comment() && !self.is_fresh() {
            self.at = end;
            self.text_after_node(node, start, row, parent)
        } else {
            node
        };
        self.finish(properties, node)
    }

    /// Checks what only the start of a block collection, at `at`, asks for: indentation by spaces alone.
    fn structure_starts(&mut self, at: usize, fresh: bool, tab_before: bool) {
        if fresh {
            self.note_foreign();
        } else if tab_before {
            let span = Span::new(self.text[..at].trim_end_matches([' ', '\t']).len(), at);
            let fix = Fix::safe("Use a space", vec![self.edit(span, " ")]);
            self.parse_error_with(span, "a tab stands where only spaces may indent", "Write a space instead.", fix);
        }
    }

    /// Reads a collection one level deeper, unless that is too deep.
    pub fn nested(&mut self, properties: Properties, column: i32, read: impl FnOnce(&mut Self) -> Node) -> Node {
        if self.depth >= MAX_DEPTH {
            self.too_deep();
            let start = self.at;
            self.next_line();
            self.skip_deeper(column - 1);
            return Node { span: Span::new(start, start + 1), value: Value::Broken };
        }
        self.depth += 1;
        let anchor = self.open_anchor(&properties);
        let node = read(self);
        self.close_anchor(anchor, &node);
        self.depth -= 1;
        node
    }

    pub fn too_deep(&mut self) {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        let span = Span::new(self.at, self.at + length);
        self.parse_error(
            span,
            format!("the nesting is deeper than {MAX_DEPTH} levels"),
            "Flatten the data: no field of the format needs such depth.",
        );
    }

    /// The items at `column`, the cursor being at the first dash. `beside_key`: the column is that of a mapping's keys.
    pub fn sequence(&mut self, column: i32, beside_key: bool) -> Node {
        let start = self.at;
        let mut end = start + 1;
        let mut items: Vec<Node> = Vec::new();
        loop {
            if self.at_indicator(b'-') {
                if self.is_fresh() {
                    self.note_foreign();
                }
                self.at += 1;
                let item = self.block_node(column, After::Dash);
                items.push(item);
            } else if (beside_key && !self.at_mistaken_dash() && !self.at_bullets(true))
                || !self.mistaken_item(column, &mut items)
            {
                break;
            }
            self.seek_content();
            while self.column() > column {
                self.misplaced(column, false, items.last_mut());
                self.seek_content();
            }
            end = end.max(items.last().map_or(end, |item| item.span.end as usize));
            if self.column() != column {
                break;
            }
        }
        Node { span: Span::new(start, end), value: Value::Sequence(items) }
    }

    /// The entries at `column`, the cursor being after the first key.
    pub fn mapping(&mut self, column: i32, first: Key, explicit: bool) -> Node {
        let mut entries = Entries::starting(first.span.start as usize);
        self.entry(column, first, explicit, &mut entries);
        self.entries(column, entries)
    }

    /// A mapping whose first line is no good entry.
    fn mistaken_mapping(&mut self, column: i32) -> Node {
        let mut entries = Entries::starting(self.at);
        self.mistaken_entry(column, &mut entries);
        self.entries(column, entries)
    }

    fn entries(&mut self, column: i32, mut entries: Entries) -> Node {
        loop {
            self.seek_content();
            let here = self.column();
            if here > column {
                self.misplaced(column, true, entries.list.last_mut().map(|entry| &mut entry.value));
                continue;
            }
            if here < column {
                break;
            }
            self.note_foreign();
            self.next_entry(column, &mut entries);
        }
        let end =
            entries.list.last().map_or(entries.start, |entry| entry.value.span.end.max(entry.key.span.end) as usize);
        Node { span: Span::new(entries.start, end), value: Value::Mapping(entries.list) }
    }

    fn next_entry(&mut self, column: i32, entries: &mut Entries) {
        let (row, start) = (self.row, self.at);
        if self.at_indicator(b'?') {
            let key = self.explicit_key(column);
            return self.entry(column, key, true, entries);
        }
        if self.at_indicator(b'-') || self.starts_mistaken_entry() {
            return self.mistaken_entry(column, entries);
        }
        let problems = self.diagnostics.len();
        let properties = self.properties();
        self.skip_blanks();
        let mut reserved = false;
        let node = match self.peek() {
            Some(b':') if self.blank_at(1) => empty(self.at),
            Some(b'*') if !properties.is_empty() => self.alias_with_properties(),
            Some(b'{') if self.rest().starts_with("{%") || self.rest().starts_with("{{") => {
                self.go_to(row, start);
                return self.mistaken_entry(column, entries);
            }
            Some(b'[' | b'{') => self.flow_node(column),
            Some(b'*') if self.is_alias_key() => self.flow_node(column),
            Some(b'*') => {
                self.go_to(row, start);
                return self.mistaken_entry(column, entries);
            }
            Some(b'"' | b'\'') if self.quote_closes_on_line() => self.flow_node(column),
            Some(b'"' | b'\'') => {
                self.go_to(row, start);
                return self.mistaken_entry(column, entries);
            }
            _ => {
                reserved = self.is_reserved_start();
                self.plain_line()
            }
        };
        self.skip_blanks();
        if self.row == row && self.at_indicator(b':') {
            if reserved {
                self.reserved_key(node.span);
            }
            let node = self.finish(properties, node);
            let key = self.key_of(node);
            return self.entry(column, key, false, entries);
        }
        if self.row == row {
            self.diagnostics.truncate(problems);
            self.go_to(row, start);
            return self.mistaken_entry(column, entries);
        }
        // A collection over several lines, which is not looked at twice.
        self.complete = false;
        if self.diagnostics.len() == problems {
            self.parse_error(
                Span::new(start, start + 1),
                "a collection stands where a key is due",
                "Write `key: value`; a collection is a value.",
            );
        }
        if !self.is_fresh() {
            self.next_line();
        }
    }

    /// A key after `?`; the cursor is left at its `:`, where it has one.
    fn explicit_key(&mut self, column: i32) -> Key {
        self.at += 1;
        let problems = self.diagnostics.len();
        let node = self.block_node(column, After::Explicit);
        self.seek_content();
        while self.column() > column {
            self.misplaced(column, false, None);
            self.seek_content();
        }
        if self.diagnostics.len() > problems {
            // What is wrong inside is said; that it is no string may come of that.
            return Key { span: node.span, text: node.span.text(self.text).to_owned() };
        }
        self.key_of(node)
    }

    /// The value of a key, the cursor being after the key.
    pub fn entry(&mut self, column: i32, key: Key, explicit: bool, entries: &mut Entries) {
        let key_problem = self.diagnostics.last().filter(|last| explicit && last.code == Code::YamlKey);
        let key_problem = key_problem.map(|_| self.diagnostics.len() - 1);
        if !explicit {
            self.key_length(key.span);
        }
        let value = if self.at_indicator(b':') && (!explicit || self.column() == column) {
            self.at += 1;
            self.block_node(column, if explicit { After::Explicit } else { After::Key })
        } else {
            empty(key.span.end as usize)
        };
        if let Some(index) = key_problem
            && self.diagnostics[index + 1..].iter().any(|problem| problem.code == Code::YamlParse)
        {
            // A `?` whose value does not parse was hardly meant as a key of its own.
            self.diagnostics.swap_remove(index);
        }
        self.push_entry(Entry { key, value }, entries);
    }

    pub fn push_entry(&mut self, entry: Entry, entries: &mut Entries) {
        if entry.key.text == "<<" && entry.key.span.len() == 2 {
            entries.merge = Some(self.merges.len());
            self.merges.push(Merge { key: entry.key.span, value: entry.value.span, present: BTreeSet::new() });
            self.merge(entry, entries);
            return;
        }
        if entries.merged.remove(&entry.key.text) {
            entries.list.retain(|merged| merged.key.text != entry.key.text);
        }
        if let Some(first) = entries.first_of.get(&entry.key.text).copied() {
            let problem = self
                .problem(
                    Code::YamlParse,
                    entry.key.span,
                    format!("the key {} stands twice in this mapping", quoted(&entry.key.text)),
                )
                .help("Keep one of the two and delete the other.")
                .related(self.file, first, "first here");
            let problem = match self.deletion(&entry) {
                Some(fix) => problem.fix(fix),
                None => problem,
            };
            self.diagnostics.push(problem);
            return;
        }
        entries.first_of.insert(entry.key.text.clone(), entry.key.span);
        entries.list.push(entry);
    }

    /// Adds entries to a mapping that was taken for complete.
    pub fn extend_mapping(&mut self, list: &mut Vec<Entry>, more: Vec<Entry>) {
        let mut entries = Entries::starting(0);
        entries.first_of = list.iter().map(|entry| (entry.key.text.clone(), entry.key.span)).collect();
        entries.list = std::mem::take(list);
        more.into_iter().for_each(|entry| self.push_entry(entry, &mut entries));
        *list = entries.list;
    }

    /// A fix that deletes an entry, where it has its lines for itself.
    fn deletion(&self, entry: &Entry) -> Option<Fix> {
        let first =
            self.line_of(entry.key.span.start as usize).filter(|line| line.content == entry.key.span.start as usize)?;
        let last = self.line_of(entry.value.span.end.max(entry.key.span.end) as usize)?;
        let line_break = self.text[last.end..].len() - self.text[last.end..].trim_start_matches(['\r', '\n']).len();
        let span =
            Span::new(first.start, last.end + line_break.min(1 + usize::from(self.text[last.end..].starts_with('\r'))));
        Some(Fix::suggestion("Delete the second one", vec![self.edit(span, "")]))
    }

    /// A key without `?` is short: no reader looks further for its colon (YAML 1.2.2, section 7.4.2).
    fn key_length(&mut self, key: Span) {
        if key.len() <= MAX_KEY {
            return;
        }
        let length = key.text(self.text).chars().count();
        if length > MAX_KEY {
            let message = format!("this key has {length} characters; a key has {MAX_KEY} at most");
            self.parse_error(key, message, "If it is text that goes on with a value, indent it below that.");
        }
    }

    /// What a merge key brings in counts as present, and nothing more is said about it.
    fn merge(&mut self, entry: Entry, entries: &mut Entries) {
        let within = entry.value.span;
        let sources: Vec<&Node> = self
            .aliases
            .iter()
            .rev()
            .take_while(|alias| within.contains(alias.span))
            .filter_map(|alias| self.anchors.get(alias.anchor?)?.node.as_ref())
            .chain([&entry.value])
            .collect();
        if sources.iter().map(|source| source.entries().len()).sum::<usize>() > MOST_MERGED {
            // Any key may be among them.
            self.complete = false;
            return;
        }
        let merged: Vec<Key> = sources.into_iter().flat_map(Node::entries).map(|merged| merged.key.clone()).collect();
        for key in merged {
            if !entries.first_of.contains_key(&key.text) && !entries.merged.contains(&key.text) {
                entries.merged.insert(key.text.clone());
                let value = Node { span: within, value: Value::Broken };
                entries.list.push(Entry { key: Key { span: entry.key.span, text: key.text }, value });
            }
        }
    }

    /// The key that a node is. Keys that are no strings are reported.
    pub fn key_of(&mut self, node: Node) -> Key {
        let span = node.span;
        let written = span.text(self.text);
        let text = match node.value {
            Value::String(text) => return Key { span, text },
            // Reported as an alias, or as whatever else it is.
            Value::Broken => return Key { span, text: written.to_owned() },
            _ => written.to_owned(),
        };
        let scalar = !matches!(node.value, Value::Sequence(_) | Value::Mapping(_));
        let message = if span.is_empty() {
            "a key is missing before the `:`".to_owned()
        } else {
            format!("the key {} is {}, not a string", quoted(written), node.type_name())
        };
        let problem = self.problem(Code::YamlKey, span, message);
        let problem = if scalar && !span.is_empty() {
            let quote = super::quote::quoted_scalar(written);
            problem.help("Put the key in quotes.").fix(Fix::safe("Quote the key", vec![self.edit(span, quote)]))
        } else if written.starts_with("{{") {
            problem.help("Put the text with its braces in quotes.")
        } else {
            problem.help("Every key is a string.")
        };
        self.diagnostics.push(problem);
        Key { span, text }
    }
}

/// The most characters that a key has.
const MAX_KEY: usize = 1024;

/// What is known of a node when its content is reached.
struct Content {
    parent: i32,
    column: i32,
    fresh: bool,
    compact: bool,
    tab_before: bool,
    outer: Properties,
    own: Properties,
}

pub(super) struct Entries {
    pub start: usize,
    pub list: Vec<Entry>,
    /// Where each key stands first.
    pub first_of: BTreeMap<String, Span>,
    /// Keys that only a merge key brings in.
    pub merged: BTreeSet<String>,
    /// Where the mapping's merge key is in the parser's list.
    pub merge: Option<usize>,
}

impl Entries {
    pub fn starting(start: usize) -> Self {
        Self { start, list: Vec::new(), first_of: BTreeMap::new(), merged: BTreeSet::new(), merge: None }
    }
}

pub(super) fn empty(at: usize) -> Node {
    Node { span: Span::empty(at), value: Value::Null }
}
