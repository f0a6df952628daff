// Fixes: what the library proposes, and what --fix does to a disk.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";

import { fix, fixSync } from "agentmd";
import { carryOut } from "../lib/cli/fix.js";
import { agentmd } from "./command.js";
import { folderOnDisk } from "./folder.js";
import { MINIMAL_AGENT } from "./samples.js";

const MISSPELT = MINIMAL_AGENT.replace("model:", "modle:");
const text = (bytes) => new TextDecoder().decode(bytes);

describe("the library", () => {
  test("gives the changes, what they fix and what is found after them", async () => {
    const folder = { "Agent.md": MISSPELT };
    const result = fixSync(folder);
    assert.equal(result.status, "valid");
    assert.deepEqual(result.fixed.map(({ code, file }) => [code, file]), [
      ["ENTRY_CASE", "Agent.md"],
      ["AGENT_SCHEMA", "Agent.md"],
    ]);
    const [rename, write] = result.changes;
    assert.deepEqual(rename, { kind: "rename", file: "Agent.md", newFile: "agent.md" });
    assert.deepEqual({ ...write, content: text(write.content) }, { kind: "write", file: "agent.md", created: false, content: MINIMAL_AGENT });
    assert.deepEqual(await fix(folder), result);
    assert.deepEqual(folder, { "Agent.md": MISSPELT });
  });

  test("changes nothing where nothing is to be fixed, and asks before it does what is not safe", async () => {
    const { fixed, changes, status } = await fix({ "agent.md": MINIMAL_AGENT });
    assert.deepEqual([fixed, changes, status], [[], [], "valid"]);
    const unknown = { "agent.md": MINIMAL_AGENT.replace("---\nGreet", "weather: fine\n---\nGreet") };
    assert.deepEqual((await fix(unknown)).changes, []);
    const { changes: suggested } = await fix(unknown, { safeOnly: false });
    assert.equal(text(suggested[0].content), MINIMAL_AGENT);
  });

  test("asks a host for what comes to matter by a fix", async () => {
    const files = {
      "agent.md": MINIMAL_AGENT.replace("---\nGreet", "harnes:\n  files: [assets]\n---\nGreet"),
      "assets/a.txt": "a",
    };
    const asked = [];
    const host = {
      list: (folder) => (folder === "" ? [{ name: "agent.md", kind: "file" }, { name: "assets", kind: "directory" }] : [{ name: "a.txt", kind: "file" }]),
      read(path) {
        asked.push(path);
        return files[path];
      },
    };
    const expected = fixSync(files);
    assert.equal(expected.status, "valid");
    assert.deepEqual(fixSync(host), expected);
    const later = { list: async (folder) => host.list(folder), read: async (path) => host.read(path) };
    assert.deepEqual(await fix(later), expected);
    assert.deepEqual(asked, ["agent.md", "assets/a.txt", "agent.md", "assets/a.txt"]);
  });
});

describe("--fix", () => {
  test("writes what is safe, shows it, and reports what remains", (t) => {
    const root = folderOnDisk(t, { "a/agent.md": MISSPELT.replace("---\nGreet", "weather: fine\n---\nGreet"), "b/agent.md": MINIMAL_AGENT });
    const { status, stdout, stderr } = agentmd(["check", "a", "b", "--fix"], { cwd: root });
    assert.deepEqual([status, stderr], [1, ""]);
    assert.ok(stdout.startsWith("fix[AGENT_SCHEMA]: Rename it to `model`\n  --> a/agent.md:3:1\n 3 - modle: "), stdout);
    assert.ok(stdout.includes("error[AGENT_SCHEMA]: `weather` is not a field"), stdout);
    assert.ok(stdout.endsWith("Fixed 1 problem in 1 file\n"), stdout);
    assert.equal(readFileSync(join(root, "a/agent.md"), "utf8"), MINIMAL_AGENT.replace("---\nGreet", "weather: fine\n---\nGreet"));
    assert.deepEqual(readdirSync(join(root, "a")), ["agent.md"]);
    assert.ok(agentmd(["check", "b", "--fix"], { cwd: root }).stdout.endsWith("No safe fix to apply\n"));
  });

  test("shows the same with --fix-dry-run and writes nothing", (t) => {
    const root = folderOnDisk(t, { "a/Agent.md": MISSPELT });
    const dry = agentmd(["check", "a", "--fix-dry-run"], { cwd: root });
    assert.equal(readFileSync(join(root, "a/Agent.md"), "utf8"), MISSPELT);
    assert.deepEqual(readdirSync(join(root, "a")), ["Agent.md"]);
    const wet = agentmd(["check", "a", "--fix"], { cwd: root });
    assert.equal(wet.stdout.replace("\nFixed 2", "\nWould fix 2"), dry.stdout);
    assert.deepEqual([dry.status, wet.status], [0, 0]);
    assert.deepEqual(readdirSync(join(root, "a")), ["agent.md"]);
    assert.equal(readFileSync(join(root, "a/agent.md"), "utf8"), MINIMAL_AGENT);
  });

  test("is in JSON as what was fixed and what was changed, and a sentence apart from it in other formats", (t) => {
    const root = folderOnDisk(t, { "a/Agent.md": MISSPELT });
    const { status, stdout, stderr } = agentmd(["check", "a", "--fix-dry-run", "--json"], { cwd: root });
    assert.deepEqual([status, stderr], [0, "Would fix 2 problems in 1 file\n"]);
    const { fixed, changes } = JSON.parse(stdout);
    assert.deepEqual(fixed.map(({ code }) => code), ["ENTRY_CASE", "AGENT_SCHEMA"]);
    assert.deepEqual(changes, [
      { kind: "rename", file: "Agent.md", newFile: "agent.md" },
      { kind: "write", file: "agent.md", created: false },
    ]);
  });

  test("keeps line ends and the mode of the file", (t) => {
    const crlf = (content) => content.replaceAll("\n", "\r\n");
    const root = folderOnDisk(t, { "agent.md": crlf(MISSPELT) });
    chmodSync(join(root, "agent.md"), 0o640);
    assert.equal(agentmd(["check", "--fix"], { cwd: root }).status, 0);
    assert.equal(readFileSync(join(root, "agent.md"), "utf8"), crlf(MINIMAL_AGENT));
    assert.equal(statSync(join(root, "agent.md")).mode & 0o777, 0o640);
  });

  test("leaves a read-only file alone, and goes on with the other folders", (t) => {
    const root = folderOnDisk(t, { "a/agent.md": MISSPELT, "b/agent.md": MISSPELT });
    chmodSync(join(root, "a/agent.md"), 0o444);
    const { status, stdout, stderr } = agentmd(["check", "a", "b", "--fix"], { cwd: root });
    assert.deepEqual([status, stderr], [2, "agentmd: `a/agent.md` is read-only; nothing was fixed there\n"]);
    assert.ok(!stdout.includes("a/agent.md") && stdout.endsWith("Fixed 1 problem in 1 file\n"), stdout);
    assert.equal(readFileSync(join(root, "a/agent.md"), "utf8"), MISSPELT);
    assert.equal(readFileSync(join(root, "b/agent.md"), "utf8"), MINIMAL_AGENT);
    assert.deepEqual(readdirSync(join(root, "a")), ["agent.md"]);
  });
});

