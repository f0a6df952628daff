// From the argument, a folder or its agent.md, to the folder that is compiled.

import { realpathSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

import { attempt, specialFile } from "./disk.js";
import { CannotContinue, Refusal } from "./failure.js";
import { quoted } from "./terminal.js";

const ENTRY = "agent.md";

/** The real path of the agent folder that an argument names. Throws a `Refusal` where it names none. */
export function agentFolder(argument, cwd) {
  const path = resolve(cwd, argument);
  const stats = statOrUndefined(path);
  if (stats?.isDirectory()) return realpathSync(path);

  const folder = dirname(path);
  const name = basename(path);
  // A missing agent.md, or one that is a link or a FIFO, is the compiler's to report.
  if (name === ENTRY && statOrUndefined(folder)?.isDirectory()) return realpathSync(folder);

  if (stats === undefined) {
    const help = "Pass an agent folder, or the agent.md in it.";
    throw new Refusal("ENTRY_NOT_FOUND", "", `${quoted(argument)} does not exist`, help, path);
  }
  const special = specialFile(stats);
  if (special !== undefined) throw new CannotContinue(`${quoted(argument)} is ${special}, not an agent folder`);
  if (name.toLowerCase() === ENTRY) {
    const help = `Rename it to ${ENTRY}, in lowercase.`;
    throw new Refusal("ENTRY_CASE", name, `the entry file is named ${quoted(name)}`, help, folder);
  }
  const help = `Pass the folder, or its ${ENTRY}.`;
  const message = `${quoted(name)} is not an entry file: it must be named ${ENTRY}`;
  throw new Refusal("ENTRY_NOT_CANONICAL", name, message, help, folder);
}

function statOrUndefined(path) {
  return attempt("look at", path, () => {
    try {
      return statSync(path);
    } catch (error) {
      // ELOOP: links that lead to themselves lead to nothing.
      if (["ENOENT", "ENOTDIR", "ELOOP"].includes(error.code)) return undefined;
      throw error;
    }
  });
}
