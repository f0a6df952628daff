/** What every file of a folder is: text, bytes, a symlink (never followed) or an empty folder. */
export type FileContent = string | Uint8Array | { readonly symlink: string } | { readonly directory: true };

/**
 * A folder in memory: paths relative to it, `/` between segments, with what is there. Use an iterable such as a `Map`
 * or an array of pairs where a file may be called `__proto__`.
 */
export type Files = { readonly [path: string]: FileContent } | Iterable<readonly [path: string, content: FileContent]>;

export interface HostEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "symlink";
}

/**
 * A folder that is asked, round by round, only for what the compiler comes to need: the listing of the root, agent.md,
 * what that declares, what those import. The root is the empty path. An error that a method throws is the call's.
 */
export interface Host {
  list(folder: string): Iterable<HostEntry> | AsyncIterable<HostEntry> | Promise<Iterable<HostEntry> | AsyncIterable<HostEntry>>;
  read(path: string): string | Uint8Array | Promise<string | Uint8Array>;
}

/** A host that answers at once. */
export interface SyncHost {
  list(folder: string): Iterable<HostEntry>;
  read(path: string): string | Uint8Array;
}

export interface Options {
  /** Ends the call between two questions to the host. */
  readonly signal?: AbortSignal;
}

export interface InitOptions {
  /** The compiled module, or its bytes, where the runtime can't fetch it. */
  readonly module?: WebAssembly.Module | ArrayBuffer | ArrayBufferView<ArrayBuffer>;
  /** Where to fetch the module instead of beside this package's own code. */
  readonly url?: string | URL;
}

/**
 * Loads the compiler. Optional: every call does it, except that synchronous ones can't where the runtime has no file
 * system. Concurrent calls load it once; after a failure it may be tried again.
 *
 * @throws {InitializationError}
 */
export function init(options?: InitOptions): Promise<void>;

/**
 * Checks a folder and builds its package in memory.
 *
 * @throws {InvalidFolderError | InvalidPathError | InitializationError | CompilerCrashError}
 */
export function check(folder: Files | Host, options?: Options): Promise<CheckResult>;

/** Checks a folder and gives its package, if it is valid. */
export function pack(folder: Files | Host, options?: Options): Promise<PackResult>;

/** Applies fixes, round after round until there are none, and tells what they change. Nothing is written anywhere. */
export function fix(folder: Files | Host, options?: FixOptions & Options): Promise<FixResult>;

/**
 * Checks folders and makes one report of them, as text. Each goes by its name, which stands before the names of its
 * files; by the empty one, if names are relative to the folder.
 */
export function report(folders: NamedFolders, options: ReportOptions & Options): Promise<string>;

/**
 * `check`, at once. Where the runtime has no file system, after `init()`.
 *
 * @throws {NotInitializedError}
 */
export function checkSync(folder: Files | SyncHost): CheckResult;

/** `pack`, at once. Where the runtime has no file system, after `init()`. */
export function packSync(folder: Files | SyncHost): PackResult;

/** `fix`, at once. Where the runtime has no file system, after `init()`. */
export function fixSync(folder: Files | SyncHost, options?: FixOptions): FixResult;

export interface FixOptions {
  /** Whether fixes that someone should look at are left alone; `true` if not given. */
  readonly safeOnly?: boolean;
}

export type NamedFolders =
  | { readonly [name: string]: Files | Host }
  | Iterable<readonly [name: string, folder: Files | Host]>;

export interface ReportOptions {
  readonly format: ReportFormat;
  /** Whether errors alone are shown; the rest is only counted. */
  readonly quiet?: boolean;
  /** Of "text": whether it has ANSI colours. */
  readonly color?: boolean;
  /** Of "text": columns that a line may take; 100 if not given. */
  readonly width?: number;
}

/** JSON is what `check` gives. */
export type ReportFormat = "text" | "line" | "sarif" | "github" | "rdjson" | "junit";

export type CheckResult = ValidResult | RefusedResult;
export type PackResult = (ValidResult & { archive: Uint8Array }) | RefusedResult;

/** What `check` gives for the folder after the fixes, and the fixes. */
export type FixResult = CheckResult & {
  /** The problems that are fixed, in the order in which they were. */
  fixed: FixedProblem[];
  /** What is to be done to the folder, in this order. */
  changes: Change[];
};

