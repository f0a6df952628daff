import { parseArgs } from "node:util";

import { WrongUsage } from "./failure.js";
import { quoted, shown } from "./terminal.js";
import { COLORS, COMMANDS, FORMATS } from "./usage.js";

/** Options and other arguments of a command, each of a form that it can have. Throws `WrongUsage`. */
export function parse(command, args) {
  let parsed;
  try {
    const options = { help: { type: "boolean", short: "h" }, ...COMMANDS[command].options };
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!error.code?.startsWith("ERR_PARSE_ARGS")) throw error;
    throw new WrongUsage(sentence(error.message), command);
  }
  const { values, positionals } = parsed;
  const what = command === "check" || command === "pack" ? "FOLDER" : "CODE";
  for (const [name, value] of [...positionals.map((value) => [what, value]), ["--output", values.output]]) {
    if (value === "") throw new WrongUsage(`${name} is an empty text`, command);
    if (value?.includes("\0")) throw new WrongUsage(`${name} has a NUL character`, command);
  }
  checkOneOf("format", FORMATS, values, command);
  checkOneOf("color", COLORS, values, command);
  if (values["max-warnings"] !== undefined && !/^\d{1,9}$/.test(values["max-warnings"])) {
    throw new WrongUsage(`--max-warnings takes a number, not ${quoted(values["max-warnings"])}`, command);
  }
  return { options: values, positionals };
}

function checkOneOf(name, allowed, values, command) {
  if (values[name] === undefined || allowed.includes(values[name])) return;
  const list = `${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}`;
  throw new WrongUsage(`--${name} takes ${list}, not ${quoted(values[name])}`, command);
}

/** Node's message, less its advice on dashes, as the rest of a sentence. */
function sentence(message) {
  const [first] = message.split(/\. (?=To )|\.?\n/);
  return shown(first.replace(/^[A-Z]/, (letter) => letter.toLowerCase()));
}
