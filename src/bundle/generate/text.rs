use oxc_syntax::identifier::is_identifier_name;

/// A string literal.
pub(super) fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// `.name` or `["na me"]`.
pub(super) fn property(name: &str) -> String {
    if is_identifier_name(name) { format!(".{name}") } else { format!("[{}]", string(name)) }
}

/// A name as a key of an object literal; `__proto__` would set the prototype if it were not computed.
pub(super) fn key(name: &str) -> String {
    match name {
        "__proto__" => "[\"__proto__\"]".to_owned(),
        _ if is_identifier_name(name) => name.to_owned(),
        _ => string(name),
    }
}

/// A path as part of a URL.
pub(super) fn url_path(path: &str) -> String {
    let mut url = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' | b'@' | b'+' | b'=' | b',' => {
                url.push(char::from(byte));
            }
            _ => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}
