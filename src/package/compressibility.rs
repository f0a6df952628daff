use flate2::{Compress, Compression, FlushCompress, Status};

use super::gzip::LEVEL;

/// Smaller files go with their neighbours: for them a look costs about as much as compressing.
const SMALLEST: usize = 16 * 1024;
const SAMPLES: usize = 4;
const SAMPLE_SIZE: usize = 2 * 1024;

/// Whether compressing would gain next to nothing, as with images, fonts and archives that are compressed already.
///
/// Judged by samples and by content alone, never by name. A wrong answer costs time or size, no more.
pub fn is_compressed(content: &[u8]) -> bool {
    if content.len() < SMALLEST {
        return false;
    }
    let sample = sample(content);
    is_flat(&sample) && !shrinks(&sample)
}

/// Slices at even distances, the first and the last bytes among them.
fn sample(content: &[u8]) -> Vec<u8> {
    let step = content.len().saturating_sub(SAMPLE_SIZE) / (SAMPLES - 1);
    let starts = (0..SAMPLES).map(|index| index * step);
    starts.flat_map(|start| content.iter().skip(start).take(SAMPLE_SIZE)).copied().collect()
}

/// Whether all byte values are about as frequent. The measure is 1 for a perfectly even spread, 1.03 for a random
/// sample of this size, 1.04 to 1.06 for compressed formats, and from 2 up for text and programs.
fn is_flat(sample: &[u8]) -> bool {
    let mut counts = [0_u64; 256];
    for byte in sample {
        counts[usize::from(*byte)] += 1;
    }
    let length = sample.len() as u64;
    let squares: u64 = counts.iter().map(|count| count * count).sum();
    squares * 256 * 10 <= length * length * 11
}

/// Whether the compressor saves more than a fiftieth: repetition can hide behind an even spread.
fn shrinks(sample: &[u8]) -> bool {
    let mut output = vec![0; sample.len() - sample.len() / 50];
    let status = Compress::new(Compression::new(LEVEL), false).compress(sample, &mut output, FlushCompress::Finish);
    matches!(status, Ok(Status::StreamEnd))
}

#[cfg(test)]
mod tests {
    use super::super::tests::noise;
    use super::*;

    #[test]
    fn noise_is_taken_for_compressed_and_text_is_not() {
        assert!(is_compressed(&noise(7, 100_000)));
        assert!(is_compressed(&noise(7, SMALLEST)));
        assert!(!is_compressed(&noise(7, SMALLEST - 1)));
        assert!(!is_compressed(&b"All work and no play. ".repeat(5_000)));
        assert!(!is_compressed(&[0; 100_000]));
        assert!(!is_compressed(&[]));
    }

    #[test]
    fn an_even_spread_is_not_enough() {
        let gradient: Vec<u8> = (0..=255_u8).cycle().take(100_000).collect();
        assert!(is_flat(&sample(&gradient)));
        assert!(!is_compressed(&gradient));
    }

    #[test]
    fn samples_reach_from_the_first_byte_to_the_last() {
        let content: Vec<u8> = (0..SMALLEST + 1).map(|index| (index / 64) as u8).collect();
        let sample = sample(&content);
        assert_eq!(sample.len(), SAMPLES * SAMPLE_SIZE);
        assert_eq!(sample.first(), content.first());
        assert_eq!(sample[sample.len() - 2], content[content.len() - 3]);
    }
}
