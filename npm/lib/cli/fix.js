// Carrying out fixes on disk: all those of a folder or none.

import { randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { basename, dirname, join } from "node:path";

import { explained } from "./disk.js";
import { CannotContinue } from "./failure.js";
import { quoted } from "./terminal.js";

/** File systems without hard links answer with one of these. */
const NO_LINKS = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);

/**
 * Carries out changes, renames first, in their order. Throws `CannotContinue` where that can't be: everything is as it
 * was then, or the error says what is not.
 *
 * @param changes as the library's `fix` gives them
 * @param {{ root: string, name: string, contents: Map<string, Uint8Array> }} folder its real path, its name for the
 *   reader, and the contents that the changes were made from
 */
export function carryOut(changes, folder) {
  const { writes, renames } = planOf(changes);
  const leaving = new Set(renames.map(({ origin }) => origin));
  const work = { ...folder, leaving, temporaries: [], undo: [] };
  try {
    for (const write of writes) write.temporary = stage(write, work);
    for (const change of [...renames, ...writes]) examine(change, work);
    commit(renames, writes, work);
  } finally {
    for (const temporary of work.temporaries) fs.rmSync(temporary, { force: true });
  }
}

/** Holds signals back until the work is done: half of it would be worse than all or nothing. */
export async function uninterrupted(work) {
  const held = [];
  const hold = (signal) => held.push(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  signals.forEach((signal) => process.on(signal, hold));
  try {
    return work();
  } finally {
    // A signal that came meanwhile is delivered when the event loop polls, which it does between two immediates.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    signals.forEach((signal) => process.off(signal, hold));
    if (held.length > 0) process.kill(process.pid, held[0]);
  }
}

/** Gives each change its `origin`, the name that the file has before all of them; a file that is created has none. */
function planOf(changes) {
  const origins = new Map();
  const originOf = (file) => origins.get(file) ?? file;
  const renames = [];
  const writes = [];
  for (const change of changes) {
    if (change.kind === "rename") {
      renames.push({ ...change, origin: originOf(change.file) });
      origins.set(change.newFile, originOf(change.file));
    } else {
      writes.push({ ...change, origin: change.created ? undefined : originOf(change.file) });
    }
  }
  return { renames, writes };
}

/** Writes the new content beside the file, so that little is left that can fail. Gives the path. */
function stage({ file, origin, content }, work) {
  return attempt(file, work, () => {
    const place = join(work.root, origin ?? file);
    checkFolder(file, place, work);
    const temporary = beside(place, work);
    const descriptor = fs.openSync(temporary, "wx");
    try {
      fs.writeFileSync(descriptor, content);
      if (origin !== undefined) keepOwner(descriptor, fs.lstatSync(place));
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
    return temporary;
  });
}

function keepOwner(descriptor, { uid, gid, mode }) {
  const own = fs.fstatSync(descriptor);
  try {
    if (own.uid !== uid || own.gid !== gid) fs.fchownSync(descriptor, uid, gid);
  } catch (error) {
    // Who may write a file may not always give one away.
    if (error.code !== "EPERM") throw error;
  }
  // Changing the owner clears bits of the mode, so this comes last.
  fs.fchmodSync(descriptor, mode & 0o7777);
}

/** Throws unless the disk still is as it was when the change was thought out. */
function examine({ file, newFile, origin }, work) {
  attempt(file, work, () => {
    const there = origin === undefined ? undefined : fs.lstatSync(join(work.root, origin));
    if (there !== undefined) {
      const path = join(work.root, origin);
      checkFolder(origin, path, work);
      if (!there.isFile()) throw refused(origin, "is no longer a regular file", work);
      if ((there.mode & 0o222) === 0) throw refused(origin, "is read-only", work);
      fs.accessSync(path, fs.constants.W_OK);
      if (!work.contents.get(origin)?.equals(fs.readFileSync(path))) throw refused(origin, "has changed since it was read", work);
    }
    const arrival = newFile ?? (origin === undefined ? file : undefined);
    if (arrival === undefined) return;
    checkFolder(arrival, join(work.root, arrival), work);
    const inTheWay = fs.lstatSync(join(work.root, arrival), { throwIfNoEntry: false });
    // A disk that doesn't tell letter case finds the old file under the new name.
    const isFree = inTheWay === undefined || inTheWay.ino === there?.ino || work.leaving.has(arrival);
    if (!isFree) throw refused(arrival, "has come to be there", work);
  });
}

function checkFolder(file, path, work) {
  const folder = dirname(path);
  if (fs.realpathSync(folder) !== folder) throw refused(file, "is behind a link, which is not followed", work);
}

function commit(renames, writes, work) {
  const { root, undo } = work;
  for (const { file, newFile } of renames) {
    attempt(newFile, work, () => fs.renameSync(join(root, file), join(root, newFile)));
    undo.push({ file: newFile, back: () => fs.renameSync(join(root, newFile), join(root, file)) });
  }
  for (const { file, created, temporary } of writes) {
    const path = join(root, file);
    if (created) {
      attempt(file, work, () => appear(temporary, path));
      undo.push({ file, back: () => fs.unlinkSync(path) });
    } else {
      const former = attempt(file, work, () => keep(path, work));
      attempt(file, work, () => fs.renameSync(temporary, path));
      undo.push({ file, back: () => fs.renameSync(former, path) });
    }
  }
}

/** Unlike a rename, a link does not replace a file that has appeared in the meantime. */
function appear(temporary, path) {
  try {
    fs.linkSync(temporary, path);
  } catch (error) {
    if (!NO_LINKS.has(error.code)) throw error;
    fs.renameSync(temporary, path);
  }
}

/** A second name, or else a copy, of a file that is about to be replaced. */
function keep(path, work) {
  const former = beside(path, work);
  try {
    fs.linkSync(path, former);
  } catch (error) {
    if (!NO_LINKS.has(error.code)) throw error;
    fs.copyFileSync(path, former, fs.constants.COPYFILE_EXCL);
  }
  return former;
}

function beside(path, { temporaries }) {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  temporaries.push(temporary);
  return temporary;
}

/** Does a step, of which nothing is left if it fails. */
function attempt(file, work, step) {
  try {
    return step();
  } catch (error) {
    const explanation = explained("write", shownName(file, work), error);
    throw explanation instanceof CannotContinue ? undone(explanation, work) : error;
  }
}

/** Undoes what was done, and gives the error that says why, and what could not be undone. */
function undone({ message }, work) {
  const left = [];
  for (const { file, back } of work.undo.reverse()) {
    try {
      back();
    } catch {
      left.push(shownName(file, work));
    }
  }
  const rest = left.length === 0 ? "nothing was fixed there" : `these fixes could not be undone: ${left.join(", ")}`;
  return new CannotContinue(`${message}; ${rest}`);
}

function refused(file, why, work) {
  return new CannotContinue(`${shownName(file, work)} ${why}`);
}

function shownName(file, { name }) {
  return quoted(join(name, file));
}
