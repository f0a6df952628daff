// What the rules are, from the file that the build makes of docs/rules.

import { readFileSync } from "node:fs";

import { WrongUsage } from "./failure.js";
import { jsonText, look, quoted } from "./terminal.js";

/** `agentmd explain`. Gives the exit code. */
export async function explain(codes, { color }, world) {
  if (codes.length === 0) throw new WrongUsage("a code is missing: which rule is to be explained?", "explain");
  const { compiler } = await import("../node-compiler.js");
  const { rules } = catalogue();
  const pages = codes.map((word) => {
    const rule = rules.find(({ code }) => code === word.toUpperCase());
    if (rule === undefined) throw new WrongUsage(unknown(word, rules, compiler), "explain");
    return compiler.invoke("renderRule", rule.page, JSON.stringify(look(world, color)));
  });
  world.stdout.write(pages.join("\n\n"));
  return 0;
}

/** `agentmd rules`. Gives the exit code. */
export async function rules(positionals, { json = false }, world) {
  if (positionals.length > 0) throw new WrongUsage("rules takes no arguments; `agentmd explain CODE` explains one", "rules");
  const { schemaVersion, rules } = catalogue();
  if (json) {
    world.stdout.write(jsonText({ schemaVersion, rules: rules.map(({ page, ...rule }) => rule) }));
    return 0;
  }
  const width = Math.max(...rules.map(({ code }) => code.length));
  const line = ({ code, severity, summary }) => `${code.padEnd(width)}  ${severity.padEnd(7)}  ${summary}\n`;
  world.stdout.write(rules.map(line).join(""));
  return 0;
}

function unknown(word, rules, compiler) {
  const containing = rules.map(({ code }) => code).filter((code) => code.includes(word.toUpperCase()));
  const near = compiler.invoke("nearestCode", word) ?? (containing.length <= 5 ? containing.join(", ") : "");
  return `there is no code ${quoted(word)}; ${near === "" ? "`agentmd rules` lists all" : `did you mean ${near}?`}`;
}

function catalogue() {
  return JSON.parse(readFileSync(new URL("../../dist/rules.json", import.meta.url), "utf8"));
}
