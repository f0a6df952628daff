// The first uses that README.md shows, run as a reader would.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { root } from "../../scripts/builds.js";

const readme = readFileSync(join(root, "README.md"), "utf8");
const fences = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text }));

/** A folder where the package is installed, as `npm install agentmd` would leave it. */
function project(t) {
  const folder = mkdtempSync(join(tmpdir(), "agentmd-readme-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true });
  symlinkSync(join(root, "npm"), join(folder, "node_modules", "agentmd"));
  symlinkSync(join(root, "npm", "cli.js"), join(folder, "node_modules", ".bin", "agentmd"));
  return folder;
}

const examples = fences.flatMap((fence, index) => (fence.language === "js" ? [[fence, fences[index + 1]]] : []));

test("there are examples of the library, each with what it prints", () => {
  assert.ok(examples.length >= 2);
  for (const [, output] of examples) assert.equal(output.language, "text");
});

for (const [index, [code, output]] of examples.entries()) {
  test(`library example ${index + 1} prints what README.md says`, (t) => {
    const folder = project(t);
    writeFileSync(join(folder, "example.mjs"), code.text);
    assert.equal(execFileSync(process.execPath, ["example.mjs"], { cwd: folder, encoding: "utf8" }), output.text);
  });
}

test("the commands of the command line work as shown", (t) => {
  const folder = project(t);
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
  const block = fences.find(({ language, text }) => language === "sh" && text.startsWith("agentmd "));
  const commands = block.text.trim().split("\n");
  assert.ok(commands.length >= 2);
  for (const command of commands) {
    const { status, stdout, stderr } = spawnSync(`npx --no-install ${command}`, { cwd: folder, encoding: "utf8", shell: true });
    assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
  }
  assert.deepEqual([...readFileSync(join(folder, "invoice.tgz")).subarray(0, 2)], [0x1f, 0x8b]);
});
