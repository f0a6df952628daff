// Folders bundled by the programs that others use.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { build as rolldown } from "rolldown";

/** Each bundles the module at a path, and gives the file that it wrote. */
export const peers = { esbuild: withEsbuild, rolldown: withRolldown, bun: withBun };

export const bun = findBun();

function findBun() {
  try {
    return createRequire(import.meta.url).resolve("@oven/bun-linux-x64/bin/bun");
  } catch {
    return undefined;
  }
}

async function withEsbuild(entry, folder) {
  const outfile = join(folder, "esbuild.mjs");
  const options = { bundle: true, format: "esm", platform: "node", target: "node22", logLevel: "silent" };
  await esbuild.build({ ...options, entryPoints: [entry], outfile });
  return outfile;
}

async function withRolldown(input, folder) {
  const file = join(folder, "rolldown.mjs");
  const output = { file, format: "esm", codeSplitting: false };
  await rolldown({ input, platform: "node", logLevel: "silent", output });
  return file;
}

async function withBun(entry, folder) {
  if (bun === undefined) return undefined;
  const outfile = join(folder, "bun.mjs");
  execFileSync(bun, ["build", entry, "--target=node", `--outfile=${outfile}`], { stdio: "pipe" });
  return outfile;
}
