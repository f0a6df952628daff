// `./dev build`: makes every build that wasm-pack.toml declares.

import { declaration, make } from "./builds.js";

try {
  for (const build of declaration.build) make(build);
} catch (error) {
  process.stderr.write(`./dev build: ${error.message}\n`);
  process.exitCode = 1;
}
