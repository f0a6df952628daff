use crate::parse::Value;

/// What a value must look like.
#[derive(Debug)]
pub enum Shape {
    /// Lengths count Unicode scalar values.
    String {
        min: usize,
        max: usize,
        pattern: Option<&'static Pattern>,
    },
    Boolean,
    /// A whole number, both limits included.
    Integer {
        min: i64,
        max: i64,
    },
    Null,
    /// One of a few words.
    Words(&'static [&'static str]),
    List {
        item: &'static Shape,
        unique: bool,
    },
    Mapping(&'static [Field]),
    /// Names with commas between them, in one string.
    CommaSeparated {
        max: usize,
    },
    /// One shape for each type that is allowed.
    Either(&'static [Shape]),
}

/// A form that a string must have.
#[derive(Debug)]
pub struct Pattern {
    pub matches: fn(&str) -> bool,
    /// The same as a regular expression, for JSON Schema.
    pub expression: &'static str,
    /// In words, after "must be".
    pub description: &'static str,
}

/// A key of a mapping.
#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    pub shape: Shape,
    pub required: bool,
    /// The value that counts where the key is absent, as it would be written.
    pub default: Option<&'static str>,
    /// What it is for, in a sentence.
    pub documentation: &'static str,
    /// A value that fits, as it would be written.
    pub example: &'static str,
}

impl Shape {
    /// Every path of keys through mappings that ends in `name`, with the shape that stands there.
    pub fn fields_named(&self, name: &str) -> Vec<(Vec<&'static str>, &Shape)> {
        let mut found = Vec::new();
        let Self::Mapping(fields) = self else { return found };
        for field in *fields {
            if field.name == name {
                found.push((vec![field.name], &field.shape));
            }
            for (path, shape) in field.shape.fields_named(name) {
                found.push(([&[field.name], path.as_slice()].concat(), shape));
            }
        }
        found
    }

    /// Whether a value is of a type that this shape takes.
    pub fn takes_type_of(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Either(shapes), _) => shapes.iter().any(|shape| shape.takes_type_of(value)),
            (Self::String { .. } | Self::Words(_) | Self::CommaSeparated { .. }, Value::String(_))
            | (Self::Boolean, Value::Boolean(_))
            | (Self::Integer { .. }, Value::Number(_))
            | (Self::Null, Value::Null)
            | (Self::List { .. }, Value::Sequence(_))
            | (Self::Mapping(_), Value::Mapping(_)) => true,
            _ => false,
        }
    }

    /// The name of the type with its article, to follow "must be".
    pub fn description(&self) -> String {
        match self {
            Self::String { .. } => "a string".to_owned(),
            Self::Boolean => "`true` or `false`".to_owned(),
            Self::Integer { min, max: i64::MAX } => format!("a whole number, {min} or more"),
            Self::Integer { min, max } if min == max => format!("the number {min}"),
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::Null => "null".to_owned(),
            Self::Words(words) => {
                let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
                words.join(" or ")
            }
            Self::List { item: Shape::String { .. }, .. } => "a list of strings".to_owned(),
            Self::List { .. } => "a list".to_owned(),
            Self::Mapping(_) => "a mapping".to_owned(),
            Self::CommaSeparated { .. } => "a comma-separated string".to_owned(),
            Self::Either(shapes) => {
                let shapes: Vec<_> = shapes.iter().map(Shape::description).collect();
                shapes.join(", or ")
            }
        }
    }
}
