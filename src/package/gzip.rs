use std::sync::Arc;

use flate2::{Compress, CompressError, Compression, Crc, FlushCompress, Status};

/// The lowest level that compresses better than `gzip -6` does.
pub const LEVEL: u32 = 7;

/// Magic, deflate, no flags (so no name), no time, no extra flags, unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// A last block with nothing in it.
const END: [u8; 2] = [3, 0];

/// The compressor's output depends on how its input is cut, so it always gets pieces of this size.
const PIECE: usize = 32 * 1024;
const LARGEST_STORED_BLOCK: usize = 65_535;

/// Compressed data that refers to nothing before it and ends on a byte boundary, so that it can stand anywhere in a
/// member.
#[derive(Debug)]
pub struct Segment {
    compressed: Box<[u8]>,
    checksum: Crc,
}

/// What a member is a row of.
pub enum Block<'a> {
    Compressed(Arc<Segment>),
    /// Data as it is, and its checksum: five bytes more for every 65,535, and about a twentieth of the time.
    Stored(&'a [u8], Arc<Crc>),
}

/// Makes segments. The same data gives the same bytes everywhere, however it is cut within a segment.
pub struct Compressor {
    deflate: Compress,
    /// What waits to become a whole piece.
    piece: Vec<u8>,
    buffer: Box<[u8; PIECE]>,
    output: Vec<u8>,
    checksum: Crc,
}

impl Compressor {
    pub fn new() -> Self {
        Self {
            deflate: Compress::new(Compression::new(LEVEL), false),
            piece: Vec::with_capacity(PIECE),
            buffer: Box::new([0; PIECE]),
            output: Vec::new(),
            checksum: Crc::new(),
        }
    }

    /// Adds data to the segment at hand.
    pub fn write(&mut self, mut data: &[u8]) -> Result<(), CompressError> {
        self.checksum.update(data);
        while let Some((now, later)) = data.split_at_checked(PIECE - self.piece.len()) {
            self.piece.extend_from_slice(now);
            self.compress_piece(FlushCompress::None)?;
            data = later;
        }
        self.piece.extend_from_slice(data);
        Ok(())
    }

    /// Ends the segment at hand.
    pub fn finish(&mut self) -> Result<Segment, CompressError> {
        // Fills the last byte up with an empty stored block, so that the next segment starts on a byte boundary.
        self.compress_piece(FlushCompress::Sync)?;
        self.deflate.reset();
        let compressed = self.output.as_slice().into();
        self.output.clear();
        Ok(Segment { compressed, checksum: std::mem::take(&mut self.checksum) })
    }

    fn compress_piece(&mut self, flush: FlushCompress) -> Result<(), CompressError> {
        let start = self.deflate.total_in();
        loop {
            let (read, written) = (self.deflate.total_in(), self.deflate.total_out());
            let rest = self.piece.get((read - start) as usize..).unwrap_or_default();
            let status = self.deflate.compress(rest, &mut self.buffer[..], flush)?;
            let written = (self.deflate.total_out() - written) as usize;
            self.output.extend_from_slice(self.buffer.get(..written).unwrap_or_default());
            // Room to spare means that everything is out.
            if written < self.buffer.len() || status == Status::StreamEnd {
                self.piece.clear();
                return Ok(());
            }
        }
    }
}

impl Block<'_> {
    fn checksum(&self) -> &Crc {
        match self {
            Self::Compressed(segment) => &segment.checksum,
            Self::Stored(_, checksum) => checksum,
        }
    }

    /// Bytes that it takes in a member.
    fn size(&self) -> usize {
        match self {
            Self::Compressed(segment) => segment.compressed.len(),
            Self::Stored(data, _) => data.len() + 5 * data.len().div_ceil(LARGEST_STORED_BLOCK),
        }
    }

    fn write(&self, output: &mut Vec<u8>) {
        match self {
            Self::Compressed(segment) => output.extend_from_slice(&segment.compressed),
            Self::Stored(data, _) => {
                for block in data.chunks(LARGEST_STORED_BLOCK) {
                    let length = block.len() as u16;
                    output.push(0);
                    output.extend_from_slice(&length.to_le_bytes());
                    output.extend_from_slice(&(!length).to_le_bytes());
                    output.extend_from_slice(block);
                }
            }
        }
    }
}

