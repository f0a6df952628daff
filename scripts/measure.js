// `./dev measure`: which opt-level and which wasm-opt flags? Size and speed of every pair, on the example and on a
// large file. wasm-pack.toml and Cargo.toml hold what was chosen.

import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { medians, readFolder, sizes, table } from "../benches/timing.js";
import { declaration, make, optimize, root } from "./builds.js";

const OPT_LEVELS = ["s", "z", "2", "3"];
const WASM_OPT = [["-O2"], ["-O3"], ["-O4"], ["-Os"], ["-Oz"], ["-O3", "-Oz"]];

const self = fileURLToPath(import.meta.url);
if (process.argv[2] === undefined) compareAll();
else process.stdout.write(JSON.stringify(await timesOf(process.argv[2], process.argv[3])));

function compareAll() {
  const rows = [["opt-level", "wasm-opt", "raw", "gzip", "brotli", "check", "pack", "pack 8 MB"]];
  for (const level of OPT_LEVELS) {
    const directory = join("target", "measure", level);
    const build = { ...declaration.build[0], "out-dir": directory, "wasm-opt": ["--strip-producers"] };
    const linked = make(build, { CARGO_PROFILE_RELEASE_OPT_LEVEL: level });
    for (const flags of WASM_OPT) {
      const wasm = linked.replace(/\.wasm$/, `${flags.join("")}.wasm`);
      optimize(linked, flags, wasm);
      const bindings = join(root, directory, `${build.name}.js`);
      // A process each, so that none inherits the other's compiled code.
      const times = JSON.parse(execFileSync(process.execPath, [self, bindings, wasm], { encoding: "utf8" }));
      const { raw, gzip, brotli } = sizes(wasm);
      const kilobytes = [raw, gzip, brotli].map((bytes) => `${(bytes / 1e3).toFixed(0)} kB`);
      const milliseconds = [times.check, times.pack, times.large].map((time) => `${time.toFixed(3)} ms`);
      rows.push([level, flags.join(" "), ...kilobytes, ...milliseconds]);
      process.stderr.write(`${rows.at(-1).join("  ")}\n`);
    }
  }
  process.stdout.write(table(rows));
}

async function timesOf(bindingsFile, wasm) {
  const { createCompiler } = await import(pathToFileURL(join(root, "npm", "lib", "compiler.js")).href);
  const bindings = await import(pathToFileURL(bindingsFile).href);
  const compiler = createCompiler({ bindings, loadSync: () => new WebAssembly.Module(readFileSync(wasm)) });
  const files = readFolder(join(root, "examples", "invoice"));
  // Half of it random, half of it text: hashed and compressed, neither for free.
  const large = { ...files, "assets/catalog.json": Buffer.concat([randomBytes(4e6), Buffer.alloc(4e6, "widget 1379\n")]) };
  const quick = await medians(
    { check: () => compiler.checkSync(files), pack: () => compiler.packSync(files) },
    { warmUp: 200, rounds: 500 },
  );
  const slow = await medians({ large: () => compiler.packSync(large) }, { warmUp: 1, rounds: 5 });
  return { ...quick, ...slow };
}
