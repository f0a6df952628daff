//! Flow collections, `[…]` and `{…}` (YAML 1.2.2, section 7.4).

use super::MAX_DEPTH;
use super::block::{Entries, empty};
use super::mistakes::key_of_line;
use super::parser::Parser;
use super::scalar::{Stop, fold, is_flow_indicator};
use super::schema;
use crate::diagnostics::{Code, Edit, Fix, quoted};
use crate::parse::{Entry, Node, Value};
use crate::source::Span;

/// How far out a bracket is looked for that fits a closing one.
const OWNERS: usize = 8;

/// A collection that is being read.
/// The longest part in parentheses of a name such as `Bash(git: *)`, in bytes.
const LONGEST_CALL: usize = 1024;

struct Open {
    start: usize,
    mapping: bool,
    parent: i32,
    /// Whether the value of a key is being read.
    in_value: bool,
    /// Lines that are indented too little.
    shallow: Vec<usize>,
}

impl Open {
    fn closer(&self) -> u8 {
        if self.mapping { b'}' } else { b']' }
    }
}

impl Parser<'_> {
    /// A quoted scalar, an alias or a flow collection at the cursor.
    pub fn flow_node(&mut self, parent: i32) -> Node {
        match self.peek() {
            Some(b'"' | b'\'') => self.quoted(parent),
            Some(b'*') if self.name_length() > 1 => self.alias(),
            Some(b'{') if self.at_template() => self.template(parent),
            Some(b'[' | b'{') => self.flow_collection(parent),
            _ => {
                let (row, start) = (self.row, self.at);
                self.reserved_text(start, row, parent)
            }
        }
    }

    /// Whether a placeholder such as `{{ name }}` starts at the cursor.
    fn at_template(&self) -> bool {
        let inner = self.rest().strip_prefix("{{").and_then(|inner| inner.split_once("}}"));
        inner.is_some_and(|(inner, _)| !inner.contains([':', '{']))
    }

    fn template(&mut self, parent: i32) -> Node {
        let (row, start) = (self.row, self.at);
        let node = self.raw_text(start, row, parent);
        let length = node.span.text(self.text).find("}}").map_or(2, |end| end + 2);
        let span = Span::new(start, start + length);
        let problem = self
            .problem(
                Code::YamlKey,
                span,
                format!("{} is read as a mapping whose key is a mapping", quoted(span.text(self.text))),
            )
            .help("Put the whole value in quotes.")
            .fix(Fix::safe("Quote the value", super::mistakes::quoting(self.file, self.text, node.span)));
        self.diagnostics.push(problem);
        node
    }

    fn flow_collection(&mut self, parent: i32) -> Node {
        let start = self.at;
        if self.depth >= MAX_DEPTH {
            self.too_deep();
            self.skip_flow(parent);
            return Node { span: Span::new(start, self.at), value: Value::Broken };
        }
        let mut open = Open { start, mapping: self.peek() == Some(b'{'), parent, in_value: false, shallow: Vec::new() };
        self.depth += 1;
        self.flow_depth += 1;
        self.flow_closers.push(open.closer());
        self.at += 1;
        let value = if open.mapping { self.flow_mapping(&mut open) } else { self.flow_sequence(&mut open) };
        self.flow_closers.pop();
        self.flow_depth -= 1;
        self.depth -= 1;
        let node = Node { span: Span::new(start, self.at), value };
        self.report_shallow(&open.shallow, parent, node.span, if open.mapping { "mapping" } else { "list" });
        node
    }

    fn flow_sequence(&mut self, open: &mut Open) -> Value {
        let mut items = Vec::new();
        let mut separated = true;
        let mut after = self.at;
        while self.continues(open) {
            if self.separator(&mut separated, items.is_empty()) {
                continue;
            }
            if !separated {
                self.missing_comma(after);
            }
            separated = false;
            items.push(self.flow_item(open));
            after = self.at;
        }
        Value::Sequence(items)
    }

    fn flow_mapping(&mut self, open: &mut Open) -> Value {
        let mut entries = Entries::starting(open.start);
        let mut separated = true;
        let mut after = self.at;
        while self.continues(open) {
            if self.separator(&mut separated, entries.list.is_empty()) {
                continue;
            }
            if !separated {
                self.missing_comma(after);
            }
            separated = false;
            let explicit = self.at_indicator(b'?');
            if explicit {
                self.at += 1;
                after = self.at;
                if !self.flow_space(open) {
                    continue;
                }
            }
            let (node, adjacent) = self.flow_value(open);
            let end = self.at;
            let row = self.row;
            let key = self.key_of(node);
            let more = self.flow_space(open);
            let value = if more && self.at_flow_colon(adjacent) {
                self.at += 1;
                self.flow_entry_value(open)
            } else {
                self.go_to(row, end);
                empty(end)
            };
            after = self.at;
            self.push_entry(Entry { key, value }, &mut entries);
        }
        Value::Mapping(entries.list)
    }

    /// An item of a sequence, which may be a single pair.
    fn flow_item(&mut self, open: &mut Open) -> Node {
        let start = self.at;
        let explicit = self.at_indicator(b'?');
        if explicit {
            self.at += 1;
            self.flow_space(open);
        }
        if let Some(node) = self.call_with_colon() {
            return node;
        }
        let (node, adjacent) = self.flow_value(open);
        let (row, end) = (self.row, self.at);
        let first_row = self.lines.partition_point(|line| line.start <= start).saturating_sub(1);
        let more = self.flow_space(open);
        let colon = more && self.at_flow_colon(adjacent);
        if !colon && !explicit {
            self.go_to(row, end);
            return node;
        }
        let key = self.key_of(node);
        let value = if colon {
            if !explicit && self.row != first_row {
                self.parse_error(
                    Span::new(self.at, self.at + 1),
                    "the key and its `:` stand on different lines",
                    "Write the key and the `:` on one line, or put the pair in braces.",
                );
            }
            self.at += 1;
            self.flow_entry_value(open)
        } else {
            self.go_to(row, end);
            empty(end)
        };
        let span = Span::new(start, (value.span.end as usize).max(end));
        Node { span, value: Value::Mapping(vec![Entry { key, value }]) }
    }

    /// `Bash(git: *)` in a list: a name with a colon and a space inside its parentheses.
    fn call_with_colon(&mut self) -> Option<Node> {
        let rest = self.rest();
        let open = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let inside = rest[open..].bytes().take(LONGEST_CALL);
        let length =
            open + inside.into_iter().position(|byte| byte == b')').filter(|_| rest[open..].starts_with('('))? + 1;
        let inner = &rest[..length];
        let colon = inner.find(": ")?;
        let ends = rest[length..].trim_start_matches([' ', '\t']).starts_with([',', ']']);
        if open == 0 || !ends || inner.contains(['[', ']', '{', '}', '"', '\'']) {
            return None;
        }
        let span = Span::new(self.at, self.at + length);
        let place = Span::new(self.at + colon, self.at + colon + 1);
        let fix = Fix::safe("Quote it", super::mistakes::quoting(self.file, self.text, span));
        let message = "unquoted text can't hold `: `, which makes a key of what stands before it";
        self.parse_error_with(place, message, "Put the text in quotes.", fix);
        self.at = span.end as usize;
        Some(Node { span, value: Value::String(inner.to_owned()) })
    }

    fn flow_entry_value(&mut self, open: &mut Open) -> Node {
        let colon_end = self.at;
        let row = self.row;
        if !self.flow_space(open) || matches!(self.peek(), Some(b',' | b']' | b'}')) {
            if !self.is_over() {
                self.go_to(row, colon_end);
            }
            return empty(colon_end);
        }
        let (row, start) = (self.row, self.at);
        open.in_value = true;
        let (node, _) = self.flow_value(open);
        open.in_value = false;
        // A plain scalar that runs into another `:`.
        if self.row == row && self.peek() == Some(b':') {
            let colon = Span::new(self.at, self.at + 1);
            let rest = self.rest();
            let end = rest.find([',', '}', ']']).unwrap_or(rest.len());
            self.at += rest[..end].trim_end_matches([' ', '\t']).len();
            let span = Span::new(start, self.at);
            let fix = Fix::safe("Quote the value", super::mistakes::quoting(self.file, self.text, span));
            self.parse_error_with(colon, "unquoted text can't hold `: `", "Put the whole value in quotes.", fix);
            return Node { span, value: Value::String(span.text(self.text).to_owned()) };
        }
        node
    }

    /// Any value inside a flow collection, and whether a `:` right after it makes a key of it.
    fn flow_value(&mut self, open: &mut Open) -> (Node, bool) {
        let properties = self.properties();
        let start = self.at;
        if !properties.is_empty() && !self.flow_space(open) {
            return (self.finish(properties, empty(start)), false);
        }
        let before = self.at;
        let (node, adjacent) = match self.peek() {
            Some(b'"' | b'\'') => (self.quoted(open.parent), true),
            Some(b'[' | b'{') => {
                let node = self.flow_collection(open.parent);
                (node, true)
            }
            Some(b'*') if !properties.is_empty() => (self.alias_with_properties(), false),
            Some(b'*') if self.name_length() > 1 => (self.alias(), false),
            Some(b':') if self.at_flow_colon(false) => (empty(before), false),
            Some(b',' | b']' | b'}') => (empty(start), false),
            _ => (self.flow_plain(open), false),
        };
        (self.finish(properties, node), adjacent)
    }

    /// A `:` that parts a key from its value.
    fn at_flow_colon(&self, adjacent: bool) -> bool {
        self.peek() == Some(b':') && (adjacent || self.blank_at(1) || is_flow_indicator(self.byte(1)))
    }

    fn flow_plain(&mut self, open: &mut Open) -> Node {
        let start = self.at;
        let first_row = self.row;
        let reserved = self.is_reserved_start();
        let (mut end, mut stop) = self.plain_end();
        if end == start {
            // An indicator that can't start text, alone.
            end = start + self.rest().chars().next().map_or(0, char::len_utf8);
        }
        self.at = end;
        let mut value = self.text[start..end].to_owned();
        if reserved {
            let span = Span::new(start, end);
            let first = &value[..value.chars().next().map_or(0, char::len_utf8)];
            let fix = Fix::safe("Quote it", super::mistakes::quoting(self.file, self.text, span));
            let message = format!("unquoted text can't start with {}", quoted(first));
            self.parse_error_with(Span::new(start, start + first.len()), message, "Put the text in quotes.", fix);
            return Node { span, value: Value::String(value) };
        }
        while stop == Stop::LineEnd {
            let (row, at) = (self.row, self.at);
            if !self.flow_space(open) || self.row == row {
                self.go_to(row, at);
                break;
            }
            let commented = self.lines[row + 1..self.row].iter().any(|line| !line.is_blank());
            if commented || matches!(self.peek(), Some(b',' | b'[' | b']' | b'{' | b'}')) || self.at_flow_colon(false) {
                self.go_to(row, at);
                break;
            }
            let (line_end, line_stop) = self.plain_end();
            if open.in_value && line_stop == Stop::Colon {
                // The next entry, the comma before it missing.
                self.go_to(row, at);
                break;
            }
            fold(&mut value, self.row - row);
            value.push_str(&self.text[self.at..line_end]);
            (end, stop) = (line_end, line_stop);
            self.at = end;
        }
        let value = if self.row == first_row { schema::resolve(&value) } else { Value::String(value) };
        Node { span: Span::new(start, end), value }
    }

    /// Past white space, comments and line breaks. False where the collection can't go on.
    fn flow_space(&mut self, open: &mut Open) -> bool {
        if self.at > self.space_end {
            self.token_end = self.at;
        }
        let goes_on = self.skip_flow_space(open);
        self.space_end = self.at;
        goes_on
    }

    fn skip_flow_space(&mut self, open: &mut Open) -> bool {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'#') if self.at_comment() => {}
                Some(_) => return true,
                None => {}
            }
            let last = self.content_end();
            let row = self.row;
            self.next_line();
            self.settle();
            let Some(line) = self.line().copied() else { return false };
            if self.at_marker() {
                return false;
            }
            if line.column <= open.parent {
                if !self.belongs_to_flow(open, last) {
                    self.go_to(row, self.lines[row].end);
                    return false;
                }
                if open.shallow.last() != Some(&self.row) {
                    open.shallow.push(self.row);
                }
            } else if line.spaces <= open.parent {
                self.note_foreign();
            }
        }
    }

    /// The end of the content before the cursor on its line.
    fn content_end(&self) -> usize {
        let start = self.line().map_or(0, |line| line.start);
        start + self.text[start..self.at].trim_end().len()
    }

    /// Whether a line that is not indented is part of the collection all the same.
    fn belongs_to_flow(&self, open: &Open, last: usize) -> bool {
        let rest = self.rest();
        if rest.starts_with(['}', ']', ',', ':']) {
            return true;
        }
        let awaits = self.text[..last].ends_with([',', '{', '[', ':']);
        let goes_on = rest.trim_end().ends_with([',', '{', '[']);
        match key_of_line(rest) {
            Some(_) => open.mapping && awaits && (rest.starts_with(['"', '\'']) || goes_on),
            None => !rest.starts_with("- ") && (awaits || goes_on || rest.trim_end().ends_with([']', '}'])),
        }
    }

    /// Whether the collection goes on at the cursor. Moves past its closing bracket where it does not.
    fn continues(&mut self, open: &mut Open) -> bool {
        if !self.flow_space(open) {
            self.unclosed_bracket(open);
            return false;
        }
        let closer = open.closer();
        match self.peek() {
            Some(byte) if byte == closer => {
                self.at += 1;
                false
            }
            Some(byte @ (b']' | b'}'))
                if self.flow_closers.iter().rev().skip(1).take(OWNERS).any(|outer| *outer == byte) =>
            {
                self.unclosed_bracket(open);
                false
            }
            Some(byte @ (b']' | b'}')) => {
                let span = Span::new(self.at, self.at + 1);
                let opener = &self.text[open.start..=open.start];
                let closer = char::from(closer);
                let fix = Fix::safe(format!("Write `{closer}`"), vec![self.edit(span, closer)]);
                let problem = self
                    .problem(Code::YamlParse, span, format!("`{}` can't close the `{opener}`", char::from(byte)))
                    .help(format!("Write `{closer}`."))
                    .related(self.file, Span::new(open.start, open.start + 1), "opened here")
                    .fix(fix);
                self.diagnostics.push(problem);
                self.at += 1;
                false
            }
            _ => true,
        }
    }

    /// A comma at the cursor; reported where nothing stands before it.
    fn separator(&mut self, separated: &mut bool, first: bool) -> bool {
        if self.peek() != Some(b',') {
            return false;
        }
        if *separated {
            let span = Span::new(self.at, self.at + 1);
            let message =
                if first { "a comma with no value before it" } else { "two commas with no value between them" };
            let fix = Fix::safe("Delete the extra comma", vec![self.edit(span, "")]);
            self.parse_error_with(span, message, "Delete the comma, or write the value that is missing.", fix);
        }
        *separated = true;
        self.at += 1;
        true
    }

    /// `after` is where the value before ends.
    fn missing_comma(&mut self, after: usize) {
        let place = self.text[..after].trim_end().len();
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        let span = Span::new(self.at, self.at + length);
        if self.peek() == Some(b'#') {
            let fix = Fix::safe("Add a space before the comment", vec![Edit::insert(self.file, self.at, " ")]);
            self.parse_error_with(span, "a comment needs a space before its `#`", "Write a space before the `#`.", fix);
            self.at = self.line_end();
            return;
        }
        let fix = Fix::safe("Add the comma", vec![Edit::insert(self.file, place, ",")]);
        self.parse_error_with(
            span,
            "a comma is missing before this value",
            "Part the values by commas, or put the whole text in quotes if it is one.",
            fix,
        );
    }

    fn unclosed_bracket(&mut self, open: &Open) {
        self.unclosed.push(char::from(open.closer()));
        // The outermost of those that end here reports for all of them.
        let outer = self.flow_closers.iter().rev().nth(1);
        if outer.is_some_and(|outer| self.peek() != Some(*outer)) {
            return;
        }
        let closers: String = self.unclosed.drain(..).collect();
        let place = self.token_end.max(open.start + 1);
        let opener = &self.text[open.start..=open.start];
        let after = &self.text[open.start + 1..place];
        let own_lines = open.parent < 0 && after.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
        let insert = if own_lines { format!("\n{closers}") } else { closers.clone() };
        let fix = Fix::safe(format!("Add {}", quoted(&closers)), vec![Edit::insert(self.file, place, insert)]);
        self.parse_error_with(
            Span::new(open.start, open.start + 1),
            format!("this `{opener}` is never closed"),
            format!("Add {} where it ends.", quoted(&closers)),
            fix,
        );
    }

    /// Past a collection that is too deep to read.
    fn skip_flow(&mut self, parent: i32) {
        let mut depth = 0usize;
        loop {
            match self.peek() {
                Some(b'[' | b'{') => depth += 1,
                Some(b']' | b'}') => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return;
                    }
                }
                Some(_) => {}
                None => {
                    let row = self.row;
                    self.next_line();
                    self.settle();
                    if self.column() <= parent {
                        self.go_to(row, self.lines.get(row).map_or(self.at, |line| line.end));
                        return;
                    }
                    continue;
                }
            }
            self.at += self.rest().chars().next().map_or(1, char::len_utf8);
        }
    }
}
