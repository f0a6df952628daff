// `./dev bench`: check and pack of the example, in WebAssembly, beside esbuild-wasm bundling the same tool module.
//
// esbuild-wasm has several documented ways; all are timed, and the ratio is to the fastest. All are warm: one
// process, everything loaded, rounds interleaved.

import { join } from "node:path";
import * as esbuild from "esbuild-wasm";

import { checkSync, packSync } from "agentmd";
import { root } from "../scripts/builds.js";
import { medians, readFolder, sizes, table } from "./timing.js";

const WARM_UP = 50;
const ROUNDS = 300;
const ENTRY = "tools/calculate-invoice.ts";

const folder = join(root, "examples", "invoice");
const files = readFolder(folder);
const result = checkSync(files);
if (result.status !== "valid") throw new Error(`examples/invoice is refused: ${JSON.stringify(result.diagnostics)}`);

const options = {
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
  target: "node22",
  sourcemap: "external",
  outfile: "tools.mjs",
  external: ["@mutagent/agents/tools"],
  logLevel: "silent",
};
const onDisk = { ...options, absWorkingDir: folder, entryPoints: [ENTRY] };
const inMemory = { ...options, entryPoints: [ENTRY], plugins: [virtualFiles()] };

const context = await esbuild.context(onDisk);
const ours = { "agentmd check": () => checkSync(files), "agentmd pack": () => packSync(files) };
const theirs = {
  "esbuild-wasm build, files on disk": () => esbuild.build(onDisk),
  "esbuild-wasm build, files in memory": () => esbuild.build(inMemory),
  "esbuild-wasm rebuild, nothing changed": () => context.rebuild(),
};
for (const build of Object.values(theirs)) {
  const { outputFiles } = await build();
  if (!outputFiles.some(({ text }) => text.includes("calculate_invoice"))) throw new Error("esbuild made another bundle");
}

const times = await medians({ ...ours, ...theirs }, { warmUp: WARM_UP, rounds: ROUNDS });
await context.dispose();
await esbuild.stop();

const fastest = Math.min(...Object.keys(theirs).map((name) => times[name]));
const rows = Object.entries(times).map(([name, time]) => [
  name,
  `${time.toFixed(3)} ms`,
  name in ours ? `${(fastest / time).toFixed(1)} times faster` : "",
]);
const size = sizes(join(root, "npm", "dist", "agentmd_bg.wasm"));
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(3)} MB`;

process.stdout.write(`Node ${process.versions.node}, esbuild-wasm ${esbuild.version}, median of ${ROUNDS} rounds

${table([["work", "time", "than the fastest esbuild-wasm"], ...rows])}
${table([
  ["agentmd_bg.wasm", "raw", "gzip -9", "brotli -11"],
  ["", megabytes(size.raw), megabytes(size.gzip), megabytes(size.brotli)],
])}`);

/** Gives esbuild the files of the example from memory. */
function virtualFiles() {
  const decoder = new TextDecoder();
  return {
    name: "in-memory",
    setup(build) {
      build.onResolve({ filter: /^\.|^tools\// }, ({ path, importer }) => ({
        path: join("/", importer === "" ? "" : join(importer, ".."), path).slice(1),
        namespace: "memory",
      }));
      build.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true }));
      build.onLoad({ filter: /.*/, namespace: "memory" }, ({ path }) => ({ contents: decoder.decode(files[path]), loader: "ts" }));
    },
  };
}
