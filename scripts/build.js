// `./dev build`: makes every build that wasm-pack.toml declares, and what the package ships beside them.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { declaration, make, root } from "./builds.js";

/** The rules of docs/rules as one file, each with its page, for `agentmd explain`. */
function gatherRules() {
  const docs = join(root, "docs", "rules");
  const catalogue = JSON.parse(readFileSync(join(docs, "rules.json"), "utf8"));
  for (const rule of catalogue.rules) rule.page = readFileSync(join(docs, `${rule.code}.md`), "utf8");
  writeFileSync(join(root, "npm", "dist", "rules.json"), JSON.stringify(catalogue));
}

try {
  for (const build of declaration.build) make(build);
  gatherRules();
} catch (error) {
  process.stderr.write(`./dev build: ${error.message}\n`);
  process.exitCode = 1;
}
