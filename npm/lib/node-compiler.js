import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

import * as bindings from "../dist/agentmd.js";
import { createCompiler } from "./compiler.js";
import { loadModule } from "./load.js";

const file = new URL("../dist/agentmd_bg.wasm", import.meta.url);

export const compiler = createCompiler({
  bindings,
  load: ({ module, url }) =>
    module === undefined && url === undefined ? readFile(file).then(WebAssembly.compile) : loadModule({ module, url }),
  loadSync: () => new WebAssembly.Module(readFileSync(file)),
});
