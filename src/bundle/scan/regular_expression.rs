//! What regular expressions may hold that Node 22 does not read. The parser has found them well-formed.

use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Newer {
    /// `(?i:…)`.
    Modifiers,
    /// `(?<a>x)|(?<a>y)`.
    RepeatedName,
}

/// The first thing in a pattern that is too new.
pub(super) fn newer(pattern: &str) -> Option<Newer> {
    let mut names = BTreeSet::new();
    let mut classes = 0_usize;
    let mut rest = pattern;
    while let Some(next) = rest.chars().next() {
        rest = rest.get(next.len_utf8()..).unwrap_or_default();
        match next {
            '\\' => {
                let escaped = rest.chars().next().map_or(0, char::len_utf8);
                rest = rest.get(escaped..).unwrap_or_default();
            }
            '[' => classes += 1,
            ']' => classes = classes.saturating_sub(1),
            '(' if classes == 0 => match rest.strip_prefix('?').map(|group| (group, group.as_bytes().first())) {
                Some((_, Some(b'i' | b'm' | b's' | b'-'))) => return Some(Newer::Modifiers),
                Some((group, Some(b'<'))) if !group.starts_with("<=") && !group.starts_with("<!") => {
                    let name = group.split('>').next().unwrap_or_default();
                    if !names.insert(name) {
                        return Some(Newer::RepeatedName);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_told_from_what_looks_like_them() {
        for (pattern, expected) in [
            ("(?i:a)", Some(Newer::Modifiers)),
            ("a(?-s:.)", Some(Newer::Modifiers)),
            ("(?<a>x)|(?<a>y)", Some(Newer::RepeatedName)),
            ("(?<a>x)(?<b>y)\\k<a>", None),
            ("[(?i:](?:a)(?=b)(?!c)(?<=d)(?<!e)(?<=f)", None),
            ("\\(?i:a", None),
            ("[[(?i:]&&[a]](?:b)", None),
            ("\\[(?i:é)", Some(Newer::Modifiers)),
        ] {
            assert_eq!(newer(pattern), expected, "{pattern}");
        }
    }
}
