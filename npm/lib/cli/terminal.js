// What is shown to a person.

import { isAbsolute, relative, sep } from "node:path";

/** Width of reports that go to a file or a pipe. */
const PLAIN_WIDTH = 100;

/** How a report is laid out for standard output. `when` is the value of --color. */
export function look({ stdout, env }, when = "auto") {
  const color = when === "auto" ? wantsColor(stdout, env) : when === "always";
  return { color, width: stdout.columns || PLAIN_WIDTH };
}

/** A folder as seen from another: relative where it lies below that, otherwise whole. */
export function seenFrom(cwd, folder) {
  const way = relative(cwd, folder);
  return (isAbsolute(way) || way.split(sep)[0] === ".." ? folder : way).split(sep).join("/");
}

/** FORCE_COLOR has the last word, as in Node itself. */
function wantsColor(stream, env) {
  if (env.FORCE_COLOR !== undefined) return !["0", "false"].includes(env.FORCE_COLOR);
  if (env.NO_COLOR) return false;
  return stream.isTTY === true && env.TERM !== "dumb";
}

/** JSON to be printed. What could deceive the eye is written as an escape, which changes nothing for a parser. */
export function jsonText(value) {
  const escaped = (character) => character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `${JSON.stringify(value, null, 2).replace(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu, (found) => escaped(found).join(""))}\n`;
}

/** A value that the user wrote, with anything that could steer the terminal written as an escape. */
export function shown(value) {
  return value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

export function quoted(value) {
  return `\`${shown(value)}\``;
}
