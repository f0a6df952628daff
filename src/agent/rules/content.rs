//! PRIVATE_KEY_CONTENT and SECRET_CONTENT: keys and tokens inside packaged files. Their spans are masked everywhere.

use memchr::memmem;

use crate::diagnostics::{Code, Diagnostic, Sink, quoted};
use crate::source::Span;
use crate::vfs::VfsPath;

/// The header that the reference refuses.
const REFUSED_HEADER: &str = "-----BEGIN PRIVATE KEY-----";

/// What private-key headers begin and end with; between the two stands the kind of key.
const KEY_HEADER_START: &[u8] = b"-----BEGIN ";
const KEY_HEADER_END: &[u8] = b"PRIVATE KEY-----";

/// The longest kind of key that is looked for, in bytes; `ENCRYPTED ` and `OPENSSH ` are the long ones.
const LONGEST_KEY_KIND: usize = 32;

/// How far into a file a NUL byte marks it as binary, where tokens are not looked for.
const BINARY_PROBE: usize = 8192;

/// A token's fixed beginning, how many characters at least follow it, and what issues it.
struct TokenShape {
    prefix: &'static str,
    following: usize,
    issuer: &'static str,
}

const TOKENS: &[TokenShape] = &[
    TokenShape { prefix: "AKIA", following: 16, issuer: "an AWS access key" },
    TokenShape { prefix: "ghp_", following: 36, issuer: "a GitHub token" },
    TokenShape { prefix: "gho_", following: 36, issuer: "a GitHub token" },
    TokenShape { prefix: "ghs_", following: 36, issuer: "a GitHub token" },
    TokenShape { prefix: "ghu_", following: 36, issuer: "a GitHub token" },
    TokenShape { prefix: "github_pat_", following: 22, issuer: "a GitHub token" },
    TokenShape { prefix: "glpat-", following: 20, issuer: "a GitLab token" },
    TokenShape { prefix: "sk-ant-", following: 32, issuer: "an Anthropic key" },
    TokenShape { prefix: "sk-proj-", following: 32, issuer: "an OpenAI key" },
    TokenShape { prefix: "sk-or-v1-", following: 32, issuer: "an OpenRouter key" },
    TokenShape { prefix: "sk_live_", following: 16, issuer: "a Stripe key" },
    TokenShape { prefix: "rk_live_", following: 16, issuer: "a Stripe key" },
    TokenShape { prefix: "xoxb-", following: 20, issuer: "a Slack token" },
    TokenShape { prefix: "xoxp-", following: 20, issuer: "a Slack token" },
    TokenShape { prefix: "AIza", following: 35, issuer: "a Google API key" },
    TokenShape { prefix: "npm_", following: 36, issuer: "an npm token" },
];

pub fn check(file: &VfsPath, content: &[u8], sink: &mut Sink) {
    private_keys(file, content, sink);
    if !content[..content.len().min(BINARY_PROBE)].contains(&0) {
        tokens(file, content, sink);
    }
}

fn private_keys(file: &VfsPath, content: &[u8], sink: &mut Sink) {
    let mut begin = 0;
    for close in memmem::find_iter(content, KEY_HEADER_END) {
        let end = close + KEY_HEADER_END.len();
        // The last beginning before it, not further back than a header is long.
        let from = begin.max(close.saturating_sub(LONGEST_KEY_KIND + KEY_HEADER_START.len()));
        begin = end;
        let Some(start) = memmem::rfind(&content[from..close + 1], KEY_HEADER_START).map(|at| from + at) else {
            continue;
        };
        let Ok(header) = std::str::from_utf8(&content[start..end]) else { continue };
        if header.contains(char::is_control) {
            continue;
        }
        let key_end = memmem::find(&content[end..], b"-----").map_or(content.len(), |length| end + length);
        mask(file, content, end, key_end, sink);
        let (code, message) = if header == REFUSED_HEADER {
            (Code::PrivateKeyContent, format!("{} contains a private key", quoted(file.as_str())))
        } else {
            (
                Code::SecretContent,
                format!("{} contains a private key under the header {}", quoted(file.as_str()), quoted(header)),
            )
        };
        sink.push(
            Diagnostic::new(code, file, Span::new(start, end), message)
                .help("Take it out and replace the key: whatever is packaged can be read by the agent."),
        );
    }
}

