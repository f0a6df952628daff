use std::fmt;

/// How much a problem matters. Only an error refuses the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    Info,
}

impl Severity {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

/// Where a code comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The agent.md reference.
    Reference,
    /// This compiler.
    Ours,
}

macro_rules! catalogue {
    ($($variant:ident $code:literal $severity:ident $origin:ident $summary:literal;)*) => {
        /// The name of a kind of problem. Names are never reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// Every code there is, in the order of the catalogue.
            pub const ALL: &[Code] = &[$(Self::$variant,)*];

            /// As it is written in reports: `ENTRY_NOT_FOUND`.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            /// The severity it has unless a rule says otherwise.
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            pub fn origin(self) -> Origin {
                match self { $(Self::$variant => Origin::$origin,)* }
            }

            /// One line on what it means.
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }
        }
    };
}

catalogue! {
    // The entry file.
    EntryNotFound "ENTRY_NOT_FOUND" Error Reference "The folder has no agent.md.";
    EntryCase "ENTRY_CASE" Error Reference "The entry file is named agent.md in other letter case.";
    EntryNotCanonical "ENTRY_NOT_CANONICAL" Error Reference "The file given as the entry file is not named agent.md.";
    AmbiguousEntry "AMBIGUOUS_ENTRY" Error Reference "The folder has several case variants of agent.md.";
    SourceEncoding "SOURCE_ENCODING" Error Ours "A text file is not valid UTF-8.";
    MarkdownFrontmatter "MARKDOWN_FRONTMATTER" Error Reference "The file has no frontmatter between two lines of `---`.";
    MissingInstructions "MISSING_INSTRUCTIONS" Error Reference "The Markdown body, the agent's instructions, is empty.";

    // The frontmatter as YAML.
    YamlDocumentCount "YAML_DOCUMENT_COUNT" Error Reference "The frontmatter is not exactly one YAML document.";
    YamlParse "YAML_PARSE" Error Reference "The frontmatter does not parse as YAML, or repeats a key.";
    YamlAlias "YAML_ALIAS" Error Reference "The frontmatter uses a YAML alias.";
    YamlMerge "YAML_MERGE" Error Reference "The frontmatter uses a YAML merge key.";
    YamlTag "YAML_TAG" Error Reference "The frontmatter uses a YAML tag.";
    YamlKey "YAML_KEY" Error Reference "A mapping key is not a string.";
    UnusedAnchor "UNUSED_ANCHOR" Warning Ours "An anchor that nothing refers to.";
    YamlSuspicious "YAML_SUSPICIOUS" Warning Ours "YAML that parses but is plainly not what was meant.";

    // The fields.
    AgentSchema "AGENT_SCHEMA" Error Reference "A field is unknown, missing, or not of the type, length or form it must have.";
    LegacyInstructionsField "LEGACY_INSTRUCTIONS_FIELD" Error Reference "An `instructions` key, where the body is the instructions.";
    LegacyManifestField "LEGACY_MANIFEST_FIELD" Error Ours "An `apiVersion`, `kind` or `metadata` key of the older manifest form.";
    ModelFormat "MODEL_FORMAT" Error Reference "`model` is not written `llm-provider/model`.";
    LocalFieldGrantsNothing "LOCAL_FIELD_GRANTS_NOTHING" Info Ours "Top-level `tools` or `skills` grant a managed agent nothing.";
    DisallowedToolsTwice "DISALLOWED_TOOLS_TWICE" Warning Ours "`disallowed_tools` and `disallowedTools` are both set.";
    DisallowedToolUnknown "DISALLOWED_TOOL_UNKNOWN" Info Ours "A disallowed tool that is not granted in the first place.";
    DuplicateTool "DUPLICATE_TOOL" Error Reference "Two tool modules have one name.";
    ToolCollision "TOOL_COLLISION" Error Reference "A tool module has the name of a granted built-in tool.";
    DuplicateBinding "DUPLICATE_BINDING" Error Reference "Two secret bindings have one name.";
    AgentRequiredBindingsUnsupported "AGENT_REQUIRED_BINDINGS_UNSUPPORTED" Warning Reference "A required secret binding, which deploy refuses.";
    SkillRequiresRead "SKILL_REQUIRES_READ" Error Reference "Skills are declared but the `read` tool is not granted.";
    SkillNotMentioned "SKILL_NOT_MENTIONED" Info Ours "The instructions never name a declared skill.";

    // Declared and imported paths.
    PathEscape "PATH_ESCAPE" Error Reference "A path is absolute, climbs, or is otherwise not a plain path inside the folder.";
    SourceNotFound "SOURCE_NOT_FOUND" Error Reference "A declared or imported path does not exist.";
    SourceNotFile "SOURCE_NOT_FILE" Error Reference "A folder where a file is expected.";
    SourceNotDirectory "SOURCE_NOT_DIRECTORY" Error Reference "A file where a folder is expected.";
    SymlinkSource "SYMLINK_SOURCE" Error Reference "A declared or imported path is a symlink or passes through one.";
    SymlinkEscape "SYMLINK_ESCAPE" Error Reference "A packaged folder contains a symlink.";
    CredentialPath "CREDENTIAL_PATH" Error Reference "A packaged file has a name that credentials have.";
    PrivateKeyContent "PRIVATE_KEY_CONTENT" Error Reference "A packaged file contains a private key.";
    SecretContent "SECRET_CONTENT" Warning Ours "A packaged file contains what looks like a secret.";
    SourceKindCollision "SOURCE_KIND_COLLISION" Error Reference "One path is declared in two roles.";
    PathOverlap "PATH_OVERLAP" Warning Ours "Declared paths of one role overlap.";
    EmptyFolder "EMPTY_FOLDER" Warning Ours "A declared folder holds no file.";
    ArchivePathLength "ARCHIVE_PATH_LENGTH" Error Reference "A path inside the package is longer than 100 bytes.";
    PackagePathCollision "PACKAGE_PATH_COLLISION" Error Ours "Two sources land on one path inside the package.";
    PackagePathCase "PACKAGE_PATH_CASE" Warning Ours "Package paths differ only in letter case or Unicode form.";
    ArchiveTooLarge "ARCHIVE_TOO_LARGE" Warning Ours "The archive is larger than deploy accepts.";
    ContentsTooLarge "CONTENTS_TOO_LARGE" Warning Ours "The packaged files are together larger than deploy accepts.";

    // Skill folders.
    SkillManifest "SKILL_MANIFEST" Error Reference "A skill folder has no SKILL.md.";
    SkillFrontmatter "SKILL_FRONTMATTER" Warning Ours "A SKILL.md departs from the Agent Skills specification.";

    // package.json.
    PackageJson "PACKAGE_JSON" Error Reference "package.json is missing or not a JSON object.";
    PackageType "PACKAGE_TYPE" Info Ours "package.json does not say `\"type\": \"module\"`.";

    // Tool modules.
    ToolExtension "TOOL_EXTENSION" Error Reference "A tool module does not end in .ts, .tsx, .js or .mjs.";
    ToolSyntax "TOOL_SYNTAX" Error Reference "A tool module does not parse.";
    ToolBuild "TOOL_BUILD" Error Reference "The tool modules can't be bundled.";
    ToolMacro "TOOL_MACRO" Error Reference "An import with `type: \"macro\"`.";
    ToolExportNotFound "TOOL_EXPORT_NOT_FOUND" Error Ours "A tool module lacks the export that is declared for it.";
    ToolNameMismatch "TOOL_NAME_MISMATCH" Warning Ours "`defineTool` names the tool otherwise than agent.md does.";
    DependenciesUnsupported "DEPENDENCIES_UNSUPPORTED" Error Reference "A third-party package is imported or depended on.";
    UnsupportedToolImport "UNSUPPORTED_TOOL_IMPORT" Error Reference "An import of a URL, or with a query or fragment.";
    UnsupportedToolInput "UNSUPPORTED_TOOL_INPUT" Error Reference "An import of a kind of file that tools can't use.";
    ImportExtensionRequired "IMPORT_EXTENSION_REQUIRED" Error Reference "An import of a file without an extension.";
    DynamicImport "DYNAMIC_IMPORT" Error Reference "`import()` or `require()` of something other than one string literal.";
    LocationDependent "LOCATION_DEPENDENT" Warning Ours "Code that looks for files beside the module, where they won't be.";
    UndeclaredBinding "UNDECLARED_BINDING" Warning Ours "A secret is read that no binding declares.";

    // pack.
    AgentOutputIsSource "AGENT_OUTPUT_IS_SOURCE" Error Reference "The archive would be written inside the agent folder.";
    AgentOutputExists "AGENT_OUTPUT_EXISTS" Error Reference "The file to write exists and --force was not given.";

    // The report itself.
    DiagnosticsOmitted "DIAGNOSTICS_OMITTED" Info Ours "There are more problems than a report lists.";
}

impl Code {
    /// The code of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_can_be_looked_up() {
        let names: BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        for code in Code::ALL {
            assert_eq!(Code::named(code.as_str()), Some(*code));
            assert!(code.summary().ends_with('.'), "{code}");
        }
        assert_eq!(Code::named("entry_not_found"), None);
    }
}
