// What the fixtures expect is what their folders do when nothing bundles them: JavaScript as it is, TypeScript compiled
// by npm `typescript`. A fixture that Node can't run so says why in a section `//- unchecked`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const fixtures = fileURLToPath(new URL("fixtures", import.meta.url));
const root = realpathSync(mkdtempSync(join(tmpdir(), "agentmd-fixtures-")));
after(() => rmSync(root, { recursive: true }));

function read(name) {
  const sections = readFileSync(join(fixtures, name), "utf8").split("//- ").slice(1);
  return Object.fromEntries(
    sections.map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end), section.slice(end + 1).replace(/\n$/, "")];
    }),
  );
}

/** Writes a folder as Node can run it, and gives its entry. */
function unbundled(name, files) {
  const folder = join(root, name, "source");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const typed = Object.keys(files).filter((path) => /\.tsx?$/.test(path));
  if (typed.length > 0) {
    ts.createProgram(
      typed.map((path) => join(folder, path)),
      {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleDetection: ts.ModuleDetectionKind.Auto,
        rewriteRelativeImportExtensions: true,
        jsx: ts.JsxEmit.React,
        esModuleInterop: true,
        noCheck: true,
        types: [],
      },
    ).emit();
  }
  const entries = Object.keys(files).filter((path) => path.startsWith("main"));
  const compiled = entries.map((path) => path.replace(/\.tsx?$/, ".js"));
  if (compiled.length === 1) return join(folder, compiled[0]);
  const all = join(folder, "all-entries.mjs");
  writeFileSync(all, compiled.map((path) => `import "./${path}";\n`).join(""));
  return all;
}

const checked = new Map();
for (const file of readdirSync(fixtures).sort()) {
  const name = file.replace(/\.fixture$/, "");
  const { expected, refused, unchecked, absent, ...files } = read(file);
  if (refused !== undefined) continue;
  if (unchecked !== undefined) {
    test(name, { skip: unchecked.trim() }, () => {});
    continue;
  }
  checked.set(name, { expected, entry: unbundled(name, files) });
}
const list = join(root, "list.json");
writeFileSync(list, JSON.stringify(Object.fromEntries([...checked].map(([name, { entry }]) => [name, entry]))));
const runner = fileURLToPath(new URL("run.mjs", import.meta.url));
const traces = JSON.parse(execFileSync(process.execPath, ["--no-warnings", runner, list], { encoding: "utf8" }));

for (const [name, { expected }] of checked) {
  test(name, () => assert.deepEqual(traces[name], expected.split("\n").filter((line) => line !== "")));
}
