use serde_json::Value;

/// JSON in the canonical form of RFC 8785: one text for one value, to be hashed.
///
/// Numbers have to be integers within ±2^53, the only ones that packages hold: for these serde_json writes what
/// the RFC asks for, which it does not for fractions.
pub fn canonical_json(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        // serde_json escapes strings exactly as the RFC does.
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => text.push_str(&value.to_string()),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                separate(index, text);
                write(item, text);
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            text.push('{');
            for (index, (key, member)) in members.into_iter().enumerate() {
                separate(index, text);
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                write(member, text);
            }
            text.push('}');
        }
    }
}

fn separate(index: usize, text: &mut String) {
    if index > 0 {
        text.push(',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(json: &str) -> String {
        canonical_json(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn strings_and_literals_as_in_section_3_2_2() {
        let json = r#"{"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}"#;
        assert_eq!(canonical(json), r#"{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}"#);
        assert_eq!(
            canonical(r#""\b\t\n\f\r\u0000\u001F\u007f\u2028""#),
            "\"\\b\\t\\n\\f\\r\\u0000\\u001f\u{7f}\u{2028}\""
        );
    }

    #[test]
    fn keys_sort_by_utf_16_units_as_in_section_3_2_3() {
        let json = r#"{
            "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
            "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
        }"#;
        let canonical = canonical(json);
        let names = [
            "Carriage Return",
            "One",
            "Control",
            "Latin Small Letter O With Diaeresis",
            "Euro Sign",
            "Emoji: Grinning Face",
            "Hebrew Letter Dalet With Dagesh",
        ];
        let places: Vec<_> = names.iter().map(|name| canonical.find(name).unwrap()).collect();
        assert!(places.is_sorted(), "{canonical}");
    }

    #[test]
    fn integers_up_to_the_limits_of_a_double() {
        assert_eq!(
            canonical("[0, -1, 9007199254740991, -9007199254740991]"),
            "[0,-1,9007199254740991,-9007199254740991]"
        );
        assert_eq!(canonical("[ ]"), "[]");
        assert_eq!(canonical("{ }"), "{}");
    }
}
