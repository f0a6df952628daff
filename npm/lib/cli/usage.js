// The texts of --help. Each command's options are declared beside its text, so that neither is changed alone.

export const FORMATS = ["text", "line", "json", "sarif", "github", "rdjson", "junit"];
export const COLORS = ["auto", "always", "never"];

const COLOR = "--color WHEN       use colours: auto (the default), always or never";

export const COMMANDS = {
  check: {
    options: {
      format: { type: "string" },
      json: { type: "boolean" },
      fix: { type: "boolean" },
      "fix-dry-run": { type: "boolean" },
      watch: { type: "boolean" },
      quiet: { type: "boolean" },
      "max-warnings": { type: "string" },
      color: { type: "string" },
    },
    usage: "agentmd check [FOLDER | agent.md]… [--format FORMAT] [--fix] [--watch] [OPTION]…",
    about: "Validates agent folders and builds their packages in memory. Writes nothing, unless told to fix.",
    flags: [
      `--format FORMAT    ${FORMATS.join(", ")}`,
      "--json             the same as --format json",
      "--fix              apply the safe fixes, show them, and report what remains",
      "--fix-dry-run      show what --fix would do, and write nothing",
      "--watch            check again whenever a file that matters changes; Ctrl-C ends",
      "--quiet            show errors alone; the rest is only counted",
      "--max-warnings N   exit with 1 if there are more warnings",
      COLOR,
    ],
  },
  pack: {
    options: {
      output: { type: "string", short: "o" },
      force: { type: "boolean" },
      json: { type: "boolean" },
      color: { type: "string" },
    },
    usage: "agentmd pack [FOLDER | agent.md] --output FILE [--force] [--json]",
    about: "Builds the package that check validates and writes it to FILE, outside the folder.",
    flags: [
      "-o, --output FILE  where to write the archive, a .tgz",
      "--force            replace FILE if it is there",
      "--json             print the result as JSON",
      COLOR,
    ],
  },
  explain: {
    options: { color: { type: "string" } },
    usage: "agentmd explain CODE…",
    about: "Prints what a code of a report means, why there is a rule, and a folder that fails and one that passes.",
    flags: [COLOR],
  },
  rules: {
    options: { json: { type: "boolean" } },
    usage: "agentmd rules [--json]",
    about: "Lists every code that a report can have.",
    flags: ["--json             as JSON, with the reason for each rule"],
  },
};

const FOOTERS = {
  check: `FOLDER is a folder that holds agent.md; the current one if none is given.
Exit code: 0 valid, 1 refused or too many warnings, 2 wrong usage, or files that can't be read or written.
`,
  pack: `FOLDER is the folder that holds agent.md; the current one if none is given.
Exit code: 0 valid, 1 refused, 2 wrong usage, or files that can't be read or written.
`,
};

export function usageOf(command) {
  if (command === undefined) {
    return `usage: ${Object.values(COMMANDS).map(({ usage }) => usage).join("\n       ")}\n`;
  }
  return `usage: ${COMMANDS[command].usage}\n`;
}

export function helpOf(command) {
  if (command === undefined) {
    const commands = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(8)} ${about}\n`);
    return `agentmd, the compiler for agent folders\n\n${usageOf()}\n${commands.join("")}
  agentmd COMMAND --help   a command's options
  agentmd --version        the version\n\n${FOOTERS.check}`;
  }
  const { about, flags } = COMMANDS[command];
  const footer = FOOTERS[command] === undefined ? "" : `\n${FOOTERS[command]}`;
  return `${usageOf(command)}\n${about}\n\n${flags.map((flag) => `  ${flag}\n`).join("")}${footer}`;
}
