// Random graphs of modules do bundled what they do unbundled. A seed that fails is made small with
// `node tests/bundle/minimise.js "STYLE" SEED`, and becomes a fixture.
import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { writeBundled } from "./bundled.js";
import { randomGraph, styles } from "./graphs.js";
import { run } from "./node22.js";
import { writeUnbundled } from "./unbundled.js";

const SEEDS = Number(process.env.SEEDS ?? 30);
const FIRST = Number(process.env.FIRST_SEED ?? 1);

const root = realpathSync(mkdtempSync(join(tmpdir(), "agentmd-graphs-")));
after(() => rmSync(root, { recursive: true }));

for (const [style, options] of Object.entries(styles)) {
  test(style, () => {
    const seeds = Array.from({ length: SEEDS }, (_, at) => FIRST + at);
    const modules = { unbundled: {}, bundled: {} };
    for (const seed of seeds) {
      const files = randomGraph(seed, options);
      const folder = join(root, style.replaceAll(" ", "-"), String(seed));
      modules.unbundled[seed] = writeUnbundled(join(folder, "unbundled"), files);
      modules.bundled[seed] = writeBundled(join(folder, "bundled"), files);
    }
    const [unbundled, bundled] = [run(modules.unbundled, root), run(modules.bundled, root)];
    for (const seed of seeds) {
      const { trace, exports } = unbundled[seed];
      // V8 alone; see the fixture stars/a_star_that_leads_back_is_passed_over.
      if (trace.at(-1).includes("Detected cycle while resolving name")) continue;
      assert.ok(trace.length > 10 && !trace.at(-1).startsWith("throws"), `seed ${seed} is no graph that runs: ${trace.at(-1)}`);
      assert.deepEqual(bundled[seed].trace, trace, `seed ${seed}`);
      assert.deepEqual(Object.keys(bundled[seed].observed), Object.keys(exports), `exports, seed ${seed}`);
    }
  });
}
