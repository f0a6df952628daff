/** What every error of this package is; `code` says which, and never changes. */
export class AgentmdError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The folder that was passed is not of a form that `check` and `pack` take. */
export class InvalidFolderError extends AgentmdError {
  constructor(message) {
    super("INVALID_FOLDER", message);
  }
}

/** A path in the folder is absolute, climbs out of it, or can't be a path at all. */
export class InvalidPathError extends AgentmdError {
  constructor(message, path) {
    super("INVALID_PATH", message);
    this.path = path;
  }
}

/** A synchronous call came before `init()`, where the compiler can't be loaded synchronously. */
export class NotInitializedError extends AgentmdError {
  constructor() {
    super("NOT_INITIALIZED", "the compiler is not loaded here yet: await init() before the first synchronous call");
  }
}

/** The WebAssembly module could not be loaded or compiled; `cause` says why. `init()` may be tried again. */
export class InitializationError extends AgentmdError {
  constructor(cause) {
    super("INITIALIZATION_FAILED", `the compiler's WebAssembly could not be loaded: ${cause?.message ?? cause}`, { cause });
  }
}

/** The compiler crashed on this folder, which is a defect in it. It has been restarted: the next call works. */
export class CompilerCrashError extends AgentmdError {
  constructor(cause) {
    super("COMPILER_CRASHED", `the compiler crashed on this folder and was restarted: ${cause.message}`, { cause });
  }
}
