//! Reads corpora that lie beside the repository, never in it.

use serde_json::Value;

/// The cases of a corpus, one a line; `None`, saying so, where it is not there.
pub fn read(name: &str) -> Option<Vec<Value>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora").join(name);
    let Ok(bytes) = std::fs::read(&path) else {
        eprintln!("skipped: {name} is not there");
        return None;
    };
    let text = String::from_utf8(bytes).expect("a corpus is UTF-8");
    Some(text.lines().map(|line| serde_json::from_str(line).expect("a corpus line is JSON")).collect())
}

#[allow(dead_code, reason = "not every suite that includes this module needs it")]
pub fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut out = Vec::new();
    for chunk in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = chunk.iter().fold(0u32, |bits, byte| bits << 6 | u32::from(digit(*byte))) << (6 * (4 - chunk.len()));
        out.extend_from_slice(&bits.to_be_bytes()[1..chunk.len()]);
    }
    out
}
