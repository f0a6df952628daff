// The command line: its usage, the folder it finds, what it prints, and what pack writes.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";

import { main } from "../lib/cli/main.js";
import { CLI, agentmd, codes } from "./command.js";
import { folderOnDisk } from "./folder.js";
import { MINIMAL_AGENT } from "./samples.js";

const WITH_ASSETS = MINIMAL_AGENT.replace("---\nGreet", "harness:\n  files: [assets]\n---\nGreet");
const AGENT = { "greeter/agent.md": MINIMAL_AGENT };

describe("usage", () => {
  test("help and version go to standard output", () => {
    const commands = [["check", "--help"], ["pack", "-h"], ["explain", "-h"], ["rules", "--help"]];
    for (const args of [["--help"], ["-h"], ["help"], ...commands]) {
      const { status, stdout, stderr } = agentmd(args);
      assert.deepEqual([status, stderr], [0, ""], args.join(" "));
      assert.match(stdout, /usage: agentmd (check|pack|explain|rules) /);
    }
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    assert.equal(agentmd(["--version"]).stdout, `agentmd ${version}\n`);
  });

  test("wrong usage is one line, the usage, and exit code 2", () => {
    for (const [args, message] of [
      [[], "a command is missing"],
      [["chekc"], "`chekc` is not a command"],
      [["--json"], "`--json` is not a known option"],
      [["check", "--jsn"], "unknown option '--jsn'"],
      [["check", "--output", "x.tgz"], "unknown option '--output'"],
      [["pack", "a", "b", "-o", "x.tgz"], "pack takes one folder at a time"],
      [["check", "a", "--format", "xml"], "--format takes text, line, json, sarif, github, rdjson or junit, not `xml`"],
      [["check", "a", "--json", "--format", "text"], "--json and --format text are two formats; choose one"],
      [["check", "a", "--color=red"], "--color takes auto, always or never, not `red`"],
      [["check", "a", "--max-warnings", "many"], "--max-warnings takes a number, not `many`"],
      [["check", "a", "--max-warnings", "-1"], "option '--max-warnings' argument is ambiguous"],
      [["check", "a", "--max-warnings=-1"], "--max-warnings takes a number, not `-1`"],
      [["check", "a", "--fix", "--fix-dry-run"], "--fix writes and --fix-dry-run does not; choose one"],
      [["check", "a", "--watch", "--fix"], "--watch can't be joined with --fix: it would write while you do"],
      [["explain"], "a code is missing: which rule is to be explained?"],
      [["explain", "AGENT_SHEMA"], "there is no code `AGENT_SHEMA`; did you mean AGENT_SCHEMA?"],
      [["explain", "agent_schema", "instructions"], "there is no code `instructions`; did you mean MISSING_INSTRUCTIONS, LEGACY_INSTRUCTIONS_FIELD?"],
      [["explain", "weather"], "there is no code `weather`; `agentmd rules` lists all"],
      [["explain", ""], "CODE is an empty text"],
      [["rules", "x"], "rules takes no arguments; `agentmd explain CODE` explains one"],
      [["check", ""], "FOLDER is an empty text"],
      [["pack"], "--output FILE is missing"],
      [["pack", "--output"], "option '-o, --output <value>' argument missing"],
      [["pack", "--output="], "--output is an empty text"],
      [["check", "--json=yes"], "option '--json' does not take an argument"],
    ]) {
      const { status, stdout, stderr } = agentmd(args);
      assert.deepEqual([status, stdout], [2, ""], args.join(" "));
      const [first, usage] = stderr.split("\n");
      assert.equal(first, `agentmd: ${message}`);
      assert.match(usage, /^usage: agentmd /);
    }
  });
});

