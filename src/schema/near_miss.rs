/// The candidate that a word was most likely meant to be: equal but for case and what is neither letter nor digit, or a slip or two away.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    // More candidates than a person could have had in mind; the time for many words stays linear.
    const MOST: usize = 100;
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let folded = fold(word);
    candidates
        .into_iter()
        .take(MOST)
        .filter(|candidate| *candidate != word && candidate.len() <= LONGEST)
        .filter_map(|candidate| {
            let allowed = allowed(candidate.chars().count().min(word.chars().count()));
            Some((distance_within(&folded, &fold(candidate), allowed)?, candidate))
        })
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, candidate)| candidate)
}

/// How many slips still count as the same word, by its length.
fn allowed(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

fn fold(word: &str) -> Vec<char> {
    word.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Edits between two words, a swap of neighbours counting as one; `None` where they are more than `most`, which is told
/// as soon as it shows.
fn distance_within(a: &[char], b: &[char], most: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut current = vec![0; b.len() + 1];
    for (row, from) in a.iter().enumerate() {
        current[0] = row + 1;
        for (column, to) in b.iter().enumerate() {
            let replaced = last[column] + usize::from(from != to);
            let mut best = replaced.min(last[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && *from == b[column - 1] && a[row - 1] == *to {
                best = best.min(before_last[column - 1] + 1);
            }
            current[column + 1] = best;
        }
        // A swap reaches back over one row, at a cost of one.
        if current.iter().chain(&last).all(|slips| *slips > most) {
            return None;
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut current);
    }
    Some(last[b.len()]).filter(|slips| *slips <= most)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        let fields = ["name", "description", "model", "disallowed_tools", "thinking"];
        for (word, meant) in [
            ("modle", Some("model")),
            ("Name", Some("name")),
            ("disallowed-tools", Some("disallowed_tools")),
            ("descripton", Some("description")),
            ("nam", Some("name")),
            ("version", None),
            ("color", None),
            ("mo", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, fields), meant, "{word}");
        }
    }
}
