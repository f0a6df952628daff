/// Words that a YAML 1.1 or 1.2 reader takes for something other than a string.
const RESERVED: [&str; 7] = ["false", "no", "null", "off", "on", "true", "yes"];

/// `generated/agent.md`: frontmatter with the name alone, then the instructions exactly as they were written.
pub fn generated_agent(name: &str, instructions: &[u8]) -> Vec<u8> {
    let front = format!("---\nname: {}\n---\n", yaml_name(name));
    [front.as_bytes(), instructions].concat()
}

/// A name as a YAML scalar. Agent names are of lower-case letters, digits and `-` and start with a letter.
fn yaml_name(name: &str) -> String {
    let plain = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|character| matches!(character, 'a'..='z' | '0'..='9' | '-'));
    if plain && !RESERVED.contains(&name) { name.to_owned() } else { serde_json::Value::from(name).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_instructions_keep_every_byte() {
        let instructions = b"\r\n  Be brief.\n---\nname: other\n---\n\xff no newline";
        let expected = [b"---\nname: invoice-2\n---\n", &instructions[..]].concat();
        assert_eq!(generated_agent("invoice-2", instructions), expected);
    }

    #[test]
    fn names_are_strings_to_any_yaml_reader() {
        let names =
            ["a1", "e10", "x-", "null", "nulls", "true", "false", "yes", "on", "off", "no", "inf", "0x1f", "a: b"];
        for name in names {
            let front = String::from_utf8(generated_agent(name, b"")).unwrap();
            let yaml = front.strip_prefix("---\n").and_then(|rest| rest.strip_suffix("---\n")).unwrap();
            let value: serde_yaml::Value = serde_yaml::from_str(yaml).unwrap();
            assert_eq!(value["name"], serde_yaml::Value::from(name));
        }
        assert_eq!(yaml_name("nulls"), "nulls");
        assert_eq!(yaml_name("yes"), "\"yes\"");
    }
}
