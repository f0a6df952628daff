// check: one report on several folders, in every format.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";

import { CLI, agentmd, codes } from "./command.js";
import { folderOnDisk } from "./folder.js";
import { MINIMAL_AGENT } from "./samples.js";

const MISSPELT = MINIMAL_AGENT.replace("model:", "modle:");
/** One warning: a required binding. */
const WARNED = MINIMAL_AGENT.replace("---\nGreet", "harness:\n  bindings:\n    secrets:\n      - name: KEY\n        required: true\n---\nGreet");
const FOLDERS = { "agents/good/agent.md": MINIMAL_AGENT, "agents/bad/agent.md": MISSPELT, "other/agent.md": WARNED };
const MACHINE_FORMATS = ["line", "json", "sarif", "github", "rdjson", "junit"];

describe("several folders", () => {
  test("make one text, one summary and one exit code", (t) => {
    const root = folderOnDisk(t, FOLDERS);
    const { status, stdout, stderr } = agentmd(["check", "agents/good", "agents/bad", "other"], { cwd: root });
    assert.deepEqual([status, stderr], [1, ""]);
    assert.ok(stdout.includes("--> agents/bad/agent.md:3:1\n") && stdout.includes("--> other/agent.md:"), stdout);
    assert.ok(stdout.endsWith("1 error, 1 warning; 2 have a safe fix\n3 folders: 2 valid, 1 refused\n"), stdout);
    assert.equal(agentmd(["check", "agents/good", "other"], { cwd: root }).status, 0);
  });

  test("have JSON of their own, and one has the shape that it always had", (t) => {
    const root = folderOnDisk(t, FOLDERS);
    const one = JSON.parse(agentmd(["check", "agents/bad", "--json"], { cwd: root }).stdout);
    assert.deepEqual(Object.keys(one), ["schemaVersion", "status", "format", "name", "diagnostics", "summary"]);
    assert.deepEqual(JSON.parse(agentmd(["check", "agents/bad", "--json", "--format", "json"], { cwd: root }).stdout), one);
    const run = agentmd(["check", "agents/bad", "agents/good/agent.md", "other/", "--format", "json"], { cwd: root });
    const { folders, ...rest } = JSON.parse(run.stdout);
    assert.deepEqual(rest, { schemaVersion: 1, status: "refused", summary: { errors: 1, warnings: 1, infos: 0 } });
    assert.deepEqual(folders[0], { folder: "agents/bad", ...one });
    assert.deepEqual(folders.map(({ folder, status }) => [folder, status]), [
      ["agents/bad", "refused"],
      ["agents/good", "valid"],
      ["other", "valid"],
    ]);
  });

  test("are one run in SARIF and one document in JUnit, with paths from the current folder", (t) => {
    const root = folderOnDisk(t, FOLDERS);
    const run = (format) => agentmd(["check", "agents/bad", "agents/good", "other", "--format", format], { cwd: root });
    const sarif = JSON.parse(run("sarif").stdout);
    assert.equal(sarif.runs.length, 1);
    const [{ tool, results }] = sarif.runs;
    assert.deepEqual(tool.driver.rules.map(({ id }) => id).sort(), ["AGENT_REQUIRED_BINDINGS_UNSUPPORTED", "AGENT_SCHEMA"]);
    const uris = results.map(({ locations }) => locations[0].physicalLocation.artifactLocation.uri);
    assert.deepEqual(uris, ["agents/bad/agent.md", "other/agent.md"]);

    const junit = run("junit").stdout;
    assert.equal(junit.match(/<\?xml/g).length, 1);
    assert.match(junit, /<testsuites name="agentmd" tests="3" failures="1">/);
    assert.deepEqual([...junit.matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name), ["agents/bad", "agents/good", "other"]);

    assert.match(run("github").stdout, /^::error file=agents\/bad\/agent\.md,line=3,.*\n::warning file=other\/agent\.md,.*\n$/);
    assert.match(run("line").stdout, /^agents\/bad\/agent\.md:3:1: error .*\nother\/agent\.md:\d+:\d+: warning .*\n$/);
    const paths = JSON.parse(run("rdjson").stdout).diagnostics.map(({ location }) => location.path);
    assert.deepEqual(paths, ["agents/bad/agent.md", "other/agent.md"]);
  });

  test("of which one can't be read are reported on all the same", (t) => {
    const root = folderOnDisk(t, { ...FOLDERS, "broken/x": "" });
    execFileSync("mkfifo", ["broken/agent.md"], { cwd: root });
    for (const format of ["text", ...MACHINE_FORMATS]) {
      const args = ["check", "agents/bad", "broken", "other", "--format", format];
      const { status, stdout, stderr } = agentmd(args, { cwd: root });
      assert.equal(status, 2, format);
      assert.equal(stderr, `agentmd: ${root}/broken/agent.md is a FIFO, not a regular file\n`);
      assert.ok(stdout.includes("AGENT_SCHEMA") && stdout.includes("AGENT_REQUIRED_BINDINGS_UNSUPPORTED"), format);
    }
    const { status, folders } = JSON.parse(agentmd(["check", "agents/good", "broken", "--json"], { cwd: root }).stdout);
    assert.equal(status, "refused");
    assert.deepEqual(folders.map(({ status }) => status), ["valid", "unreadable"]);
  });

  test("that are one folder are checked once; one that is missing is a problem with its name", (t) => {
    const root = folderOnDisk(t, { ...FOLDERS, link: { symlink: "other" } });
    const once = agentmd(["check", "other", "other/agent.md", "link", "--json"], { cwd: root });
    assert.deepEqual(codes(once), ["AGENT_REQUIRED_BINDINGS_UNSUPPORTED"]);
    const { status, stdout } = agentmd(["check", "nowhere", "other", "--format", "line"], { cwd: root });
    assert.equal(status, 1);
    assert.match(stdout, /^nowhere: error ENTRY_NOT_FOUND `nowhere` does not exist\n/);
    const notEntry = agentmd(["check", "agents/good", "agents/bad/agent.md/x", "other/README.md"], { cwd: root });
    assert.ok(notEntry.stdout.includes("3 folders: 1 valid, 2 refused"), notEntry.stdout);
  });

  test("may be very many, and read slowly", async (t) => {
    const wrong = MINIMAL_AGENT.replace("---\nGreet", `${Array.from({ length: 900 }, (_, index) => `k${index}: 1\n`).join("")}---\nGreet`);
    const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
    const root = folderOnDisk(t, Object.fromEntries(names.map((name) => [`${name}/agent.md`, wrong])));
    const child = spawn(process.execPath, [CLI, "check", ...names, "--format", "json"], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.pause();
    setTimeout(() => child.stdout.resume(), 700);
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => (text += chunk));
    const status = await new Promise((resolve) => child.on("close", resolve));
    assert.equal(status, 1);
    assert.ok(text.length > 2 ** 20);
    assert.equal(JSON.parse(text).summary.errors, 12 * 900);
  });
});

