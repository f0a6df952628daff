// The bundled tool in plain Node.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { temporaryFolder, unpack } from "./package.js";

const folder = unpack();
const bundle = join(folder, "generated/tools.mjs");
const { default: extension } = await import(pathToFileURL(bundle).href);

const threeWidgets = { sku: "widget", quantity: 3, discountPercent: 7, taxBasisPoints: 825 };
const invoice = {
  subtotalCents: 4137,
  discountCents: 290,
  taxCents: 317,
  totalCents: 4164,
  catalogVersion: "catalog-v1",
};

function register(more = {}) {
  const definitions = [];
  const result = extension({ registerTool: (definition) => definitions.push(definition), ...more });
  assert.equal(result, undefined);
  return definitions;
}

test("registers the declared tool", () => {
  const [definition, ...others] = register();
  assert.deepEqual(others, []);
  assert.equal(definition.name, "calculate_invoice");
  assert.equal(definition.label, "Calculate an invoice");
  assert.match(definition.description, /^Prices one order line/);
  assert.deepEqual(JSON.parse(JSON.stringify(definition.parameters)), {
    type: "object",
    required: ["sku", "quantity", "discountPercent", "taxBasisPoints"],
    properties: {
      sku: { type: "string", description: "The product, as the catalog spells it." },
      quantity: { type: "integer", minimum: 1, maximum: 100 },
      discountPercent: { type: "integer", minimum: 0, maximum: 100 },
      taxBasisPoints: { type: "integer", minimum: 0, maximum: 10000 },
    },
    additionalProperties: false,
  });
});

test("three widgets come to 4164 cents", async () => {
  const [definition] = register();
  const result = await definition.execute("call_1", threeWidgets, undefined, undefined, {});
  assert.deepEqual(result.details, invoice);
  assert.deepEqual(result.content, [{ type: "text", text: JSON.stringify(invoice) }]);
});

test("three widgets come to 4164 cents in a package the host has put elsewhere", async () => {
  const elsewhere = temporaryFolder();
  cpSync(join(folder, "files"), join(elsewhere, "files"), { recursive: true });
  const [definition] = register();
  const result = await definition.execute("call_1", threeWidgets, undefined, undefined, { packageRoot: elsewhere });
  assert.equal(result.details.totalCents, 4164);
});

test("reports what it registered, with the digest of this package", () => {
  const reports = [];
  register({ reportRegistration: (report) => reports.push(report), revisionId: "rev_7" });
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  assert.deepEqual(reports, [
    {
      tools: ["calculate_invoice"],
      allowedTools: ["read", "calculate_invoice"],
      artifactDigest: manifest.artifactDigest,
      revisionId: "rev_7",
      bindings: [],
    },
  ]);
});

test("imports what the tool imports, and nothing else", () => {
  const code = readFileSync(bundle, "utf8");
  const imported = [...code.matchAll(/^\s*import\b[^;]*?["']([^"']+)["']/gm)].map(([, specifier]) => specifier);
  assert.deepEqual(imported.sort(), ["node:fs/promises", "node:path"]);
});

test("the source map leads to the packaged sources and holds them", () => {
  const map = JSON.parse(readFileSync(`${bundle}.map`, "utf8"));
  assert.equal(map.version, 3);
  assert.match(readFileSync(bundle, "utf8"), /\n\/\/# sourceMappingURL=tools\.mjs\.map\n?$/);
  const own = map.sources.filter((path) => path.startsWith("../source/"));
  assert.deepEqual(own.sort(), ["../source/lib/money.ts", "../source/tools/calculate-invoice.ts"]);
  for (const path of own) {
    const original = join(dirname(bundle), path);
    assert.ok(existsSync(original), path);
    assert.equal(map.sourcesContent[map.sources.indexOf(path)], readFileSync(original, "utf8"));
  }
});

test("an error's stack shows the author's file and lines", () => {
  const script = `
    import extension from ${JSON.stringify(pathToFileURL(bundle).href)};
    let tool;
    extension({ registerTool: (definition) => { tool = definition; } });
    const order = ${JSON.stringify({ ...threeWidgets, sku: "sprocket" })};
    await tool.execute("call_1", order, undefined, undefined, {}).catch((error) => console.log(error.stack));
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--enable-source-maps", "--input-type=module", "--eval", script],
    { cwd: temporaryFolder(), encoding: "utf8" },
  );
  assert.match(stdout, /Error: the catalog catalog-v1 has no product "sprocket"/, stderr);
  const author = "source/tools/calculate-invoice.ts";
  const lines = readFileSync(join(folder, author), "utf8").split("\n");
  const places = [...stdout.matchAll(/calculate-invoice\.ts:(\d+):\d+/g)].map(([, line]) => lines[line - 1].trim());
  assert.deepEqual(places, [
    "throw new Error(`the catalog ${catalog.version} has no product \"${sku}\"`);",
    "const subtotalCents = unitPrice(catalog, order.sku) * order.quantity;",
  ]);
  assert.ok(stdout.includes(join(folder, author)), stdout);
});
