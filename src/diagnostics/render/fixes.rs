//! What fixes did, or would do, to a folder.

use super::diff::{diff, is_at_home};
use super::escape::visible;
use super::files::{Files, Subject};
use super::frame::Gutter;
use super::page::{Line, Look, Page, Style};
use super::text::{number_width, place_name};
use crate::diagnostics::Round;

/// Each fix with the code of its problem, the place, and the lines that it takes away and puts there. Lines are
/// numbered as they were in the round that the fix belongs to.
pub fn fixes(folder: &str, rounds: &[Round], look: Look) -> String {
    let mut page = Page::new(look);
    for round in rounds {
        let subject = Subject::new(&round.report, &round.files).in_folder(folder);
        let files = Files::of(&subject);
        let gutter = Gutter(number_width(&subject, &files));
        for (diagnostic, fix) in round.applied() {
            let head = Line::default().with(Style::Remedy, format!("fix[{}]", diagnostic.code));
            page.prose_hanging(head.with(Style::Strong, ": "), Style::Strong, &visible(&fix.title), 4);
            if is_at_home(fix, &diagnostic.file) {
                let place = files.place(&diagnostic.file, diagnostic.span);
                page.line(gutter.arrow(&place_name(&subject, &diagnostic.file, place)));
            }
            diff(&mut page, &gutter, &subject, &files, fix, &diagnostic.file);
            page.blank();
        }
    }
    page.finish()
}
