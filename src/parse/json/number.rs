use crate::parse::Number;

/// A number exactly as RFC 8259 writes it.
pub(super) fn strict(text: &str) -> Option<Number> {
    let bytes = text.as_bytes();
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    match bytes.get(at)? {
        b'0' => at += 1,
        b'1'..=b'9' => at = digits(bytes, at)?,
        _ => return None,
    }
    if bytes.get(at) == Some(&b'.') {
        at = digits(bytes, at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        at = digits(bytes, at)?;
    }
    if at != bytes.len() {
        return None;
    }
    Some(Number { value: text.parse().ok()?, integer: text.parse().ok() })
}

/// The end of a run of at least one digit.
fn digits(bytes: &[u8], start: usize) -> Option<usize> {
    let length = bytes.get(start..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (length > 0).then_some(start + length)
}

/// A number as other notations write it, and how JSON writes that number.
pub(super) fn lenient(text: &str) -> Option<(String, Number)> {
    let (sign, unsigned) = match text.as_bytes().first()? {
        b'+' => ("", &text[1..]),
        b'-' => ("-", &text[1..]),
        _ => ("", text),
    };
    let corrected = if let Some(hex) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        format!("{sign}{}", i64::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with(['+', '-']))?)
    } else {
        let plain = unsigned.replace('_', "");
        let trimmed = plain.trim_start_matches('0');
        let mut corrected = sign.to_owned();
        if !trimmed.starts_with(|first: char| first.is_ascii_digit()) {
            corrected.push('0');
        }
        corrected.push_str(trimmed);
        // `1.` and `1.e5` lack the digit after the point.
        if let Some(point) = corrected.find('.')
            && !corrected[point + 1..].starts_with(|next: char| next.is_ascii_digit())
        {
            corrected.insert(point + 1, '0');
        }
        corrected
    };
    if !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') || unsigned == "." {
        return None;
    }
    let number = strict(&corrected)?;
    Some((corrected, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict_numbers() {
        for text in ["0", "-0", "10", "-1.5e+3", "1E9", "0.0"] {
            assert!(strict(text).is_some(), "{text}");
        }
        for text in ["", "-", "01", "1.", ".5", "+1", "1e", "1e+", "0x1", "1_0", "1a"] {
            assert!(strict(text).is_none(), "{text}");
        }
        assert_eq!(strict("9007199254740993").unwrap().integer, Some(9007199254740993));
        assert_eq!(strict("1e400").unwrap().value, f64::INFINITY);
    }

    #[test]
    fn other_notations_are_understood() {
        for (text, json) in [("+1", "1"), (".5", "0.5"), ("1.", "1.0"), ("-.5e3", "-0.5e3"), ("007", "7"), ("00", "0")]
        {
            assert_eq!(lenient(text).unwrap().0, json, "{text}");
        }
        assert_eq!(lenient("-0x1F").unwrap().0, "-31");
        assert_eq!(lenient("1_000").unwrap().0, "1000");
        for text in ["-", "+", ".", "-a", "1a", "--1", "0x", "1.2.3", "-_1"] {
            assert_eq!(lenient(text), None, "{text}");
        }
    }
}
