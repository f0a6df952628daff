//! Fixes put into effect.

use std::collections::{BTreeMap, BTreeSet};

use super::{Diagnostic, Edit, Fix, Report};
use crate::source::Span;
use crate::vfs::{Lookup, Needs, NodeKind, Vfs, VfsPath};

/// How often fixes are applied and the result checked again.
pub const MAX_ROUNDS: usize = 10;

/// A folder after fixes, and what they did to it.
#[derive(Clone, Debug)]
pub struct Applied {
    pub files: Vfs,
    pub changes: Changes,
    /// For each fix, in the order given, whether it was applied.
    pub applied: Vec<bool>,
}

/// What a host has to do on its disk: first the renames, in their order, then the writes.
///
/// A rename may change no more than the case of a name, which a disk may not tell from the old one: it has to be done
/// as a rename, not as a write and a removal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub renames: Vec<(VfsPath, VfsPath)>,
    /// New contents, under the names after the renames.
    pub writes: BTreeMap<VfsPath, Vec<u8>>,
    /// Which of the writes are of files that were not there.
    pub created: BTreeSet<VfsPath>,
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        self.renames.is_empty() && self.writes.is_empty()
    }

    /// These changes, and then `later` ones.
    fn then(&mut self, later: Changes) {
        for (from, to) in later.renames {
            if let Some(content) = self.writes.remove(&from) {
                self.writes.insert(to.clone(), content);
            }
            // What these changes create is created under its last name instead.
            if self.created.remove(&from) {
                self.created.insert(to);
            } else {
                self.renames.push((from, to));
            }
        }
        self.writes.extend(later.writes);
        self.created.extend(later.created);
    }
}

/// Applies fixes, each whole or not at all. One that overlaps an earlier one, edits what is not there or creates what is
/// there already is left out.
pub fn apply<'a>(files: &Vfs, fixes: impl IntoIterator<Item = &'a Fix>) -> Applied {
    let mut plan = Plan::new(files);
    let applied = fixes.into_iter().map(|fix| plan.accept(fix)).collect();
    let (files, changes) = plan.carry_out();
    Applied { files, changes, applied }
}

/// One round of fixes: a folder, what was found in it, and what was applied.
#[derive(Clone, Debug)]
pub struct Round {
    pub files: Vfs,
    pub report: Report,
    /// Each the index of a diagnostic in the report, and that of a fix in the diagnostic.
    applied: Vec<(usize, usize)>,
}

impl Round {
    /// The fixes that were applied, each with the problem that it was for.
    pub fn applied(&self) -> impl Iterator<Item = (&Diagnostic, &Fix)> {
        self.applied.iter().filter_map(|(diagnostic, fix)| {
            let diagnostic = self.report.diagnostics.get(*diagnostic)?;
            Some((diagnostic, diagnostic.fixes.get(*fix)?))
        })
    }
}

/// Fixes of one folder, round after round. Between two rounds the folder is checked again, for which a host may have to
/// provide more of it.
#[derive(Clone, Debug, Default)]
pub struct Mending {
    pub rounds: Vec<Round>,
    /// What all the rounds did.
    pub changes: Changes,
}

impl Mending {
    /// Applies the first fix of each problem and gives the folder after it, or `None` where there is nothing left to
    /// apply or [`MAX_ROUNDS`] are over.
    pub fn round(&mut self, files: &Vfs, report: &Report, safe_only: bool) -> Option<Vfs> {
        if self.rounds.len() == MAX_ROUNDS {
            return None;
        }
        let mut places = Vec::new();
        let mut chosen = Vec::new();
        for (at, diagnostic) in report.diagnostics.iter().enumerate() {
            let first = diagnostic.fixes.iter().enumerate().find(|(_, fix)| fix.safe || !safe_only);
            if let Some((which, fix)) = first {
                places.push((at, which));
                chosen.push(fix);
            }
        }
        let round = apply(files, chosen);
        if round.changes.is_empty() {
            return None;
        }
        let applied = places.into_iter().zip(round.applied).filter(|(_, applied)| *applied).map(|(place, _)| place);
        self.rounds.push(Round { files: files.clone(), report: report.clone(), applied: applied.collect() });
        self.changes.then(round.changes);
        Some(round.files)
    }
}

/// A folder after all the fixes that could be applied.
#[derive(Clone, Debug)]
pub struct Fixed {
    pub files: Vfs,
    pub mending: Mending,
    /// What is found in the folder as it is now.
    pub report: Report,
}

/// Checks and applies the first fix of each problem, over and over, until there is none left or [`MAX_ROUNDS`] are over.
pub fn apply_to_fixed_point(files: &Vfs, mut check: impl FnMut(&Vfs) -> Report, safe_only: bool) -> Fixed {
    let mut mending = Mending::default();
    let mut files = files.clone();
    let mut report = check(&files);
    while let Some(after) = mending.round(&files, &report, safe_only) {
        files = after;
        report = check(&files);
    }
    Fixed { files, mending, report }
}

