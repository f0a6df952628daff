//! Where in the frontmatter a cursor is, told from the lines above it: a half-written line has no place in a tree.

use crate::source::Span;

/// A step of the way from the root of the frontmatter to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Key(String),
    Item,
}

/// What is being written at a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The way to the mapping, list or value that the cursor is in.
    pub path: Vec<Step>,
    /// The part of the text that a completion replaces.
    pub word: Span,
    pub writing: Writing,
    /// Spaces that a key on a line of its own stands behind; `None` within brackets or braces.
    pub indentation: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// A key, or the first word of a line that may become anything.
    Key,
    /// A value behind its key or its dash.
    Value,
}

/// The cursor at `offset`, which is within `yaml`, the frontmatter of `text`.
pub fn cursor(text: &str, yaml: Span, offset: usize) -> Cursor {
    let start = yaml.start as usize;
    let before = text.get(start..offset).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(start, |at| start + at + 1);
    let lines: Vec<Line> = lines(text, start, line_start);
    let line = Line::new(text, line_start, offset);
    let mut cursor = on_line(&lines, &line, offset);
    if let Some(flow) = flow_value(&lines, &line) {
        within_brackets(text, &lines, flow, offset, &mut cursor);
    }
    let end = text[offset..].find(|next: char| !is_part_of_value(next)).map_or(text.len(), |length| offset + length);
    cursor.word = Span::new(cursor.word.start as usize, end.max(offset));
    cursor
}

/// A line up to its end or to the cursor: list markers, key, and where the value starts.
#[derive(Debug)]
struct Line<'a> {
    /// Columns at which a dash, and then the rest, starts.
    dashes: Vec<usize>,
    column: usize,
    key: Option<&'a str>,
    /// What follows the colon, or the dashes where there is no key.
    value: &'a str,
    value_start: usize,
    is_blank: bool,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, start: usize, end: usize) -> Self {
        let whole = text.get(start..end).unwrap_or_default().trim_end_matches(['\r', '\n']);
        let mut rest = whole.trim_start_matches(' ');
        let mut dashes = Vec::new();
        while let Some(behind) = rest.strip_prefix('-').filter(|behind| behind.is_empty() || behind.starts_with(' ')) {
            dashes.push(whole.len() - rest.len());
            rest = behind.trim_start_matches(' ');
        }
        let column = whole.len() - rest.len();
        let colon = key_end(rest);
        let (key, value) = match colon {
            Some(at) => (Some(rest[..at].trim().trim_matches(['"', '\''])), rest[at + 1..].trim_start_matches(' ')),
            None => (None, rest),
        };
        let is_blank = whole.trim().is_empty() || rest.starts_with('#');
        Self { dashes, column, key, value, value_start: start + whole.len() - value.len(), is_blank }
    }

    /// The column of the key, dash or text that the line begins with.
    fn indentation(&self) -> usize {
        self.dashes.first().copied().unwrap_or(self.column)
    }
}

/// Where the colon behind a key is.
fn key_end(text: &str) -> Option<usize> {
    if text.starts_with(['[', '{', '#']) {
        return None;
    }
    let from = match text.chars().next()? {
        quote @ ('"' | '\'') => text[1..].find(quote).map(|at| at + 2)?,
        _ => 0,
    };
    text[from..].match_indices(':').map(|(at, _)| from + at).find(|at| {
        let behind = text[at + 1..].chars().next();
        behind.is_none_or(|next| next == ' ')
    })
}

fn lines(text: &str, start: usize, end: usize) -> Vec<Line<'_>> {
    let mut at = start;
    let whole = text.get(start..end).unwrap_or_default();
    whole
        .split_inclusive('\n')
        .map(|line| {
            let from = at;
            at += line.len();
            Line::new(text, from, at)
        })
        .filter(|line| !line.is_blank)
        .collect()
}

fn on_line(lines: &[Line], line: &Line, offset: usize) -> Cursor {
    let mut path = path_above(lines, line.indentation(), line.dashes.is_empty());
    path.extend(line.dashes.iter().map(|_| Step::Item));
    let writing = if line.key.is_some() { Writing::Value } else { Writing::Key };
    if let Some(key) = line.key {
        path.push(Step::Key(key.to_owned()));
    }
    let word = Span::new(line.value_start.min(offset), offset);
    Cursor { path, word, writing, indentation: Some(line.column) }
}

/// The way to what a line at this column is part of. A list may stand at the column of the key that it belongs to.
fn path_above(lines: &[Line], indentation: usize, is_key: bool) -> Vec<Step> {
    let mut limit = indentation;
    let mut may_equal = !is_key;
    let mut steps = Vec::new();
    for line in lines.iter().rev() {
        if let Some(key) = line.key
            && (line.column < limit || (may_equal && line.column == limit && line.dashes.is_empty()))
        {
            steps.push(Step::Key(key.to_owned()));
            limit = line.column;
            may_equal = false;
        }
        for dash in line.dashes.iter().rev() {
            if *dash < limit {
                steps.push(Step::Item);
                limit = *dash;
                may_equal = true;
            }
        }
        if limit == 0 && !may_equal {
            break;
        }
    }
    steps.reverse();
    steps
}

