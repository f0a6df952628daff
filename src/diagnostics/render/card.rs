//! The card of a folder that passed: what is in its package, at a glance.

use super::escape::visible;
use super::page::{Line, Look, Page, Style};
use super::width::{char_width, text_width};

/// What a card shows, in the order in which it is to be shown. Sizes are in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    pub name: String,
    pub model: String,
    pub mode: String,
    pub tools: Vec<Tool>,
    /// Built-in tools that `disallowed_tools` has taken away again.
    pub removed_tools: Vec<String>,
    pub skills: Vec<String>,
    pub bindings: Vec<Binding>,
    pub files: Vec<PackagedFile>,
    pub digests: Digests,
    pub archive_size: u64,
    pub contents_size: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    pub name: String,
    /// The module that defines it, or `None` for a built-in tool.
    pub module: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    pub name: String,
    pub required: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackagedFile {
    /// Inside the package.
    pub path: String,
    pub role: String,
    pub size: u64,
    /// SHA-256 in hex, of which the card shows the start.
    pub sha256: String,
}

/// As they are written everywhere: `sha256:` and 64 hex digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digests {
    pub source: String,
    pub artifact: String,
    pub archive: String,
}

/// How many files are listed before the rest is only counted.
const LISTED: usize = 50;

/// How many hex digits of a file's digest are shown.
const DIGITS: usize = 12;

/// The columns of the labels.
const LABEL: usize = 10;

/// The card as text. Only digests may be wider than the page: they are there to be copied.
pub fn card(card: &Card, look: Look) -> String {
    let mut page = Page::new(look);
    let title = Line::default().with(Style::Strong, visible(&card.name));
    let about = format!("{} · {}", visible(&card.model), visible(&card.mode));
    page.line(title.with(Style::Plain, "  ").with(Style::Plain, about));
    page.blank();

    let mut entries: Vec<Entry> = Vec::new();
    for tool in &card.tools {
        let (from, style) = match &tool.module {
            Some(module) => (visible(module), Style::Plain),
            None => ("built in".to_owned(), Style::Faint),
        };
        entries.push(Entry { label: "tools", name: visible(&tool.name), style, note: from });
    }
    for name in &card.removed_tools {
        let note = "removed by disallowed_tools".to_owned();
        entries.push(Entry { label: "tools", name: visible(name), style: Style::Removed, note });
    }
    for skill in &card.skills {
        entries.push(Entry { label: "skills", name: visible(skill), style: Style::Plain, note: String::new() });
    }
    for binding in &card.bindings {
        let (note, style) = if binding.required { ("required", Style::Warning) } else { ("optional", Style::Faint) };
        entries.push(Entry { label: "bindings", name: visible(&binding.name), style, note: note.to_owned() });
    }
    if !entries.is_empty() {
        draw_entries(&mut page, &entries);
        page.blank();
    }

    draw_files(&mut page, card);
    page.blank();
    for (label, digest) in
        [("source", &card.digests.source), ("artifact", &card.digests.artifact), ("archive", &card.digests.archive)]
    {
        page.line(Line::default().with(Style::Faint, format!("{label:LABEL$}")).with(Style::Plain, visible(digest)));
    }
    page.finish()
}

struct Entry {
    label: &'static str,
    name: String,
    /// Of the note.
    style: Style,
    note: String,
}

fn draw_entries(page: &mut Page, entries: &[Entry]) {
    let room = page.width - LABEL;
    let noted = entries.iter().filter(|entry| !entry.note.is_empty());
    let names = noted.map(|entry| text_width(&entry.name)).max().unwrap_or(0).min(room / 2);
    let mut previous = "";
    for entry in entries {
        let label = if entry.label == previous { "" } else { entry.label };
        previous = entry.label;
        let mut line = Line::default().with(Style::Faint, format!("{label:LABEL$}"));
        if entry.note.is_empty() {
            line.push(Style::Plain, shortened(&entry.name, room));
        } else {
            let name = shortened(&entry.name, names);
            let gap = names - text_width(&name) + 2;
            line.push(Style::Plain, name);
            line.push(Style::Plain, " ".repeat(gap));
            line.push(entry.style, shortened(&entry.note, room.saturating_sub(names + 2)));
        }
        page.line(line);
    }
}

fn draw_files(page: &mut Page, card: &Card) {
    let listed = || card.files.iter().take(LISTED);
    let roles = listed().map(|file| text_width(&visible(&file.role))).max().unwrap_or(0).max("role".len());
    let sizes: Vec<_> = listed().map(|file| human_size(file.size)).collect();
    let size_width = sizes.iter().map(String::len).max().unwrap_or(0).max("size".len());
    let others = roles + size_width + DIGITS + 3 * 2;
    let longest = listed().map(|file| text_width(&visible(&file.path))).max().unwrap_or(0).max("package".len());
    let paths = longest.min(page.width.saturating_sub(others)).max(12);

    let head = format!("{:paths$}  {:roles$}  {:>size_width$}  sha-256", "package", "role", "size");
    page.line(Line::default().with(Style::Faint, head));
    for (file, size) in listed().zip(sizes) {
        let path = shortened(&visible(&file.path), paths);
        let role = visible(&file.role);
        let path_gap = " ".repeat(paths - text_width(&path) + 2);
        let role_gap = " ".repeat(roles - text_width(&role) + 2);
        let digest: String = visible(&file.sha256).chars().take(DIGITS).collect();
        let line = Line::default().with(Style::Plain, path).with(Style::Plain, path_gap).with(Style::Info, role);
        let line = line.with(Style::Plain, role_gap).with(Style::Plain, format!("{size:>size_width$}  "));
        page.line(line.with(Style::Faint, digest));
    }
    let more = card.files.len().saturating_sub(LISTED);
    if more > 0 {
        page.line(Line::default().with(Style::Faint, format!("… and {more} more")));
    }
    let files = if card.files.len() == 1 { "1 file".to_owned() } else { format!("{} files", card.files.len()) };
    let (contents, archive) = (human_size(card.contents_size), human_size(card.archive_size));
    page.line(
        Line::default()
            .with(Style::Strong, format!("{files}, {contents}"))
            .with(Style::Plain, format!("; {archive} packed")),
    );
}

