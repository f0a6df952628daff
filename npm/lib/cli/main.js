import { readFileSync } from "node:fs";

import { AgentmdError } from "../errors.js";
import { parse } from "./arguments.js";
import { check } from "./check.js";
import { CannotContinue, WrongUsage } from "./failure.js";
import { pack } from "./pack.js";
import { explain, rules } from "./rules.js";
import { quoted } from "./terminal.js";
import { COMMANDS, helpOf, usageOf } from "./usage.js";

const RUN = { check, pack, explain, rules };

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
  const { options, positionals } = parse(command, args);
  if (options.help) {
    world.stdout.write(helpOf(command));
    return 0;
  }
  return RUN[command](positionals, options, world);
}

function version() {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}
