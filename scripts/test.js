// `./dev test`: every suite there is, each with its result, and one closing line that sums them up.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root, say } from "./builds.js";

const TRIPLE = "wasm32-unknown-unknown";

const suites = [
  { name: "Rust", command: ["cargo", "test", "--locked", "--no-fail-fast"], counts: cargoCounts },
  {
    name: "Rust inside WebAssembly",
    command: ["cargo", "test", "--locked", "--profile", "wasm-test", "--target", TRIPLE, "--test", "wasm"],
    env: { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: "wasm-bindgen-test-runner" },
    counts: cargoCounts,
  },
  // Shares its crates with the suite before.
  {
    name: "wasm-pack",
    command: ["wasm-pack", "build", "--target", "web", "--mode", "no-install", "--profile", "wasm-test", "--out-dir", "target/pkg"],
    counts: (output, code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }),
  },
  {
    name: "Node",
    command: nodeTests("npm/test", "tests/runtime", "tests/bundle"),
    counts: nodeCounts,
  },
  {
    name: "Packed example",
    command: nodeTests("tests/package"),
    prepare: packExample,
    counts: nodeCounts,
  },
];

const totals = { passed: 0, failed: 0, skipped: 0 };
const results = [];
for (const suite of suites) {
  say(suite.command.join(" "));
  const started = performance.now();
  const { code, output } = await run({ ...suite, env: { ...suite.env, ...suite.prepare?.() } });
  const counts = suite.counts(output, code);
  // A suite that could not be built or started has failed, though it counted no failure.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(totals)) totals[key] += counts[key];
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  results.push(`${suite.name}: ${sentence(counts)} (${seconds} s)`);
}

console.log(`\n${results.join("\n")}\n\n${sentence(totals)}`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Runs a suite, shows its output as it comes, and gives it back for counting. */
function run({ command: [program, ...args], env }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}`, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      process.stdout.write(text);
      output += text;
    });
    child.on("error", (error) => resolve({ code: 1, output: `${output}\n${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

function cargoCounts(output) {
  const lines = [...output.matchAll(/^test result: .*? (\d+) passed; (\d+) failed; (\d+) ignored/gm)];
  const sum = (group) => lines.reduce((total, line) => total + Number(line[group]), 0);
  return { passed: sum(1), failed: sum(2), skipped: sum(3) };
}

function nodeCounts(output) {
  // The summary's first character is the reporter's sign: ℹ, or # where there are no colours.
  const last = (name) => Number([...output.matchAll(new RegExp(`^\\S* ?${name} (\\d+)$`, "gm"))].at(-1)?.[1] ?? 0);
  return { passed: last("pass"), failed: last("fail") + last("cancelled"), skipped: last("skipped") + last("todo") };
}

/** Node's test runner on all `*.test.js` of the folders. */
function nodeTests(...folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((path) => path.endsWith(".test.js") && !path.includes("node_modules"))
      .map((path) => join(folder, path))
      .sort(),
  );
  return ["node", "--test", "--test-reporter=spec", ...files];
}

/** Packs the example with the command line, as the suite that examines the archive wants it. */
function packExample() {
  const folder = join(root, "target", "packages");
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, "example.tgz");
  const printed = join(folder, "example.json");
  const args = [join("npm", "cli.js"), "pack", join("examples", "invoice"), "--output", archive, "--force", "--json"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  process.stderr.write(stderr);
  writeFileSync(printed, stdout);
  return { AGENTMD_ARCHIVE: archive, AGENTMD_PACK_JSON: printed };
}
