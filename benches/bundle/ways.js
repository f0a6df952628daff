// The ways to bundle a folder: each prepares once, and gives what is timed. Peers' work gives code and map; agentmd's
// check makes both, with the digests of an archive, and keeps them to itself.
import { createRequire } from "node:module";
import { posix } from "node:path";
import { pathToFileURL } from "node:url";

// The peers are those of the bundler's tests.
const packages = new URL("../../tests/bundle/package.json", import.meta.url);
const decoder = new TextDecoder();
const load = (name) => import(pathToFileURL(createRequire(packages).resolve(name)).href);

/**
 * @typedef {() => Promise<{ code: string, map: string }> | void} Work
 * @type {Record<string, (files: Record<string, Uint8Array>, onDisk: string) => Promise<Work>>}
 */
export const ways = {
  "agentmd check": async (files) => {
    const { checkSync } = await import("../../npm/node.js");
    const folder = withTool(files);
    return () => {
      const result = checkSync(folder);
      if (result.status !== "valid") throw new Error(JSON.stringify(result.diagnostics.slice(0, 3)));
    };
  },
  "esbuild, files on disk": async (_, onDisk) => esbuild((await load("esbuild")).default, onDisk),
  "esbuild, files in memory": async (files) => esbuild((await load("esbuild")).default, undefined, files),
  "esbuild-wasm, files on disk": async (_, onDisk) => esbuild((await import("esbuild-wasm")).default, onDisk),
  "esbuild-wasm, files in memory": async (files) => esbuild((await import("esbuild-wasm")).default, undefined, files),
  "Rolldown, files on disk": async (_, onDisk) => rolldown(`${onDisk}/main.ts`, []),
  "Rolldown, files in memory": async (files) => rolldown("/main.ts", [inMemory(files)]),
  "Bun.build, files on disk": async (_, onDisk) => bun({ entrypoints: [`${onDisk}/main.ts`] }),
  "Bun.build, files in memory": async (files) => {
    const texts = Object.entries(files).map(([path, bytes]) => [`/folder/${path}`, bytes]);
    return bun({ entrypoints: ["/folder/main.ts"], files: Object.fromEntries(texts) });
  },
};

/** The folder with a tool around `main.ts`, as agentmd takes it. */
export function withTool(files) {
  const tool = `import { defineTool, Type } from "@mutagent/agents/tools";
import main from "./main.ts";
export default defineTool({
  name: "measured", label: "Measured", description: "Calls the folder.", parameters: Type.Object({}),
  execute: () => ({ content: [], details: main() }),
});
`;
  const manifest = "---\nname: measured\ndescription: Measured.\nmodel: a/b\nharness:\n  tools:\n    modules:\n      - path: tool.ts\n        name: measured\n---\nRun.\n";
  return { ...files, "tool.ts": tool, "agent.md": manifest, "package.json": '{ "name": "measured", "type": "module" }' };
}

function esbuild({ build }, absWorkingDir, files) {
  const options = {
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node22",
    sourcemap: "external",
    outfile: "tools.mjs",
    logLevel: "silent",
    entryPoints: ["main.ts"],
    ...(files === undefined ? { absWorkingDir } : { plugins: [memoryPlugin(files)] }),
  };
  return async () => {
    const { outputFiles } = await build(options);
    const [map, code] = outputFiles;
    return { code: code.text, map: map.text };
  };
}

function memoryPlugin(files) {
  return {
    name: "in-memory",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.|^main\.ts$/ }, ({ path, importer }) => ({
        path: importer === "" ? path : posix.join(posix.dirname(importer), path),
        namespace: "memory",
      }));
      onLoad({ filter: /.*/, namespace: "memory" }, ({ path }) => ({ contents: files[path], loader: "ts" }));
    },
  };
}

async function rolldown(input, plugins) {
  const { build } = await load("rolldown");
  const output = { format: "esm", sourcemap: true, codeSplitting: false };
  return async () => {
    const { output: [{ code, map }] } = await build({ input, plugins, write: false, platform: "node", logLevel: "silent", output });
    return { code, map: map.toString() };
  };
}

function inMemory(files) {
  return {
    name: "in-memory",
    resolveId(specifier, importer) {
      if (importer === undefined) return specifier;
      return specifier.startsWith(".") ? posix.join(posix.dirname(importer), specifier) : undefined;
    },
    load(path) {
      const content = files[path.slice(1)];
      return content && { code: decoder.decode(content), moduleType: "ts" };
    },
  };
}

function bun(options) {
  return async () => {
    const { outputs } = await Bun.build({ ...options, target: "node", format: "esm", sourcemap: "external" });
    const [code, map] = outputs;
    return { code: await code.text(), map: await map.text() };
  };
}
