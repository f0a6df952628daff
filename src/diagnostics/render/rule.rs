//! A rule's page at a terminal.

use super::escape::visible;
use super::page::{Line, Look, Page, Style};

/// A page of docs/rules, laid out for reading: of Markdown, it knows what those pages are made of, which is headings,
/// paragraphs and fenced blocks.
pub fn rule_page(markdown: &str, look: Look) -> String {
    let mut page = Page::new(look);
    let mut paragraph = String::new();
    let mut in_fence = false;
    for line in markdown.lines().skip_while(|line| line.is_empty() || line.starts_with("<!--")) {
        match (in_fence, line.starts_with("```")) {
            (_, true) => in_fence = !in_fence,
            (true, false) => page.line(Line::default().with(Style::Plain, format!("    {}", visible(line)))),
            (false, false) if line.is_empty() => {
                end_paragraph(&mut page, &mut paragraph);
                page.blank();
            }
            (false, false) => {
                if !paragraph.is_empty() {
                    paragraph.push(' ');
                }
                paragraph.push_str(line);
            }
        }
    }
    end_paragraph(&mut page, &mut paragraph);
    page.finish()
}

fn end_paragraph(page: &mut Page, paragraph: &mut String) {
    let text = visible(paragraph.trim_start_matches('#').trim_start());
    let style = if paragraph.starts_with('#') { Style::Strong } else { Style::Plain };
    let text = match text.strip_prefix('*').and_then(|rest| rest.strip_suffix('*')) {
        Some(emphasised) => emphasised,
        None => &text,
    };
    if !text.is_empty() {
        page.prose(Line::default(), style, text);
    }
    paragraph.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_wrapped_anew_and_samples_are_not() {
        let markdown = "<!-- notice -->\n\n# CODE\n\n*Error.*\n\nOne line that is\nbroken in two, and now at another place.\n\n\
                        ```js\nconst long = \"a sample is shown as it stands\";\n```\n";
        let text = rule_page(markdown, Look { width: 40, color: false });
        let expected = "CODE\n\nError.\n\nOne line that is broken in two, and now\nat another place.\n\n    \
                        const long = \"a sample is shown as it stands\";\n";
        assert_eq!(text, expected);
    }
}
