// Writing the archive: whole or not at all, and never into the folder that it is made from.

import { randomUUID } from "node:crypto";
import { lstatSync, realpathSync, statSync, unlinkSync } from "node:fs";
import { link, open, rename } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

import { attempt, explained } from "./disk.js";
import { CannotContinue, Refusal } from "./failure.js";
import { quoted } from "./terminal.js";

/**
 * Where the archive really goes, links resolved. Throws a `Refusal` where it may not go there.
 *
 * @param {string} root the real path of the agent folder, or undefined if there is none
 */
export function outputPath(argument, { cwd, root, force }) {
  const path = resolve(cwd, argument);
  const exists = attempt("write", quoted(argument), () => isThere(path));
  const target = attempt("write", quoted(argument), () => {
    if (!exists) return join(realpathSync(dirname(path)), basename(path));
    if (statSync(path).isFile()) return realpathSync(path);
    throw new CannotContinue(`can't write ${quoted(argument)}: it is there and not a regular file`);
  });
  if (root !== undefined && isWithin(target, root)) {
    const help = "Write it somewhere outside the folder: an archive in the folder could become part of the next one.";
    throw new Refusal("AGENT_OUTPUT_IS_SOURCE", "", `the output ${quoted(argument)} is inside the agent folder`, help);
  }
  if (exists && !force) throw alreadyThere(argument);
  return target;
}

/** Writes a file beside the target and then gives it the target's name. */
export async function writeWhole(target, content, { argument, force }) {
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
  const stopWatching = removeWhenInterrupted(temporary);
  try {
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await giveName(temporary, target, force);
  } catch (error) {
    throw error.code === "EEXIST" ? alreadyThere(argument) : explained("write", quoted(argument), error);
  } finally {
    removeIfThere(temporary);
    stopWatching();
  }
}

/** File systems without hard links answer with one of these. */
const NO_LINKS = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"]);

async function giveName(temporary, target, force) {
  if (!force) {
    // Unlike a rename, a link does not replace a file that has appeared in the meantime.
    try {
      return await link(temporary, target);
    } catch (error) {
      if (!NO_LINKS.has(error.code)) throw error;
    }
  }
  await rename(temporary, target);
}

function alreadyThere(argument) {
  const help = "Choose another name, or pass --force to replace it.";
  return new Refusal("AGENT_OUTPUT_EXISTS", "", `the output ${quoted(argument)} already exists`, help);
}

function isWithin(path, folder) {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

/** Whether there is anything at a path, a dangling link included. */
function isThere(path) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function removeIfThere(path) {
  if (isThere(path)) unlinkSync(path);
}

/** An interrupt removes the file and then ends the process as it would have done. */
function removeWhenInterrupted(path) {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const onSignal = (signal) => {
    removeIfThere(path);
    stop();
    process.kill(process.pid, signal);
  };
  const stop = () => signals.forEach((signal) => process.off(signal, onSignal));
  signals.forEach((signal) => process.on(signal, onSignal));
  return stop;
}
