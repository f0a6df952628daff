//! Refuses nesting that would overflow the stack, before anything recursive sees the text.
//!
//! Parsers, visitors and printers recurse once for each level of an expression, statement or type, so brackets are not all
//! that counts: `a + a + …`, `!!!…`, `a ? b : c ? …`, `else if …` nest as well. This scan knows tokens, not grammar: it
//! adds up, over all open brackets, the operators since the last separator there, which bounds the depth from above.

use crate::source::Span;

/// How many brackets may be open at once: a quarter of the classes in classes that WebAssembly in Node bears, 512.
pub(super) const MAX_BRACKETS: usize = 128;
/// How many operators, over all open brackets, may wait for their end: a quarter of the 2,734 calls of calls that
/// WebAssembly in Node bears.
pub(super) const MAX_OPERATORS: usize = 680;
/// How many operators a `<` counts as: it bears 830 type arguments within type arguments.
const ANGLE: usize = 4;
/// How many operators a name in that of a namespace counts as: each makes a function in a function.
const NAMESPACE: usize = 10;
/// The same for a decorator, for which a class gets functions around it.
const DECORATOR: usize = 6;

/// The place where the nesting gets too deep, if it does.
pub(super) fn too_deep(source: &str, jsx: bool) -> Option<Span> {
    let scan = Scan {
        bytes: source.as_bytes(),
        at: 0,
        jsx,
        levels: vec![Level::default()],
        total: 0,
        previous: Previous::Operator,
        ended: false,
        new_line: false,
        control: false,
        member: false,
        declaration: Declaration::None,
    };
    scan.run()
}

#[derive(Clone, Copy, Default)]
struct Level {
    /// Operators since the last separator.
    operators: usize,
    /// `<` that `>` has not closed; a comma does not end what they open.
    angles: usize,
    /// Whether it is the `${…}` of a template.
    template: bool,
    /// Whether it is the parenthesis of `if`, `for` or `while`.
    control: bool,
    /// Whether it holds types, whose unions and intersections do not nest however long they are.
    types: bool,
}

/// What the words before begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Declaration {
    None,
    /// `type` or `interface`, if a name follows on its line.
    Types,
    /// `namespace` or `module`, and the names after it.
    Namespace,
}

/// What stands before, which decides whether `/` divides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Previous {
    Operator,
    Value,
    /// Either, without more grammar.
    Unsure,
}

struct Scan<'s> {
    bytes: &'s [u8],
    at: usize,
    jsx: bool,
    levels: Vec<Level>,
    total: usize,
    previous: Previous,
    /// Whether a statement may have ended; an `else` shows that it has not.
    ended: bool,
    new_line: bool,
    /// Whether the last word was `if`, `for` or `while`.
    control: bool,
    /// Whether the last token was a dot, so that a keyword is a name.
    member: bool,
    declaration: Declaration,
}

