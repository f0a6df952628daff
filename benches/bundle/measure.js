// One way to bundle one folder, in a process of its own: `node measure.js WAY FOLDER DIRECTORY`, or with Bun. Prints
// JSON: median milliseconds, peak memory with that of child processes, and sizes. The bundle is run and checked.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { median } from "../timing.js";
import { answerOf, folders } from "./folders.js";
import { ways, withTool } from "./ways.js";

const [way, name, directory] = process.argv.slice(2);
const { files, count } = folders[name]();
const work = await ways[way](files, directory);

// Warm, so that engines have compiled what they will: for a time, and three rounds at least. Then as long to measure.
const WARM_UP = 3000;
const MEASURED = 2000;
await timesFor(WARM_UP);
const times = await timesFor(MEASURED);
const memory = peak();

const { code, map } = (await work()) ?? (await packed());
const file = join(directory, `${way.replace(/\W+/g, "-")}.mjs`);
writeFileSync(file, code);
const answer = await answerFrom((await import(pathToFileURL(file).href)).default);
if (answer !== answerOf(count)) throw new Error(`the bundle gives ${answer}, and not ${answerOf(count)}`);
console.log(JSON.stringify({ time: median(times), memory, code: code.length, map: map.length }));
process.exit();

async function timesFor(milliseconds) {
  const times = [];
  const until = performance.now() + milliseconds;
  while (times.length < 3 || performance.now() < until) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}

async function packed() {
  const { packSync } = await import("../../npm/node.js");
  const { unpack } = await import("../../tests/bundle/bundled.js");
  const package_ = unpack(packSync(withTool(files)).archive);
  return { code: package_["generated/tools.mjs"], map: package_["generated/tools.mjs.map"] };
}

/** What `main.ts` gives: called, or through the tool that an extension registers. */
async function answerFrom(main) {
  let tool;
  const answer = main({ registerTool: (registered) => (tool = registered) });
  return tool === undefined ? answer : (await tool.execute("id", {}, undefined, undefined, {})).details;
}

/** Bytes, of this process and its children; Linux tells. */
function peak() {
  const of = (pid) => Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  try {
    const children = readdirSync(`/proc/${process.pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${process.pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
    );
    return [process.pid, ...children].map(of).reduce((sum, bytes) => sum + bytes, 0);
  } catch {
    return undefined;
  }
}