/// CRC-32 of data.
pub fn checksum(data: &[u8]) -> Crc {
    let mut checksum = Crc::new();
    checksum.update(data);
    checksum
}

/// One gzip member, in memory of just its size.
pub fn member(blocks: &[Block]) -> Vec<u8> {
    let size: usize = blocks.iter().map(Block::size).sum();
    let mut output = Vec::with_capacity(HEADER.len() + size + END.len() + 8);
    let mut checksum = Crc::new();
    output.extend_from_slice(&HEADER);
    for block in blocks {
        block.write(&mut output);
        checksum.combine(block.checksum());
    }
    output.extend_from_slice(&END);
    output.extend_from_slice(&checksum.sum().to_le_bytes());
    output.extend_from_slice(&checksum.amount().to_le_bytes());
    output
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::super::tests::noise;
    use super::*;

    /// The content of a gzip file of exactly one member.
    fn inflate(member: &[u8]) -> Vec<u8> {
        let mut reader = flate2::bufread::GzDecoder::new(member);
        let mut content = Vec::new();
        reader.read_to_end(&mut content).unwrap();
        assert!(reader.into_inner().is_empty(), "something follows the member");
        content
    }

    fn compressed(data: &[u8], cut: usize) -> Segment {
        let mut compressor = Compressor::new();
        data.chunks(cut).for_each(|part| compressor.write(part).unwrap());
        compressor.finish().unwrap()
    }

    fn stored(data: &[u8]) -> Block<'_> {
        Block::Stored(data, checksum(data).into())
    }

    #[test]
    fn what_goes_in_comes_out() {
        let text = b"Four score and seven years ago. ".repeat(9_000);
        for size in [0, 1, PIECE - 1, PIECE, PIECE + 1, LARGEST_STORED_BLOCK, 3 * LARGEST_STORED_BLOCK + 1] {
            let noise = noise(size as u64, size);
            let start = &text[..size.min(text.len())];
            let mut compressor = Compressor::new();
            let mut segment = |parts: &[&[u8]]| {
                parts.iter().for_each(|part| compressor.write(part).unwrap());
                Block::Compressed(compressor.finish().unwrap().into())
            };
            let blocks = [segment(&[start]), stored(&noise), stored(&noise), segment(&[&noise, &text]), segment(&[])];
            assert!(inflate(&member(&blocks)) == [start, &noise, &noise, &noise, &text].concat(), "{size}");
        }
    }

    #[test]
    fn a_segment_may_be_cut_anywhere_and_follow_anything() {
        let data = [noise(1, 50_000), b"na ".repeat(60_000)].concat();
        let whole = compressed(&data, data.len());
        for cut in [97, 512, 8_192, PIECE, PIECE + 1] {
            assert!(compressed(&data, cut).compressed == whole.compressed, "{cut}");
        }
        let mut compressor = Compressor::new();
        compressor.write(&data[..70_000]).unwrap();
        compressor.finish().unwrap();
        compressor.write(&data).unwrap();
        let second = compressor.finish().unwrap();
        assert!(second.compressed == whole.compressed);
        assert_eq!(second.checksum.sum(), whole.checksum.sum());
    }

    #[test]
    fn the_header_says_nothing_of_where_it_was_written() {
        assert_eq!(member(&[]), [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn storing_takes_five_bytes_a_block_and_memory_is_not_moved() {
        let noise = noise(3, 1_000_000);
        let blocks = noise.len().div_ceil(LARGEST_STORED_BLOCK);
        let member = member(&[stored(&noise)]);
        assert_eq!(member.len(), HEADER.len() + noise.len() + 5 * blocks + END.len() + 8);
        assert_eq!(member.capacity(), member.len());
    }
}