describe("the folder", () => {
  test("is given as itself, as its agent.md, through a link, or is the current one", (t) => {
    const root = folderOnDisk(t, { ...AGENT, link: { symlink: "greeter" } });
    for (const path of ["greeter", "greeter/", "greeter/agent.md", "./greeter/../greeter", "link", join(root, "greeter")]) {
      assert.equal(agentmd(["check", path], { cwd: root }).status, 0, path);
    }
    assert.equal(agentmd(["check"], { cwd: join(root, "greeter") }).status, 0);
  });

  test("that is missing, or is a file of another name, is refused with the code for that", (t) => {
    const root = folderOnDisk(t, { "a/README.md": "x", "b/Agent.md": MINIMAL_AGENT, loop: { symlink: "loop" } });
    for (const [path, code, file] of [
      ["nowhere", "ENTRY_NOT_FOUND"],
      ["nowhere/agent.md", "ENTRY_NOT_FOUND"],
      ["a", "ENTRY_NOT_FOUND"],
      ["a/agent.md", "ENTRY_NOT_FOUND"],
      ["a/README.md/agent.md", "ENTRY_NOT_FOUND"],
      ["loop", "ENTRY_NOT_FOUND"],
      ["a/README.md", "ENTRY_NOT_CANONICAL", "README.md"],
      ["b/Agent.md", "ENTRY_CASE", "Agent.md"],
    ]) {
      const run = agentmd(["check", path, "--json"], { cwd: root });
      assert.equal(run.status, 1, path);
      const { status, diagnostics, summary } = JSON.parse(run.stdout);
      assert.deepEqual([status, summary.errors, diagnostics.length], ["refused", 1, 1]);
      assert.deepEqual([diagnostics[0].code, diagnostics[0].severity], [code, "error"], path);
      if (file !== undefined) assert.equal(diagnostics[0].file, file);
      assert.match(agentmd(["check", path], { cwd: root }).stdout, new RegExp(code));
    }
  });

  test("is seen with its links as links", (t) => {
    const root = folderOnDisk(t, { "real.md": MINIMAL_AGENT, "greeter/agent.md": { symlink: "../real.md" } });
    for (const path of ["greeter", "greeter/agent.md"]) {
      const run = agentmd(["check", path, "--json"], { cwd: root });
      assert.deepEqual([run.status, codes(run)], [1, ["SYMLINK_SOURCE"]]);
    }
  });

  test("that is a device or a FIFO, or has one for an agent.md, is an error and no hang", (t) => {
    const root = folderOnDisk(t, { "a/x": "" });
    execFileSync("mkfifo", ["fifo", "a/agent.md"], { cwd: root });
    for (const [path, message] of [
      ["fifo", "agentmd: `fifo` is a FIFO, not an agent folder\n"],
      ["/dev/zero", "agentmd: `/dev/zero` is a device, not an agent folder\n"],
      ["a", `agentmd: ${root}/a/agent.md is a FIFO, not a regular file\n`],
    ]) {
      assert.deepEqual(agentmd(["check", path], { cwd: root }), { status: 2, stdout: "", stderr: message });
    }
  });

  test("that can't be read is an error that says why", (t) => {
    const root = folderOnDisk(t, AGENT);
    // The superuser may read everything, so the process becomes someone else once it has loaded its own files.
    const script = `
      import { main } from ${JSON.stringify(new URL("../lib/cli/main.js", import.meta.url).href)};
      import { compiler } from ${JSON.stringify(new URL("../lib/node-compiler.js", import.meta.url).href)};
      await compiler.init();
      const { chmodSync } = await import("node:fs");
      chmodSync("greeter/agent.md", 0);
      if (process.getuid() === 0) { chmodSync(".", 0o755); process.seteuid(65534); }
      process.exitCode = await main(["check", "greeter"], { stdout: process.stdout, stderr: process.stderr, env: {}, cwd: process.cwd() });`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: root,
      encoding: "utf8",
    });
    const message = `agentmd: can't read ${root}/greeter/agent.md: permission denied\n`;
    assert.deepEqual({ status, stdout, stderr }, { status: 2, stdout: "", stderr: message });
  });

  test("may have names beside the agent that are not UTF-8, but not among what is packaged", (t) => {
    const root = folderOnDisk(t, { "greeter/agent.md": WITH_ASSETS, "greeter/assets/a.txt": "" });
    const nameIn = (folder) => Buffer.concat([Buffer.from(`${root}/greeter/${folder}`), Buffer.from([0x66, 0xff])]);
    writeFileSync(nameIn(""), "");
    assert.equal(agentmd(["check", "greeter"], { cwd: root }).status, 0);
    writeFileSync(nameIn("assets/"), "");
    const { status, stderr } = agentmd(["check", "greeter"], { cwd: root });
    assert.equal(status, 2);
    assert.match(stderr, /^agentmd: the name of "[^"]*greeter\/assets\/f\ufffd" is not valid UTF-8/);
  });

  test("is read only as far as the agent declares it", (t) => {
    const root = folderOnDisk(t, { "greeter/agent.md": WITH_ASSETS, "greeter/assets/a.txt": "", "greeter/other/b.txt": "" });
    // Reading any of these would fail, or wait for ever.
    for (const path of ["greeter/notes", "greeter/other/fifo", "greeter/node_modules"]) execFileSync("mkfifo", [path], { cwd: root });
    const run = agentmd(["check", "greeter", "--json"], { cwd: root });
    assert.equal(run.status, 0);
    const { files } = JSON.parse(run.stdout).manifest;
    assert.ok(files.some(({ path }) => path === "files/assets/a.txt"));
  });
});

