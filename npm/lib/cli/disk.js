// A folder on disk as a host for the compiler: lists and reads only what it is asked for, and follows no link.

import { Buffer } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { CannotContinue } from "./failure.js";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @param {string} root an existing folder */
export function diskFolder(root) {
  // Names that are not UTF-8 are listed in a readable form; to open one of them is an error.
  const unreadableNames = new Set();

  const onDisk = (path) => {
    for (const name of unreadableNames) {
      if (path === name || path.startsWith(`${name}/`)) {
        throw new CannotContinue(`the name of ${shown(root, name)} is not valid UTF-8; rename it`);
      }
    }
    return join(root, path);
  };

  return {
    list(folder) {
      const path = onDisk(folder);
      const entries = attempt("list", path, () => readdirSync(path, { encoding: "buffer", withFileTypes: true }));
      return entries.map((entry) => {
        const name = decoded(entry.name);
        if (name === undefined) unreadableNames.add(folder === "" ? lossy(entry.name) : `${folder}/${lossy(entry.name)}`);
        return { name: name ?? lossy(entry.name), kind: kindOf(entry) };
      });
    },
    read(path) {
      return readRegularFile(onDisk(path));
    },
  };
}

/** Without O_NONBLOCK, opening a FIFO waits for someone to write to it. */
function readRegularFile(path) {
  return attempt("read", path, () => {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const descriptor = openSync(path, flags);
    try {
      const what = specialFile(fstatSync(descriptor));
      if (what !== undefined) throw new CannotContinue(`${path} is ${what}, not a regular file`);
      return readFileSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** What a file is, with its article, when it is neither a regular file nor a folder. */
export function specialFile(stats) {
  if (stats.isFIFO()) return "a FIFO";
  if (stats.isSocket()) return "a socket";
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return "a device";
  return undefined;
}

function kindOf(entry) {
  if (entry.isSymbolicLink()) return "symlink";
  return entry.isDirectory() ? "directory" : "file";
}

const REASONS = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOENT: "it is not there",
  ENOTDIR: "a part of the path is a file",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
  ELOOP: "it has become a link",
  ENXIO: "it is a socket or a device without a driver",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
};

/** Does what the operating system may refuse, which then becomes a sentence. */
export function attempt(verb, path, work) {
  try {
    return work();
  } catch (error) {
    throw explained(verb, path, error);
  }
}

/** The error to throw for one of the operating system's; any other stays as it is. */
export function explained(verb, path, error) {
  if (error.syscall === undefined) return error;
  return new CannotContinue(`can't ${verb} ${path}: ${REASONS[error.code] ?? error.message}`);
}

function decoded(name) {
  try {
    return utf8.decode(name);
  } catch {
    return undefined;
  }
}

function lossy(name) {
  return Buffer.from(name).toString("utf8");
}

function shown(root, path) {
  return JSON.stringify(join(root, path));
}
