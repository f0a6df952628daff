// The entry for Node. The module is read from the package, at the first call if not before.

import { compiler } from "./lib/node-compiler.js";

export * from "./lib/errors.js";
export const { init, check, pack, fix, report, checkSync, packSync, fixSync } = compiler;
