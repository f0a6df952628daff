// Checking again when what was asked of the disk would be answered in another way.

import { existsSync, lstatSync, watch as watchFolder } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { agentFolder } from "./entry.js";
import { explained } from "./disk.js";
import { quoted } from "./terminal.js";

/** How long the disk must be quiet, in milliseconds: editors write a file in several steps. */
const QUIET = 80;

/** Clears a terminal and leaves what has scrolled away. */
const CLEAR = "\u001b[2J\u001b[H";

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Calls `check` again and again, until a signal ends it, and gives the exit code.
 *
 * @param {(seen: ReturnType<typeof witness>) => Promise<unknown>} check
 */
export async function watch(check, { stdout, stderr }) {
  const ending = new AbortController();
  const end = (signal) => ending.abort(SIGNALS[signal]);
  for (const signal of Object.keys(SIGNALS)) process.on(signal, end);
  try {
    for (;;) {
      const seen = witness();
      await check(seen);
      stderr.write("Watching for changes; Ctrl-C ends\n");
      await change(seen, ending.signal);
      if (ending.signal.aborted) return ending.signal.reason;
      if (stdout.isTTY) stdout.write(CLEAR);
    }
  } finally {
    for (const signal of Object.keys(SIGNALS)) process.off(signal, end);
  }
}

/** Notes what is asked of the disk, to tell later whether the answer has changed. */
export function witness() {
  const questions = [];
  const folders = new Set();
  const note = (folder, question) => {
    folders.add(folder);
    questions.push({ question, answer: answerTo(question) });
  };
  return {
    /** The folders in which a change would show. */
    folders,
    hasChanged: () => questions.some(({ question, answer }) => answerTo(question) !== answer),
    /** Which folder an argument leads to. */
    entry(argument, cwd) {
      note(nearestFolder(dirname(resolve(cwd, argument))), () => agentFolder(argument, cwd));
    },
    /** The host, whose answers are noted. */
    host(host, root) {
      return {
        list(folder) {
          note(join(root, folder), () => JSON.stringify(host.list(folder)));
          return host.list(folder);
        },
        read(path) {
          note(dirname(join(root, path)), () => {
            const { ino, size, mtimeNs, mode } = lstatSync(join(root, path), { bigint: true });
            return [ino, size, mtimeNs, mode].join();
          });
          return host.read(path);
        },
      };
    },
  };
}

/** An error is an answer as well: what could not be read may become readable. */
function answerTo(question) {
  try {
    return question();
  } catch (error) {
    return error.message;
  }
}

/** Waits until something has changed or the signal aborts. */
function change(seen, signal) {
  return new Promise((done, fail) => {
    const watchers = [];
    let timer;
    const finish = (settle, value) => {
      clearTimeout(timer);
      watchers.forEach((watcher) => watcher.close());
      signal.removeEventListener("abort", onAbort);
      settle(value);
    };
    const onAbort = () => finish(done);
    const onEvent = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (seen.hasChanged()) finish(done);
      }, QUIET);
    };
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) return onAbort();
    for (const folder of seen.folders) {
      try {
        watchers.push(watchFolder(folder).on("change", onEvent).on("error", onEvent));
      } catch (error) {
        // A folder that has gone is a change that is seen below.
        if (error.code !== "ENOENT") return finish(fail, explained("watch", quoted(folder), error));
      }
    }
    // What changed between being read and being watched gives no event.
    onEvent();
  });
}

function nearestFolder(path) {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
