//! The mistakes that people make in YAML: each is named for what it is, comes with its fix, and is read as it was meant.

use super::block::{After, Entries};
use super::parser::Parser;
use super::properties::Properties;
use super::quote::quoted_scalar;
use super::scalar::Stop;
use crate::diagnostics::{Code, Edit, Fix, quoted};
use crate::parse::{Entry, Key, Node, Value};
use crate::source::Span;
use crate::vfs::VfsPath;

/// How far ahead the end of a run of stray lines is looked for.
const LOOKAHEAD: usize = 200;

/// The key of a line `key: value`, where it is a single word.
pub(super) fn key_of_line(line: &str) -> Option<&str> {
    let (key, after) = word(line)?;
    let after = after.trim_start_matches([' ', '\t']).strip_prefix(':')?;
    (after.is_empty() || after.starts_with([' ', '\t'])).then_some(key)
}

/// A word that could be a key, in quotes or not, at the start of a line, and what follows it.
fn word(line: &str) -> Option<(&str, &str)> {
    let quote = line.chars().next().filter(|first| matches!(first, '"' | '\''));
    let inner = if quote.is_some() { &line[1..] } else { line };
    let length =
        inner.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))).unwrap_or(inner.len());
    let (key, after) = inner.split_at(length);
    let fits = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let after = match quote {
        Some(quote) => after.strip_prefix(quote)?,
        None => after,
    };
    fits.then_some((key, after))
}

/// Edits that put quotes around a plain text, its lines left as they are.
pub(super) fn quoting(file: &VfsPath, text: &str, span: Span) -> Vec<Edit> {
    let written = span.text(text);
    let (start, end) = (span.start as usize, span.end as usize);
    let around = |quote: &str| vec![Edit::insert(file, start, quote), Edit::insert(file, end, quote)];
    if !written.contains(['"', '\\']) {
        return around("\"");
    }
    if !written.contains('\'') {
        return around("'");
    }
    if !written.contains(['\n', '\r']) {
        return vec![Edit::replace(file, span, quoted_scalar(written))];
    }
    vec![Edit::replace(file, span, format!("'{}'", written.replace('\'', "''")))]
}

/// What stands between a key and its value in place of `: `.
enum Separator {
    NoSpace,
    ForeignSpace,
    Equals,
    WideColon,
}

/// The key, the place of the separator (as offsets into the line) and what it is.
fn mistaken_separator(line: &str) -> Option<(&str, std::ops::Range<usize>, Separator)> {
    let (key, after) = word(line)?;
    let start = line.len() - after.len();
    let trimmed = after.trim_start_matches([' ', '\t']);
    let first = trimmed.chars().next()?;
    let at = line.len() - trimmed.len();
    let length = |separator: &str| {
        let rest = trimmed[separator.len()..].trim_start_matches([' ', '\t']);
        line.len() - rest.len()
    };
    match first {
        ':' => {
            let value = &trimmed[1..];
            let next = value.chars().next().filter(|next| !matches!(next, ' ' | '\t'))?;
            if value.starts_with(":=") || value.starts_with('=') {
                return Some((key, start..length(":="), Separator::Equals));
            }
            if super::line::is_foreign_space(next) {
                let spaces = value.len()
                    - value.trim_start_matches(|c: char| super::line::is_foreign_space(c) || c == ' ').len();
                return Some((key, at..at + 1 + spaces, Separator::ForeignSpace));
            }
            let fits = !matches!(next, '/' | '\\' | ':') && at == start && key.len() > 1;
            fits.then_some((key, at..at + 1, Separator::NoSpace))
        }
        '=' if trimmed.starts_with("=>") => Some((key, start..length("=>"), Separator::Equals)),
        '=' if !trimmed.starts_with("==") => Some((key, start..length("="), Separator::Equals)),
        '：' | '﹕' | '꞉' | '∶' | '︓' => {
            let end = length(&trimmed[..first.len_utf8()]);
            Some((key, start..end, Separator::WideColon))
        }
        _ => None,
    }
}

/// Where the colon is of a text such as `mode:headless`.
pub(super) fn space_missing(text: &str) -> Option<usize> {
    match mistaken_separator(text)? {
        (_, range, Separator::NoSpace) => {
            let value = &text[range.end..];
            (value.starts_with(char::is_alphanumeric) && !value.contains([' ', ':', '#'])).then_some(range.start)
        }
        _ => None,
    }
}

