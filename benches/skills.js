// `./dev bench skills`: 500 skill folders, most with one planted mistake, checked by this compiler, by agnix (PyPI) and
// by skills-ref (npm): folders a second, the share of mistakes found, and the share whose position is exact.
//
// Time is that of the work alone. For a program, it is how much longer 500 folders take than one; for a library, calls
// in a process that has loaded it. Both read the folders from the disk. Peers are fetched at fixed versions into target/;
// one that can't be is skipped.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { checkSync } from "agentmd";
import { root } from "../scripts/builds.js";
import { agentOf, isExact, kinds, skillFolders } from "./skill-folders.js";
import { medians, readFolder, table } from "./timing.js";

const COUNT = 500;
const ROUNDS = 7;
const AGNIX = "0.59.3";
const UNLIMITED = 1 << 28;

const skills = skillFolders(COUNT);
const planted = skills.filter((skill) => skill.planted);
const many = folderOf(skills);
const one = folderOf(skills.slice(0, 1));
try {
  const works = [ourLibrary(), ourProgram(), agnix(), await skillsRef()];
  const rows = [["", "folders/s", "found", "exact", "false alarms", "start-up"]];
  const rates = [];
  for (const work of works) {
    if (work.skipped) {
      rows.push([work.name, "skipped", "", "", "", ""]);
      process.stderr.write(`skipped: ${work.name}: ${work.skipped}\n`);
      continue;
    }
    const { full, single } = await medians({ full: work.full, single: work.single }, { warmUp: 1, rounds: ROUNDS });
    const rate = (COUNT - 1) / ((full - single) / 1000);
    rates.push([work.name, rate]);
    rows.push([work.name, rate.toFixed(0), ...scores(await work.found()), `${single.toFixed(0)} ms`]);
  }
  const [[, ours]] = rates;
  const ratios = rates.slice(1).map(([name, rate]) => `${(ours / rate).toFixed(1)} times ${name}`);
  process.stdout.write(`Node ${process.versions.node}, median of ${ROUNDS} rounds, ${planted.length} planted mistakes of ${kinds.length - 1} kinds
in ${COUNT} folders; start-up is the time for one folder

${table(rows)}
folders a second in the process: ${ratios.join(", ")}
`);
} finally {
  for (const folder of [many, one]) rmSync(folder, { recursive: true });
}

/** Found mistakes and exact positions as shares of the planted ones, and reports about folders that have none. */
function scores(reports) {
  const of = ({ name }) => reports.get(name) ?? [];
  const found = planted.filter((skill) => of(skill).length > 0);
  const exact = planted.filter((skill) => of(skill).some((at) => at && isExact(at, skill.planted)));
  const alarms = skills.filter((skill) => !skill.planted && of(skill).length > 0);
  for (const skill of planted) {
    if (of(skill).length === 0) miss("nothing found", skill);
    else if (!exact.includes(skill)) miss("another place", skill);
  }
  const share = (part) => `${((100 * part.length) / planted.length).toFixed(1)} %`;
  return [share(found), share(exact), String(alarms.length)];
}

/** With `--misses`, names each kind that a checker did not find, or not there. */
function miss(what, { kind }) {
  if (process.argv.includes("--misses")) process.stderr.write(`${what}: ${kind}\n`);
}

function folderOf(list) {
  const folder = mkdtempSync(join(tmpdir(), "skills-"));
  writeFileSync(join(folder, "agent.md"), agentOf(list));
  for (const { name, text } of list) {
    mkdirSync(join(folder, "skills", name), { recursive: true });
    writeFileSync(join(folder, "skills", name, "SKILL.md"), text);
  }
  return folder;
}

function run(program, args, options = {}) {
  const result = spawnSync(program, args, { encoding: "utf8", maxBuffer: UNLIMITED, ...options });
  if (result.error) throw result.error;
  return result;
}

/** Reports by the name of the skill's folder. */
function bySkill(list, pathOf, positionOf) {
  const reports = new Map();
  for (const report of list) {
    const parts = pathOf(report).split(/[\\/]/);
    const name = parts[parts.lastIndexOf("skills") + 1];
    reports.set(name, [...(reports.get(name) ?? []), positionOf(report)]);
  }
  return reports;
}

function ofOurs({ diagnostics }) {
  const list = diagnostics.filter(({ severity, file }) => severity !== "info" && file.startsWith("skills/"));
  return bySkill(list, ({ file }) => file, ({ range }) => range?.start);
}

function ourLibrary() {
  return {
    name: "agentmd",
    full: () => checkSync(readFolder(many)),
    single: () => checkSync(readFolder(one)),
    found: () => ofOurs(checkSync(readFolder(many))),
  };
}

function ourProgram() {
  const check = (folder) => run(process.execPath, [join(root, "npm", "cli.js"), "check", folder, "--json"]);
  return {
    name: "agentmd check, the program",
    full: () => check(many),
    single: () => check(one),
    found: () => ofOurs(JSON.parse(check(many).stdout)),
  };
}

function agnix() {
  const name = `agnix ${AGNIX}`;
  const environment = join(root, "target", "peers", `agnix-${AGNIX}`);
  const program = join(environment, "bin", "agnix");
  if (!existsSync(program)) {
    mkdirSync(environment, { recursive: true });
    const steps = [
      ["python3", ["-m", "venv", environment]],
      [join(environment, "bin", "pip"), ["install", "--quiet", "--disable-pip-version-check", `agnix==${AGNIX}`]],
    ];
    for (const [command, args] of steps) {
      const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
      if (status !== 0) return { name, skipped: error?.message ?? stderr.trim().split("\n").at(-1) };
    }
  }
  const check = (folder) => run(program, ["--format", "json", "."], { cwd: folder });
  const isAbout = ({ level, file }) => level !== "info" && basename(file) === "SKILL.md";
  // Lines and columns start at 1.
  const place = ({ line, column }) => ({ line: line - 1, character: column - 1 });
  return {
    name,
    full: () => check(many),
    single: () => check(one),
    found: () => bySkill(JSON.parse(check(many).stdout).diagnostics.filter(isAbout), ({ file }) => file, place),
  };
}

async function skillsRef() {
  const peers = join(root, "benches", "peers");
  const name = "skills-ref";
  if (!existsSync(join(peers, "node_modules", "skills-ref"))) {
    const args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"];
    const { status, stderr, error } = spawnSync("npm", args, { cwd: peers, encoding: "utf8" });
    if (status !== 0) return { name, skipped: error?.message ?? (stderr.trim().split("\n").at(-1) || "npm ci failed") };
  }
  const { validate } = await import(join(peers, "node_modules", "skills-ref", "dist", "index.js"));
  const validateAll = async (folder, list) => {
    const reports = new Map();
    for (const { name } of list) {
      const problems = await validate(join(folder, "skills", name));
      // Messages alone: it names no place.
      if (problems.length > 0) reports.set(name, problems.map(() => undefined));
    }
    return reports;
  };
  return {
    name: "skills-ref 0.1.5",
    full: () => validateAll(many, skills),
    single: () => validateAll(one, skills.slice(0, 1)),
    found: () => validateAll(many, skills),
  };
}
