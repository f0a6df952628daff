// What is published: its files, its types, and that it depends on nothing.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

import { check, fix, pack } from "agentmd";
import { readFolder } from "../../benches/timing.js";
import { declaration, root } from "../../scripts/builds.js";
import { folderOnDisk } from "./folder.js";
import { MINIMAL_AGENT } from "./samples.js";

const folder = join(root, declaration.npm.package);
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

test("the package holds the files that wasm-pack.toml lists, and no others", () => {
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" }));
  assert.deepEqual(packed.files.map(({ path }) => path).sort(), declaration.npm.files);
});

test("every entry of the exports map is among them, and nothing is needed at run time", () => {
  const targets = JSON.stringify(manifest.exports).match(/(?<="\.\/)[^"]*\.(js|d\.ts|wasm|json)(?=")/g);
  for (const target of targets) assert.ok(declaration.npm.files.includes(target), target);
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"]) assert.equal(manifest[kind], undefined);
});

test("crate and package have one version", () => {
  const [, version] = /^version = "(.*)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"));
  assert.equal(manifest.version, version);
});

test("the types describe what really comes out, and refuse what is wrong", async (t) => {
  const example = readFolder(join(root, "examples", "invoice"));
  const misspelt = { "agent.md": MINIMAL_AGENT.replace("model:", "modle:") };
  const bindings = "harness: { bindings: { secrets: [{ name: A, required: false }, { name: A, required: false }] } }";
  const repeated = { "agent.md": MINIMAL_AGENT.replace("---\nGreet", `${bindings}\n---\nGreet`) };
  const samples = [];
  for (const folder of [{ "agent.md": MINIMAL_AGENT }, example, {}, misspelt, repeated, { "Agent.md": MINIMAL_AGENT }]) {
    samples.push(await check(folder));
  }
  assert.ok(samples.some(({ status }) => status === "valid"));
  const diagnostics = samples.flatMap((sample) => sample.diagnostics);
  assert.ok(diagnostics.some(({ related }) => related.length > 0));
  for (const kind of ["replace", "rename"]) {
    assert.ok(diagnostics.some(({ fixes }) => fixes.some(({ edits }) => edits.some((edit) => edit.kind === kind))), kind);
  }
  const declarations = samples.map((sample) => `${JSON.stringify(sample)} satisfies agentmd.CheckResult`);
  const { archive, ...packed } = await pack(example);
  assert.ok(archive instanceof Uint8Array);
  declarations.push(`{ ...${JSON.stringify(packed)}, archive: new Uint8Array() } satisfies agentmd.PackResult`);
  const { changes, ...mended } = await fix({ "Agent.md": misspelt["agent.md"] });
  assert.deepEqual(changes.map(({ kind }) => kind), ["rename", "write"]);
  const [rename, { content, ...write }] = changes;
  assert.ok(content instanceof Uint8Array);
  const literals = `[${JSON.stringify(rename)}, { ...${JSON.stringify(write)}, content: new Uint8Array() }]`;
  declarations.push(`{ ...${JSON.stringify(mended)}, changes: ${literals} } satisfies agentmd.FixResult`);

  assert.deepEqual(typeErrors(t, `${USES}\n${declarations.map((line) => `(${line});`).join("\n")}`), "");
});

const USES = `
/// <reference types="agentmd/tools" />
import { Type } from "@mutagent/agents/tools";
import * as agentmd from "agentmd";

Type.String();

const files: agentmd.Files = { "agent.md": "text", "b": new Uint8Array(), "c": { symlink: "x" }, "d": { directory: true } };
const host: agentmd.SyncHost = { list: () => [{ name: "agent.md", kind: "file" }], read: (path) => path };
const handles: agentmd.Host = { async *list() { yield { name: "a", kind: "directory" }; }, read: async () => new Uint8Array() };

await agentmd.init();
await agentmd.init({ module: new Uint8Array() });
await agentmd.check(new Map([["agent.md", "text"]]), { signal: AbortSignal.timeout(1) });
await agentmd.check(handles);
agentmd.checkSync([["agent.md", "text"]]);
agentmd.packSync(host);

const { fixed, changes } = agentmd.fixSync(files, { safeOnly: false });
for (const change of changes) {
  const bytes: Uint8Array | string = change.kind === "write" ? change.content : change.newFile;
}
const sarif: string = await agentmd.report({ a: files, b: handles }, { format: "sarif", quiet: true });
await agentmd.report(new Map([["a", host]]), { format: "text", width: 80, color: true });
// @ts-expect-error: not a format
await agentmd.report({}, { format: "xml" });
// @ts-expect-error: fixes are not awaited by fixSync
agentmd.fixSync(handles);

const result = await agentmd.pack(files);
if (result.status === "valid") {
  const bytes: Uint8Array = result.archive;
  const digest: string = result.digests.archive;
} else {
  // @ts-expect-error: what is refused has no archive
  result.archive;
}
for (const { severity, range } of result.diagnostics) {
  // @ts-expect-error: not a severity
  if (severity === "fatal") break;
  // @ts-expect-error: a range is not everywhere
  range.start;
}
// @ts-expect-error: a number is no content
await agentmd.check({ "agent.md": 7 });
// @ts-expect-error: a host may answer with a promise, which checkSync can't wait for
agentmd.checkSync(handles);
try {
  agentmd.checkSync(files);
} catch (error) {
  if (error instanceof agentmd.AgentmdError && error.code === "COMPILER_CRASHED") throw error;
  // @ts-expect-error: no such code
  if (error instanceof agentmd.InvalidPathError && error.code === "INVALID_FOLDER") throw error;
}
`;

/** What the TypeScript compiler has to say about a module that imports the package. */
function typeErrors(t, source) {
  const project = folderOnDisk(t, { "node_modules/agentmd": { symlink: folder } });
  writeFileSync(join(project, "use.mts"), source);
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: "es2023",
        lib: ["es2023", "dom"],
        module: "nodenext",
        types: [],
      },
      files: ["use.mts"],
    }),
  );
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  return spawnSync(process.execPath, [tsc, "--pretty", "false", "--project", project], { encoding: "utf8" }).stdout;
}