describe("what is reported", () => {
  test("is made harmless for each format, the name of the folder included", (t) => {
    const name = "a,b:c%0A::error::x<&\"'>\u001b[2J\n::warning::y\u202e";
    const root = folderOnDisk(t, { [`${name}/agent.md`]: MISSPELT });
    for (const format of ["text", ...MACHINE_FORMATS]) {
      const { status, stdout } = agentmd(["check", name, "nowhere", "--format", format], { cwd: root });
      assert.equal(status, 1);
      assert.doesNotMatch(stdout, /[\u001b\u202e]|^::warning/m, format);
      if (format === "github") assert.equal(stdout.match(/^::/gm).length, 2, stdout);
      if (format === "junit") assert.doesNotMatch(stdout, /x<&/);
      if (format === "sarif") assert.match(stdout, /"uri": "a%2Cb%3Ac%250A%3A%3Aerror%3A%3Ax%3C%26%22%27%3E%1B%5B2J%0A/);
    }
  });

  test("is errors alone with --quiet, and all is counted", (t) => {
    const root = folderOnDisk(t, FOLDERS);
    const quiet = (format, ...folders) => agentmd(["check", ...folders, "--quiet", "--format", format], { cwd: root });
    assert.deepEqual(quiet("text", "other"), { status: 0, stdout: "1 warning\n", stderr: "" });
    assert.equal(quiet("text", "agents/good").stdout, "no problems\n");
    assert.ok(quiet("text", "other", "agents/bad").stdout.includes("\n1 error, 1 warning; 1 has a safe fix\n"));
    for (const format of MACHINE_FORMATS) {
      assert.ok(!quiet(format, "other", "agents/bad").stdout.includes("BINDINGS_UNSUPPORTED"), format);
    }
    const { diagnostics, summary } = JSON.parse(quiet("json", "other").stdout);
    assert.deepEqual([diagnostics, summary.warnings], [[], 1]);
  });

  test("may have no more than --max-warnings, of all folders together", (t) => {
    const root = folderOnDisk(t, { ...FOLDERS, "third/agent.md": WARNED });
    const run = (limit, ...folders) => agentmd(["check", ...folders, "--max-warnings", limit], { cwd: root });
    assert.deepEqual([run("1", "other").status, run("1", "other").stderr], [0, ""]);
    assert.deepEqual([run("0", "other").status, run("0", "other").stderr], [1, "agentmd: 1 warning, and --max-warnings is 0\n"]);
    assert.deepEqual([run("1", "other", "third").status, run("2", "other", "third").status], [1, 0]);
    assert.equal(run("0", "agents/good").status, 0);
  });

  test("is explained by the commands for that, in any letter case", () => {
    const { status, stdout } = agentmd(["explain", "agent_schema", "Tool_Build"]);
    assert.equal(status, 0);
    assert.ok(stdout.startsWith("AGENT_SCHEMA\n\n") && stdout.includes("\nTOOL_BUILD\n\n"), stdout);
    assert.ok(stdout.includes("\nFails\n") && stdout.includes("\nPasses\n") && !stdout.includes("```"));
    assert.ok(agentmd(["explain", "AGENT_SCHEMA", "--color", "always"]).stdout.startsWith("\u001b[1mAGENT_SCHEMA\u001b[0m\n"));

    const printed = agentmd(["rules", "--json"]).stdout;
    const generated = readFileSync(new URL("../../docs/rules/rules.json", import.meta.url), "utf8");
    assert.deepEqual(JSON.parse(printed), JSON.parse(generated));
    const lines = agentmd(["rules"]).stdout.trimEnd().split("\n");
    assert.deepEqual(lines.map((line) => line.split(" ")[0]), JSON.parse(generated).rules.map(({ code }) => code));
  });

  test("may be cut short by whoever reads it", async (t) => {
    const root = folderOnDisk(t, FOLDERS);
    const script = `set -o pipefail; "${process.execPath}" "${CLI}" check agents/bad --format json | true`;
    const child = spawn("bash", ["-c", script], { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (text) => (stderr += text));
    await new Promise((resolve) => child.on("close", resolve));
    assert.equal(stderr, "");
  });

  test("names a refusal that only the command line knows of at its file", (t) => {
    const root = folderOnDisk(t, { "a/README.md": "x", "b/agent.md": MINIMAL_AGENT });
    const { status, stdout } = agentmd(["check", "a/README.md", "b", "--format", "github"], { cwd: root });
    assert.equal(status, 1);
    assert.match(stdout, /^::error file=a\/README\.md,title=ENTRY_NOT_CANONICAL::/);
    for (const [args, code] of [
      [["-o", "b/x.tgz"], "AGENT_OUTPUT_IS_SOURCE"],
      [["-o", "a/README.md"], "AGENT_OUTPUT_EXISTS"],
    ]) {
      const packed = agentmd(["pack", "b", ...args], { cwd: root });
      assert.equal(packed.status, 1);
      assert.ok(packed.stdout.startsWith(`error[${code}]: `) && packed.stdout.includes("--> b\n"), packed.stdout);
    }
  });
});

describe("watching", () => {
  /** A process that watches, and `next`, which gives what it has printed by the time that it has checked again. */
  function watching(t, args, cwd) {
    const child = spawn(process.execPath, [CLI, "check", "--watch", ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
    t.after(() => child.kill("SIGKILL"));
    const ended = new Promise((resolve) => child.on("close", (code) => resolve(code)));
    let printed = "";
    let rounds = 0;
    let seen = 0;
    let wake = () => {};
    child.stdout.setEncoding("utf8").on("data", (text) => (printed += text));
    child.stderr.setEncoding("utf8").on("data", (text) => {
      rounds += text.split("Watching for changes").length - 1;
      wake();
    });
    const next = async () => {
      while (rounds <= seen) await new Promise((resolve) => (wake = resolve));
      seen += 1;
      // Standard output is another pipe than the one that tells of the end of a check.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const text = printed;
      printed = "";
      return text;
    };
    return { child, ended, next, rounds: () => rounds };
  }

  test("checks again when something that matters changes, and ends with the signal", { timeout: 20_000 }, async (t) => {
    const root = folderOnDisk(t, { "greeter/agent.md": MISSPELT, "greeter/notes/x.txt": "x" });
    const { child, ended, next, rounds } = watching(t, ["greeter", "--format", "line"], root);
    assert.match(await next(), /AGENT_SCHEMA/);
    writeFileSync(join(root, "greeter/notes/x.txt"), "changed");
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(rounds(), 1);
    writeFileSync(join(root, "greeter/agent.md"), MINIMAL_AGENT);
    assert.equal(await next(), "");
    renameSync(join(root, "greeter"), join(root, "away"));
    assert.match(await next(), /^greeter: error ENTRY_NOT_FOUND/);
    renameSync(join(root, "away"), join(root, "greeter"));
    assert.equal(await next(), "");
    child.kill("SIGINT");
    assert.equal(await ended, 130);
  });

  test("clears the screen of a terminal between two reports, and nothing else", { timeout: 20_000 }, async (t) => {
    const root = folderOnDisk(t, { "greeter/agent.md": MISSPELT });
    const { watch } = await import("../lib/cli/watch.js");
    for (const isTTY of [true, false]) {
      const written = [];
      let checks = 0;
      const check = async (seen) => {
        checks += 1;
        seen.entry("greeter", root);
        written.push("report");
        const change = checks === 1 ? () => renameSync(join(root, "greeter"), join(root, "away")) : () => process.kill(process.pid, "SIGINT");
        setTimeout(change, 50);
      };
      const stdout = { isTTY, write: (text) => written.push(text) };
      assert.equal(await watch(check, { stdout, stderr: { write() {} } }), 130);
      assert.deepEqual(written, isTTY ? ["report", "\u001b[2J\u001b[H", "report"] : ["report", "report"]);
      renameSync(join(root, "away"), join(root, "greeter"));
    }
  });
});
