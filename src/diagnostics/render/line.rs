//! One line a problem, for editors' error lists and for `grep`.

use super::escape::visible;
use super::files::{Files, Subject};
use super::text::place_name;

/// `file:line:column: severity CODE message`, without line and column where the file as a whole is meant. Columns count
/// characters from 1.
pub fn line(subjects: &[Subject<'_>]) -> String {
    let mut lines = String::new();
    for subject in subjects {
        let files = Files::of(subject);
        for diagnostic in &subject.report.diagnostics {
            let place = place_name(subject, &diagnostic.file, files.place(&diagnostic.file, diagnostic.span));
            let severity = diagnostic.severity.as_str();
            lines.push_str(&format!("{place}: {severity} {} {}\n", diagnostic.code, visible(&diagnostic.message)));
        }
    }
    lines
}
