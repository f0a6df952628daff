//! Names of files that are one for some disks and two for others.

use unicode_normalization::UnicodeNormalization;

use crate::schema::nearest;

/// A path as a disk sees it that tells neither letter case nor Unicode normal forms apart.
pub fn fold(path: &str) -> String {
    if path.is_ascii() { path.to_ascii_lowercase() } else { path.nfc().flat_map(char::to_lowercase).nfc().collect() }
}

/// The name that a missing one was most likely meant to be: the same but for case or form, or a slip away.
pub fn nearest_name<'a>(name: &str, existing: &[&'a str]) -> Option<&'a str> {
    let folded = fold(name);
    let same = existing.iter().copied().find(|other| fold(other) == folded);
    same.or_else(|| nearest(name, existing.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_many_disks_take_for_one() {
        assert_eq!(fold("files/E\u{301}.txt"), fold("files/é.TXT"));
        assert_ne!(fold("files/e.txt"), fold("files/é.txt"));
    }

    #[test]
    fn the_same_name_comes_before_a_similar_one() {
        assert_eq!(nearest_name("e\u{301}.json", &["A.json", "é.json"]), Some("é.json"));
        assert_eq!(nearest_name("catalogue.json", &["catalog.json", "x"]), Some("catalog.json"));
        assert_eq!(nearest_name("policy.json", &["x"]), None);
    }
}
