// The entry for browsers, workers and every runtime without an entry of its own.

import * as bindings from "./dist/agentmd.js";
import { createCompiler } from "./lib/compiler.js";
import { loadModule } from "./lib/load.js";

export * from "./lib/errors.js";
export const { init, check, pack, fix, report, checkSync, packSync, fixSync } = createCompiler({
  bindings,
  // The URL stands here in full so that bundlers see the file and carry it along.
  load: ({ module, url }) =>
    loadModule(module === undefined && url === undefined ? { url: new URL("./dist/agentmd_bg.wasm", import.meta.url) } : { module, url }),
});
