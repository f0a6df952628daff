// Fills fuzz/corpus/<target> with what the tests have: fixtures, inputs that once broke something, and the corpora that
// may lie beside the repository.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";

import { root } from "../scripts/builds.js";
import { readFolder } from "../benches/timing.js";

const TARGETS = ["frontmatter", "json", "folder", "modules"];
const TOOL_FILES = /\.(ts|tsx|js|mjs|json)$/;

const seeds = Object.fromEntries(TARGETS.map((target) => [target, []]));
const example = Object.entries(readFolder(join(root, "examples", "invoice"))).map(([path, content]) => section(path, content));
seeds.folder.push(example.join(""));
for (const text of texts("tests/folders", ".fixture")) {
  for (const folder of text.split(/^=== .*\n/m).slice(1)) {
    const files = folder.split("//- report")[0];
    seeds.folder.push(files);
    for (const [, path, content] of files.matchAll(/^\/\/- (.*)\n([^]*?)(?=^\/\/- |$(?![^]))/gm)) {
      if (path === "agent.md") seeds.frontmatter.push(content);
      if (path.endsWith(".json")) seeds.json.push(content);
    }
  }
}
for (const text of texts("tests/bundle/fixtures", "")) seeds.modules.push(text.split(/^\/\/- (?:expected|refused)/m)[0]);
for (const { yaml } of corpus("yaml-suite.jsonl")) seeds.frontmatter.push(`---\n${yaml}\n---\nbody\n`);
for (const { base64 } of corpus("json-suite.jsonl")) seeds.json.push(Buffer.from(base64, "base64"));
for (const target of TARGETS) seeds[target].push(...texts(`tests/corpus/${target}`, "", null));

for (const [target, inputs] of Object.entries(seeds)) {
  const folder = join(root, "fuzz", "corpus", target);
  mkdirSync(folder, { recursive: true });
  for (const input of inputs) writeFileSync(join(folder, createHash("sha1").update(input).digest("hex")), input);
  console.error(`${inputs.length} seeds in fuzz/corpus/${target}`);
}

function section(path, content) {
  return TOOL_FILES.test(path) || path.endsWith(".md") ? `//- ${path}\n${content}` : "";
}

function texts(folder, extension, encoding = "utf8") {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path).filter((name) => name.endsWith(extension)).map((name) => readFileSync(join(path, name), encoding));
}

function corpus(name) {
  const path = join(root, "..", "shared", "corpora", name);
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line)) : [];
}
