// The builds that wasm-pack.toml declares: cargo, then wasm-bindgen, then wasm-opt.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const declaration = parse(readFileSync(join(root, "wasm-pack.toml"), "utf8"));

const TRIPLE = "wasm32-unknown-unknown";
const WASM_OPT = join(root, "node_modules", "binaryen", "bin", "wasm-opt");

/** Makes one build and gives the path of its .wasm. `environment` overrides the profile, for measurements. */
export function make(build, environment = {}) {
  checkBindgenVersion();
  const outDir = join(root, build["out-dir"]);
  mkdirSync(outDir, { recursive: true });

  const linked = compile(build, environment);
  say(`wasm-bindgen (${megabytes(linked)})`);
  run("wasm-bindgen", ["--target", build.target, "--out-dir", outDir, "--out-name", build.name, ...build["wasm-bindgen"], linked]);

  const wasm = join(outDir, `${build.name}_bg.wasm`);
  optimize(wasm, build["wasm-opt"]);
  return wasm;
}

/** Runs wasm-opt on a file, in place or to another. */
export function optimize(wasm, flags, to = wasm) {
  say(`wasm-opt ${flags.join(" ")} (${megabytes(wasm)})`);
  const temporary = `${to}.tmp`;
  run(process.execPath, [WASM_OPT, ...flags, wasm, "-o", temporary]);
  renameSync(temporary, to);
}

/** The .wasm that cargo links, wherever its target folder is. */
function compile(build, environment) {
  const args = ["--locked", "--lib", "--profile", build.profile, "--target", TRIPLE, "--crate-type", build["crate-type"]];
  say(`cargo rustc ${args.join(" ")}`);
  const messages = execFileSync("cargo", ["rustc", ...args, "--message-format", "json-render-diagnostics"], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const files = messages
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter((message) => message.reason === "compiler-artifact" && message.manifest_path === join(root, "Cargo.toml"))
    .flatMap((message) => message.filenames);
  return files.find((file) => file.endsWith(".wasm"));
}

function checkBindgenVersion() {
  const lock = parse(readFileSync(join(root, "Cargo.lock"), "utf8"));
  const library = lock.package.find(({ name }) => name === "wasm-bindgen").version;
  const tool = declaration.tools["wasm-bindgen"];
  if (library !== tool) {
    throw new Error(`Cargo.lock has wasm-bindgen ${library} but wasm-pack.toml pins the tool to ${tool}; make them one`);
  }
}

function run(command, args) {
  // The build's own output is for whoever waits; standard output may belong to a command of the CLI.
  execFileSync(command, args, { cwd: root, stdio: ["ignore", process.stderr, "inherit"] });
}

function megabytes(file) {
  return `${(statSync(file).size / 1e6).toFixed(2)} MB`;
}

export function say(what) {
  process.stderr.write(`▸ ${what}\n`);
}
