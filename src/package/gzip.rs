use flate2::{Compress, CompressError, Compression, Crc, FlushCompress, Status};

/// The lowest level that compresses better than `gzip -6` does.
pub const LEVEL: u32 = 7;

/// Magic, deflate, no flags (so no name), no time, no extra flags, unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// The compressor's output depends on how its input is cut, so it always gets pieces of this size.
const PIECE: usize = 32 * 1024;
const LARGEST_STORED_BLOCK: usize = 65_535;

/// Writes one gzip member. The same calls give the same bytes everywhere, however the data is cut within a run of
/// [`GzipWriter::write`] calls.
///
/// The member is a row of segments, either compressed or stored. A compressed one refers to nothing before it.
pub struct GzipWriter {
    output: Vec<u8>,
    checksum: Crc,
    deflate: Compress,
    /// What waits to become a whole piece.
    piece: Vec<u8>,
    compressed: Box<[u8; PIECE]>,
    in_segment: bool,
}

impl GzipWriter {
    /// A writer of about `size` bytes of input. For those there is room from the start: the output is never moved, as
    /// that would take up to three times its size.
    pub fn with_capacity(size: usize) -> Self {
        let mut output = Vec::with_capacity(size + size / 1024 + 1024);
        output.extend_from_slice(&HEADER);
        Self {
            output,
            checksum: Crc::new(),
            deflate: Compress::new(Compression::new(LEVEL), false),
            piece: Vec::with_capacity(PIECE),
            compressed: Box::new([0; PIECE]),
            in_segment: false,
        }
    }

    /// Adds data to be compressed.
    pub fn write(&mut self, mut data: &[u8]) -> Result<(), CompressError> {
        self.checksum.update(data);
        self.in_segment |= !data.is_empty();
        while let Some((now, later)) = data.split_at_checked(PIECE - self.piece.len()) {
            self.piece.extend_from_slice(now);
            self.compress_piece(FlushCompress::None)?;
            data = later;
        }
        self.piece.extend_from_slice(data);
        Ok(())
    }

    /// Adds data as it is, which takes five bytes for every 65,535 and about a twentieth of the time.
    pub fn store(&mut self, data: &[u8]) -> Result<(), CompressError> {
        if self.in_segment {
            // Fills the last byte up with an empty stored block, so that the next block starts on a byte boundary.
            self.compress_piece(FlushCompress::Sync)?;
            self.deflate.reset();
            self.in_segment = false;
        }
        self.checksum.update(data);
        for block in data.chunks(LARGEST_STORED_BLOCK) {
            let length = block.len() as u16;
            self.output.push(0);
            self.output.extend_from_slice(&length.to_le_bytes());
            self.output.extend_from_slice(&(!length).to_le_bytes());
            self.output.extend_from_slice(block);
        }
        Ok(())
    }

    /// The whole member.
    pub fn finish(mut self) -> Result<Vec<u8>, CompressError> {
        self.compress_piece(FlushCompress::Finish)?;
        self.output.extend_from_slice(&self.checksum.sum().to_le_bytes());
        self.output.extend_from_slice(&self.checksum.amount().to_le_bytes());
        self.output.shrink_to_fit();
        Ok(self.output)
    }

    fn compress_piece(&mut self, flush: FlushCompress) -> Result<(), CompressError> {
        let start = self.deflate.total_in();
        loop {
            let (read, written) = (self.deflate.total_in(), self.deflate.total_out());
            let rest = self.piece.get((read - start) as usize..).unwrap_or_default();
            let status = self.deflate.compress(rest, &mut self.compressed[..], flush)?;
            let written = (self.deflate.total_out() - written) as usize;
            self.output.extend_from_slice(self.compressed.get(..written).unwrap_or_default());
            // Room to spare means that everything is out.
            if written < self.compressed.len() || status == Status::StreamEnd {
                self.piece.clear();
                return Ok(());
            }
        }
    }
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

    #[test]
    fn what_goes_in_comes_out() {
        let text = b"Four score and seven years ago. ".repeat(9_000);
        for size in [0, 1, PIECE - 1, PIECE, PIECE + 1, LARGEST_STORED_BLOCK, 3 * LARGEST_STORED_BLOCK + 1] {
            let noise = noise(size as u64, size);
            let mut writer = GzipWriter::with_capacity(size);
            writer.write(&text[..size.min(text.len())]).unwrap();
            writer.store(&noise).unwrap();
            writer.store(&noise).unwrap();
            writer.write(&noise).unwrap();
            writer.write(&text).unwrap();
            let member = writer.finish().unwrap();
            let expected = [&text[..size.min(text.len())], &noise, &noise, &noise, &text].concat();
            assert!(inflate(&member) == expected, "{size}");
        }
    }

    #[test]
    fn a_segment_may_be_cut_anywhere() {
        let data = [noise(1, 50_000), b"na ".repeat(60_000)].concat();
        let written = |cut: usize| {
            let mut writer = GzipWriter::with_capacity(data.len());
            data.chunks(cut).for_each(|part| writer.write(part).unwrap());
            writer.finish().unwrap()
        };
        let whole = written(data.len());
        for cut in [97, 512, 8_192, PIECE, PIECE + 1] {
            assert!(written(cut) == whole, "{cut}");
        }
    }

    #[test]
    fn the_header_says_nothing_of_where_it_was_written() {
        let member = GzipWriter::with_capacity(0).finish().unwrap();
        assert_eq!(member, [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn storing_takes_five_bytes_a_block() {
        let noise = noise(3, 1_000_000);
        let mut writer = GzipWriter::with_capacity(noise.len());
        writer.store(&noise).unwrap();
        let blocks = noise.len().div_ceil(LARGEST_STORED_BLOCK);
        assert_eq!(writer.finish().unwrap().len(), HEADER.len() + noise.len() + 5 * blocks + 2 + 8);
    }

    #[test]
    fn the_output_is_never_moved() {
        let noise = noise(3, 1_000_000);
        let mut writer = GzipWriter::with_capacity(noise.len());
        let capacity = writer.output.capacity();
        writer.write(&noise).unwrap();
        writer.compress_piece(FlushCompress::Finish).unwrap();
        assert!(writer.output.len() > noise.len());
        assert_eq!(writer.output.capacity(), capacity);
    }
}
