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
///
/// Long lines have landmarks, so that a position costs the same in a file of one line as in a file of many.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    landmarks: Vec<Landmark>,
}

/// A place in a line, and what lies between the start of the line and it.
#[derive(Clone, Copy, Debug, Default)]
struct Landmark {
    offset: u32,
    utf16: u32,
    characters: u32,
}

/// How many bytes of a line lie at least between two landmarks.
const STRIDE: u32 = 1024;

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
        let mut index = Self { starts, landmarks: Vec::new() };
        for line in 0..index.line_count() {
            let span = index.line_span(line, content);
            if span.len() > STRIDE as usize {
                index.add_landmarks(span, content);
            }
        }
        index
    }

    fn add_landmarks(&mut self, line: Span, content: &[u8]) {
        let mut due = line.start.saturating_add(STRIDE);
        let mut here = Landmark { offset: line.start, ..Landmark::default() };
        for step in steps(&content[line.range()]) {
            if here.offset >= due {
                self.landmarks.push(here);
                due = here.offset.saturating_add(STRIDE);
            }
            here.advance(step);
        }
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
        Position { line: line as u32, character: self.measure(line, offset, content).utf16, offset }
    }

    /// The column that people count: characters from the start of the line, zero-based.
    pub fn column(&self, offset: u32, content: &[u8]) -> u32 {
        let offset = offset.min(Span::empty(content.len()).start);
        self.measure(self.line_of(offset), offset, content).characters
    }

    pub fn range(&self, span: Span, content: &[u8]) -> (Position, Position) {
        (self.position(span.start, content), self.position(span.end, content))
    }

    /// The byte offset of a position, clamped to its line.
    pub fn offset(&self, line: u32, character: u32, content: &[u8]) -> u32 {
        let span = self.line_span(line as usize, content);
        let mut here = self.landmark(span.start, |landmark| landmark.offset < span.end && landmark.utf16 <= character);
        for step in steps(&content[here.offset as usize..span.end as usize]) {
            if here.utf16 >= character {
                break;
            }
            here.advance(step);
        }
        here.offset
    }

    fn measure(&self, line: usize, offset: u32, content: &[u8]) -> Landmark {
        let mut here = self.landmark(self.starts[line], |landmark| landmark.offset <= offset);
        for step in steps(&content[here.offset as usize..offset as usize]) {
            here.advance(step);
        }
        here
    }

    /// The last landmark of the line starting at `line_start` that `is_before` holds for, or the start of the line.
    /// `is_before` holds for every landmark of earlier lines and, within the line, for a first part of them.
    fn landmark(&self, line_start: u32, is_before: impl Fn(&Landmark) -> bool) -> Landmark {
        let count = self.landmarks.partition_point(|landmark| landmark.offset < line_start || is_before(landmark));
        match count.checked_sub(1).and_then(|last| self.landmarks.get(last)) {
            Some(landmark) if landmark.offset >= line_start => *landmark,
            _ => Landmark { offset: line_start, ..Landmark::default() },
        }
    }
}

/// One character, or one run of bytes that are not UTF-8.
struct Step {
    bytes: u32,
    utf16: u32,
}

impl Landmark {
    fn advance(&mut self, step: Step) {
        self.offset += step.bytes;
        self.utf16 += step.utf16;
        self.characters += 1;
    }
}

fn steps(bytes: &[u8]) -> impl Iterator<Item = Step> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let scalars = chunk.valid().chars();
        let invalid = chunk.invalid().len() as u32;
        scalars
            .map(|scalar| Step { bytes: scalar.len_utf8() as u32, utf16: scalar.len_utf16() as u32 })
            .chain((invalid > 0).then_some(Step { bytes: invalid, utf16: 1 }))
    })
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

    #[test]
    fn landmarks_of_long_lines_change_no_answer() {
        let long = "é𝒳z\u{200b}".repeat(2000);
        let text = format!("short\n{long}\n{long}");
        let content = text.as_bytes();
        let index = LineIndex::new(content);
        assert!(index.landmarks.len() > 20);
        for (line, start) in [(1, 6), (2, 7 + long.len())] {
            for (character, (at, _)) in long.char_indices().enumerate().step_by(97) {
                let utf16 = long[..at].encode_utf16().count() as u32;
                let offset = (start + at) as u32;
                assert_eq!(index.position(offset, content), Position { line, character: utf16, offset });
                assert_eq!(index.column(offset, content), character as u32);
                assert_eq!(index.offset(line, utf16, content), offset);
            }
        }
        assert_eq!(index.offset(1, u32::MAX, content) as usize, 6 + long.len());
    }
}
