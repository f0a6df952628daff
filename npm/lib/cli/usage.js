// The texts of --help. Each command's options are declared beside its text, so that neither is changed alone.

export const COMMANDS = {
  check: {
    options: { json: { type: "boolean" } },
    usage: "agentmd check [FOLDER | agent.md] [--json]",
    about: "Validates an agent folder and builds its package in memory. Writes nothing.",
    flags: ["--json           print the result as JSON"],
  },
  pack: {
    options: {
      output: { type: "string", short: "o" },
      force: { type: "boolean" },
      json: { type: "boolean" },
    },
    usage: "agentmd pack [FOLDER | agent.md] --output FILE [--force] [--json]",
    about: "Builds the package that check validates and writes it to FILE, outside the folder.",
    flags: [
      "-o, --output FILE where to write the archive, a .tgz",
      "--force           replace FILE if it is there",
      "--json            print the result as JSON",
    ],
  },
};

const FOOTER = `FOLDER is the folder that holds agent.md; the current one if none is given.
Exit code: 0 valid, 1 refused, 2 wrong usage, or files that can't be read or written.
`;

export function usageOf(command) {
  if (command === undefined) {
    return `usage: ${Object.values(COMMANDS).map(({ usage }) => usage).join("\n       ")}\n`;
  }
  return `usage: ${COMMANDS[command].usage}\n`;
}

export function helpOf(command) {
  if (command === undefined) {
    const commands = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(6)} ${about}\n`);
    return `agentmd, the compiler for agent folders\n\n${usageOf()}\n${commands.join("")}
  agentmd COMMAND --help   a command's options
  agentmd --version        the version\n\n${FOOTER}`;
  }
  const { about, flags } = COMMANDS[command];
  return `${usageOf(command)}\n${about}\n\n${flags.map((flag) => `  ${flag}\n`).join("")}\n${FOOTER}`;
}