describe("carrying out changes", () => {
  const write = (file, content, created = false) => ({ kind: "write", file, created, content: Buffer.from(content) });
  const rename = (file, newFile) => ({ kind: "rename", file, newFile });

  /** The folder, what was read from it, and a picture of all that is in it. */
  function folder(t, files) {
    const root = folderOnDisk(t, files);
    const entries = Object.entries(files).filter(([, content]) => content.symlink === undefined);
    const contents = new Map(entries.map(([path, content]) => [path, Buffer.from(content)]));
    const picture = () =>
      Object.fromEntries(
        readdirSync(root, { recursive: true })
          .sort()
          .filter((path) => lstatSync(join(root, path)).isFile())
          .map((path) => [path, readFileSync(join(root, path), "utf8")]),
      );
    return { root, name: "folder", contents, picture };
  }

  test("renames first, in their order, and creates what is new", (t) => {
    const place = folder(t, { a: "1", b: "2" });
    carryOut([rename("a", "c"), rename("c", "A"), rename("b", "a"), write("A", "one"), write("n", "new", true)], place);
    assert.deepEqual(place.picture(), { A: "one", a: "2", n: "new" });
  });

  test("does nothing where a file has changed, has gone, has come or has become something else", (t) => {
    for (const [disturb, message, ...more] of [
      [({ root }) => writeFileSync(join(root, "b"), "3"), /^`folder\/b` has changed since it was read; nothing was fixed there$/],
      [({ root }) => chmodSync(join(root, "b"), 0o400), /^`folder\/b` is read-only; nothing/],
      [({ root }) => writeFileSync(join(root, "n"), "?"), /^`folder\/n` has come to be there; nothing/],
      [({ root }) => writeFileSync(join(root, "A"), "?"), /^`folder\/A` has come to be there; nothing/],
      [({ contents }) => contents.set("gone", contents.get("a")), /^can't write `folder\/gone`: it is not there; nothing/, write("gone", "x")],
      [({ contents }) => contents.set("link", contents.get("a")), /^`folder\/link` is no longer a regular file; nothing/, write("link", "x")],
      [({ contents }) => contents.set("door/x", Buffer.from("x")), /^`folder\/door\/x` is behind a link, which is not followed; nothing/, write("door/x", "y")],
    ]) {
      const place = folder(t, { a: "1", b: "2", link: { symlink: "a" }, "deep/x": "x", door: { symlink: "deep" } });
      disturb(place);
      const before = place.picture();
      const changes = [rename("a", "A"), write("A", "one"), write("b", "two"), write("n", "new", true), ...more];
      assert.throws(() => carryOut(changes, place), { message });
      assert.deepEqual(place.picture(), before);
    }
  });

  test("undoes what was done when it can't go on", (t) => {
    const place = folder(t, { a: "1", b: "2", z: "3" });
    // Someone creates the file at the last moment, after it was seen to be missing.
    const contents = { get: (path) => {
      if (path === "z") writeFileSync(join(place.root, "n"), "theirs");
      return place.contents.get(path);
    } };
    const changes = [rename("a", "A"), write("b", "two"), write("n", "new", true), write("z", "three")];
    assert.throws(() => carryOut(changes, { ...place, contents }), { message: /^can't write `folder\/n`: .*; nothing was fixed there$/ });
    assert.deepEqual(place.picture(), { a: "1", b: "2", n: "theirs", z: "3" });
  });

  test("is not interrupted by a signal, which takes effect afterwards", (t) => {
    const root = folderOnDisk(t, {});
    const script = `
      import { writeFileSync } from "node:fs";
      import { uninterrupted } from ${JSON.stringify(new URL("../lib/cli/fix.js", import.meta.url).href)};
      await uninterrupted(() => {
        process.kill(process.pid, "SIGTERM");
        const until = performance.now() + 100;
        while (performance.now() < until);
        writeFileSync("done", "");
      });
      setTimeout(() => writeFileSync("after", ""), 5_000);`;
    const { signal } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { cwd: root });
    assert.equal(signal, "SIGTERM");
    assert.deepEqual(readdirSync(root), ["done"]);
  });
});
