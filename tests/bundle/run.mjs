// Imports each given module in turn and prints, as JSON, what each wrote to the console, how it ended, and what it or
// the bundle of it exports. A case that never ends is said to, after a while.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { format, inspect } from "node:util";

const modules = JSON.parse(readFileSync(process.argv[2], "utf8"));
const results = {};
let trace;
process.on("unhandledRejection", (error) => trace.push(`unhandled ${error?.name}: ${error?.message}`));
for (const [name, file] of Object.entries(modules)) {
  trace = [];
  console.log = (...values) => trace.push(...format(...values).split("\n"));
  globalThis.observed = {};
  let exports = {};
  try {
    exports = await Promise.race([import(pathToFileURL(file).href), later(1000, "it never ends")]);
    if (typeof exports === "string") trace.push(exports);
    await later(4);
  } catch (error) {
    trace.push(`throws ${error?.name}: ${error?.message}`);
  }
  results[name] = { trace: trace.filter((line) => line !== ""), exports: shown(exports), observed: shown(globalThis.observed) };
}
// What still waits for something is not waited for.
process.stdout.write(JSON.stringify(results), () => process.exit());

function later(milliseconds, value) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value));
}

/** Every export by name, as the console would show it. */
function shown(namespace) {
  if (typeof namespace !== "object") return {};
  return Object.fromEntries(
    Object.keys(namespace).map((name) => {
      try {
        // The console does not look into the objects that stand for namespaces in bundles.
        const value = namespace[name];
        return [name, value?.[Symbol.toStringTag] === "Module" ? inspect({ ...value }) : inspect(value)];
      } catch (error) {
        return [name, `${error.name}: ${error.message}`];
      }
    }),
  );
}
