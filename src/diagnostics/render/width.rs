//! Columns that a character takes in a terminal.
//!
//! The ranges are joined across unassigned characters, which keeps the tables a few hundred bytes; the `unicode-width`
//! crate's are 21 kB of wasm. A test compares the two on what people write.

use std::cmp::Ordering;

pub(super) fn text_width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

pub(super) fn char_width(character: char) -> usize {
    let code = u32::from(character);
    if code < 0x300 {
        1
    } else if holds(COMBINING, code) {
        0
    } else if holds(WIDE, code) {
        2
    } else {
        1
    }
}

fn holds(ranges: &[(u32, u32)], code: u32) -> bool {
    ranges
        .binary_search_by(|(first, last)| match () {
            () if *last < code => Ordering::Less,
            () if *first > code => Ordering::Greater,
            () => Ordering::Equal,
        })
        .is_ok()
}

/// Marks that sit on the character before them, in the scripts most written.
const COMBINING: &[(u32, u32)] = &[
    (0x300, 0x36f),
    (0x483, 0x489),
    (0x591, 0x5bd),
    (0x610, 0x61a),
    (0x64b, 0x65f),
    (0x93c, 0x93c),
    (0x941, 0x948),
    (0x94d, 0x94d),
    (0xe31, 0xe31),
    (0xe34, 0xe3a),
    (0xe47, 0xe4e),
    (0x1160, 0x11ff),
    (0x1ab0, 0x1aff),
    (0x1dc0, 0x1dff),
    (0x20d0, 0x20ff),
    (0x302a, 0x302f),
    (0x3099, 0x309a),
    (0xfe00, 0xfe0f),
    (0xfe20, 0xfe2f),
    (0xe0100, 0xe01ef),
];

/// East Asian wide and full-width characters, and emoji.
const WIDE: &[(u32, u32)] = &[
    (0x1100, 0x115f),
    (0x231a, 0x231b),
    (0x23e9, 0x23ec),
    (0x2614, 0x2615),
    (0x2648, 0x2653),
    (0x26a1, 0x26a1),
    (0x26d4, 0x26d4),
    (0x2705, 0x2705),
    (0x270a, 0x270b),
    (0x2728, 0x2728),
    (0x274c, 0x274c),
    (0x274e, 0x274e),
    (0x2753, 0x2757),
    (0x2795, 0x2797),
    (0x2b1b, 0x2b1c),
    (0x2b50, 0x2b55),
    (0x2e80, 0x303e),
    (0x3041, 0xa4c6),
    (0xa960, 0xa97c),
    (0xac00, 0xd7a3),
    (0xf900, 0xfaff),
    (0xfe10, 0xfe19),
    (0xfe30, 0xfe6b),
    (0xff01, 0xff60),
    (0xffe0, 0xffe6),
    (0x17000, 0x1b2fb),
    (0x1f300, 0x1f320),
    (0x1f32d, 0x1f335),
    (0x1f337, 0x1f37c),
    (0x1f37e, 0x1f393),
    (0x1f3a0, 0x1f3ca),
    (0x1f3cf, 0x1f3d3),
    (0x1f3e0, 0x1f3f0),
    (0x1f3f8, 0x1f43e),
    (0x1f442, 0x1f4fc),
    (0x1f4ff, 0x1f53d),
    (0x1f550, 0x1f567),
    (0x1f5fb, 0x1f64f),
    (0x1f680, 0x1f6c5),
    (0x1f6d5, 0x1f6df),
    (0x1f7e0, 0x1f7eb),
    (0x1f90c, 0x1f93a),
    (0x1f93c, 0x1f945),
    (0x1f947, 0x1f9ff),
    (0x1fa70, 0x1fafa),
    (0x20000, 0x3fffd),
];

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthChar;

    #[test]
    fn the_tables_are_in_order() {
        for table in [COMBINING, WIDE] {
            assert!(table.iter().all(|(first, last)| first <= last));
            assert!(table.is_sorted_by(|(_, last), (first, _)| last < first));
        }
    }

    #[test]
    fn widths_agree_with_the_standard_on_what_people_write() {
        let blocks = [
            0x20..=0x7e,
            0xa1..=0xac,
            0xae..=0x482,
            0x5d0..=0x5ea,
            0x620..=0x65f,
            0x904..=0x939,
            0x2010..=0x2027,
            0x2030..=0x205e,
            0x20a0..=0x20bf,
            0x2190..=0x2319,
            0x2500..=0x259f,
            0x3041..=0x3096,
            0x30a1..=0x30ff,
            0x4e00..=0x9fff,
            0xac00..=0xd7a3,
            0xfe00..=0xfe0f,
            0xff01..=0xff60,
            0x1f300..=0x1f320,
            0x1f400..=0x1f43e,
            0x1f600..=0x1f64f,
        ];
        for character in blocks.into_iter().flatten().filter_map(char::from_u32) {
            assert_eq!(char_width(character), character.width().unwrap_or(0), "{:#x}", u32::from(character));
        }
    }
}
