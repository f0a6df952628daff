//! Anchors, tags and aliases (YAML 1.2.2, sections 6.9 and 7.1).

use super::anchors::LONGEST;
use super::parser::{Alias, Anchor, Parser};
use crate::diagnostics::{Code, Fix, quoted};
use crate::parse::{Node, Value};
use crate::source::Span;

/// The anchor and the tag of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Properties {
    anchor: Option<Span>,
    tag: Option<Span>,
}

impl Properties {
    pub fn is_empty(&self) -> bool {
        self.anchor.is_none() && self.tag.is_none()
    }
}

impl Parser<'_> {
    /// The properties at the cursor that stand on one line.
    pub fn properties(&mut self) -> Properties {
        let mut found = Properties::default();
        loop {
            match self.peek() {
                Some(b'&') if self.at_anchor() => {
                    let span = self.take(self.name_length());
                    found = self.join(found, Properties { anchor: Some(span), tag: None });
                }
                Some(b'!') if self.at_tag() => {
                    let span = self.tag();
                    found = self.join(found, Properties { anchor: None, tag: Some(span) });
                }
                _ => return found,
            }
            let end = self.at;
            self.skip_blanks();
            if !matches!(self.peek(), Some(b'&' | b'!')) || self.at == end {
                return found;
            }
        }
    }

    fn take(&mut self, length: usize) -> Span {
        let start = self.at;
        self.at += length;
        Span::new(start, self.at)
    }

    /// How long the `&name` or `*name` at the cursor is.
    pub fn name_length(&self) -> usize {
        let rest = self.rest();
        rest.find([' ', '\t', ',', '[', ']', '{', '}']).unwrap_or(rest.len())
    }

    /// Whether the alias at the cursor stands where a key does.
    pub fn is_alias_key(&self) -> bool {
        let length = self.name_length();
        let after = self.rest().get(length..).unwrap_or_default().trim_start_matches([' ', '\t']);
        length > 1 && after.strip_prefix(':').is_some_and(|value| value.is_empty() || value.starts_with([' ', '\t']))
    }

    /// Whether the `&` at the cursor names an anchor, and is not the start of some text.
    fn at_anchor(&self) -> bool {
        let length = self.name_length();
        length > 1 && (self.blank_at(length) || self.ends_flow_node_at(length))
    }

    fn ends_flow_node_at(&self, ahead: usize) -> bool {
        self.flow_depth > 0 && matches!(self.byte(ahead), Some(b',' | b']' | b'}'))
    }

    /// Whether the `!` at the cursor starts a tag, and not some text.
    fn at_tag(&self) -> bool {
        let length = self.tag_length();
        self.blank_at(length) || self.ends_flow_node_at(length)
    }

    fn tag_length(&self) -> usize {
        let rest = self.rest();
        if rest.starts_with("!<") {
            return rest.find('>').map_or(rest.len(), |end| end + 1);
        }
        rest.find([' ', '\t', ',', '[', ']', '{', '}']).unwrap_or(rest.len())
    }

    fn tag(&mut self) -> Span {
        let span = self.take(self.tag_length());
        let text = span.text(self.text);
        let handle = text[1..].find('!').map(|second| &text[..second + 2]);
        if let Some(handle) = handle.filter(|handle| !text.starts_with("!<") && *handle != "!!")
            && !self.handles.iter().any(|known| known == handle)
        {
            self.parse_error(
                span,
                format!("the tag {} uses a handle that is not declared", quoted(text)),
                "Delete the tag. If it is meant as text, put the value in quotes.",
            );
        } else {
            let space = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
            let cut = Span::new(span.start as usize, self.at + space);
            let mut problem = self
                .problem(Code::YamlTag, span, format!("the tag {} is not allowed", quoted(text)))
                .help("Delete the tag: values are plain YAML. If it is meant as text, put the value in quotes.");
            if text.starts_with("!!") {
                problem = problem.fix(Fix::suggestion("Delete the tag", vec![self.edit(cut, "")]));
            } else if self.flow_depth == 0 {
                problem.fixes.extend(self.untagging(span, cut));
            }
            self.diagnostics.push(problem);
        }
        span
    }

    /// Fixes for a tag that may have been meant as text: all that stands on its line in quotes, or the tag deleted.
    fn untagging(&self, tag: Span, cut: Span) -> Vec<Fix> {
        let line = self.text[tag.start as usize..self.line_end()].trim_end_matches([' ', '\t']);
        let after = line[tag.len()..].trim_start_matches([' ', '\t']);
        let text = after.find(" #").map_or(line, |comment| line[..line.len() - after.len() + comment].trim_end());
        let whole = Span::new(tag.start as usize, tag.start as usize + text.len());
        let is_text = !after.starts_with(['[', '{', '"', '\'', '|', '>', '&', '*', '!']) && !after.contains(": ");
        let quote = || super::mistakes::quoting(self.file, self.text, whole);
        let below = self.lines.get(self.row + 1).is_some_and(|next| {
            // A tag on a line of its own may belong to what is indented less than it, one behind `---` to all that follows.
            let column = match self.line() {
                Some(_) if self.is_marker(self.row) => -1,
                Some(line) if line.content != tag.start as usize => line.column,
                _ => 0,
            };
            !next.is_blank() && next.column > column
        });
        match (is_text && !below, after.is_empty()) {
            (true, true) => vec![Fix::safe("Quote the value", quote())],
            (true, false) => vec![
                Fix::suggestion("Quote the value", quote()),
                Fix::suggestion("Delete the tag", vec![self.edit(cut, "")]),
            ],
            (false, _) => vec![Fix::suggestion("Delete the tag", vec![self.edit(cut, "")])],
        }
    }

    /// Two sets of properties that turn out to belong to one node.
    pub fn join(&mut self, outer: Properties, own: Properties) -> Properties {
        for (first, second, what) in [(outer.anchor, own.anchor, "anchors"), (outer.tag, own.tag, "tags")] {
            if let (Some(first), Some(second)) = (first, second) {
                let problem = self
                    .problem(Code::YamlParse, second, format!("one value has two {what}"))
                    .help("Keep one of the two.")
                    .related(self.file, first, "first here");
                self.diagnostics.push(problem);
            }
        }
        Properties { anchor: own.anchor.or(outer.anchor), tag: own.tag.or(outer.tag) }
    }

    /// Makes an anchor known before its node is read, so that an alias inside finds it.
    pub fn open_anchor(&mut self, properties: &Properties) -> Option<usize> {
        let span = properties.anchor?;
        let name = span.text(self.text)[1..].to_owned();
        let index = self.anchors.len();
        self.anchor_named.insert(name, index);
        self.anchors.push(Anchor { span, node: None, used: false });
        Some(index)
    }

    pub fn close_anchor(&mut self, index: Option<usize>, node: &Node) {
        if let Some(anchor) = index.and_then(|index| self.anchors.get_mut(index)) {
            anchor.node = Some(node.clone());
        }
    }

    /// Gives a node that has been read its properties.
    pub fn finish(&mut self, properties: Properties, node: Node) -> Node {
        let index = self.open_anchor(&properties);
        self.close_anchor(index, &node);
        // A tag on nothing makes an empty string of it, as far as can be said.
        if let Some(tag) = properties.tag
            && node.value == Value::Null
            && node.span.is_empty()
        {
            // Text that happens to start with `!` has been reported as what it is.
            let value =
                if tag.text(self.text).starts_with("!!") { Value::String(String::new()) } else { Value::Broken };
            return Node { value, ..node };
        }
        if properties.tag.is_some() && !matches!(node.value, Value::Sequence(_) | Value::Mapping(_)) {
            let value = Value::String(node.as_str().unwrap_or(node.span.text(self.text)).to_owned());
            return Node { value, ..node };
        }
        node
    }

    /// The alias at the cursor, as the scalar it stands for; a collection and a long text are not repeated.
    pub fn alias(&mut self) -> Node {
        let span = self.take(self.name_length());
        let name = span.text(self.text)[1..].to_owned();
        let anchor = self.anchor_named.get(&name).copied();
        let known = anchor.and_then(|index| self.anchors.get_mut(index));
        let value = match known {
            Some(anchor) => {
                anchor.used = true;
                match anchor.node.as_ref().map(|node| &node.value) {
                    None | Some(Value::Sequence(_) | Value::Mapping(_)) => Value::Broken,
                    Some(Value::String(text)) if text.len() > LONGEST => Value::Broken,
                    Some(scalar) => scalar.clone(),
                }
            }
            None => Value::Broken,
        };
        self.aliases.push(Alias { span, anchor });
        Node { span, value }
    }
}
