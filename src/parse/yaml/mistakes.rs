//! The mistakes that people make in YAML: each is named for what it is, comes with its fix, and is read as it was meant.

use super::block::{After, Entries};
use super::parser::Parser;
use super::properties::Properties;
use super::prose::is_prose;
use super::quote::quoted_scalar;
use super::scalar::Stop;
use crate::diagnostics::{Code, Edit, Fix, quoted};
use crate::parse::{Entry, Key, Node, Value};
use crate::source::Span;
use crate::vfs::VfsPath;

/// How far ahead the end of a comment is looked for, in lines.
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
pub(super) enum Separator {
    NoSpace,
    ForeignSpace,
    Equals,
    WideColon,
}

/// The key, the place of the separator (as offsets into the line) and what it is.
pub(super) fn mistaken_separator(line: &str) -> Option<(&str, std::ops::Range<usize>, Separator)> {
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
        if self.at_decorated_key() {
            return true;
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
        if self.decorated_entry(column, entries) {
            return;
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
        let in_text = entries
            .list
            .last()
            .is_some_and(|last| last.value.as_str().is_some() && is_prose(last.value.span.text(self.text)));
        let fence_in_text = in_text && rest.starts_with("```");
        if !fence_in_text && (self.key_without_colon(column, entries) || self.foreign_comment() || self.template_line())
        {
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
    pub fn whole_line(&self) -> Span {
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
        } else if let Some(last) = self.last_line_of_comment() {
            let first = self.row;
            let lines = || self.lines[first..=last].iter().filter(|line| !line.is_blank());
            let edits = lines().map(|line| Edit::insert(self.file, line.content, "# ")).collect();
            let fix = Fix::safe("Write its lines as YAML comments", edits);
            self.parse_error_with(
                span,
                format!("{} starts a comment of another language, which is none in YAML", quoted(text)),
                "A comment starts with `#`, on every line.",
                fix,
            );
            self.go_to(last, self.lines[last].end);
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

    /// Where the comment ends that `<!--` or `/*` starts at the cursor.
    fn last_line_of_comment(&self) -> Option<usize> {
        let rest = self.rest();
        let end = if rest.starts_with("<!--") { "-->" } else { rest.starts_with("/*").then_some("*/")? };
        let mut ahead = self.lines.get(self.row..)?.iter().take(LOOKAHEAD);
        ahead.position(|line| self.text[line.start..line.end].contains(end)).map(|offset| self.row + offset)
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
            let above = self.row.checked_sub(1).and_then(|row| self.lines.get(row));
            let commented = above.is_some_and(|line| self.text[line.content..line.end].starts_with('#'));
            let problem = self
                .problem(
                    Code::YamlParse,
                    Span::new(start, end),
                    format!("{} belongs to no value", quoted(rest.trim_end())),
                )
                .help(if commented {
                    "A comment ends unquoted text. Move the comment, or write `|` after the key."
                } else {
                    "The value above is complete. Delete the line, or put the whole value in quotes."
                });
            match last.as_ref().and_then(|node| self.moving_quote(node.span, column)) {
                Some(fix) if !commented => problem.fix(fix),
                _ => problem,
            }
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
        if let Some(node) = self.two_entries(start, row, parent, colon) {
            return node;
        }
        if let Some(node) = self.text_running_on(start, row, parent, span) {
            return node;
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

    /// `name: x, model: y`: the next entry on the same line, after a comma.
    fn two_entries(&mut self, start: usize, row: usize, parent: i32, colon: usize) -> Option<Node> {
        let before = &self.text[start..colon];
        let (value, key) = before.rsplit_once(", ").or_else(|| before.rsplit_once("; "))?;
        let fits = key_of_line(&format!("{key}:")).is_some_and(|key| key.starts_with(|c: char| c.is_ascii_lowercase()));
        let value_end = start + value.len();
        if self.row != row || !fits || value.contains([' ', '"', '\'']) || value.is_empty() {
            return None;
        }
        let span = Span::new(value_end, colon - key.len());
        let insert = format!("\n{}", " ".repeat(parent.max(0) as usize));
        let node = self.raw_text(start, row, parent);
        self.complete = false;
        let problem = self
            .problem(Code::YamlParse, span, format!("{} starts an entry on the line of another one", quoted(key)))
            .help("Write every `key: value` on a line of its own; put the value in quotes if all of it is text.")
            .fix(Fix::suggestion("Start a new line", vec![self.edit(span, insert)]))
            .fix(Fix::suggestion("Quote the value", quoting(self.file, self.text, node.span)));
        self.diagnostics.push(problem);
        Some(Node { value: Value::Broken, ..node })
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
        if self.row == row && self.task_box(&node, start) {
            return self.block_node(parent, After::Dash);
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
            let problem = self
                .problem(Code::YamlParse, extra, format!("{} follows the end of the value", quoted(trimmed)))
                .help("Delete it, or make it part of the value: a quote inside the text is written as an escape.");
            let mut problem = problem;
            problem.fixes.extend(self.escaping_inner_quotes(node.span, parent));
            self.diagnostics.push(problem);
            self.at = self.line_end();
            self.next_line();
            self.skip_deeper(parent);
            return Node { value: Value::Broken, ..node };
        }
        if let Some(node) = self.block_in_triple_quotes(start, row) {
            return node;
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
        let shown = extra_of_line(extra, written, start);
        if let Some(requoted) = self.requoted(&text, trimmed) {
            let place = requoted.place.unwrap_or(shown);
            self.parse_error_with(place, requoted.message, requoted.help, requoted.fix);
            return Node { span: text.span, value: requoted.value };
        }
        let fix = self.quoting_whole(&text);
        let message = format!("text follows {what}: {}", quoted(trimmed));
        self.parse_error_with(shown, message, "Put the whole value in quotes.", fix);
        text
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

    /// One report for all lines that are indented by something other than spaces.
    pub fn report_foreign(&mut self) {
        let mut spans = std::mem::take(&mut self.foreign);
        spans.sort_unstable();
        spans.dedup();
        let (tabs, others): (Vec<Span>, Vec<Span>) =
            spans.into_iter().partition(|span| span.text(self.text).contains('\t'));
        let shows = |span: &Span| self.line_of(span.start as usize).is_some_and(|line| line.column > 0);
        let (spaces, invisible): (Vec<Span>, Vec<Span>) = others.into_iter().partition(shows);
        for (spans, what, each) in [
            (tabs, "tabs", "a tab"),
            (spaces, "characters that look like spaces and are none", "such a character"),
            (invisible, "characters that show as nothing", "such a character"),
        ] {
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

/// The text after a node, cut to where the whole value ends.
fn extra_of_line(extra: Span, written: &str, start: usize) -> Span {
    let end = (start + written.len()).min(extra.end as usize).max(extra.start as usize + 1);
    Span::new(extra.start as usize, end)
}
