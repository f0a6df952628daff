// Imports each given module in turn and prints, as JSON, what each wrote to the console and how it ended.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { format } from "node:util";

const modules = JSON.parse(readFileSync(process.argv[2], "utf8"));
const traces = {};
const { log } = console;
for (const [name, file] of Object.entries(modules)) {
  const trace = (traces[name] = []);
  console.log = (...values) => trace.push(...format(...values).split("\n"));
  try {
    await import(pathToFileURL(file).href);
    await new Promise((resolve) => setTimeout(resolve, 20));
  } catch (error) {
    trace.push(`throws ${error?.name}: ${error?.message}`);
  }
}
log(JSON.stringify(traces));