describe("reports", () => {
  test("name files as they are found from the current folder", (t) => {
    const root = folderOnDisk(t, { "a/b/agent.md": "---\nname: greeter\n---\nGreet.\n" });
    for (const [cwd, argument, shown] of [
      [".", "a/b", "a/b/agent.md:"],
      ["a", "b/agent.md", "b/agent.md:"],
      ["a/b", ".", " agent.md:"],
      ["a/b", "../b", " agent.md:"],
    ]) {
      const { status, stdout } = agentmd(["check", argument], { cwd: join(root, cwd) });
      assert.equal(status, 1);
      assert.ok(stdout.includes(shown) && !stdout.includes(`/${shown.trim()}`), stdout);
    }
    const other = folderOnDisk(t, {});
    assert.ok(agentmd(["check", join(root, "a/b")], { cwd: other }).stdout.includes(`${root}/a/b/agent.md:`));
  });

  test("are coloured where that is wanted and nowhere else", () => {
    const escape = "\u001b[";
    const colored = (env) => agentmd(["check", "nowhere"], { env }).stdout.includes(escape);
    assert.equal(colored({}), false);
    assert.equal(colored({ FORCE_COLOR: "1" }), true);
    assert.equal(colored({ FORCE_COLOR: "1", NO_COLOR: "1" }), true);
    assert.equal(colored({ FORCE_COLOR: "0" }), false);
    const chosen = (when, env) => agentmd(["check", "nowhere", "--color", when], { env }).stdout.includes(escape);
    assert.equal(chosen("always", { NO_COLOR: "1" }), true);
    assert.equal(chosen("never", { FORCE_COLOR: "1" }), false);
    assert.equal(chosen("auto", {}), false);
  });

  test("are coloured on a terminal unless NO_COLOR or a dumb terminal forbids it, and as wide as that", async () => {
    const onTerminal = async (env, columns = 100) => {
      let text = "";
      const stdout = { isTTY: true, columns, write: (chunk) => (text += chunk) };
      assert.equal(await main(["check", "nowhere"], { stdout, stderr: process.stderr, env, cwd: "/" }), 1);
      return text;
    };
    const escape = "\u001b[";
    assert.ok((await onTerminal({ TERM: "xterm" })).includes(escape));
    for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) assert.ok(!(await onTerminal(env)).includes(escape));
    const longest = (text) => Math.max(...text.split("\n").map((line) => line.length));
    assert.ok(longest(await onTerminal({ NO_COLOR: "1" }, 40)) < longest(await onTerminal({ NO_COLOR: "1" }, 200)));
  });

  test("never let a name steer the terminal", () => {
    const hostile = "x\u001b]0;owned\u0007\u202e";
    for (const args of [["check", hostile], ["check", hostile, "--json"], ["pack", "a", hostile], ["explain", hostile]]) {
      const { stdout, stderr } = agentmd(args);
      assert.doesNotMatch(stdout + stderr, /[\u001b\u0007\u202e]/);
    }
  });

  test("may be read by someone who leaves early", async () => {
    const child = spawn("bash", ["-c", `set -o pipefail; "${process.execPath}" "${CLI}" --help | true`], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (text) => (stderr += text));
    const status = await new Promise((resolve) => child.on("close", resolve));
    assert.deepEqual([status, stderr], [0, ""]);
  });
});

