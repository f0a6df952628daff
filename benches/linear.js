// `./dev bench linear [NAME …]`: that twice the input takes about twice the time, in WebAssembly under Node, for every
// dimension an input can grow in. Fails where a doubling takes more than 2.3 times as long.
//
// Counted is the processor's time of this process, the least of several rounds: other programs disturb that little.

import { checkSync } from "agentmd";

import { dimensions } from "./dimensions.js";
import { table } from "./timing.js";

const DOUBLINGS = 3;
const ROUNDS = 2;
const MOST = 2.3;
/** Ratios of less than this are noise. */
const LEAST_MILLISECONDS = 50;
/** A ratio that is too large is measured again, this often: a pause of the garbage collector is not the compiler's. */
const RETRIES = 1;

const wanted = process.argv.slice(2);
const chosen = dimensions.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const rows = [["dimension", "largest", "check", ...Array.from({ length: DOUBLINGS }, (_, at) => `×${2 ** (at + 1)} / ×${2 ** at}`), ""]];
const failed = [];
for (const dimension of chosen) {
  const { name, largest } = dimension;
  let measured = measure(dimension);
  for (let retry = 0; retry < RETRIES && tooSlow(measured); retry += 1) {
    const again = measure(dimension);
    measured = measured.map((time, at) => Math.min(time, again[at]));
  }
  const ratios = measured.slice(1).map((time, at) => time / measured[at]);
  if (tooSlow(measured)) failed.push(name);
  rows.push([
    name,
    String(largest),
    `${measured.at(-1).toFixed(1)} ms`,
    ...ratios.map((ratio) => ratio.toFixed(2)),
    tooSlow(measured) ? "more than linear" : "",
  ]);
  process.stderr.write(`${rows.at(-1).join("  ")}\n`);
}
process.stdout.write(`Node ${process.versions.node}, least processor time of ${ROUNDS} rounds at the largest size\n\n${table(rows)}`);
if (failed.length > 0) {
  process.stdout.write(`\nmore than linear: ${failed.join(", ")}\n`);
  process.exitCode = 1;
}

/** Milliseconds at each size, the largest last. */
function measure({ largest, folder, codes }) {
  const sizes = Array.from({ length: DOUBLINGS + 1 }, (_, at) => Math.round(largest / 2 ** (DOUBLINGS - at)));
  return sizes.map((size) => {
    const files = folder(size);
    let least = Infinity;
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = process.cpuUsage();
      const result = checkSync(files);
      const { user, system } = process.cpuUsage(started);
      least = Math.min(least, (user + system) / 1000);
      expectCodes(result, codes);
    }
    return least;
  });
}

function tooSlow(times) {
  return times.slice(1).some((time, at) => time > LEAST_MILLISECONDS && time / times[at] > MOST);
}

/** What is measured is what is meant: a folder refused for another reason would be read no further. */
function expectCodes({ diagnostics }, codes) {
  const found = [...new Set(diagnostics.filter(({ severity }) => severity !== "info").map(({ code }) => code))].sort();
  if (JSON.stringify(found) !== JSON.stringify(codes)) throw new Error(`expected ${codes.join(" ") || "nothing"}, found ${found.join(" ") || "nothing"}`);
}