export interface FixedProblem {
  code: string;
  /** As it was called when it was fixed. */
  file: string;
  /** Of the fix. */
  title: string;
}

/** `created`: whether the file is new. A rename may change letter case alone. */
export type Change =
  | { kind: "rename"; file: string; newFile: string }
  | { kind: "write"; file: string; created: boolean; content: Uint8Array };

interface Report {
  schemaVersion: 1;
  format: "agent";
  /** In their one order: the entry file first, then by path, position and code. */
  diagnostics: Diagnostic[];
  summary: Summary;
}

export interface ValidResult extends Report {
  status: "valid";
  name: string;
  digests: Digests;
  /** Bytes. */
  archiveSize: number;
  manifest: Manifest;
  launch: Launch;
}

export interface RefusedResult extends Report {
  status: "refused";
  /** Where it could be read. */
  name?: string;
}

/** How many there are, those left out of the list included. */
export interface Summary {
  errors: number;
  warnings: number;
  infos: number;
}

export interface Diagnostic {
  code: string;
  /** Only an error refuses the folder. */
  severity: "error" | "warning" | "info";
  message: string;
  /** Relative to the folder, which itself is the empty text. */
  file: string;
  range?: Range;
  /** JSON pointer of the value that it is about. */
  pointer?: string;
  /** How to mend it. */
  help?: string;
  fixes: Fix[];
  /** Other places that take part. */
  related: Related[];
  /** Where the rule is explained. */
  docs: string;
}

export interface Related {
  file: string;
  range?: Range;
  message: string;
}

/** `end` is exclusive. */
export interface Range {
  start: Position;
  end: Position;
}

export interface Position {
  /** Zero-based. */
  line: number;
  /** UTF-16 code units from the start of the line. */
  character: number;
  /** UTF-8 bytes from the start of the file. */
  offset: number;
}

export interface Fix {
  title: string;
  /** Whether it can be applied without looking. */
  safe: boolean;
  edits: Edit[];
}

export type Edit =
  | { kind: "replace"; file: string; range: Range; newText: string }
  | { kind: "create"; file: string; newText: string }
  | { kind: "rename"; file: string; newFile: string };

/** Each `sha256:` and 64 hex digits. */
export interface Digests {
  source: string;
  artifact: string;
  archive: string;
}

/** manifest.json of the package. */
export interface Manifest {
  formatVersion: 1;
  name: string;
  files: ManifestFile[];
  sourceDigest: string;
  artifactDigest: string;
  build: { compiler: Tool; bundler: Tool };
}

export interface ManifestFile {
  path: string;
  size: number;
  /** 64 hex digits. */
  sha256: string;
  role: "source" | "skill" | "file" | "generated" | "launch";
}

export interface Tool {
  name: string;
  version: string;
}

/** launch.json of the package. */
export interface Launch {
  model: string;
  thinking: string | null;
  allowedTools: string[];
  skills: string[];
  bindings: { required: string[]; optional: string[] };
  mode: "interactive" | "headless";
  scaffold: "standard";
}

/** What every error of this package is. */
export class AgentmdError extends Error {
  readonly code:
    | "INVALID_FOLDER"
    | "INVALID_PATH"
    | "NOT_INITIALIZED"
    | "INITIALIZATION_FAILED"
    | "COMPILER_CRASHED";
}

/** The folder that was passed is not of a form that is taken. */
export class InvalidFolderError extends AgentmdError {
  readonly code: "INVALID_FOLDER";
}

/** A path is absolute, climbs out of the folder, or can't be a path at all. */
export class InvalidPathError extends AgentmdError {
  readonly code: "INVALID_PATH";
  readonly path: string;
}

/** A synchronous call came before `init()`, where the compiler can't be loaded synchronously. */
export class NotInitializedError extends AgentmdError {
  readonly code: "NOT_INITIALIZED";
}

/** The module could not be loaded or compiled; `cause` says why. */
export class InitializationError extends AgentmdError {
  readonly code: "INITIALIZATION_FAILED";
}

/** The compiler crashed on this folder, which is a defect in it. It has been restarted: the next call works. */
export class CompilerCrashError extends AgentmdError {
  readonly code: "COMPILER_CRASHED";
}
