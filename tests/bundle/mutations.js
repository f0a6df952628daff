// Breaks the bundler on purpose, one way at a time, in a copy of the tree, and sees that the fixtures notice.
//
//   node tests/bundle/mutations.js [NAME …]
//
// Each way is a patch: an exact text of a file, there once, and what takes its place. It takes half a minute or so for
// each, with the `cargo` in PATH.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { mutations } from "./mutations.list.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copy = join(root, "target", "mutations");
// Cargo tells the copy's crates from the tree's by nothing but the folder that it builds in.
const target = join(root, "target", "mutations-target");

const asked = process.argv.slice(2);
const chosen = mutations.filter(({ name }) => asked.length === 0 || asked.includes(name));
rmSync(copy, { recursive: true, force: true });
mkdirSync(copy, { recursive: true });
for (const part of ["src", "tests", "docs", ".cargo", "Cargo.toml", "Cargo.lock"]) {
  cpSync(join(root, part), join(copy, part), { recursive: true, filter: (path) => !path.includes("node_modules") });
}
if (chosen.length === mutations.length && !passes().passed) throw new Error("the tests fail before anything is broken");

let survived = 0;
for (const { name, file, text, becomes } of chosen) {
  const path = join(copy, file);
  const original = readFileSync(path, "utf8");
  if (original.split(text).length !== 2) throw new Error(`${name}: the text is not in ${file} exactly once`);
  writeFileSync(path, original.replace(text, () => becomes));
  const { passed, compiled, failing, output } = passes();
  writeFileSync(path, original);
  if (!compiled) throw new Error(`${name}: what it makes of ${file} does not compile:\n${output}`);
  if (passed) survived += 1;
  console.log(`${passed ? "SURVIVED" : "noticed"}  ${name}${passed ? "" : `: ${failing.slice(0, 4).join(", ")}${failing.length > 4 ? ` and ${failing.length - 4} more` : ""}`}`);
}
console.log(`${chosen.length - survived} of ${chosen.length} noticed`);
process.exitCode = survived === 0 ? 0 : 1;

function passes() {
  const { status, stdout, stderr } = spawnSync("cargo", ["test", "--locked", "--test", "bundle"], {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, CARGO_TARGET_DIR: target },
    maxBuffer: 1 << 28,
  });
  const output = stdout + stderr;
  const fixtures = [...output.matchAll(/^(\S+): (?:expected|refused)$/gm)].map((match) => match[1]);
  const tests = [...output.matchAll(/^test (\w+) \.\.\. FAILED$/gm)].map((match) => match[1]);
  return { passed: status === 0, compiled: /^running \d+ tests?$/m.test(output), failing: [...fixtures, ...tests], output };
}
