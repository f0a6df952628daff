// A folder bundled by the npm package, in WebAssembly, as a user would: packed, and the archive read.
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { packSync } from "../../npm/node.js";
import { entries } from "./cases.js";
import { writeFiles } from "./unbundled.js";

/**
 * @returns {{ files: Record<string, string> }} of the package; an entry's exports are seen as `globalThis.observed`.
 */
export function bundle(files) {
  const mains = entries(files);
  const tools = mains.map((path, index) => [`observer-${index}.mjs`, observer(path, index)]);
  const folder = new Map([
    ...Object.entries(files),
    ...tools,
    ["package.json", '{ "name": "fixture", "type": "module" }'],
    ["agent.md", manifest(tools.map(([path]) => path))],
  ]);
  const result = packSync(folder);
  const problems = result.diagnostics.filter(({ severity }) => severity === "error");
  if (problems.length > 0) {
    throw new Error(`refused: ${problems.map(({ code, file, message }) => `${code} ${file}: ${message}`).join("; ")}`);
  }
  return { files: unpack(result.archive) };
}

/** Writes a bundled folder and gives the file to run. */
export function writeBundled(folder, files) {
  const packed = bundle(files).files;
  writeFiles(folder, packed);
  return join(folder, "generated/tools.mjs");
}

function manifest(paths) {
  const modules = paths.map((path, index) => `      - path: ${path}\n        name: tool_${index}\n`).join("");
  return `---\nname: fixture\ndescription: A fixture.\nmodel: a/b\nharness:\n  tools:\n    modules:\n${modules}---\nRun.\n`;
}

function observer(path, index) {
  return `import * as main from "./${path}";
import { defineTool, Type } from "@mutagent/agents/tools";
globalThis.observed = main;
export default defineTool({
  name: "tool_${index}",
  label: "Observer",
  description: "Shows what the fixture exports.",
  parameters: Type.Object({}),
  execute: () => ({ content: [] }),
});
`;
}

/** The text files of a .tgz whose entries are plain files with short names. */
export function unpack(archive) {
  const tar = gunzipSync(archive);
  const text = (start, length) => tar.subarray(start, start + length).toString("utf8");
  const field = (start, length) => text(start, length).replace(/\0.*$/s, "");
  const files = {};
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const [name, prefix] = [field(at, 100), field(at + 345, 155)];
    const size = parseInt(field(at + 124, 12), 8);
    files[prefix === "" ? name : `${prefix}/${name}`] = text(at + 512, size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