impl Parser<'_> {
    /// Whether an entry with a mistake in its key starts at the cursor, rather than a scalar.
    pub fn starts_mistaken_entry(&self) -> bool {
        let rest = self.rest();
        if rest.starts_with(['"', '\'']) {
            return self.mistaken_quoted_key().is_some();
        }
        if mistaken_separator(rest).is_none() || self.plain_end().1 == Stop::Colon {
            return false;
        }
        let Some(next) =
            self.lines.get(self.row + 1..).and_then(|lines| lines.iter().take(8).find(|line| !line.is_blank()))
        else {
            return false;
        };
        let below = &self.text[next.content..next.end];
        next.column == self.column() && (key_of_line(below).is_some() || mistaken_separator(below).is_some())
    }

    /// A quoted key that lacks its closing quote, or the space after its colon.
    fn mistaken_quoted_key(&self) -> Option<(&str, bool)> {
        let rest = self.rest();
        if !rest.starts_with(['"', '\'']) {
            return None;
        }
        if self.quote_closes_on_line() {
            let (key, _, separator) = mistaken_separator(rest)?;
            return matches!(separator, Separator::NoSpace).then_some((key, true));
        }
        Some((key_of_line(rest.get(1..)?)?, false))
    }

    /// An entry that is none as it stands. Reads it as what it was meant to be, and always moves on.
    pub fn mistaken_entry(&mut self, column: i32, entries: &mut Entries) {
        let start = self.at;
        let rest = self.rest();
        if self.at_indicator(b'-') {
            return self.item_among_keys(column, entries);
        }
        if let Some((key, range, separator)) = mistaken_separator(rest) {
            let key_span = Span::new(start, start + rest.len() - word(rest).map_or(0, |(_, after)| after.len()));
            let span = Span::new(start + range.start, start + range.end);
            let name = quoted(key);
            let (message, fix) = match separator {
                Separator::NoSpace => (
                    format!("a space is missing after the colon of {name}"),
                    Fix::safe("Add the space", vec![Edit::insert(self.file, span.end as usize, " ")]),
                ),
                Separator::ForeignSpace => (
                    format!("the colon of {name} is followed by a character that looks like a space and is none"),
                    Fix::safe("Write a plain space", vec![self.edit(span, ": ")]),
                ),
                Separator::Equals => (
                    format!("{name} is followed by `=`, where YAML has a colon"),
                    Fix::safe("Write a colon", vec![self.edit(span, ": ")]),
                ),
                Separator::WideColon => (
                    format!("{name} is followed by a character that looks like a colon and is none"),
                    Fix::safe("Write a plain colon", vec![self.edit(span, ": ")]),
                ),
            };
            let shown = match separator {
                Separator::NoSpace => span,
                _ => Span::new(
                    start + range.start,
                    start + rest[..range.end].trim_end_matches([' ', '\t']).len().max(range.start + 1),
                ),
            };
            self.parse_error_with(shown, message, "Write `key: value`, with a colon and a space.", fix);
            let key = Key { span: key_span, text: key.to_owned() };
            self.at = span.end as usize;
            let value = self.block_node(column, After::Key);
            return self.push_entry(Entry { key, value }, entries);
        }
        if let Some((key, false)) = self.mistaken_quoted_key() {
            let key = key.to_owned();
            let end = start + 1 + key.len();
            let quote = &self.text[start..=start];
            let fix = Fix::safe("Close the quote", vec![Edit::insert(self.file, end, quote)]);
            self.parse_error_with(
                Span::new(start, end),
                format!("the quote before {} is never closed", quoted(&key)),
                "Close the quote after the key, or write the key without quotes.",
                fix,
            );
            self.at = end + self.text[end..].find(':').map_or(0, |colon| colon + 1);
            let value = self.block_node(column, After::Key);
            let key = Key { span: Span::new(start, end), text: key };
            return self.push_entry(Entry { key, value }, entries);
        }
        if self.key_without_colon(column, entries) || self.foreign_comment() {
            return;
        }
        let closers = rest.trim_end().trim_end_matches([',', ';']);
        if !closers.is_empty() && closers.chars().all(|character| matches!(character, '}' | ']' | ')')) {
            let line = self.whole_line();
            let fix = Fix::safe("Delete the line", vec![self.edit(line, "")]);
            let span = Span::new(start, start + closers.len());
            let message = format!("nothing is open that this {} could close", quoted(closers));
            self.parse_error_with(span, message, "Delete the line, or add the bracket that it should close.", fix);
            return self.next_line();
        }
        self.stray_text(column, entries);
    }

    /// The current line with its line break.
    fn whole_line(&self) -> Span {
        let start = self.line().map_or(self.at, |line| line.start);
        let end = self.line_end();
        let rest = &self.text[end..];
        let line_break = if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) };
        Span::new(start, end + line_break)
    }

    /// `tools` above a list, or `model x/y`: a key whose colon is missing.
    fn key_without_colon(&mut self, column: i32, entries: &mut Entries) -> bool {
        let start = self.at;
        let rest = self.rest();
        let Some((key, after)) = word(rest) else { return false };
        let key_end = start + rest.len() - after.len();
        let key_span = Span::new(start, key_end);
        let value = after.trim();
        let below = self.lines.get(self.row + 1);
        let nested = value.is_empty()
            && below.is_some_and(|line| {
                let text = &self.text[line.content..line.end];
                let item = text.starts_with("- ");
                !line.is_blank()
                    && ((line.column > column && (item || key_of_line(text).is_some()))
                        || (item && line.column == column))
            });
        // Below a key without a value, or an empty block, it is rather that value.
        let above_is_empty = entries.list.last().is_some_and(|above| match &above.value.value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            _ => false,
        });
        let one_word = !above_is_empty
            && after.starts_with([' ', '\t'])
            && !value.is_empty()
            && key.starts_with(|first: char| first.is_ascii_lowercase())
            && (!value.contains(' ') || value.starts_with(['"', '\'', '[', '{']));
        if !nested && !one_word {
            return false;
        }
        let insert = vec![Edit::insert(self.file, key_end, ":")];
        let fix = if nested { Fix::safe("Add the colon", insert) } else { Fix::suggestion("Add the colon", insert) };
        let key = Key { span: key_span, text: key.to_owned() };
        let message = format!("a colon is missing after {}", quoted(&key.text));
        self.parse_error_with(key_span, message, "Write `key: value`, with a colon and a space.", fix);
        self.at = key_end;
        let value = if nested {
            self.block_node(column, After::Key)
        } else {
            self.next_line();
            self.skip_deeper(column);
            Node { span: Span::new(key_end, key_end), value: Value::Broken }
        };
        self.push_entry(Entry { key, value }, entries);
        true
    }

    /// A comment as other languages have it.
    fn foreign_comment(&mut self) -> bool {
        let start = self.at;
        let text = self.rest().trim_end();
        let span = Span::new(start, start + text.len());
        let edits = if let Some(comment) = text.strip_prefix("//") {
            vec![self.edit(Span::new(start, start + text.len() - comment.len()), "#")]
        } else if let Some(inner) = text.strip_prefix("<!--").and_then(|inner| inner.strip_suffix("-->")) {
            vec![self.edit(span, format!("# {}", inner.trim()))]
        } else if let Some(inner) = text.strip_prefix("/*").and_then(|inner| inner.strip_suffix("*/")) {
            vec![self.edit(span, format!("# {}", inner.trim()))]
        } else if text.starts_with("```") {
            let fix = Fix::safe("Delete the line", vec![self.edit(self.whole_line(), "")]);
            self.parse_error_with(
                span,
                "a Markdown code fence stands in the frontmatter",
                "Delete the line of backticks.",
                fix,
            );
            self.next_line();
            return true;
        } else {
            return false;
        };
        let fix = Fix::safe("Write it as a YAML comment", edits);
        self.parse_error_with(
            span,
            format!("{} is no comment in YAML", quoted(text)),
            "A comment starts with `#`.",
            fix,
        );
        self.next_line();
        true
    }

    /// `- item` where a key is due.
    fn item_among_keys(&mut self, column: i32, entries: &mut Entries) {
        let start = self.at;
        let last = entries.list.last_mut();
        let mut problem =
            self.problem(Code::YamlParse, Span::new(start, start + 1), "a list item stands where a key is due");
        if let Some(last) = last {
            let name = quoted(&last.key.text);
            problem = problem.related(self.file, last.key.span, "the key above");
            let value = last.value.span;
            if matches!(last.value.value, Value::String(_) | Value::Number(_) | Value::Boolean(_)) {
                problem.message = format!("a list item can't follow the value of {name}");
                let written = value.text(self.text);
                if !written.contains(['\n', '\r']) && !written.starts_with(['|', '>']) {
                    let insert = format!("\n{}- ", " ".repeat(column.max(0) as usize));
                    // A key whose colon is missing has no gap after it.
                    let after_key = self.text.get(last.key.span.end as usize..value.start as usize);
                    let blank = after_key.and_then(|between| between.strip_prefix(':'));
                    if blank.is_some_and(|blank| blank.trim().is_empty()) {
                        let gap = Span::new(last.key.span.end as usize + 1, value.start as usize);
                        problem =
                            problem.fix(Fix::suggestion("Make the value the first item", vec![self.edit(gap, insert)]));
                    }
                }
                last.value.value = Value::Broken;
            }
            problem = problem.help("Give the key either one value on its line, or list items below it.");
        } else {
            problem = problem.help("Write `key:` on a line of its own above the list.");
        }
        self.diagnostics.push(problem);
        self.sequence(column, true);
    }

    /// Lines that are no entries: text that was meant to go on above, or that belongs to nothing.
    fn stray_text(&mut self, column: i32, entries: &mut Entries) {
        let (first_row, start) = (self.row, self.at);
        let rows = self.stray_rows(column);
        let last_row = rows.last().copied().unwrap_or(first_row);
        let first_text = self.text[start..self.line_end()].trim_end();
        let span = Span::new(start, start + first_text.len());
        let mut text = String::new();
        for row in first_row..=last_row {
            if row > first_row {
                text.push('\n');
            }
            text.push_str(self.text[self.lines[row].content..self.lines[row].end].trim_end());
        }
        let indentation = " ".repeat(column.max(0) as usize + 2);
        let mut edits: Vec<Edit> = (first_row..=last_row)
            .filter(|row| !self.lines[*row].is_blank())
            .map(|row| {
                let line = self.lines[row];
                let by = if row == first_row { line.content } else { line.start };
                if row == first_row {
                    self.edit(Span::new(line.start, by), indentation.as_str())
                } else {
                    Edit::insert(self.file, by, "  ")
                }
            })
            .collect();
        let mut problem = self.problem(
            Code::YamlParse,
            span,
            format!("{} is neither `key: value` nor indented as part of a value", quoted(first_text)),
        );
        match entries.list.last_mut() {
            Some(Entry { key, value: Node { span: value_span, value } })
                if matches!(value, Value::Null | Value::String(_) | Value::Number(_) | Value::Boolean(_)) =>
            {
                let written = value_span.text(self.text);
                let header = written.lines().next().unwrap_or_default();
                let block = header.starts_with(['|', '>']);
                let quoted_value = header.starts_with(['"', '\'']);
                let key_end = key.span.end as usize;
                let colon = self.text[key_end..].find(':').map(|colon| key_end + colon + 1);
                problem = problem
                    .help(format!(
                        "If it goes on with the value of {}, indent it; otherwise delete it.",
                        quoted(&key.text)
                    ))
                    .related(self.file, key.span, "the key above");
                let one_line = !written.contains(['\n', '\r']);
                let fixable = match colon {
                    Some(colon) if !quoted_value && !block && one_line => {
                        let gap = Span::new(colon, (value_span.start as usize).max(colon));
                        let blank = gap.text(self.text).trim_matches([' ', '\t']).is_empty();
                        let insert = if written.is_empty() { " |".to_owned() } else { format!(" |\n{indentation}") };
                        if blank {
                            let at = if written.is_empty() { Span::empty(colon) } else { gap };
                            edits.insert(0, self.edit(at, insert));
                        }
                        blank
                    }
                    Some(_) => block && header.trim_end().len() == 1,
                    None => false,
                };
                // Comments and the like between the key and the text would become part of it.
                let gap_is_clear = self.text[(value_span.end as usize).max(key_end)..start]
                    .trim_matches([':', ' ', '\t', '\n', '\r'])
                    .is_empty();
                if fixable && gap_is_clear {
                    problem = problem.fix(Fix::safe("Indent it as part of the value above", edits));
                }
                let before = match value {
                    Value::String(before) => std::mem::take(before),
                    _ => written.to_owned(),
                };
                let joined = if before.is_empty() { text } else { format!("{}\n{text}", before.trim_end()) };
                *value = Value::String(joined);
                let from = if written.is_empty() { start } else { (value_span.start as usize).max(key_end) };
                *value_span = Span::new(from, self.lines[last_row].end);
            }
            _ => {
                self.complete = false;
                let whole = Span::new(self.lines[first_row].start, self.lines[last_row].end);
                problem = problem
                    .help("Write it as `key: value`, make it a comment with `#`, or delete it.")
                    .fix(Fix::suggestion("Delete it", vec![self.edit(whole, "")]));
            }
        }
        self.diagnostics.push(problem);
        self.go_to(last_row, self.lines[last_row].end);
        self.next_line();
    }

    /// The rows of a run of stray text from the cursor on: up to the next key, an element such as `<example>` as a whole.
    fn stray_rows(&self, column: i32) -> Vec<usize> {
        let mut rows = Vec::new();
        let mut tag: Option<&str> = None;
        let mut row = self.row;
        while let Some(line) = self.lines.get(row) {
            let text = &self.text[line.content..line.end];
            if let Some(name) = tag {
                if text.contains(&format!("</{name}>")) {
                    tag = None;
                }
            } else if line.is_blank() {
                row += 1;
                continue;
            } else {
                let ends = row > self.row
                    && (line.column < column
                        || self.is_marker(row)
                        || key_of_line(text).is_some()
                        || mistaken_separator(text).is_some()
                        || text.starts_with("- ")
                        || text.starts_with('#'));
                if ends {
                    break;
                }
                tag = opened_tag(text).filter(|name| {
                    let close = format!("</{name}>");
                    let ahead = self.lines[row + 1..].iter().take(LOOKAHEAD);
                    ahead.into_iter().any(|line| self.text[line.start..line.end].contains(&close))
                });
            }
            rows.push(row);
            row += 1;
        }
        rows
    }

    /// Whether a list item starts at the cursor that lacks the space after its dash.
    pub fn at_mistaken_dash(&self) -> bool {
        let rest = self.rest();
        rest.starts_with('-') && !rest.starts_with("--") && key_of_line(&rest[1..]).is_none()
    }

    /// Whether a list with other bullets than dashes starts at the cursor: two lines of them.
    pub fn at_bullets(&self) -> bool {
        let rest = self.rest();
        let Some(bullet) = rest.chars().next().filter(|first| matches!(first, '*' | '•')) else { return false };
        let is_item = |text: &str| text.strip_prefix(bullet).is_some_and(|item| item.starts_with(' '));
        is_item(rest)
            && self
                .lines
                .get(self.row + 1)
                .is_some_and(|next| next.column == self.column() && is_item(&self.text[next.content..next.end]))
    }

    /// A line at the column of a sequence's dashes that has none. False where the sequence ends there.
    pub fn mistaken_item(&mut self, column: i32, items: &mut Vec<Node>) -> bool {
        let start = self.at;
        let rest = self.rest();
        let mut characters = rest.chars();
        let first = characters.next().unwrap_or_default();
        let second = characters.next();
        if first == '-' && second != Some('-') {
            let fix = Fix::safe("Add the space", vec![Edit::insert(self.file, start + 1, " ")]);
            let help = "Write `- item`, with a space after the dash.";
            self.parse_error_with(
                Span::new(start, start + 1),
                "a space is missing after the dash of a list item",
                help,
                fix,
            );
            self.at += 1;
            let item = self.block_node(column, After::Dash);
            items.push(item);
            return true;
        }
        if matches!(first, '*' | '+' | '•' | '–' | '—') && second == Some(' ') {
            let span = Span::new(start, start + first.len_utf8());
            let fix = Fix::safe("Write a dash", vec![self.edit(span, "-")]);
            let message = format!("a list item starts with {}, where YAML has a dash", quoted(&first.to_string()));
            self.parse_error_with(span, message, "Write `- item`.", fix);
            self.at += first.len_utf8();
            let item = self.block_node(column, After::Dash);
            items.push(item);
            return true;
        }
        if key_of_line(rest).is_some() {
            let line = self.line().copied();
            let edits = line.map(|line| self.edit(line.indentation(), " ".repeat(line.column.max(0) as usize + 2)));
            let problem = self
                .problem(Code::YamlParse, Span::new(start, self.line_end()), "a key stands where a list item is due")
                .help("Indent it by two more spaces if it belongs to the item above, or write it as `- item`.");
            let fits = matches!(items.last().map(|item| &item.value), Some(Value::Mapping(_)));
            let problem = match edits {
                Some(edit) if fits => problem.fix(Fix::suggestion("Indent it as part of the item above", vec![edit])),
                _ => problem,
            };
            self.diagnostics.push(problem);
            let mut entries = Entries::starting(start);
            let row = self.row;
            let plain = self.plain_line();
            self.skip_blanks();
            if self.row == row && self.at_indicator(b':') {
                let key = self.key_of(plain);
                self.entry(column, key, false, &mut entries);
            } else {
                self.next_line();
                self.skip_deeper(column);
            }
            if let Some(Value::Mapping(list)) = items.last_mut().map(|item| &mut item.value) {
                list.append(&mut entries.list);
            } else {
                self.complete = false;
            }
            return true;
        }
        let text = rest.trim_end();
        let fix = Fix::suggestion("Add a dash", vec![Edit::insert(self.file, start, "- ")]);
        self.parse_error_with(
            Span::new(start, start + text.len()),
            format!("{} stands among list items and has no dash", quoted(text)),
            "Write `- item`, or indent the line if it goes on with the item above.",
            fix,
        );
        self.next_line();
        self.skip_deeper(column);
        true
    }

    /// A line that is indented deeper than `column`, where nothing asks for it: below a complete value.
    pub fn misplaced(&mut self, column: i32, in_mapping: bool, last: Option<&mut Node>) {
        let start = self.at;
        let Some(line) = self.line().copied() else { return };
        let rest = self.rest();
        let fresh = self.is_fresh();
        let item = fresh && self.at_indicator(b'-');
        let key = fresh && !item && (key_of_line(rest).is_some() || mistaken_separator(rest).is_some());
        let end = start + rest.trim_end().len();
        let block = last.as_ref().is_some_and(|node| !node.span.text(self.text).starts_with(['[', '{']));
        let child = last.as_ref().and_then(|node| match node.value {
            Value::Sequence(_) if item && block => Some(node.span.start),
            Value::Mapping(_) if key && block => Some(node.span.start),
            _ => None,
        });
        if let Some(child) = child {
            let wanted = self.column_of(child as usize);
            // Where it stands as it should, what parts it from the others has been reported.
            let edits = self.reindent(line.column, wanted, column);
            if line.column != wanted {
                let problem = self
                    .problem(
                        Code::YamlParse,
                        Span::new(line.start, start),
                        format!("this line is indented by {}, those it belongs with by {wanted}", line.column),
                    )
                    .help(format!("Indent it by {wanted} spaces."))
                    .related(self.file, self.character(child as usize), "the first of them")
                    .fix(Fix::safe(format!("Indent by {wanted} spaces"), edits));
                self.diagnostics.push(problem);
            }
            let node = self.block_node(column, After::Document);
            if let Some(last) = last {
                last.span = last.span.to(node.span);
                match (&mut last.value, node.value) {
                    (Value::Sequence(items), Value::Sequence(more)) => items.extend(more),
                    (Value::Mapping(entries), Value::Mapping(more)) => self.extend_mapping(entries, more),
                    _ => {}
                }
            }
            return;
        }
        if key && in_mapping {
            let edits = self.reindent(line.column, column, column);
            let problem = self
                .problem(
                    Code::YamlParse,
                    Span::new(line.start, start),
                    format!("this key is indented by {}, the keys beside it by {column}", line.column),
                )
                .help(format!("Indent it by {column} spaces."))
                .fix(Fix::safe(format!("Indent by {column} spaces"), edits));
            self.diagnostics.push(problem);
            return;
        }
        let problem = if item {
            self.problem(
                Code::YamlParse,
                Span::new(start, start + 1),
                "a list item stands below a value that is no list",
            )
            .help("Give the key either one value on its line, or list items below it.")
        } else {
            self.problem(
                Code::YamlParse,
                Span::new(start, end),
                format!("{} belongs to no value", quoted(rest.trim_end())),
            )
            .help("The value above is complete. Delete the line, or put the whole value in quotes.")
        };
        self.diagnostics.push(problem);
        if let Some(last) = last
            && !matches!(last.value, Value::Sequence(_) | Value::Mapping(_))
        {
            last.value = Value::Broken;
        }
        self.next_line();
        self.skip_deeper(column);
    }

    /// Moves the lines from the cursor on, as far as they are deeper than `parent`, from one column to another.
    /// Returns the edits that do so in the text.
    fn reindent(&mut self, from: i32, to: i32, parent: i32) -> Vec<Edit> {
        let run = self.lines[self.row..].iter().take_while(|line| line.is_blank() || line.column > parent).count();
        let rows = self.row..self.row + run;
        // Lines that are already where the others are to go stay there, and so does what is below them.
        let some_fit = self.lines[rows.clone()].iter().any(|line| line.column > from && line.column <= to);
        let mut edits = Vec::new();
        for row in rows {
            let line = self.lines[row];
            if !line.is_blank() && (line.column == from || (line.column > from && !some_fit)) {
                let column = line.column - from + to;
                edits.push(self.edit(line.indentation(), " ".repeat(column.max(0) as usize)));
                self.lines[row].column = column;
                self.lines[row].mended = true;
            }
        }
        edits
    }

    /// A list that starts on the line of its key. Returns the column of its dashes, `None` where it is text.
    pub fn inline_sequence(&mut self, parent: i32) -> Option<i32> {
        let start = self.at;
        let below = self.lines.get(self.row + 1).filter(|line| {
            !line.is_blank() && line.column >= parent.max(0) && self.text[line.content..line.end].starts_with("- ")
        });
        let column = below.map(|line| line.column)?;
        let gap = Span::new(self.text[..start].trim_end_matches([' ', '\t']).len(), start);
        let insert = format!("\n{}", " ".repeat(column.max(0) as usize));
        let fix = Fix::safe("Start the list on a line of its own", vec![self.edit(gap, insert)]);
        self.parse_error_with(
            Span::new(start, start + 1),
            "a list can't start on the line of its key",
            "Write the first item on the next line, as the others are.",
            fix,
        );
        Some(column)
    }

    /// A value that starts with `- ` on the line of its key, with no further items below.
    pub fn inline_item(&mut self, row: usize, parent: i32) -> Node {
        let start = self.at;
        let node = self.raw_text(start, row, parent);
        let quote = Fix::suggestion("Quote the value", quoting(self.file, self.text, node.span));
        let gap = Span::new(self.text[..start].trim_end_matches([' ', '\t']).len(), start);
        let insert = format!("\n{}", " ".repeat(parent.max(0) as usize + 2));
        let list = Fix::suggestion("Make it a list", vec![self.edit(gap, insert)]);
        let problem = self
            .problem(Code::YamlParse, Span::new(start, start + 1), "a list can't start on the line of its key")
            .help("Write the item on the next line; if it is text, put it in quotes.")
            .fix(list)
            .fix(quote);
        self.diagnostics.push(problem);
        Node { value: Value::Broken, ..node }
    }

    /// Unquoted text with a `: ` in it, the cursor being at the colon.
    pub fn text_with_colon(&mut self, start: usize, row: usize, parent: i32) -> Node {
        let colon = self.at.max(start);
        let colon = self.text[colon..].find(':').map_or(colon, |offset| colon + offset);
        let first = &self.text[start..colon];
        let nothing_after = self.text[colon + 1..self.line_end().max(colon + 1)].trim().is_empty();
        let nested = self.row == row
            && nothing_after
            && key_of_line(&format!("{first}:")).is_some()
            && self.lines.get(row + 1).is_some_and(|line| line.column > parent.max(0) && !line.is_blank());
        let span = Span::new(colon, colon + 1);
        if nested {
            let gap = Span::new(self.text[..start].trim_end_matches([' ', '\t']).len(), start);
            let below = self.lines[row + 1].column;
            let indent = if below > parent.max(0) + 2 { parent.max(0) + 2 } else { parent.max(0) + 1 };
            let insert = format!("\n{}", " ".repeat(indent as usize));
            let fix = Fix::safe("Write the second key on a line of its own", vec![self.edit(gap, insert)]);
            self.parse_error_with(
                Span::new(start, colon),
                format!("the key {} stands on the line of another key", quoted(first)),
                "Write the second key on the next line, indented.",
                fix,
            );
            self.go_to(row, start);
            let column = parent.max(0) + 1;
            return self.nested(Properties::default(), column, |parser| {
                let key = parser.plain_line();
                let key = parser.key_of(key);
                parser.skip_blanks();
                parser.mapping(column, key, false)
            });
        }
        let node = self.raw_text(start, row, parent);
        let fix = Fix::safe("Quote the value", quoting(self.file, self.text, node.span));
        self.parse_error_with(
            span,
            "unquoted text can't hold `: `, which makes a key of what stands before it",
            "Put the whole value in quotes.",
            fix,
        );
        node
    }

    /// More text on the line where a quoted scalar, a flow collection or an alias has ended.
    pub fn text_after_node(&mut self, node: Node, start: usize, row: usize, parent: i32) -> Node {
        self.skip_blanks();
        let at = self.at;
        let rest = self.rest();
        let trimmed = rest.trim_end();
        let extra = Span::new(at, at + trimmed.len());
        if trimmed.chars().all(|character| matches!(character, ',' | ';')) {
            let fix = Fix::safe("Delete it", vec![self.edit(extra, "")]);
            let message = format!("{} stands after the value", quoted(trimmed));
            self.parse_error_with(extra, message, "YAML needs nothing at the end of a line. Delete it.", fix);
            self.at = extra.end as usize;
            return node;
        }
        if trimmed.chars().all(|character| matches!(character, ']' | '}' | ',')) {
            let fix = Fix::safe("Delete it", vec![self.edit(extra, "")]);
            let message = format!("nothing is open that this {} could close", quoted(trimmed));
            self.parse_error_with(extra, message, "Delete it, or add the bracket that it should close.", fix);
            self.at = extra.end as usize;
            return node;
        }
        if trimmed.starts_with('#') {
            let fix = Fix::safe("Add a space before the comment", vec![Edit::insert(self.file, at, " ")]);
            self.parse_error_with(
                Span::new(at, at + 1),
                "a comment needs a space before its `#`",
                "Write a space before the `#`, or put the whole value in quotes.",
                fix,
            );
            self.at = self.line_end();
            return node;
        }
        if self.row != row {
            self.parse_error(
                extra,
                format!("{} follows the end of the value", quoted(trimmed)),
                "Delete it, or make it part of the value.",
            );
            self.at = self.line_end();
            self.next_line();
            self.skip_deeper(parent);
            return Node { value: Value::Broken, ..node };
        }
        let first = self.text[start..].chars().next().unwrap_or_default();
        if first == '*' {
            self.aliases.pop();
        }
        let text = self.raw_text(start, row, parent);
        let written = text.span.text(self.text);
        let what = match first {
            '"' | '\'' => "the closing quote",
            '*' => "the alias",
            _ => "the closing bracket",
        };
        let mut edits = quoting(self.file, self.text, text.span);
        let mut value = text.value;
        let inner = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
        if matches!(first, '"' | '\'') && written.len() > 2 && written.ends_with(first) && !inner.contains('\n') {
            // Quotes inside quotes: the outer ones were meant.
            let plain = if first == '"' { inner.replace("\\\"", "\"") } else { inner.replace("''", "'") };
            let replacement = if first == '"' && inner.contains('\\') {
                format!("\"{}\"", escape_inner_quotes(inner))
            } else {
                quoted_scalar(&plain)
            };
            edits = vec![self.edit(text.span, replacement)];
            value = Value::String(plain);
        }
        let fix = Fix::safe("Quote the whole value", edits);
        self.parse_error_with(
            extra_of_line(extra, written, start),
            format!("text follows {what}: {}", quoted(trimmed)),
            "Put the whole value in quotes.",
            fix,
        );
        Node { span: text.span, value }
    }

    /// An alias that was given an anchor or a tag of its own.
    pub fn alias_with_properties(&mut self) -> Node {
        let node = self.alias();
        self.aliases.pop();
        self.parse_error(
            node.span,
            "an alias can have no anchor and no tag",
            "Write the value itself in place of the alias.",
        );
        Node { value: Value::Broken, ..node }
    }

    /// Takes out lines that can't be YAML wherever they stand: those of a merge conflict, and a code fence around it all.
    pub fn set_aside(&mut self) {
        self.code_fence();
        let mut kept = Vec::with_capacity(self.lines.len());
        let mut conflict: Option<(Span, Option<usize>)> = None;
        let lines = std::mem::take(&mut self.lines);
        for line in lines {
            let text = &self.text[line.start..line.end];
            let marker = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().position(|marker| {
                text.strip_prefix(marker).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            });
            match (marker, &mut conflict) {
                (Some(0), _) => conflict = Some((Span::new(line.start, line.end), None)),
                (Some(1 | 2), Some((_, theirs))) => {
                    theirs.get_or_insert(line.start);
                }
                (Some(3), Some((opening, theirs))) => {
                    let (opening, theirs) = (*opening, *theirs);
                    self.conflict(opening, theirs, Some(line.end));
                    conflict = None;
                }
                (Some(3), None) => self.conflict(Span::new(line.start, line.end), None, None),
                (_, Some((_, Some(_)))) => {}
                _ => kept.push(line),
            }
        }
        if let Some((opening, theirs)) = conflict {
            self.conflict(opening, theirs, None);
            self.complete = false;
        }
        self.lines = kept;
        self.go_to(0, self.lines.first().map_or(self.at, |line| line.start));
    }

    fn conflict(&mut self, opening: Span, theirs: Option<usize>, end: Option<usize>) {
        let mut problem = self
            .problem(
                Code::YamlParse,
                opening,
                format!("a merge conflict is not resolved: {}", quoted(opening.text(self.text))),
            )
            .help("Keep one of the two sides and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`.");
        if let (Some(theirs), Some(end)) = (theirs, end) {
            let after = |at: usize| {
                let rest = &self.text[at..];
                at + rest.find('\n').map_or(rest.len(), |line_break| line_break + 1)
            };
            let separator = self.text[theirs..end].rfind("\n=======").map_or(theirs, |offset| theirs + offset + 1);
            let first = Span::new(opening.start as usize, after(opening.start as usize));
            let keep_ours = vec![self.edit(first, ""), self.edit(Span::new(theirs, after(end)), "")];
            let last_line = self.text[..end].rfind('\n').map_or(0, |line_break| line_break + 1);
            let keep_theirs = vec![
                self.edit(Span::new(opening.start as usize, after(separator)), ""),
                self.edit(Span::new(last_line, after(end)), ""),
            ];
            problem = problem
                .fix(Fix::suggestion("Keep the first side", keep_ours))
                .fix(Fix::suggestion("Keep the second side", keep_theirs));
        }
        self.diagnostics.push(problem);
    }

    fn code_fence(&mut self) {
        let fence = |line: &super::line::Line| self.text[line.content..line.end].starts_with("```");
        let filled: Vec<usize> = (0..self.lines.len()).filter(|row| !self.lines[*row].is_blank()).collect();
        let (Some(first), Some(last)) = (filled.first().copied(), filled.last().copied()) else { return };
        let rows: Vec<usize> = [first, last].into_iter().filter(|row| fence(&self.lines[*row])).collect();
        if rows.is_empty() {
            return;
        }
        let after = |at: usize| {
            let rest = &self.text[at..];
            at + rest.find('\n').map_or(rest.len(), |line_break| line_break + 1)
        };
        let mut rows = rows;
        rows.dedup();
        let edits = rows
            .iter()
            .map(|row| self.edit(Span::new(self.lines[*row].start, after(self.lines[*row].end)), ""))
            .collect();
        let line = self.lines[rows[0]];
        let fix = Fix::safe("Delete the fence", edits);
        self.parse_error_with(
            Span::new(line.content, line.end),
            "a Markdown code fence stands in the frontmatter",
            "The frontmatter is YAML as it is. Delete the lines of backticks.",
            fix,
        );
        for row in rows.into_iter().rev() {
            self.lines.remove(row);
        }
    }

    /// One report for all lines that are indented by something other than spaces.
    pub fn report_foreign(&mut self) {
        let mut spans = std::mem::take(&mut self.foreign);
        spans.sort_unstable();
        spans.dedup();
        let (tabs, others): (Vec<Span>, Vec<Span>) =
            spans.into_iter().partition(|span| span.text(self.text).contains('\t'));
        for (spans, what, each) in
            [(tabs, "tabs", "a tab"), (others, "characters that look like spaces and are none", "such a character")]
        {
            let Some(first) = spans.first().copied() else { continue };
            let edits = spans
                .iter()
                .map(|span| {
                    let column = self.line_of(span.start as usize).map_or(0, |line| line.column);
                    self.edit(*span, " ".repeat(column.max(0) as usize))
                })
                .collect();
            let message = match spans.len() {
                1 => format!("this line is indented by {what}"),
                count => format!("{count} lines, this one the first, are indented by {what}"),
            };
            let problem = self
                .problem(Code::YamlParse, first, message)
                .help(format!("YAML is indented by spaces: {each} has no width. Replace it by spaces."))
                .fix(Fix::safe("Indent by spaces", edits));
            self.diagnostics.push(problem);
        }
    }
}

fn opened_tag(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('<')?;
    let length = inner.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(inner.len());
    let name = &inner[..length];
    (!name.is_empty() && !line.contains(&format!("</{name}>"))).then_some(name)
}

/// The inside of double quotes with every quote escaped that is not yet.
fn escape_inner_quotes(inner: &str) -> String {
    let mut out = String::with_capacity(inner.len() + 8);
    let mut escaped = false;
    for character in inner.chars() {
        if character == '"' && !escaped {
            out.push('\\');
        }
        escaped = character == '\\' && !escaped;
        out.push(character);
    }
    out
}

/// The text after a node, cut to where the whole value ends.
fn extra_of_line(extra: Span, written: &str, start: usize) -> Span {
    let end = (start + written.len()).min(extra.end as usize).max(extra.start as usize + 1);
    Span::new(extra.start as usize, end)
}
