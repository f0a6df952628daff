//! ARCHIVE_PATH_LENGTH, PACKAGE_PATH_COLLISION, PACKAGE_PATH_CASE, CREDENTIAL_PATH, and PATH_ESCAPE of names on disk.

use std::collections::BTreeMap;

use crate::agent::names::fold;
use crate::agent::sources::{Origin, Sources};
use crate::diagnostics::{Code, Diagnostic, Sink, quoted};
use crate::package::{PATH_LIMIT, package_path};
use crate::vfs::VfsPath;

pub fn check(sources: &Sources, sink: &mut Sink) {
    let mut taken: BTreeMap<String, (&VfsPath, &Origin)> = BTreeMap::new();
    let mut folded: BTreeMap<String, (&VfsPath, &Origin)> = BTreeMap::new();
    for (path, uses) in &sources.files {
        for (role, origins) in &uses.by_role {
            let Some(origin) = origins.first() else { continue };
            if let Err(problem) = VfsPath::declared(path.as_str()) {
                sink.push(
                    origin
                        .diagnostic(
                            Code::PathEscape,
                            format!("the name {} {}", quoted(path.as_str()), problem.describe()),
                        )
                        .help("Rename the file: a package must unpack everywhere."),
                );
            }
            if is_credential(path.file_name()) {
                sink.push(
                    origin
                        .diagnostic(
                            Code::CredentialPath,
                            format!("{} has a name that credentials have", quoted(path.as_str())),
                        )
                        .help("Keep credentials out of the package; declare a secret binding and read it at run time."),
                );
            }
            let packaged = package_path(*role, path);
            if packaged.len() > PATH_LIMIT {
                sink.push(
                    origin
                        .diagnostic(
                            Code::ArchivePathLength,
                            format!("{} has {} bytes as a path in the package", quoted(&packaged), packaged.len()),
                        )
                        .help(format!("Shorten a name in it: {PATH_LIMIT} bytes is the limit.")),
                );
            }
            match taken.get(&packaged) {
                Some((other, first)) if *other != path => sink.push(
                    collision(Code::PackagePathCollision, origin, first, other)
                        .help("Rename one of the two: `files/a` and `a` both land at `files/a`.")
                        .message(format!(
                            "{} and {} both land at {} in the package",
                            quoted(other.as_str()),
                            quoted(path.as_str()),
                            quoted(&packaged)
                        )),
                ),
                Some(_) => {}
                None => {
                    match folded.get(&fold(&packaged)) {
                        Some((other, first)) => sink.push(
                            collision(Code::PackagePathCase, origin, first, other)
                                .help("Rename one of the two; on many disks they are one file.")
                                .message(format!(
                                    "{} and {} differ in the package only in letter case or Unicode form",
                                    quoted(other.as_str()),
                                    quoted(path.as_str())
                                )),
                        ),
                        None => {
                            folded.insert(fold(&packaged), (path, origin));
                        }
                    }
                    taken.insert(packaged, (path, origin));
                }
            }
        }
    }
}

fn collision(code: Code, origin: &Origin, first: &Origin, other: &VfsPath) -> Diagnostic {
    origin.diagnostic(code, String::new()).related(
        &first.file,
        first.span,
        format!("{} comes from here", quoted(other.as_str())),
    )
}

/// Names of the reference's list, whatever their letter case.
fn is_credential(name: &str) -> bool {
    let name = name.to_lowercase();
    matches!(name.as_str(), ".env" | ".mutagentrc" | "id_rsa" | "id_ed25519" | "credentials" | "credentials.json")
        || name.starts_with(".env.")
        || [".pem", ".key", ".p12", ".pfx"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credential_names() {
        for name in [
            ".env",
            ".ENV.local",
            ".mutagentrc",
            "id_rsa",
            "ID_ED25519",
            "credentials",
            "Credentials.json",
            "a.pem",
            "b.KEY",
            ".p12",
            "x.pfx",
        ] {
            assert!(is_credential(name), "{name}");
        }
        for name in ["env", ".environment", "id_rsa.pub", "credentials.yaml", "pem", "key", "keys.json"] {
            assert!(!is_credential(name), "{name}");
        }
    }
}
