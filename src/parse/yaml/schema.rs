//! What a plain scalar means: the core schema of YAML 1.2 (section 10.3.2).

use crate::parse::{Number, Value};

pub(super) fn resolve(plain: &str) -> Value {
    match plain {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Boolean(true),
        "false" | "False" | "FALSE" => return Value::Boolean(false),
        _ => {}
    }
    match number(plain) {
        Some(number) => Value::Number(number),
        None => Value::String(plain.to_owned()),
    }
}

fn number(text: &str) -> Option<Number> {
    let first = *text.as_bytes().first()?;
    if !matches!(first, b'0'..=b'9' | b'.' | b'+' | b'-') {
        return None;
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    match unsigned {
        ".inf" | ".Inf" | ".INF" => {
            let value = if first == b'-' { f64::NEG_INFINITY } else { f64::INFINITY };
            return Some(Number { value, integer: None });
        }
        ".nan" | ".NaN" | ".NAN" if unsigned.len() == text.len() => {
            return Some(Number { value: f64::NAN, integer: None });
        }
        _ => {}
    }
    is_decimal(unsigned).then_some(())?;
    Some(Number { value: text.parse().ok()?, integer: text.parse().ok() })
}

fn radix(digits: &str, radix: u32) -> Option<Number> {
    let mut value = 0.0;
    for digit in digits.chars() {
        value = value * f64::from(radix) + f64::from(digit.to_digit(radix)?);
    }
    (!digits.is_empty()).then_some(Number { value, integer: i64::from_str_radix(digits, radix).ok() })
}

/// `(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mantissa_fits = digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    mantissa_fits && exponent_fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_that_other_versions_take_for_something_else() {
        for text in [
            "yes",
            "no",
            "on",
            "off",
            "y",
            "1_000",
            "2001-01-23",
            "12:30:45",
            "0b11",
            "+0x1f",
            "-0o7",
            "0o8",
            "0x",
            "nULL",
            "tRue",
            "1e",
            "e3",
            ".",
            "+",
            "-",
            "+.nan",
            "..1",
            "1.2.3",
            ".inF",
            "0o",
            "infinity",
            "NaN",
            "1e5.0",
            "++1",
        ] {
            assert_eq!(resolve(text), Value::String(text.to_owned()), "{text}");
        }
    }

    #[test]
    fn numbers() {
        for (text, value, integer) in [
            ("0", 0.0, Some(0)),
            ("-0", 0.0, Some(0)),
            ("+12", 12.0, Some(12)),
            ("0123", 123.0, Some(123)),
            ("0x1f", 31.0, Some(31)),
            ("0o17", 15.0, Some(15)),
            ("1e3", 1000.0, None),
            ("1.", 1.0, None),
            (".5", 0.5, None),
            ("-.5E+1", -5.0, None),
            ("-.inf", f64::NEG_INFINITY, None),
            ("1e400", f64::INFINITY, None),
            ("9223372036854775807", 9223372036854775807.0, Some(i64::MAX)),
            ("9223372036854775808", 9223372036854775808.0, None),
            ("0xffffffffffffffffff", 4722366482869645213695.0, None),
        ] {
            assert_eq!(resolve(text), Value::Number(Number { value, integer }), "{text}");
        }
        assert!(matches!(resolve(".NaN"), Value::Number(Number { value, .. }) if value.is_nan()));
    }

    #[test]
    fn nulls_and_booleans() {
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(resolve(text), Value::Null);
        }
        assert_eq!(resolve("TRUE"), Value::Boolean(true));
        assert_eq!(resolve("False"), Value::Boolean(false));
    }
}
