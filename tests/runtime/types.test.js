// The declaration of `@mutagent/agents/tools`, the example's tool and what authors may and may not write, under `tsc --strict`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

function compile(...options) {
  const { status, stdout } = spawnSync(process.execPath, [tsc, "--pretty", "false", ...options], {
    cwd: fileURLToPath(new URL("types/", import.meta.url)),
    encoding: "utf8",
  });
  return { status, stdout };
}

test("everything accepted compiles, everything refused does not", () => {
  assert.deepEqual(compile("--project", "."), { status: 0, stdout: "" });
});

test("the declaration stands alone, without Node's types or the DOM's", () => {
  const options = ["--strict", "--noEmit", "--lib", "es2022", "--typeRoots", "."];
  assert.deepEqual(compile(...options, "../../../npm/types/tools.d.ts"), { status: 0, stdout: "" });
});