/// The edits accepted so far, none in the way of another.
struct Plan<'a> {
    files: &'a Vfs,
    /// Replacements in each file, by where they start.
    replacements: BTreeMap<VfsPath, BTreeMap<Span, String>>,
    creations: BTreeMap<VfsPath, String>,
    renames: Vec<(VfsPath, VfsPath)>,
    /// Names that come to be or cease to be.
    taken: BTreeSet<VfsPath>,
}

impl<'a> Plan<'a> {
    fn new(files: &'a Vfs) -> Self {
        Self {
            files,
            replacements: BTreeMap::new(),
            creations: BTreeMap::new(),
            renames: Vec::new(),
            taken: BTreeSet::new(),
        }
    }

    /// Takes a fix into the plan where all of it fits, and says whether it did.
    fn accept(&mut self, fix: &Fix) -> bool {
        let fits = fix.edits.iter().enumerate().all(|(at, edit)| {
            self.is_possible(edit) && fix.edits.iter().take(at).all(|earlier| !collide(earlier, edit))
        });
        if !fits || fix.edits.is_empty() {
            return false;
        }
        for edit in &fix.edits {
            match edit {
                Edit::Replace { file, span, text } => {
                    self.replacements.entry(file.clone()).or_default().insert(*span, text.clone());
                }
                Edit::Create { file, text } => {
                    self.taken.insert(file.clone());
                    self.creations.insert(file.clone(), text.clone());
                }
                Edit::Rename { from, to } => {
                    self.taken.extend([from.clone(), to.clone()]);
                    self.renames.push((from.clone(), to.clone()));
                }
            }
        }
        true
    }

    fn is_possible(&self, edit: &Edit) -> bool {
        match edit {
            Edit::Replace { file, span, .. } => {
                let Some(content) = self.files.content(file) else { return false };
                let is_boundary = |at: u32| match content.get(at as usize) {
                    Some(byte) => byte & 0b1100_0000 != 0b1000_0000,
                    None => at as usize == content.len(),
                };
                span.start <= span.end
                    && is_boundary(span.start)
                    && is_boundary(span.end)
                    && self.replacements.get(file).is_none_or(|accepted| is_free(accepted, *span))
            }
            Edit::Create { file, .. } => !self.taken.contains(file) && self.is_missing(file),
            Edit::Rename { from, to } => {
                !self.taken.contains(from)
                    && !self.taken.contains(to)
                    && self.files.content(from).is_some()
                    && self.is_missing(to)
            }
        }
    }

    fn is_missing(&self, file: &VfsPath) -> bool {
        let lookup = |path: &VfsPath| self.files.lookup(path, &mut Needs::default());
        let fits_below = |folder| matches!(lookup(&folder), Lookup::Missing | Lookup::Found(NodeKind::Directory));
        lookup(file) == Lookup::Missing && file.ancestors().all(fits_below)
    }

    fn carry_out(self) -> (Vfs, Changes) {
        let mut files = self.files.clone();
        let mut changes = Changes::default();
        for (file, replacements) in self.replacements {
            let content = self.files.content(&file).map_or(&[][..], |content| content);
            changes.writes.insert(file, replaced(content, &replacements));
        }
        for (file, text) in self.creations {
            changes.created.insert(file.clone());
            changes.writes.insert(file, text.into_bytes());
        }
        for (file, content) in &changes.writes {
            files.add_file(file.clone(), content.as_slice());
        }
        for (from, to) in &self.renames {
            if let Some(content) = files.remove_file(from) {
                files.add_file(to.clone(), content);
            }
        }
        changes.then(Changes { renames: self.renames, ..Changes::default() });
        (files, changes)
    }
}

/// Whether two edits of one fix are in each other's way.
fn collide(one: &Edit, other: &Edit) -> bool {
    match (one, other) {
        (Edit::Replace { file, span, .. }, Edit::Replace { file: other_file, span: other_span, .. }) => {
            file == other_file && overlap(*span, *other_span)
        }
        (Edit::Replace { .. }, _) | (_, Edit::Replace { .. }) => false,
        _ => names(one).iter().any(|name| names(other).contains(name)),
    }
}

/// The names that an edit makes or unmakes.
fn names(edit: &Edit) -> Vec<&VfsPath> {
    match edit {
        Edit::Replace { .. } => Vec::new(),
        Edit::Create { file, .. } => vec![file],
        Edit::Rename { from, to } => vec![from, to],
    }
}

