//! JUnit XML, for services that show test results.

use super::escape::{visible, xml};
use super::files::{Files, Subject};
use super::text::place_name;
use super::{TOOL_NAME, with_help};
use crate::diagnostics::{Diagnostic, Severity};

/// A suite a folder, a case a problem. Errors are failures; warnings and infos pass, with what there is to say as their
/// output. A folder without problems is one case that passes, since services take an empty suite for a mistake.
pub fn junit(subjects: &[Subject<'_>]) -> String {
    let mut suites = String::new();
    let (mut all_tests, mut all_failures) = (0, 0);
    for subject in subjects {
        let files = Files::of(subject);
        let found = &subject.report.diagnostics;
        let name = if subject.folder.is_empty() { "." } else { subject.folder };
        let tests = found.len().max(1);
        let failures = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
        let name = xml(name);
        suites.push_str(&format!("  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\">\n"));
        if found.is_empty() {
            suites.push_str(&format!("    <testcase classname=\"{name}\" name=\"no problems\"/>\n"));
        }
        for diagnostic in found {
            suites.push_str(&case(diagnostic, subject, &files));
        }
        suites.push_str("  </testsuite>\n");
        all_tests += tests;
        all_failures += failures;
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"{TOOL_NAME}\" tests=\"{all_tests}\" failures=\"{all_failures}\">\n{suites}</testsuites>\n"
    )
}

fn case(diagnostic: &Diagnostic, subject: &Subject<'_>, files: &Files<'_>) -> String {
    let Diagnostic { code, severity, message, file, span, .. } = diagnostic;
    let place = xml(&place_name(subject, file, files.place(file, *span)));
    let detail = xml(&format!("{}: {}", severity.as_str(), with_help(diagnostic, "\n")));
    let outcome = match severity {
        Severity::Error => format!("<failure type=\"{code}\" message=\"{}\">{place}: {detail}</failure>", xml(message)),
        Severity::Warning | Severity::Info => format!("<system-out>{place}: {detail}</system-out>"),
    };
    let class = xml(&visible(&subject.name(file)));
    format!("    <testcase classname=\"{class}\" name=\"{code} {place}\">\n      {outcome}\n    </testcase>\n")
}
