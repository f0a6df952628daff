// The archive, its manifest and its digests, checked without any of the code that made them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { byBytes, canonical, digest, sha256 } from "./digest.js";
import { archive, printed, source, unpack } from "./package.js";

const folder = unpack();
const manifestText = readFileSync(join(folder, "manifest.json"), "utf8");
const manifest = JSON.parse(manifestText);

const sources = [
  "agent.md",
  "assets/catalog.json",
  "lib/money.ts",
  "package.json",
  "skills/invoice-pricing/SKILL.md",
  "skills/invoice-pricing/policy.json",
  "tools/calculate-invoice.ts",
];

/** Package path, role, and the source it is a copy of. */
const contents = [
  ["files/assets/catalog.json", "file", "assets/catalog.json"],
  ["generated/agent.md", "generated"],
  ["generated/tools.mjs", "generated"],
  ["generated/tools.mjs.map", "generated"],
  ["launch.json", "launch"],
  ["skills/invoice-pricing/SKILL.md", "skill", "skills/invoice-pricing/SKILL.md"],
  ["skills/invoice-pricing/policy.json", "skill", "skills/invoice-pricing/policy.json"],
  ["source/agent.md", "source", "agent.md"],
  ["source/lib/money.ts", "source", "lib/money.ts"],
  ["source/package.json", "source", "package.json"],
  ["source/tools/calculate-invoice.ts", "source", "tools/calculate-invoice.ts"],
];

const describeFile = (root, path) => {
  const bytes = readFileSync(join(root, path));
  return { path, sha256: sha256(bytes), size: bytes.length };
};

test("holds exactly what agent.md declares", () => {
  const unpacked = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).split(sep).join("/"));
  assert.deepEqual(unpacked.sort(byBytes), [...contents.map(([path]) => path), "manifest.json"].sort(byBytes));
});

test("lists every file with its size, digest and role", () => {
  assert.deepEqual(
    manifest.files,
    contents.map(([path, role]) => ({ ...describeFile(folder, path), role })),
  );
});

test("copies sources unchanged", () => {
  for (const [path, , original] of contents) {
    if (original === undefined) continue;
    assert.deepEqual(readFileSync(join(folder, path)), readFileSync(join(source, original)), path);
  }
});

test("source digest", () => {
  const expected = digest(canonical(sources.map((path) => describeFile(source, path))));
  assert.equal(manifest.sourceDigest, expected);
  assert.equal(printed.digests.source, expected);
});

test("artifact digest", () => {
  const { artifactDigest, ...rest } = manifest;
  assert.equal(artifactDigest, digest(canonical(rest)));
  assert.equal(printed.digests.artifact, artifactDigest);
});

test("archive digest and size", () => {
  assert.equal(printed.digests.archive, digest(readFileSync(archive)));
  assert.equal(printed.archiveSize, statSync(archive).size);
});

test("the manifest is canonical JSON and a newline", () => {
  assert.equal(manifestText, `${canonical(manifest)}\n`);
  assert.equal(manifest.formatVersion, 1);
  assert.equal(manifest.name, "invoice-pricing");
  assert.deepEqual(Object.keys(manifest.build), ["bundler", "compiler"]);
  for (const part of Object.values(manifest.build)) {
    assert.deepEqual(Object.keys(part), ["name", "version"]);
  }
  assert.deepEqual(printed.manifest, manifest);
});

test("the launch settings", () => {
  const launch = JSON.parse(readFileSync(join(folder, "launch.json"), "utf8"));
  assert.deepEqual(launch, {
    model: "zai/glm-5.3",
    thinking: "low",
    allowedTools: ["read", "calculate_invoice"],
    skills: ["skills/invoice-pricing"],
    bindings: { required: [], optional: [] },
    mode: "headless",
    scaffold: "standard",
  });
  assert.deepEqual(printed.launch, launch);
});

test("the prompt is the name and the instructions as written", () => {
  const written = readFileSync(join(source, "agent.md"), "utf8");
  const instructions = written.slice(written.indexOf("\n---\n", 4) + "\n---\n".length);
  assert.equal(
    readFileSync(join(folder, "generated/agent.md"), "utf8"),
    `---\nname: invoice-pricing\n---\n${instructions}`,
  );
});

test("the command says that the folder is valid, and nothing else", () => {
  assert.equal(printed.schemaVersion, 1);
  assert.equal(printed.status, "valid");
  assert.equal(printed.format, "agent");
  assert.equal(printed.name, "invoice-pricing");
  assert.deepEqual(printed.diagnostics, []);
  assert.deepEqual(printed.summary, { errors: 0, warnings: 0, infos: 0 });
});

test("gzip: one member, no name, no time, no system", () => {
  const bytes = readFileSync(archive);
  assert.deepEqual([...bytes.subarray(0, 8)], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
  assert.equal(bytes[9], 255);
  const { engine } = gunzipSync(bytes, { info: true });
  assert.equal(engine.bytesWritten, bytes.length);
});

test("tar: ustar, files only, sorted, with nothing of the machine in it", () => {
  const bytes = gunzipSync(readFileSync(archive));
  const paths = [];
  let offset = 0;
  while (bytes[offset] !== 0) {
    const header = bytes.subarray(offset, offset + 512);
    const text = (start, end) => header.toString("latin1", start, end).replace(/\0.*$/s, "");
    const number = (start, end) => Number.parseInt(text(start, end).trim() || "0", 8);
    const path = text(0, 100);
    assert.equal(header.toString("latin1", 257, 265), "ustar\x0000", path);
    assert.equal(text(156, 157), "0", `${path}: a file`);
    assert.equal(number(100, 108), 0o644, `${path}: mode`);
    assert.deepEqual([number(108, 116), number(116, 124), number(136, 148)], [0, 0, 0], `${path}: uid, gid, mtime`);
    assert.deepEqual([text(157, 257), text(265, 297), text(297, 329), text(345, 500)], ["", "", "", ""], `${path}: link, names, prefix`);
    const size = number(124, 136);
    assert.deepEqual(bytes.subarray(offset + 512, offset + 512 + size), readFileSync(join(folder, path)), path);
    paths.push(path);
    offset += 512 + Math.ceil(size / 512) * 512;
  }
  assert.deepEqual(paths, [...paths].sort(byBytes));
  assert.equal(paths.length, contents.length + 1);
  assert.equal(bytes.subarray(offset).every((byte) => byte === 0), true);
  assert.ok(bytes.length - offset >= 1024, "two empty blocks at the end");
});
