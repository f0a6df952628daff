use std::collections::BTreeSet;

/// What a masked secret is shown as.
pub const MASK: &str = "••••••";

/// What stands where a message leaves out the rest of a value.
const CUT: char = '…';

/// The shortest line of a secret of several that is masked wherever it stands, and the shortest beginning of a secret
/// that is, where the value is cut there; in bytes. Less stands in a message by chance.
const SHORTEST_PART: usize = 8;

/// Texts that are shown nowhere, in capitals or not.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    /// In small letters.
    texts: BTreeSet<String>,
}

impl Secrets {
    /// Of a text of several lines, each is a secret: a message may have one of them alone.
    pub fn add(&mut self, text: &str) {
        let text = text.to_ascii_lowercase();
        if !text.contains(['\n', '\r']) {
            self.texts.extend((!text.is_empty()).then_some(text));
            return;
        }
        let lines = text.split(['\n', '\r']).map(str::trim);
        self.texts.extend(lines.filter(|line| line.len() >= SHORTEST_PART).map(str::to_owned));
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    pub fn search(&self) -> Search<'_> {
        let mut starts: Vec<&str> = Vec::with_capacity(self.texts.len());
        for text in &self.texts {
            // One that goes on where another ends is masked with it, as all that looks like a key is.
            if starts.last().is_none_or(|start| !text.starts_with(start)) {
                starts.push(text);
            }
        }
        Search { starts }
    }
}

/// Finds secrets in time that hardly grows with how many there are.
pub(super) struct Search<'a> {
    /// In order; none is the beginning of another.
    starts: Vec<&'a str>,
}

impl Search<'_> {
    /// The text with every secret masked; `None` where there is none in it.
    pub fn masked(&self, text: &str) -> Option<String> {
        let mut shown = String::new();
        let folded = text.to_ascii_lowercase();
        let (mut copied, mut at) = (0, 0);
        let mut cut = text.find(CUT);
        while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
            if cut.is_some_and(|cut| cut <= at) {
                cut = text[at + first.len_utf8()..].find(CUT).map(|next| at + first.len_utf8() + next);
            }
            match self.length_at(&folded[at..], cut.map(|cut| cut - at)) {
                Some(length) => {
                    shown.push_str(&text[copied..at]);
                    shown.push_str(MASK);
                    at += length;
                    copied = at;
                }
                None => at += first.len_utf8(),
            }
        }
        (copied > 0).then(|| shown + &text[copied..])
    }

    /// The length of the secret that `rest` starts with, or of the part of one that is left before a cut.
    fn length_at(&self, rest: &str, cut: Option<usize>) -> Option<usize> {
        // Of all that sort before the text, only the last can be its beginning.
        let after = self.starts.partition_point(|start| *start <= rest);
        let start = after.checked_sub(1).and_then(|last| self.starts.get(last));
        if let Some(start) = start.filter(|start| rest.starts_with(**start)) {
            let more = &rest[start.len()..];
            let is_key = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=_-".contains(byte);
            return Some(start.len() + more.bytes().take_while(is_key).count());
        }
        let part = rest.get(..cut?).filter(|part| part.len() >= SHORTEST_PART)?;
        let after = self.starts.partition_point(|start| *start < part);
        self.starts.get(after).filter(|start| start.starts_with(part)).map(|_| part.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked_wherever_they_stand_and_however_they_are_cut() {
        let mut secrets = Secrets::default();
        for text in ["AKIA0000000000000001", "AKIA00000000000000012", "\nMIIEabcdefgh\r\n  MIIFabcdefgh\nab==\n", ""] {
            secrets.add(text);
        }
        let search = secrets.search();
        for (text, masked) in [
            ("bad `AKIA0000000000000001`", Some("bad `••••••`")),
            ("é AKIA00000000000000012, AKIA0000000000000001é", Some("é ••••••, ••••••é")),
            ("`x AKIA00000…` and …", Some("`x ••••••…` and …")),
            ("Write `akia0000000000000001`", Some("Write `••••••`")),
            ("`AKIA…`", None),
            ("… `ab==\\nMIIFabcdefgh\\nMIIEabcd…`", Some("… `ab==\\n••••••\\n••••••…`")),
            ("AKIA0000000000000002", None),
            ("", None),
        ] {
            assert_eq!(search.masked(text).as_deref(), masked, "{text}");
        }
    }
}
