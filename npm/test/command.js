// The command line as a user has it: a process with arguments, streams and an exit code.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const CLI = fileURLToPath(new URL("../cli.js", import.meta.url));

/** Runs the command line to its end. Colours are as in a process whose environment says nothing of them. */
export function agentmd(args, { cwd, env = {} } = {}) {
  const { NO_COLOR, FORCE_COLOR, ...inherited } = process.env;
  const { status, stdout, stderr, signal, error } = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    env: { ...inherited, ...env },
    encoding: "utf8",
    timeout: 20_000,
    maxBuffer: 2 ** 28,
  });
  assert.equal(error, undefined);
  assert.equal(signal, null);
  return { status, stdout, stderr };
}

export function codes(run) {
  return JSON.parse(run.stdout).diagnostics.map(({ code }) => code);
}