/// Bytes in decimal units, rounded to what matters: `412 B`, `1.4 kB`, `131 kB`.
fn human_size(bytes: u64) -> String {
    let mut unit = 1;
    for name in ["B", "kB", "MB", "GB", "TB", "PB"] {
        // In tenths of the unit, so that rounding up to the next unit is seen.
        let tenths = (u128::from(bytes) * 10 + unit / 2) / unit;
        match tenths {
            _ if unit == 1 && bytes < 1000 => return format!("{bytes} B"),
            _ if unit == 1 => {}
            0..1000 => return format!("{}.{} {name}", tenths / 10, tenths % 10),
            1000..9995 => return format!("{} {name}", (tenths + 5) / 10),
            _ => {}
        }
        unit *= 1000;
    }
    format!("{} EB", (u128::from(bytes) + unit / 2) / unit)
}

/// Cut in the middle, where it is wider than `width`: the end of a path says more than its middle.
fn shortened(text: &str, width: usize) -> String {
    if text_width(text) <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let head = fitting(text.chars(), room / 3);
    let tail: Vec<char> = fitting(text.chars().rev(), room - room / 3);
    head.into_iter().chain(['…']).chain(tail.into_iter().rev()).collect()
}

fn fitting(characters: impl Iterator<Item = char>, width: usize) -> Vec<char> {
    let mut used = 0;
    characters
        .take_while(|character| {
            used += char_width(*character);
            used <= width
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Card {
        let file = |path: &str, role: &str, size| PackagedFile {
            path: path.to_owned(),
            role: role.to_owned(),
            size,
            sha256: "3f0a9b".repeat(11)[..64].to_owned(),
        };
        let digest = |digit: &str| format!("sha256:{}", digit.repeat(64));
        Card {
            name: "invoice".to_owned(),
            model: "zai/glm-5.3".to_owned(),
            mode: "headless".to_owned(),
            tools: vec![
                Tool { name: "read".to_owned(), module: None },
                Tool { name: "price_invoice".to_owned(), module: Some("tools/price-invoice.ts".to_owned()) },
            ],
            removed_tools: vec!["bash".to_owned()],
            skills: vec!["skills/pricing".to_owned()],
            bindings: vec![
                Binding { name: "RATES_TOKEN".to_owned(), required: false },
                Binding { name: "LEDGER".to_owned(), required: true },
            ],
            files: vec![
                file("files/assets/catalog.json", "file", 412),
                file("generated/tools.mjs", "generated", 14_321),
                file("generated/tools.mjs.map", "generated", 131_072),
                file("launch.json", "launch", 1400),
                file("skills/pricing/SKILL.md", "skill", 999),
                file(
                    "source/a/long/path/that/no/narrow/screen/can/show/in/full/price-invoice.ts",
                    "source",
                    20_500_000,
                ),
            ],
            digests: Digests { source: digest("1"), artifact: digest("2"), archive: digest("3") },
            archive_size: 5_249_000,
            contents_size: 20_648_204,
        }
    }

    #[test]
    fn a_card() {
        insta::assert_snapshot!(card(&example(), Look::default()));
    }

    #[test]
    fn a_narrow_card() {
        let text = card(&example(), Look { width: 60, color: false });
        assert!(text.lines().filter(|line| !line.contains("sha256:")).all(|line| text_width(line) <= 60), "{text}");
        insta::assert_snapshot!(text);
    }

    #[test]
    fn a_card_in_colour() {
        insta::assert_snapshot!(card(&example(), Look { width: 100, color: true }).replace('\u{1b}', "␛"));
    }

    #[test]
    fn a_card_of_thousands_of_hostile_files() {
        let mut big = example();
        big.files = vec![PackagedFile { path: "a\u{1b}[31m\n漢字".to_owned(), ..big.files[0].clone() }; 5000];
        let text = card(&big, Look::default());
        assert!(text.lines().count() < LISTED + 20);
        assert!(text.contains("… and 4950 more\n5000 files, "));
        assert!(text.contains("\na\\u{1b}[31m\\n漢字  file"), "{text}");
    }

    #[test]
    fn sizes_for_people() {
        for (bytes, shown) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.0 kB"),
            (1449, "1.4 kB"),
            (1450, "1.5 kB"),
            (99_949, "99.9 kB"),
            (99_950, "100 kB"),
            (999_449, "999 kB"),
            (999_450, "1.0 MB"),
            (999_500, "1.0 MB"),
            (16 << 20, "16.8 MB"),
            (u64::MAX, "18 EB"),
        ] {
            assert_eq!(human_size(bytes), shown, "{bytes}");
        }
    }
}