impl Scan<'_> {
    fn run(mut self) -> Option<Span> {
        while let Some(byte) = self.bytes.get(self.at).copied() {
            let start = self.at;
            self.at += 1;
            match byte {
                b' ' | b'\t' => continue,
                b'\r' | b'\n' => {
                    self.new_line = true;
                    continue;
                }
                b'/' if self.peek() == Some(b'/') => {
                    self.line_comment();
                    continue;
                }
                b'/' if self.peek() == Some(b'*') => {
                    self.block_comment();
                    continue;
                }
                _ => {}
            }
            if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#' | b'@' | 0x80..) {
                self.word(start);
            } else {
                // What a brace ends may be an expression, which an operator goes on with.
                match self.previous == Previous::Unsure && goes_on(byte) {
                    true => self.ended = false,
                    false => self.end_statement(),
                }
                self.symbol(byte);
            }
            self.new_line = false;
            if self.levels.len() > MAX_BRACKETS || self.total > MAX_OPERATORS {
                return Some(Span::new(start, start + 1));
            }
        }
        None
    }

    fn symbol(&mut self, byte: u8) {
        let control = std::mem::take(&mut self.control);
        if byte != b'.' {
            self.declaration = Declaration::None;
        }
        self.end_types(byte);
        self.member = false;
        match byte {
            b'"' | b'\'' => self.string(byte),
            b'`' => {
                // After a value it is the argument of a tag, and tags nest.
                if self.previous != Previous::Operator {
                    self.count(1);
                }
                self.template();
            }
            b'(' => self.open(Level { control, types: self.holds_types(), ..Level::default() }),
            b'[' | b'{' => self.open(Level { types: self.holds_types(), ..Level::default() }),
            b')' | b']' => {
                let closed = self.close();
                self.previous = if closed.control { Previous::Operator } else { Previous::Value };
            }
            b'}' => {
                let closed = self.close();
                self.previous = Previous::Unsure;
                if closed.template {
                    self.template();
                } else {
                    self.ended = true;
                }
            }
            b';' => {
                self.ended = true;
                self.previous = Previous::Operator;
            }
            b',' => {
                self.forget_operators();
                self.previous = Previous::Operator;
            }
            b'/' if self.previous != Previous::Value && !self.jsx => self.regular_expression(),
            _ => {
                self.member = byte == b'.' || (byte == b'?' && self.peek() == Some(b'.'));
                self.operator(byte);
            }
        }
    }

    fn holds_types(&self) -> bool {
        self.levels.last().is_some_and(|level| level.types)
    }

    /// A type that is complete goes on on the next line with few symbols only; with others, a statement begins.
    fn end_types(&mut self, byte: u8) {
        let goes_on = matches!(byte, b'|' | b'&' | b'?' | b':' | b'=' | b',' | b'.' | b'>' | b')' | b']' | b'}');
        if self.new_line
            && !goes_on
            && self.previous != Previous::Operator
            && self.levels.len() == 1
            && let Some(level) = self.levels.last_mut()
        {
            level.types = false;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn count(&mut self, operators: usize) {
        self.total += operators;
        if let Some(level) = self.levels.last_mut() {
            level.operators += operators;
        }
    }

    fn open(&mut self, level: Level) {
        self.count(1);
        self.levels.push(level);
        self.previous = Previous::Operator;
    }

    fn close(&mut self) -> Level {
        self.ended = false;
        let level = match self.levels.len() {
            0 | 1 => Level::default(),
            _ => self.levels.pop().unwrap_or_default(),
        };
        self.total -= level.operators + level.angles * ANGLE;
        level
    }

    fn forget_operators(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            self.total -= level.operators;
            level.operators = 0;
        }
    }

    fn end_statement(&mut self) {
        if std::mem::take(&mut self.ended) {
            self.forget_statement();
        }
    }

    fn forget_statement(&mut self) {
        self.forget_operators();
        // An element of JSX goes on past whatever looks like the end of a statement in its text.
        if !self.jsx
            && let Some(level) = self.levels.last_mut()
        {
            self.total -= level.angles * ANGLE;
            level.angles = 0;
        }
        // What is inside of types stays types.
        if self.levels.len() == 1
            && let Some(level) = self.levels.last_mut()
        {
            level.types = false;
        }
    }

    fn operator(&mut self, byte: u8) {
        self.previous = Previous::Operator;
        match byte {
            b'<' if self.jsx && self.peek() == Some(b'/') => return self.close_angle(),
            b'/' if self.jsx && self.peek() == Some(b'>') => return self.close_angle(),
            b'<' => {
                if let Some(level) = self.levels.last_mut() {
                    level.angles += 1;
                    self.total += ANGLE;
                }
                return;
            }
            b'>' => {
                self.previous = Previous::Unsure;
                if !self.jsx {
                    self.close_angle();
                }
            }
            b'+' | b'-' if self.peek() == Some(byte) => self.previous = Previous::Unsure,
            b'!' => self.previous = Previous::Unsure,
            b'|' | b'&' if self.holds_types() => return,
            b'.' if self.declaration == Declaration::Namespace => self.count(NAMESPACE - 1),
            // `=>` is one operator, and no closing bracket of types.
            b'=' if self.peek() == Some(b'>') => self.at += 1,
            _ => {}
        }
        self.count(1);
    }

    fn close_angle(&mut self) {
        if let Some(level) = self.levels.last_mut()
            && level.angles > 0
        {
            level.angles -= 1;
            self.total -= ANGLE;
        }
    }

    fn word(&mut self, start: usize) {
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)) {
            self.at += 1;
        }
        self.control = false;
        let word = self.bytes.get(start..self.at).unwrap_or_default();
        if std::mem::take(&mut self.member) {
            self.previous = Previous::Value;
            return;
        }
        if word == b"else" {
            self.ended = false;
            self.count(1);
            self.previous = Previous::Operator;
            return;
        }
        self.end_statement();
        let declaration = std::mem::replace(&mut self.declaration, Declaration::None);
        match word {
            b"if" | b"for" | b"while" | b"with" => {
                self.control = true;
                self.count(1);
                self.previous = Previous::Operator;
            }
            b"typeof" | b"void" | b"delete" | b"await" | b"yield" | b"new" | b"in" | b"instanceof" | b"extends"
            | b"do" | b"case" => {
                self.count(1);
                self.previous = Previous::Operator;
            }
            b"return" | b"throw" | b"default" => self.previous = Previous::Operator,
            b"of" | b"as" | b"satisfies" | b"keyof" | b"infer" | b"unique" | b"readonly" | b"is" | b"asserts"
            | b"abstract" => {
                self.count(1);
                self.previous = Previous::Unsure;
            }
            _ => {
                // A value after a value on a line of its own starts something new.
                if self.new_line && self.previous == Previous::Value {
                    self.forget_statement();
                }
                self.declare(word, declaration);
                if word.starts_with(b"@") {
                    self.count(DECORATOR);
                }
                self.previous = Previous::Value;
            }
        }
    }

    fn declare(&mut self, word: &[u8], before: Declaration) {
        self.declaration = match (word, before) {
            (_, Declaration::Namespace) => {
                self.count(NAMESPACE);
                Declaration::Namespace
            }
            (b"type" | b"interface", Declaration::None) => Declaration::Types,
            (b"namespace" | b"module", Declaration::None) => Declaration::Namespace,
            _ => Declaration::None,
        };
        if before == Declaration::Types
            && !self.new_line
            && self.levels.len() == 1
            && let Some(level) = self.levels.last_mut()
        {
            level.types = true;
        }
    }

    fn line_comment(&mut self) {
        while !matches!(self.peek(), None | Some(b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn block_comment(&mut self) {
        let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
        let length = rest.windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |at| at + 2);
        self.at += 1 + length;
    }

    fn string(&mut self, quote: u8) {
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'\n' => break,
                _ if byte == quote => break,
                _ => {}
            }
        }
        self.previous = Previous::Value;
    }

    fn template(&mut self) {
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'`' => break,
                b'$' if self.peek() == Some(b'{') => {
                    self.at += 1;
                    self.open(Level { template: true, ..Level::default() });
                    return;
                }
                _ => {}
            }
        }
        self.previous = Previous::Value;
    }

    /// Passes over a regular expression. Where it may as well be a division, what it hides counts for good.
    fn regular_expression(&mut self) {
        let unsure = self.previous == Previous::Unsure;
        let mut class = false;
        let mut groups = 0_usize;
        while let Some(byte) = self.peek() {
            if byte == b'\n' {
                break;
            }
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => break,
                _ => {}
            }
            match byte {
                _ if unsure => self.total += usize::from(byte.is_ascii_punctuation()),
                b'(' if !class => groups += 1,
                b')' if !class => groups = groups.saturating_sub(1),
                _ => {}
            }
            if groups > MAX_BRACKETS {
                self.total += groups;
            }
        }
        self.previous = Previous::Value;
    }
}