/// The line whose value opens the brackets that the cursor may be in: this one, or the last above that is a key.
fn flow_value<'a>(lines: &'a [Line<'a>], line: &'a Line<'a>) -> Option<&'a Line<'a>> {
    let opens = |line: &&Line| line.value.starts_with(['[', '{']);
    if line.key.is_some() || !line.dashes.is_empty() || opens(&line) {
        return Some(line).filter(opens);
    }
    lines.iter().rev().find(|line| line.key.is_some() || !line.dashes.is_empty()).filter(opens)
}

/// Follows brackets, braces, commas and quotes from the start of a value to the cursor.
fn within_brackets(text: &str, lines: &[Line], line: &Line, offset: usize, cursor: &mut Cursor) {
    let mut path = path_above(
        &lines[..lines.iter().position(|known| std::ptr::eq(known, line)).unwrap_or(lines.len())],
        line.indentation(),
        line.dashes.is_empty(),
    );
    path.extend(line.dashes.iter().map(|_| Step::Item));
    path.extend(line.key.map(|key| Step::Key(key.to_owned())));

    // Each open bracket: whether it is a brace, and the key that is written in it.
    let mut open: Vec<(bool, Option<String>)> = Vec::new();
    let mut word = line.value_start;
    let mut quote = None;
    for (index, character) in text.get(line.value_start..offset).unwrap_or_default().char_indices() {
        let at = line.value_start + index;
        let behind = at + character.len_utf8();
        match (quote, character) {
            (Some(mark), _) if character == mark => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '[' | '{') => {
                open.push((character == '{', None));
                word = behind;
            }
            (None, ']' | '}') => {
                open.pop();
                word = behind;
            }
            (None, ',') => {
                if let Some((_, key)) = open.last_mut() {
                    *key = None;
                }
                word = behind;
            }
            (None, ':') => {
                if let Some((true, key)) = open.last_mut() {
                    *key = text.get(word..at).map(|key| key.trim().trim_matches(['"', '\'']).to_owned());
                    word = behind;
                }
            }
            _ => {}
        }
    }
    let Some((is_brace, key)) = open.last() else { return };
    cursor.writing = if *is_brace && key.is_none() { Writing::Key } else { Writing::Value };
    for (is_brace, key) in &open {
        if *is_brace {
            path.extend(key.clone().map(Step::Key));
        } else {
            path.push(Step::Item);
        }
    }
    let spaces = text.get(word..offset).map_or(0, |word| word.len() - word.trim_start().len());
    cursor.path = path;
    cursor.word = Span::new(word + spaces, offset);
    cursor.indentation = None;
}

fn is_part_of_value(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '/' | '@')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cursor at `|`, as `path › path: writing word`.
    fn at(marked: &str) -> String {
        let offset = marked.find('|').expect("a mark");
        let text = marked.replacen('|', "", 1);
        let cursor = cursor(&text, Span::new(0, text.len()), offset);
        let path: Vec<&str> = cursor
            .path
            .iter()
            .map(|step| match step {
                Step::Key(key) => key.as_str(),
                Step::Item => "*",
            })
            .collect();
        format!("{} {:?} {:?}", path.join("/"), cursor.writing, cursor.word.text(&text))
    }

    #[test]
    fn keys() {
        for (text, expected) in [
            ("na|", " Key \"na\""),
            ("name: a\n|", " Key \"\""),
            ("harness:\n  |", "harness Key \"\""),
            ("harness:\n  tools:\n    bu|", "harness/tools Key \"bu\""),
            ("harness:\n  tools:\n    builtin: [read]\n  ru|", "harness Key \"ru\""),
            ("harness:\n  tools:\n    modules:\n      - |", "harness/tools/modules/* Key \"\""),
            ("harness:\n  tools:\n    modules:\n      - path: a.ts\n        ex|", "harness/tools/modules/* Key \"ex\""),
            ("harness:\n  tools:\n    modules:\n    - path: a.ts\n      ex|", "harness/tools/modules/* Key \"ex\""),
            ("harness: {to|", "harness Key \"to\""),
            ("harness: {tools: {builtin: [a], mo|}}", "harness/tools Key \"mo\""),
            ("harness:\n  tools:\n    modules: [{path: a.ts, |", "harness/tools/modules/* Key \"\""),
        ] {
            assert_eq!(at(text), expected, "{text}");
        }
    }

    #[test]
    fn values() {
        for (text, expected) in [
            ("model: za|i/x", "model Value \"zai/x\""),
            ("harness:\n  runtime:\n    mode: |", "harness/runtime/mode Value \"\""),
            ("harness:\n  skills: [skills/a, sk|", "harness/skills/* Value \"sk\""),
            ("harness:\n  skills: [\n    skills/a,\n    sk|\n  ]", "harness/skills/* Value \"sk\""),
            ("harness:\n  files:\n    - da|", "harness/files/* Key \"da\""),
            ("harness:\n  files:\n  - da|", "harness/files/* Key \"da\""),
            ("harness:\n  tools:\n    modules: [{path: to|", "harness/tools/modules/*/path Value \"to\""),
            (
                "harness:\n  tools:\n    modules:\n      - name: x\n        path: to|",
                "harness/tools/modules/*/path Value \"to\"",
            ),
            ("disallowed_tools: |", "disallowed_tools Value \"\""),
        ] {
            assert_eq!(at(text), expected, "{text}");
        }
    }
}
