import { fix } from "../compiler.js";
import { compile, locate, openCompiler } from "./compile.js";
import { diskFolder } from "./disk.js";
import { CannotContinue, WrongUsage } from "./failure.js";
import { carryOut, uninterrupted } from "./fix.js";
import { jsonText, look } from "./terminal.js";
import { watch } from "./watch.js";

/** `agentmd check`. Gives the exit code. */
export async function check(folders, options, world) {
  const wanted = settings(options);
  const once = (seen) => checkOnce(folders.length > 0 ? folders : ["."], wanted, world, seen);
  return options.watch ? watch(once, world) : once();
}

function settings({ format, json, fix = false, "fix-dry-run": dryRun = false, watch, quiet = false, color, ...rest }) {
  const wrong = (message) => new WrongUsage(message, "check");
  if (json && (format ?? "json") !== "json") throw wrong(`--json and --format ${format} are two formats; choose one`);
  if (fix && dryRun) throw wrong("--fix writes and --fix-dry-run does not; choose one");
  if (watch && (fix || dryRun)) throw wrong("--watch can't be joined with --fix: it would write while you do");
  const limit = rest["max-warnings"];
  return {
    format: json ? "json" : (format ?? "text"),
    fixes: fix ? "write" : dryRun ? "show" : undefined,
    quiet,
    color,
    maxWarnings: limit === undefined ? Infinity : Number(limit),
  };
}

/** @param seen where to note what is asked of the disk, if that is wanted */
async function checkOnce(folders, wanted, world, seen) {
  const { stdout, stderr, cwd } = world;
  const tools = await openCompiler();
  const parts = [];
  const roots = new Set();
  for (const argument of folders) {
    try {
      seen?.entry(argument, cwd);
      const place = locate(argument, cwd);
      if (place.root !== undefined && roots.has(place.root)) continue;
      roots.add(place.root);
      parts.push(await examine(place, wanted, tools, seen));
    } catch (error) {
      if (!(error instanceof CannotContinue)) throw error;
      stderr.write(`agentmd: ${error.message}\n`);
      parts.push({ argument, failure: error.message });
    }
  }
  return report(parts, wanted, tools.reporter, world);
}

async function examine(place, { fixes }, tools, seen) {
  const { name } = place;
  const disk = diskFolder(place.root);
  if (fixes !== undefined) return { name, result: await mend(place, disk, fixes, tools) };
  const result = compile(place, seen?.host(disk, place.root) ?? disk, tools, function* (call) {
    return JSON.parse(call("check"));
  });
  return { name, result };
}

/** Checks and fixes a folder, on disk as well where `fixes` is "write". */
function mend(place, disk, fixes, tools) {
  const contents = new Map();
  const host = {
    list: disk.list,
    read(path) {
      const content = disk.read(path);
      contents.set(path, content);
      return content;
    },
  };
  return uninterrupted(() =>
    // Within the compilation, so that nothing is reported as fixed that could not be written.
    compile(place, host, tools, function* (call) {
      const { changes, ...result } = yield* fix(call);
      if (fixes === "write") carryOut(changes, { ...place, contents });
      return { ...result, changes: changes.map(({ content, ...change }) => change) };
    }),
  );
}

function report(parts, wanted, reporter, { stdout, stderr, env }) {
  const done = parts.filter(({ result }) => result !== undefined);
  const summary = { errors: 0, warnings: 0, infos: 0 };
  for (const { result } of done) {
    for (const severity of Object.keys(summary)) summary[severity] += result.summary[severity];
  }
  if (done.length > 0) {
    const { format, quiet, color } = wanted;
    if (format === "json") stdout.write(jsonText(json(parts, summary, quiet)));
    else stdout.write(reporter.call("render", JSON.stringify({ format, quiet, ...look({ stdout, env }, color) })));
    if (wanted.fixes !== undefined) (format === "text" ? stdout : stderr).write(fixSentence(done, wanted.fixes));
  }
  const tooMany = summary.warnings > wanted.maxWarnings;
  if (tooMany) stderr.write(`agentmd: ${counted(summary.warnings, "warning")}, and --max-warnings is ${wanted.maxWarnings}\n`);
  if (done.length < parts.length) return 2;
  return tooMany || done.some(({ result }) => result.status === "refused") ? 1 : 0;
}

/** The result of the one folder, or of all with a key for each folder. */
function json(parts, summary, quiet) {
  const shown = parts.map(({ result, ...part }) => {
    if (result === undefined) return { folder: part.argument, status: "unreadable", message: part.failure };
    const diagnostics = result.diagnostics.filter(({ severity }) => !quiet || severity === "error");
    return { folder: part.name || ".", ...result, diagnostics };
  });
  if (shown.length === 1) {
    const [{ folder, ...only }] = shown;
    return only;
  }
  const status = shown.every(({ status }) => status === "valid") ? "valid" : "refused";
  return { schemaVersion: 1, status, summary, folders: shown };
}

function fixSentence(done, fixes) {
  const count = done.reduce((total, { result }) => total + result.fixed.length, 0);
  if (count === 0) return "No safe fix to apply\n";
  const files = done.reduce((total, { result }) => total + new Set(result.changes.map(lastName)).size, 0);
  return `${fixes === "write" ? "Fixed" : "Would fix"} ${counted(count, "problem")} in ${counted(files, "file")}\n`;
}

function lastName({ file, newFile = file }) {
  return newFile;
}

function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
