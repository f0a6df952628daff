// A folder that an argument names, found on disk and given to the compiler.

import { agentFolder } from "./entry.js";
import { Refusal } from "./failure.js";
import { seenFrom } from "./terminal.js";

/**
 * The folder that an argument names: `root`, its real path, and `name`, what stands before the names of its files such
 * that a terminal can open them. With a `refusal` instead of a folder to look into, if there is one.
 *
 * @param {(root: string) => void} consider is told the root, and may throw a `Refusal`
 */
export function locate(argument, cwd, consider = () => {}) {
  let root;
  try {
    root = agentFolder(argument, cwd);
    consider(root);
    return { root, name: seenFrom(cwd, root) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { root, name: seenFrom(cwd, root ?? error.folder), refusal: error };
  }
}

/**
 * Runs `work`, a generator, on a session that has been given the folder, or the refusal of it.
 *
 * @param {{ name: string, refusal?: Refusal }} place as `locate` gives it
 * @param host the folder; not asked where there is a refusal
 */
export function compile({ name, refusal }, host, { compiler, reporter }, work) {
  return compiler.runSync(refusal === undefined ? host : [], function* (call, session) {
    if (refusal !== undefined) call("refuse", refusal.code, refusal.file, refusal.message, refusal.help);
    const outcome = yield* work(call);
    reporter.call("add", session, name);
    return outcome;
  });
}

export async function openCompiler() {
  const { compiler } = await import("../node-compiler.js");
  return { compiler, reporter: compiler.openReporter() };
}
