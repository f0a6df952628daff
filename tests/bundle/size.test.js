// A bundle is no larger than what esbuild makes of the same modules, readable too, but for the runtime that is ours.
//
// Both bundle a tool with and without what is measured; the difference is what counts. Tools of several modules are in
// `tools/`, in the format of the fixtures.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { build } from "esbuild";
import { pack } from "../../npm/node.js";
import { entries, readCases } from "./cases.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "agentmd-sizes-"));
after(() => rmSync(root, { recursive: true }));

/** Tools that are larger, and why. */
const reasons = {
  "markdown-outline": "values of enums are read where they are used, as TypeScript has it; esbuild writes them out",
  "text-diff": "values of enums are read where they are used, as TypeScript has it; esbuild writes them out",
};

const runtime = ["commonjs.js", "loader.js"].map((name) =>
  readFileSync(join(here, "../../src/bundle/generate", name), "utf8"),
);

function sections(path) {
  const text = readFileSync(path, "utf8").split("//- ").slice(1);
  return text.map((section) => {
    const end = section.indexOf("\n");
    return [section.slice(0, end), section.slice(end + 1).replace(/\n$/, "")];
  });
}

/** Only the code of the modules: without the runtime and the registration of the tool. */
async function ours(files, entry) {
  const agent = `---\nname: sizes\nmodel: zai/glm-5.3\nharness:\n  tools:\n    modules:\n      - path: ${entry}\n        name: sized\n---\nText.\n`;
  const packed = await pack({ "agent.md": agent, "package.json": '{ "private": true, "type": "module" }', ...files });
  const errors = packed.diagnostics.filter((found) => found.severity === "error");
  assert.deepEqual(errors.map((found) => found.message), []);
  let code = fileOf(gunzipSync(packed.archive), "generated/tools.mjs");
  for (const text of runtime) code = code.replace(text, "");
  code = code.replace(/^function __\w+\([^]*?\n\}\n/gm, "");
  // What can't be read before it has a value stays so: esbuild makes `var` of it, which is shorter.
  return code.replace(/^const /gm, "var ").length;
}

function fileOf(tar, path) {
  for (let at = 0; at < tar.length; ) {
    const name = tar.toString("utf8", at, at + 100).replace(/\0.*/s, "");
    const size = parseInt(tar.toString("latin1", at + 124, at + 136), 8) || 0;
    if (name.endsWith(path)) return tar.toString("utf8", at + 512, at + 512 + size);
    at += 512 + 512 * Math.ceil(size / 512);
  }
  throw new Error(`there is no ${path}`);
}

async function theirs(name, files, entry) {
  const folder = join(root, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [join(folder, entry)],
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22",
    external: ["@mutagent/agents/tools"],
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0].text.length;
}

async function compare(name, files, entry, without) {
  const bare = { [entry]: without };
  const [own, ownBare] = [await ours(files, entry), await ours(bare, entry)];
  const [other, otherBare] = [await theirs(name, files, entry), await theirs(`${name}-bare`, bare, entry)];
  return { name, ours: own - ownBare, theirs: other - otherBare };
}

const sized = `defineTool({ name: "sized", label: "", description: "d", parameters: Type.Object({}), execute() {} });\n`;
const bare = `import { Type, defineTool } from "@mutagent/agents/tools";\nexport default ${sized}`;

function tools() {
  return readdirSync(join(here, "tools")).sort().map((file) => {
    const files = Object.fromEntries(sections(join(here, "tools", file)));
    const entry = Object.keys(files).find((path) => path.startsWith("tool."));
    files[entry] = files[entry].replace(/name: "[a-z_]+",/, `name: "sized",`);
    return [file.replace(".fixture", ""), files, entry];
  });
}

for (const [name, files, entry] of tools()) {
  test(name, async () => {
    const size = await compare(name, files, entry, bare);
    assert.ok(size.ours <= size.theirs || name in reasons, `${size.ours} bytes, with esbuild ${size.theirs}`);
  });
}

// One by one they are corners of the language, where what is right may take more than what esbuild writes.
test("all fixtures together", async (context) => {
  const sizes = [];
  for (const { name, files, refused } of readCases()) {
    if (refused !== undefined) continue;
    const imports = entries(files).map((path) => `import "./${path}";\n`);
    try {
      sizes.push(await compare(name, { ...files, "tool.mjs": imports.join("") + bare }, "tool.mjs", bare));
    } catch (error) {
      if (error.errors === undefined) throw error;
      context.diagnostic(`esbuild can't bundle ${name}: ${error.errors[0]?.text}`);
    }
  }
  const sum = (of) => sizes.reduce((total, size) => total + size[of], 0);
  context.diagnostic(`${sum("ours")} bytes, with esbuild ${sum("theirs")}, ${sizes.length} fixtures`);
  assert.ok(sizes.length > 250, `only ${sizes.length} could be compared`);
  assert.ok(sum("ours") <= sum("theirs"), `${sum("ours")} bytes, with esbuild ${sum("theirs")}`);
});