/// Whether a symbol may go on with the expression before it.
fn goes_on(byte: u8) -> bool {
    b"+-*/%&|^<>=?:.,([`".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeated(open: &str, middle: &str, close: &str, count: usize) -> String {
        format!("x = {}{middle}{}", open.repeat(count), close.repeat(count))
    }

    #[test]
    fn every_kind_of_nesting_is_seen() {
        for (open, middle, close) in [
            ("[", "", "]"),
            ("(", "1", ")"),
            ("{a:", "1", "}"),
            ("a + ", "a", ""),
            ("!", "a", ""),
            ("- ", "a", ""),
            ("a => ", "a", ""),
            ("a ? b : ", "a", ""),
            ("a ? ", "b", " : c"),
            ("", "a", ".b"),
            ("", "a", "?.b"),
            ("", "a", "[0]"),
            ("", "a", "()"),
            ("", "a", "!"),
            ("`${", "a", "}`"),
            ("", "a", "`b`"),
            ("", "a", "`${b}`"),
            ("typeof ", "a", ""),
            ("await ", "a", ""),
            ("new ", "a", ""),
            ("a = ", "a", ""),
            ("a ** ", "a", ""),
            ("function(){", "", "}"),
            ("if (a) b; else ", "c", ""),
            ("", "1; if (a) {}", " else if (a) {}"),
            ("", "1; if (a) b;", " else if (a) b;"),
            ("a: ", "b", ""),
            ("B<1, ", "C", ">"),
            ("if (a) {} else ", "b", ""),
            ("keyof ", "b", ""),
            ("a as ", "b", ""),
            ("{}/1+(", "1", ")"),
            ("a++/1+(", "1", ")"),
            ("", "{}", " + {}"),
            ("", "{}", "\n| {}"),
            ("", "function () {}", " < class {}"),
            ("", "{}", "\n(function () {})"),
            ("", "{}", "`${{}}`"),
        ] {
            let text = repeated(open, middle, close, MAX_OPERATORS + 1);
            assert!(too_deep(&text, false).is_some(), "{open}…{middle}…{close}");
            let text = repeated(open, middle, close, 20);
            assert_eq!(too_deep(&text, false), None, "{open}…{middle}…{close}");
        }
        assert!(too_deep(&repeated("<a>", "x", "</a>", MAX_OPERATORS + 1), true).is_some());
        assert!(too_deep(&format!("namespace a{} {{}}", ".b".repeat(MAX_OPERATORS / NAMESPACE + 1)), false).is_some());
        assert_eq!(too_deep(&format!("namespace a{} {{}}", ".b".repeat(20)), false), None);
        for start in
            ["0; type A = b\n(c", "0; type\nA = b", "0; type A = b; c", "0; type A = {}\n[c", "0; interface A {}\nc"]
        {
            assert!(too_deep(&format!("{start}{}", " | c".repeat(MAX_OPERATORS + 1)), false).is_some(), "{start}");
        }
    }

    #[test]
    fn long_is_not_deep() {
        for piece in [
            "f(a + b);\n",
            "f(a)\n",
            "const a = b + 1\n",
            "function f(a) { return a; }\n",
            "if (a) { b() }\n",
            "if (a) b(); else c();\n",
            "class A { m() {} n() {} x = 1\n y = 2\n }\n",
            "interface A { a: B\n c: D<E>\n }\n",
            "x = /[(]((/.test(y);\n",
            "x = \"((([\" + `((( ${a} (((`;\n",
            "// (((\n/* ((( */ a < b;\n",
            "switch (a) { case 1: b(); break; case 2: { c() } default: d() }\n",
        ] {
            assert_eq!(too_deep(&piece.repeat(MAX_OPERATORS), false), None, "{piece}");
        }
        let list = format!("x = [{}]", "a + b, { c: d }, f<g>(h), ".repeat(MAX_OPERATORS));
        assert_eq!(too_deep(&list, false), None);
        for start in
            ["type A = 'b'", "export type A<T> =\n  | 'b'", "interface A { b: 'c'", "type A = { b: ('c'", "type A = {}"]
        {
            let union = format!("{start}{}", "\n  | 'd' & e".repeat(MAX_OPERATORS));
            assert_eq!(too_deep(&union, false), None, "{start}");
        }
    }
}
