// WebAssembly gives the bytes that native Rust gives: both are held to tests/golden.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { check, packSync } from "agentmd";
import { root } from "../../scripts/builds.js";

const folder = join(root, "examples", "invoice");
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .map((path) => [path.slice(folder.length + 1), readFileSync(path)]);
const golden = JSON.parse(readFileSync(join(root, "tests", "golden", "invoice.json"), "utf8"));

test("digests are those on record", async () => {
  const result = await check(files);
  assert.equal(result.status, "valid");
  assert.deepEqual(result.digests, golden);
});

test("the archive is the same again, and with its files in another order", () => {
  const archives = [files, files, [...files].reverse()].map((input) => packSync(input).archive);
  for (const archive of archives) {
    assert.equal(`sha256:${createHash("sha256").update(archive).digest("hex")}`, golden.archive);
  }
});
