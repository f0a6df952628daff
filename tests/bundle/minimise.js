// Makes a random graph whose bundle misbehaves small: `node tests/bundle/minimise.js "STYLE" SEED` prints the fixture.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { writeBundled } from "./bundled.js";
import { randomGraph, styles } from "./graphs.js";
import { run } from "./node22.js";
import { writeUnbundled } from "./unbundled.js";

const [style, seed] = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), "agentmd-minimise-"));
let lines = Object.entries(randomGraph(Number(seed), styles[style])).flatMap(([path, text]) =>
  text.split("\n").filter((line) => line !== "").map((line) => ({ path, line })),
);
if (!misbehaves(lines)) throw new Error("it behaves");
for (let size = lines.length >> 1; size > 0; size = size === 1 && shrunk(1) ? 1 : size >> 1) {
  if (size > 1) shrunk(size);
}
rmSync(root, { recursive: true });
console.log(Object.entries(folder(lines)).map(([path, text]) => `//- ${path}\n${text}`).join(""));

/** Tries to do without each run of so many lines; whether any could go. */
function shrunk(size) {
  const before = lines.length;
  for (let at = 0; at < lines.length; ) {
    const rest = [...lines.slice(0, at), ...lines.slice(at + size)];
    if (misbehaves(rest)) lines = rest;
    else at += size;
  }
  return lines.length < before;
}

function folder(some) {
  const files = {};
  for (const { path, line } of some) files[path] = `${files[path] ?? ""}${line}\n`;
  return files;
}

function misbehaves(some) {
  const files = folder(some);
  rmSync(root, { recursive: true });
  try {
    const modules = { unbundled: writeUnbundled(join(root, "unbundled"), files), bundled: writeBundled(join(root, "bundled"), files) };
    const { unbundled, bundled } = run(modules, root);
    const fails = unbundled.trace.at(-1)?.startsWith("throws") ?? true;
    return !fails && JSON.stringify(unbundled.trace) !== JSON.stringify(bundled.trace);
  } catch {
    return false;
  }
}