/// Two insertions at one place overlap, for nothing says which comes first; so do an insertion and the edge of what is
/// replaced.
fn overlap(one: Span, other: Span) -> bool {
    if one.is_empty() || other.is_empty() {
        one.start <= other.end && other.start <= one.end
    } else {
        one.start < other.end && other.start < one.end
    }
}

/// Whether a span overlaps none of disjoint ones: only its neighbours can be in its way.
fn is_free(accepted: &BTreeMap<Span, String>, span: Span) -> bool {
    let before = accepted.range(..=span).next_back();
    let after = accepted.range(span..).next();
    before.into_iter().chain(after).all(|(neighbour, _)| !overlap(*neighbour, span))
}

fn replaced(content: &[u8], replacements: &BTreeMap<Span, String>) -> Vec<u8> {
    let mut result = Vec::with_capacity(content.len());
    let mut at = 0;
    for (span, text) in replacements {
        result.extend_from_slice(content.get(at..span.start as usize).unwrap_or_default());
        result.extend_from_slice(text.as_bytes());
        at = span.end as usize;
    }
    result.extend_from_slice(content.get(at..).unwrap_or_default());
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::{Code, Sink};

    fn path(text: &str) -> VfsPath {
        VfsPath::declared(text).unwrap()
    }

    fn folder(files: &[(&str, &str)]) -> Vfs {
        let mut vfs = Vfs::new();
        for (name, content) in files {
            vfs.add_file(path(name), content.as_bytes());
        }
        vfs
    }

    fn text(files: &Vfs, name: &str) -> Option<String> {
        files.content(&path(name)).map(|content| String::from_utf8_lossy(content).into_owned())
    }

    fn replace(start: usize, end: usize, text: &str) -> Edit {
        Edit::replace(&path("a"), Span::new(start, end), text)
    }

    fn applied(edits: &[Vec<Edit>]) -> (Vec<bool>, String) {
        let files = folder(&[("a", "0123456é"), ("b", "b")]);
        let fixes: Vec<_> = edits.iter().map(|edits| Fix::safe("x", edits.clone())).collect();
        let result = apply(&files, &fixes);
        let content = text(&result.files, "a").unwrap();
        assert_eq!(
            result.changes.writes.get(&path("a")).map_or(&b"0123456\xc3\xa9"[..], |new| new),
            content.as_bytes()
        );
        (result.applied, content)
    }

    #[test]
    fn of_overlapping_fixes_the_first_wins() {
        type Case<'a> = (&'a [Vec<Edit>], &'a [bool], &'a str);
        let cases: [Case<'_>; 9] = [
            (&[vec![replace(2, 4, "x")], vec![replace(3, 5, "y")]], &[true, false], "01x456é"),
            (&[vec![replace(2, 4, "x")], vec![replace(4, 5, "y")]], &[true, true], "01xy56é"),
            (&[vec![replace(4, 5, "y")], vec![replace(2, 4, "x")]], &[true, true], "01xy56é"),
            (&[vec![replace(2, 2, "x")], vec![replace(2, 2, "x")]], &[true, false], "01x23456é"),
            (&[vec![replace(2, 4, "")], vec![replace(4, 4, "y")]], &[true, false], "01456é"),
            (&[vec![replace(0, 7, "x")], vec![replace(3, 3, "y")]], &[true, false], "xé"),
            // Whole or not at all.
            (&[vec![replace(2, 3, "x")], vec![replace(0, 1, "y"), replace(2, 3, "y")]], &[true, false], "01x3456é"),
            (&[vec![replace(0, 2, "x"), replace(1, 3, "y")]], &[false], "0123456é"),
            // Places that are not there: inside a character, past the end, the wrong way round.
            (
                &[
                    vec![replace(8, 9, "x")],
                    vec![replace(9, 10, "x")],
                    vec![replace(9, 9, "!")],
                    vec![replace(3, 1, "")],
                ],
                &[false, false, true, false],
                "0123456é!",
            ),
        ];
        for (edits, which, content) in cases {
            assert_eq!(applied(edits), (which.to_vec(), content.to_owned()), "{edits:?}");
        }
    }

    #[test]
    fn files_are_created_and_renamed_where_nothing_is_in_the_way() {
        let create = |name: &str| Edit::Create { file: path(name), text: "new".to_owned() };
        let rename = |from: &str, to: &str| Edit::Rename { from: path(from), to: path(to) };
        let fixes: Vec<_> = [
            vec![rename("Agent.md", "agent.md"), Edit::replace(&path("Agent.md"), Span::new(0, 1), "X")],
            vec![create("package.json")],
            vec![create("package.json")],
            vec![create("b")],
            vec![create("b/c")],
            vec![rename("b", "agent.md")],
            vec![rename("nowhere", "c")],
            vec![Edit::insert(&path("b"), 0, "1"), create("d/e")],
        ]
        .into_iter()
        .map(|edits| Fix::safe("x", edits))
        .collect();
        let result = apply(&folder(&[("Agent.md", "agent"), ("b", "b")]), &fixes);
        assert_eq!(result.applied, [true, true, false, false, false, false, false, true]);
        assert_eq!(result.changes.renames, [(path("Agent.md"), path("agent.md"))]);
        let writes: Vec<_> =
            result.changes.writes.iter().map(|(file, content)| (file.as_str(), &content[..])).collect();
        let expected: [(&str, &[u8]); 4] =
            [("agent.md", b"Xgent"), ("b", b"1b"), ("d/e", b"new"), ("package.json", b"new")];
        assert_eq!(writes, expected);
        for (name, content) in expected {
            assert_eq!(result.files.content(&path(name)).map(|content| &content[..]), Some(content));
        }
        assert_eq!(result.files.lookup(&path("Agent.md"), &mut Needs::default()), Lookup::Missing);
    }

    /// Reports the first digit, with a fix that lowers it, or drops it where it is 0; and offers to drop everything.
    fn count_down(files: &Vfs) -> Report {
        let mut sink = Sink::default();
        let a = path("a");
        let content = text(files, "a").unwrap_or_default();
        for (at, digit) in content.char_indices().filter_map(|(at, digit)| Some((at, digit.to_digit(10)?))) {
            let span = Span::new(at, at + 1);
            let lower = digit.checked_sub(1).map_or(String::new(), |lower| lower.to_string());
            sink.push(
                Diagnostic::new(Code::AgentSchema, &a, span, "a digit")
                    .fix(Fix::suggestion("Drop everything", vec![Edit::delete(&a, Span::new(0, content.len()))]))
                    .fix(Fix::safe("Lower it", vec![Edit::replace(&a, span, lower)])),
            );
        }
        sink.into_report(&a)
    }

    fn applied_in(fixed: &Fixed) -> Vec<usize> {
        fixed.mending.rounds.iter().map(|round| round.applied().count()).collect()
    }

    #[test]
    fn fixes_are_applied_until_there_are_none() {
        let fixed = apply_to_fixed_point(&folder(&[("a", "x1y0z2")]), count_down, true);
        assert_eq!(text(&fixed.files, "a").unwrap(), "xyz");
        assert_eq!(applied_in(&fixed), [3, 2, 1]);
        assert!(fixed.report.diagnostics.is_empty());
        assert_eq!(fixed.mending.changes.writes[&path("a")], b"xyz");

        let unsafe_too = apply_to_fixed_point(&folder(&[("a", "x1y0z2")]), count_down, false);
        assert_eq!(text(&unsafe_too.files, "a").unwrap(), "");
        assert_eq!(applied_in(&unsafe_too), [1]);
    }

    #[test]
    fn fixes_that_never_end_are_stopped() {
        let check = |files: &Vfs| {
            let mut sink = Sink::default();
            let a = path("a");
            assert!(files.content(&a).is_some());
            sink.push(
                Diagnostic::new(Code::AgentSchema, &a, None, "too short")
                    .fix(Fix::safe("Grow", vec![Edit::insert(&a, 0, "+")])),
            );
            sink.into_report(&a)
        };
        let fixed = apply_to_fixed_point(&folder(&[("a", "")]), check, true);
        assert_eq!(text(&fixed.files, "a").unwrap(), "+".repeat(MAX_ROUNDS));
        assert_eq!(fixed.report.summary.errors, 1);
    }

    #[test]
    fn a_file_made_in_one_round_and_renamed_in_the_next_is_made_under_its_last_name() {
        let check = |files: &Vfs| {
            let mut sink = Sink::default();
            let [a, b, c] = ["a", "b", "c"].map(path);
            let edit = match (files.content(&b), files.content(&c)) {
                (None, None) => Some(Edit::Create { file: b, text: "new".to_owned() }),
                (Some(_), None) => Some(Edit::Rename { from: b, to: c }),
                _ => None,
            };
            sink.extend(
                edit.map(|edit| Diagnostic::new(Code::AgentSchema, &a, None, "x").fix(Fix::safe("Go on", vec![edit]))),
            );
            sink.into_report(&a)
        };
        let fixed = apply_to_fixed_point(&folder(&[]), check, true);
        let changes = Changes {
            renames: vec![],
            writes: BTreeMap::from([(path("c"), b"new".to_vec())]),
            created: BTreeSet::from([path("c")]),
        };
        assert_eq!(fixed.mending.changes, changes);
        assert_eq!(text(&fixed.files, "c").unwrap(), "new");
        assert_eq!(text(&fixed.files, "b"), None);
    }
}
