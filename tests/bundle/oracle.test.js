// What the fixtures expect is what their folders do when nothing bundles them, and what their bundles do, made by the
// npm package in WebAssembly. `UPDATE=1` writes what the folders do into the fixtures.
//
// Where Node can't run a folder, the fixture says why in a section `//- unchecked`, and which of esbuild, Rolldown and
// Bun agree with what it expects; the others then don't.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { writeBundled } from "./bundled.js";
import { entries, readCases, writeExpected } from "./cases.js";
import { run } from "./node22.js";
import { bun, peers } from "./peers.js";
import { writeFiles, writeUnbundled } from "./unbundled.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "agentmd-fixtures-")));
after(() => rmSync(root, { recursive: true }));

const cases = readCases().filter(({ refused }) => refused === undefined);
const checked = cases.filter(({ unchecked }) => unchecked === undefined);
const results = {};

function runAll(way, listed, write) {
  const modules = {};
  const failed = {};
  for (const { name, files } of listed) {
    try {
      modules[name] = write(join(root, name, way, "source"), files);
    } catch (error) {
      failed[name] = { trace: [error.message], exports: {}, observed: {} };
    }
  }
  results[way] = { ...failed, ...run(modules, root) };
}

runAll("unbundled", checked, writeUnbundled);
if (process.env.UPDATE) {
  writeExpected(Object.fromEntries(checked.map(({ name }) => [name, results.unbundled[name].trace])));
  for (const one of checked) one.expected = results.unbundled[one.name].trace;
}
runAll("bundled", cases, writeBundled);

for (const { name, files, expected, unchecked } of cases) {
  test(name, async (t) => {
    const bundled = results.bundled[name];
    if (unchecked === undefined) {
      const { trace, exports } = results.unbundled[name];
      assert.deepEqual(trace, expected, "run unbundled");
      assert.deepEqual(bundled.trace, trace, "run bundled");
      if (entries(files).length === 1) assert.deepEqual(bundled.observed, exports, "exports");
      return;
    }
    assert.deepEqual(bundled.trace, expected, "run bundled");
    const agree = /^agree: (.*)$/m.exec(unchecked)?.[1].split(", ");
    if (agree === undefined) return;
    for (const [peer, bundle] of Object.entries(peers)) {
      if (peer === "bun" && bun === undefined) t.diagnostic("no Bun for this platform");
      else assert.equal(await agrees(name, files, expected, peer, bundle), agree.includes(peer), `${peer} agrees`);
    }
  });
}

async function agrees(name, files, expected, peer, bundle) {
  const folder = join(root, name, peer, "source");
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, files);
  try {
    const file = await bundle(join(folder, entries(files)[0]), folder);
    const { trace } = run({ [name]: file }, folder)[name];
    assert.deepEqual(trace, expected);
    return true;
  } catch {
    return false;
  }
}
