use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use oxc_sourcemap::{SourceMap, SourceMapParts, Token};

use super::Bundle;

/// Writes code, and keeps account of where each piece comes from.
pub(super) struct SourceMapWriter {
    file: &'static str,
    code: String,
    /// Where the text ends, zero-based; the column in UTF-16 units.
    line: u32,
    column: u32,
    tokens: Vec<Token>,
    sources: Vec<String>,
    contents: Vec<Arc<str>>,
    names: Vec<Box<str>>,
    name_indices: BTreeMap<Box<str>, u32>,
    source: Option<u32>,
}

impl SourceMapWriter {
    pub fn new(file: &'static str) -> Self {
        Self {
            file,
            code: String::new(),
            line: 0,
            column: 0,
            tokens: Vec::new(),
            sources: Vec::new(),
            contents: Vec::new(),
            names: Vec::new(),
            name_indices: BTreeMap::new(),
            source: None,
        }
    }

    pub fn write(&mut self, text: &str) {
        self.code.push_str(text);
        let mut line_start = 0;
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut ascii = true;
        while let Some(byte) = bytes.get(at) {
            at += 1;
            let ends_line = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at) != Some(&b'\n'),
                // U+2028 and U+2029 end a line in JavaScript.
                0xe2 if matches!(bytes.get(at..at + 2), Some([0x80, 0xa8 | 0xa9])) => {
                    at += 2;
                    true
                }
                _ => {
                    ascii &= byte.is_ascii();
                    false
                }
            };
            if ends_line {
                self.line += 1;
                self.column = 0;
                line_start = at;
                ascii = true;
            }
        }
        let last = text.get(line_start..).unwrap_or_default();
        let units = if ascii { last.len() } else { last.encode_utf16().count() };
        self.column += units as u32;
    }

    /// What is written from now on comes from a file.
    pub fn with_source(&mut self, url: &str, content: &Arc<str>) {
        self.source = Some(self.sources.len() as u32);
        self.sources.push(url.to_owned());
        self.contents.push(content.clone());
    }

    pub fn without_source(&mut self) {
        self.source = None;
    }

    /// What is written next comes from this place of the file.
    pub fn mark(&mut self, line: u32, column: u32, name: Option<&str>) {
        let Some(source) = self.source else { return };
        let name = name.map(|name| self.name(name));
        let token = Token::new(self.line, self.column, line, column, Some(source), name);
        match self.tokens.last_mut() {
            Some(last) if (last.get_dst_line(), last.get_dst_col()) == (self.line, self.column) => *last = token,
            _ => self.tokens.push(token),
        }
    }

    fn name(&mut self, name: &str) -> u32 {
        if let Some(known) = self.name_indices.get(name) {
            return *known;
        }
        let index = self.names.len() as u32;
        self.names.push(name.into());
        self.name_indices.insert(name.into(), index);
        index
    }

    pub fn finish(mut self) -> Bundle {
        let map = SourceMap::from_parts(SourceMapParts {
            file: Some(Cow::Borrowed(self.file)),
            names: self.names.iter().map(|name| Cow::Borrowed(&**name)).collect(),
            source_root: None,
            sources: self.sources.iter().map(|source| Cow::Borrowed(source.as_str())).collect(),
            source_contents: self.contents.iter().map(|content| Some(Cow::Borrowed(&**content))).collect(),
            tokens: self.tokens.into_boxed_slice(),
            token_chunks: None,
            ignore_list: None,
            debug_id: None,
        });
        let source_map = map.to_json_string();
        self.code.push_str("//# sourceMappingURL=");
        self.code.push_str(self.file);
        self.code.push_str(".map\n");
        Bundle { code: self.code, source_map }
    }
}
