import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { AgentmdError } from "../errors.js";
import { diskFolder } from "./disk.js";
import { agentFolder } from "./entry.js";
import { CannotContinue, Refusal, WrongUsage } from "./failure.js";
import { outputPath, writeWhole } from "./output.js";
import { jsonText, quoted, renderOptions, seenFrom, shown } from "./terminal.js";
import { COMMANDS, helpOf, usageOf } from "./usage.js";

/**
 * Runs one command.
 *
 * @param {string[]} args without the program's own name
 * @param {{ stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream, env: NodeJS.ProcessEnv, cwd: string }} world
 * @returns {Promise<number>} the exit code
 */
export async function main(args, world) {
  try {
    return await dispatch(args, world);
  } catch (error) {
    if (error instanceof WrongUsage) {
      world.stderr.write(`agentmd: ${error.message}\n${usageOf(error.command)}`);
    } else if (error instanceof CannotContinue || error instanceof AgentmdError) {
      world.stderr.write(`agentmd: ${error.message}\n`);
    } else {
      throw error;
    }
    return 2;
  }
}

async function dispatch([command, ...args], world) {
  switch (command) {
    case undefined:
      throw new WrongUsage("a command is missing");
    case "--help":
    case "-h":
    case "help":
      world.stdout.write(helpOf());
      return 0;
    case "--version":
    case "-V":
      world.stdout.write(`agentmd ${version()}\n`);
      return 0;
  }
  if (!Object.hasOwn(COMMANDS, command)) {
    throw new WrongUsage(`${quoted(command)} is not a ${command.startsWith("-") ? "known option" : "command"}`);
  }
  const { options, folder } = parse(command, args);
  if (options.help) {
    world.stdout.write(helpOf(command));
    return 0;
  }
  if (command === "check") return report(await compile("check", folder, world), options, world);
  if (options.output === undefined) throw new WrongUsage("--output FILE is missing", command);
  return pack(folder, options, world);
}

function parse(command, args) {
  let parsed;
  try {
    const options = { help: { type: "boolean", short: "h" }, ...COMMANDS[command].options };
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!error.code?.startsWith("ERR_PARSE_ARGS")) throw error;
    throw new WrongUsage(quotedSentence(error.message), command);
  }
  const { values, positionals } = parsed;
  if (positionals.length > 1) {
    throw new WrongUsage(`one folder at a time, please: ${positionals.map(quoted).join(" and ")} were given`, command);
  }
  for (const [name, value] of [["FOLDER", positionals[0]], ["--output", values.output]]) {
    if (value === "") throw new WrongUsage(`${name} is an empty text`, command);
    if (value?.includes("\0")) throw new WrongUsage(`${name} has a NUL character`, command);
  }
  return { options: values, folder: positionals[0] ?? "." };
}

/** Node's message, less its advice on dashes, as the rest of a sentence. */
function quotedSentence(message) {
  const [sentence] = message.split(/\. (?=To )|\n/);
  return sentence.replace(/^[A-Z]/, (letter) => letter.toLowerCase()).replace(/[\p{Cc}]/gu, "\u{fffd}");
}

async function pack(argument, { output, force = false, json }, world) {
  let target;
  let compiled = await compile("pack", argument, world, (root) => {
    target = outputPath(output, { cwd: world.cwd, root, force });
  });
  if (compiled.archive === undefined) return report(compiled, { json }, world);
  try {
    await writeWhole(target, compiled.archive, { argument: output, force });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    compiled = await compile("pack", argument, world, () => {
      throw error;
    });
    return report(compiled, { json }, world);
  }
  compiled.result.output = output;
  const code = report(compiled, { json }, world);
  if (!json) world.stdout.write(`Wrote ${shown(output)}\n`);
  return code;
}

/**
 * Checks or packs a folder on disk. `consider` is told which and may throw a `Refusal`, which then is among the
 * problems reported.
 */
async function compile(command, argument, { stdout, env, cwd }, consider = () => {}) {
  let root;
  let refusal;
  try {
    root = agentFolder(argument, cwd);
    consider(root);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refusal = error;
  }
  const look = renderOptions(stdout, env, root === undefined ? "" : seenFrom(cwd, root));
  const { compiler } = await import("../node-compiler.js");
  return compiler.runSync(root === undefined ? [] : diskFolder(root), (call) => {
    if (refusal !== undefined) call("refuse", refusal.code, refusal.file, refusal.message, refusal.help);
    return {
      result: JSON.parse(call(command)),
      archive: command === "pack" ? call("takeArchive") : undefined,
      text: call("renderText", JSON.stringify(look)),
    };
  });
}

function report({ result, text }, { json }, { stdout }) {
  stdout.write(json ? jsonText(result) : text);
  return result.status === "valid" ? 0 : 1;
}

function version() {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}
