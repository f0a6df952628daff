use crate::source::Span;

/// A value as YAML and JSON have it, with the place of each part.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value as written: quotes and brackets included, comments and anchors not.
    pub span: Span,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Boolean(bool),
    Number(Number),
    String(String),
    Sequence(Vec<Node>),
    /// In the order written. A key that stands twice keeps its first entry; the parser has reported the other.
    Mapping(Vec<Entry>),
    /// Something stands here that the parser has reported and that tells nothing certain. The key before it counts as
    /// present; nothing more is to be said about its value.
    Broken,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// The nearest double; infinite where the text is too large for one.
    pub value: f64,
    /// The exact value where it is a whole number that fits.
    pub integer: Option<i64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub key: Key,
    pub value: Node,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The key as written, quotes included.
    pub span: Span,
    pub text: String,
}

impl Node {
    /// The name of the value's type, with its article, for messages.
    pub fn type_name(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Boolean(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "a mapping",
            Value::Broken => "unreadable",
        }
    }

    /// Whether the parser has already said all there is to say about this value.
    pub fn is_broken(&self) -> bool {
        self.value == Value::Broken
    }

    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Mapping(entries) => entries,
            _ => &[],
        }
    }

    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::Sequence(items) => items,
            _ => &[],
        }
    }

    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key.text == key)
    }

    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }
}