fn tokens(file: &VfsPath, content: &[u8], sink: &mut Sink) {
    for shape in TOKENS {
        for start in memmem::find_iter(content, shape.prefix.as_bytes()) {
            let part_of_token = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
            if start > 0 && part_of_token(&content[start - 1]) {
                continue;
            }
            let body = &content[start + shape.prefix.len()..];
            let length = body.iter().position(|byte| !part_of_token(byte)).unwrap_or(body.len());
            let looks_random = body[..length].iter().any(u8::is_ascii_digit);
            if length < shape.following || !looks_random {
                continue;
            }
            let end = start + shape.prefix.len() + length;
            mask(file, content, start, end, sink);
            sink.push(
                Diagnostic::new(
                    Code::SecretContent,
                    file,
                    Span::new(start, end),
                    format!("{} contains what looks like {}", quoted(file.as_str()), shape.issuer),
                )
                .help("Take it out and revoke it; declare a secret binding and read it at run time."),
            );
        }
    }
}

fn mask(file: &VfsPath, content: &[u8], start: usize, end: usize, sink: &mut Sink) {
    sink.mask(file, Span::new(start, end), &String::from_utf8_lossy(&content[start..end]));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(content: &[u8]) -> Vec<(&'static str, String)> {
        let file = VfsPath::declared("a.txt").unwrap();
        let mut sink = Sink::default();
        check(&file, content, &mut sink);
        let report = sink.into_report(&file);
        report
            .diagnostics
            .iter()
            .map(|found| {
                let span = found.span.unwrap().range();
                (found.code.as_str(), String::from_utf8_lossy(&content[span]).into_owned())
            })
            .collect()
    }

    #[test]
    fn keys_and_tokens_are_found_where_they_stand() {
        let header = ["-----BEGIN ", "PRIVATE KEY-----"].concat();
        assert_eq!(
            codes(format!("x\n{header}\nabc\n-----END PRIVATE KEY-----\n").as_bytes()),
            [("PRIVATE_KEY_CONTENT", header.clone())]
        );
        let other = ["-----BEGIN RSA ", "PRIVATE KEY-----"].concat();
        assert_eq!(codes(format!("{other}\nabc").as_bytes()), [("SECRET_CONTENT", other)]);
        let token = format!("ghp_{}1", "a".repeat(36));
        assert_eq!(codes(format!("t = '{token}'").as_bytes()), [("SECRET_CONTENT", token.clone())]);
        assert_eq!(codes(format!("x{token}").as_bytes()), []);
        assert_eq!(codes(b"AKIA is a prefix; npm_config_registry_is_a_long_variable_name_of_npm"), []);
        assert_eq!(codes(b"-----BEGIN CERTIFICATE-----"), []);
        let in_one_line = format!(
            "{{\"cert\": \"-----BEGIN CERTIFICATE-----\\n\", \"key\": \"{header}\\nMII\", \"again\": \"{header}\"}}"
        );
        assert_eq!(
            codes(in_one_line.as_bytes()),
            [("PRIVATE_KEY_CONTENT", header.clone()), ("PRIVATE_KEY_CONTENT", header)]
        );
    }

    #[test]
    fn a_key_cut_off_in_the_middle_is_masked_to_the_end() {
        let content = [b"-----BEGIN PRIVATE KEY-----\nabc" as &[u8], &[0xff; 4]].concat();
        let file = VfsPath::declared("k").unwrap();
        let mut sink = Sink::default();
        check(&file, &content, &mut sink);
        let report = sink.into_report(&file);
        assert!(report.is_secret(&file, content.len() as u32 - 1));
    }
}