describe("pack", () => {
  const archiveOf = (path) => readFileSync(path).subarray(0, 2).toString("hex");
  const GZIP = "1f8b";

  test("writes the archive and nothing else", (t) => {
    const root = folderOnDisk(t, AGENT);
    const { status, stdout, stderr } = agentmd(["pack", "greeter", "--output", "greeter.tgz"], { cwd: root });
    assert.deepEqual([status, stderr], [0, ""]);
    assert.ok(stdout.endsWith("Wrote greeter.tgz\n"), stdout);
    assert.equal(archiveOf(join(root, "greeter.tgz")), GZIP);
    assert.deepEqual(readdirSync(root).sort(), ["greeter", "greeter.tgz"]);
  });

  test("gives the JSON of check, and the path written", (t) => {
    const root = folderOnDisk(t, AGENT);
    const checked = JSON.parse(agentmd(["check", "greeter", "--json"], { cwd: root }).stdout);
    const packed = agentmd(["pack", "greeter", "-o", "out.tgz", "--json"], { cwd: root });
    assert.deepEqual(JSON.parse(packed.stdout), { ...checked, output: "out.tgz" });
    assert.equal(readFileSync(join(root, "out.tgz")).length, checked.archiveSize);
  });

  test("replaces a file only with --force", (t) => {
    const root = folderOnDisk(t, { ...AGENT, "out.tgz": "precious" });
    const args = ["pack", "greeter", "--output", "out.tgz", "--json"];
    const refused = agentmd(args, { cwd: root });
    assert.deepEqual([refused.status, codes(refused)], [1, ["AGENT_OUTPUT_EXISTS"]]);
    assert.equal(readFileSync(join(root, "out.tgz"), "utf8"), "precious");
    assert.equal(agentmd([...args, "--force"], { cwd: root }).status, 0);
    assert.equal(archiveOf(join(root, "out.tgz")), GZIP);
    assert.deepEqual(readdirSync(root).sort(), ["greeter", "out.tgz"]);
  });

  test("never writes into the agent folder, however the path gets there", (t) => {
    const root = folderOnDisk(t, {
      ...AGENT,
      "greeter/sub/x": "",
      "greeter/old.tgz": "",
      door: { symlink: "greeter/sub" },
      "file-link": { symlink: "greeter/old.tgz" },
    });
    for (const output of ["greeter/out.tgz", "greeter/sub/out.tgz", "door/out.tgz", "x/../greeter/out.tgz", "file-link"]) {
      const run = agentmd(["pack", "greeter", "--output", output, "--force", "--json"], { cwd: root });
      assert.deepEqual([run.status, codes(run)], [1, ["AGENT_OUTPUT_IS_SOURCE"]], output);
    }
    const inside = agentmd(["pack", "--output", "out.tgz", "--json"], { cwd: join(root, "greeter") });
    assert.deepEqual(codes(inside), ["AGENT_OUTPUT_IS_SOURCE"]);
    assert.equal(agentmd(["pack", "greeter", "-o", "greeter.tgz"], { cwd: root }).status, 0);
    assert.deepEqual(readdirSync(join(root, "greeter")).sort(), ["agent.md", "old.tgz", "sub"]);
  });

  test("replaces no device, folder or dangling link, and needs a folder to write to", (t) => {
    const root = folderOnDisk(t, { ...AGENT, "folder/x": "", dangling: { symlink: "nowhere" } });
    execFileSync("mkfifo", ["fifo"], { cwd: root });
    for (const output of ["folder", "fifo", "dangling", "/dev/null", "missing/out.tgz", "greeter/agent.md/out.tgz"]) {
      const { status, stdout, stderr } = agentmd(["pack", "greeter", "-o", output, "--force"], { cwd: root });
      assert.deepEqual([status, stdout], [2, ""], output);
      assert.match(stderr, /^agentmd: can't write `[^\n]*\n$/);
    }
  });

  test("writes through a link to a file", (t) => {
    const root = folderOnDisk(t, { ...AGENT, "shelf/out.tgz": "", link: { symlink: "shelf/out.tgz" } });
    assert.equal(agentmd(["pack", "greeter", "-o", "link", "--force"], { cwd: root }).status, 0);
    assert.equal(archiveOf(join(root, "shelf/out.tgz")), GZIP);
    assert.deepEqual(readdirSync(join(root, "shelf")), ["out.tgz"]);
  });

  test("writes nothing when the folder is refused", (t) => {
    const root = folderOnDisk(t, { "empty/x": "", "out.tgz": "precious" });
    const run = agentmd(["pack", "empty", "-o", "out.tgz", "--force", "--json"], { cwd: root });
    assert.deepEqual([run.status, codes(run)], [1, ["ENTRY_NOT_FOUND"]]);
    assert.equal(readFileSync(join(root, "out.tgz"), "utf8"), "precious");
    assert.ok(!("output" in JSON.parse(run.stdout)));
  });
});

describe("writing a file whole", async () => {
  const { writeWhole } = await import("../lib/cli/output.js");

  test("does not replace one that has appeared since it was looked for", async (t) => {
    const root = folderOnDisk(t, { "out.tgz": "precious" });
    const target = join(root, "out.tgz");
    await assert.rejects(writeWhole(target, new Uint8Array(9), { argument: "out.tgz", force: false }), {
      code: "AGENT_OUTPUT_EXISTS",
    });
    assert.equal(readFileSync(target, "utf8"), "precious");
    assert.deepEqual(readdirSync(root), ["out.tgz"]);
  });

  test("leaves nothing behind when it fails", async (t) => {
    const root = folderOnDisk(t, { "out.tgz/x": "" });
    const writing = writeWhole(join(root, "out.tgz"), new Uint8Array(9), { argument: "out.tgz", force: true });
    await assert.rejects(writing, { message: /^can't write `out.tgz`/ });
    assert.deepEqual(readdirSync(root), ["out.tgz"]);
  });

  test("leaves nothing behind when it is interrupted", async (t) => {
    const root = folderOnDisk(t, {});
    // The process interrupts itself once the temporary file is there.
    const script = `
      import { watch } from "node:fs";
      import { writeWhole } from ${JSON.stringify(new URL("../lib/cli/output.js", import.meta.url).href)};
      const watcher = watch(".", () => { watcher.close(); process.kill(process.pid, "SIGINT"); });
      await writeWhole(process.cwd() + "/out.tgz", new Uint8Array(2 ** 28), { argument: "out.tgz", force: true });
      setTimeout(() => {}, 60_000);`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd: root, stdio: "inherit" });
    const signal = await new Promise((resolve) => child.on("close", (_code, signal) => resolve(signal)));
    assert.equal(signal, "SIGINT");
    assert.deepEqual(readdirSync(root), []);
  });
});
