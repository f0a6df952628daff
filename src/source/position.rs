use super::Span;

/// A place in a file, in the units that editors and people want.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Zero-based.
    pub line: u32,
    /// UTF-16 code units from the start of the line, as in the Language Server Protocol.
    pub character: u32,
    /// UTF-8 bytes from the start of the file.
    pub offset: u32,
}

/// Where each line of a file starts. A line ends after `\n`, `\r\n` or a lone `\r`.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    pub fn new(content: &[u8]) -> Self {
        let mut starts = vec![0];
        let mut at = 0;
        while at < content.len() {
            let end = match content[at] {
                b'\n' => Some(at + 1),
                b'\r' if content.get(at + 1) == Some(&b'\n') => Some(at + 2),
                b'\r' => Some(at + 1),
                _ => None,
            };
            at = end.unwrap_or(at + 1);
            if end.is_some() {
                starts.push(Span::empty(at).start);
            }
        }
        Self { starts }
    }

    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The line that holds an offset, zero-based.
    pub fn line_of(&self, offset: u32) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// The bytes of a line without its line break.
    pub fn line_span(&self, line: usize, content: &[u8]) -> Span {
        let start = self.starts.get(line).map_or(content.len(), |start| *start as usize);
        let mut end = self.starts.get(line + 1).map_or(content.len(), |next| *next as usize);
        while end > start && matches!(content[end - 1], b'\n' | b'\r') {
            end -= 1;
        }
        Span::new(start, end)
    }

    /// Offsets past the end count as the end; bytes that are not UTF-8 count one unit each run, as editors show them.
    pub fn position(&self, offset: u32, content: &[u8]) -> Position {
        let offset = offset.min(Span::empty(content.len()).start);
        let line = self.line_of(offset);
        let before = &content[self.starts[line] as usize..offset as usize];
        Position { line: line as u32, character: utf16_length(before), offset }
    }

    pub fn range(&self, span: Span, content: &[u8]) -> (Position, Position) {
        (self.position(span.start, content), self.position(span.end, content))
    }

    /// The byte offset of a position, clamped to its line.
    pub fn offset(&self, line: u32, character: u32, content: &[u8]) -> u32 {
        let span = self.line_span(line as usize, content);
        let mut units = 0;
        let mut offset = span.start as usize;
        for chunk in content[span.range()].utf8_chunks() {
            for scalar in chunk.valid().chars() {
                if units >= character {
                    return offset as u32;
                }
                units += scalar.len_utf16() as u32;
                offset += scalar.len_utf8();
            }
            if !chunk.invalid().is_empty() {
                if units >= character {
                    return offset as u32;
                }
                units += 1;
                offset += chunk.invalid().len();
            }
        }
        offset as u32
    }
}

fn utf16_length(bytes: &[u8]) -> u32 {
    bytes
        .utf8_chunks()
        .map(|chunk| {
            let valid: usize = chunk.valid().chars().map(char::len_utf16).sum();
            valid as u32 + u32::from(!chunk.invalid().is_empty())
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf16_and_offsets_bytes() {
        let text = "a\r\né𝒳z\rend\n";
        let index = LineIndex::new(text.as_bytes());
        assert_eq!(index.line_count(), 4);
        let z = text.find('z').unwrap() as u32;
        assert_eq!(index.position(z, text.as_bytes()), Position { line: 1, character: 3, offset: z });
        assert_eq!(index.offset(1, 3, text.as_bytes()), z);
        assert_eq!(index.offset(1, 99, text.as_bytes()), z + 1);
        let end = text.len() as u32;
        assert_eq!(index.position(u32::MAX, text.as_bytes()), Position { line: 3, character: 0, offset: end });
        assert_eq!(index.line_span(0, text.as_bytes()), Span::new(0, 1));
    }

    #[test]
    fn bytes_that_are_not_text_still_have_a_place() {
        let content = b"ok\xff\xfe x";
        let index = LineIndex::new(content);
        assert_eq!(index.position(5, content).character, 5);
        assert_eq!(index.offset(0, 3, content), 3);
    }
}
