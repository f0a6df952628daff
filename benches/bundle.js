// `./dev bench bundle`: folders of three sizes bundled here and by others, each on its fastest documented path, warm,
// in processes of its own, taking turns: the time is the lower of two medians, so that what disturbs the machine for
// a while disturbs nobody's. What they make is run and has to give the right answer.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { bun } from "../tests/bundle/peers.js";
import { folders } from "./bundle/folders.js";
import { ways } from "./bundle/ways.js";
import { table } from "./timing.js";

const TURNS = 2;
const OURS = "agentmd check";
const measure = fileURLToPath(new URL("bundle/measure.js", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "agentmd-bench-"));
const megabytes = (bytes) => (bytes === undefined ? "?" : `${(bytes / 1e6).toFixed(bytes < 1e6 ? 3 : 1)} MB`);

for (const [name, make] of Object.entries(folders)) {
  const directory = join(root, name.replace(/\W+/g, "-"));
  for (const [path, content] of Object.entries(make().files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  const results = {};
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const way of Object.keys(ways)) {
      const result = results[way]?.skipped ? results[way] : measured(way, name, directory);
      if (!(results[way]?.time <= result.time)) results[way] = result;
    }
  }
  const rows = Object.entries(results).map(([way, result]) => {
    if (result.skipped) return [way, "skipped", result.skipped, "", "", ""];
    const ratio = result.time / results[OURS].time;
    return [way, `${result.time.toFixed(2)} ms`, way === OURS ? "" : `${ratio.toFixed(2)} ×`, megabytes(result.memory), megabytes(result.code), megabytes(result.map)];
  });
  process.stdout.write(`${name}\n\n${table([["way", "time", "of ours", "peak memory", "code", "map"], ...rows])}\n`);
}
rmSync(root, { recursive: true });

function measured(way, name, directory) {
  const program = way.startsWith("Bun") ? bun : process.execPath;
  if (program === undefined) return { skipped: "no Bun for this platform" };
  try {
    return JSON.parse(execFileSync(program, [measure, way, name, directory], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }));
  } catch (error) {
    const reason = /^(?:\w*Error|error): (.*)$/m.exec(error.stderr ?? "")?.[1] ?? error.message;
    if (way === OURS) throw error;
    return { skipped: reason.slice(0, 60) };
  }
}
