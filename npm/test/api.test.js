// The library: forms of folders, loading, and what happens when the compiler crashes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import * as agentmd from "agentmd";
import * as bindings from "../dist/agentmd.js";
import { createCompiler } from "../lib/compiler.js";
import { MINIMAL_AGENT } from "./samples.js";

const { check, checkSync, pack, packSync } = agentmd;
const codes = (result) => result.diagnostics.map(({ code }) => code);

describe("a folder in memory", () => {
  test("is an object of texts and bytes, or an iterable of pairs", async () => {
    const bytes = new TextEncoder().encode(MINIMAL_AGENT);
    const forms = [
      { "agent.md": MINIMAL_AGENT },
      { "agent.md": bytes },
      Object.assign(Object.create(null), { "agent.md": MINIMAL_AGENT }),
      new Map([["agent.md", Buffer.from(bytes)]]),
      [["agent.md", MINIMAL_AGENT]],
      (function* () {
        yield ["agent.md", MINIMAL_AGENT];
      })(),
    ];
    for (const folder of forms) assert.equal((await check(folder)).status, "valid");
  });

  test("may hold links, empty folders and a file called __proto__", async () => {
    const folder = [
      ["agent.md", MINIMAL_AGENT],
      ["__proto__", "a file like any other"],
      ["link", { symlink: "agent.md" }],
      ["empty", { directory: true }],
    ];
    assert.equal((await check(folder)).status, "valid");
    assert.deepEqual(codes(await check([["__proto__", MINIMAL_AGENT]])), ["ENTRY_NOT_FOUND"]);
  });

  test("gives an archive when it is packed and valid, and none when refused", async () => {
    const packed = await pack({ "agent.md": MINIMAL_AGENT });
    assert.ok(packed.archive instanceof Uint8Array);
    assert.equal(packed.archive.length, packed.archiveSize);
    assert.deepEqual([...packed.archive.subarray(0, 2)], [0x1f, 0x8b]);
    const refused = await pack({});
    assert.equal(refused.status, "refused");
    assert.ok(!("archive" in refused));
  });

  test("can be checked and packed at once, with the same result", async () => {
    const folder = { "agent.md": MINIMAL_AGENT };
    assert.deepEqual(checkSync(folder), await check(folder));
    assert.deepEqual(packSync(folder), await pack(folder));
  });

  test("of another form is an error that says which forms there are", async () => {
    for (const folder of [undefined, null, 7, "folder", ["agent.md"], [[1, "x"]], { "agent.md": 7 }, { "agent.md": {} }]) {
      await assert.rejects(check(folder), { name: "InvalidFolderError", code: "INVALID_FOLDER" });
    }
  });

  test("has no path that leads out of it", async () => {
    for (const path of ["../agent.md", "/agent.md", "a//b", "./a", "a/", "\ud800"]) {
      await assert.rejects(check({ [path]: "" }), (error) => {
        assert.ok(error instanceof agentmd.InvalidPathError && error instanceof Error);
        assert.equal(error.code, "INVALID_PATH");
        assert.equal(error.path, path);
        return true;
      });
    }
  });
});

describe("a host", () => {
  function host({ answers = (value) => value } = {}) {
    const asked = [];
    return {
      asked,
      list(folder) {
        asked.push(`list ${folder}`);
        assert.equal(folder, "");
        const files = Array.from({ length: 5000 }, (_, index) => ({ name: `notes-${index}.txt`, kind: "file" }));
        return answers([...files, { name: "node_modules", kind: "directory" }, { name: "agent.md", kind: "file" }]);
      },
      read(path) {
        asked.push(`read ${path}`);
        return answers(MINIMAL_AGENT);
      },
    };
  }

  test("is asked only for what the agent needs", async () => {
    const asked = ["list ", "read agent.md"];
    for (const [folder, run] of [
      [host(), checkSync],
      [host(), check],
      [host({ answers: (value) => Promise.resolve(value) }), check],
    ]) {
      assert.equal((await run(folder)).status, "valid");
      assert.deepEqual(folder.asked, asked);
    }
  });

  test("is asked for declared folders, round by round, and for no others", async () => {
    const tree = {
      "": { "agent.md": "file", assets: "directory", src: "directory" },
      assets: { "a.txt": "file", deep: "directory", node_modules: "directory" },
      "assets/deep": { "b.txt": "file" },
    };
    const asked = [];
    const folder = {
      list(path) {
        asked.push(path);
        return Object.entries(tree[path]).map(([name, kind]) => ({ name, kind }));
      },
      read(path) {
        asked.push(path);
        return path === "agent.md" ? MINIMAL_AGENT.replace("---\nGreet", "harness:\n  files: [assets]\n---\nGreet") : "text";
      },
    };
    const result = await check(folder);
    assert.deepEqual(result.diagnostics, []);
    assert.deepEqual(asked.slice(0, 3), ["", "agent.md", "assets"]);
    assert.deepEqual(asked.slice(3).sort(), ["assets/a.txt", "assets/deep", "assets/deep/b.txt"]);
  });

  test("may list asynchronously, as directory handles of browsers do", async () => {
    const folder = {
      async *list() {
        yield { name: "agent.md", kind: "file" };
      },
      read: async () => MINIMAL_AGENT,
    };
    assert.equal((await check(folder)).status, "valid");
  });

  test("that answers with a promise can't be used at once", () => {
    const folder = host({ answers: (value) => Promise.resolve(value) });
    assert.throws(() => checkSync(folder), { code: "INVALID_FOLDER", message: /use check\(\) or pack\(\)/ });
  });

  test("that fails makes the call fail with its own error", async () => {
    const broken = { list: () => [{ name: "agent.md", kind: "file" }], read: () => Promise.reject(new RangeError("gone")) };
    await assert.rejects(check(broken), new RangeError("gone"));
    assert.equal((await check({ "agent.md": MINIMAL_AGENT })).status, "valid");
  });

  test("has its answers checked", async () => {
    const listing = (entries) => ({ list: () => entries, read: () => 7 });
    await assert.rejects(check(listing([{ name: "agent.md", kind: "fifo" }])), { code: "INVALID_FOLDER" });
    await assert.rejects(check(listing([{ name: "agent.md", kind: "file" }])), { code: "INVALID_FOLDER" });
    await assert.rejects(check(listing([{ name: "..", kind: "file" }])), { code: "INVALID_PATH" });
  });

  test("is not asked any more once the signal aborts", async () => {
    const controller = new AbortController();
    const folder = host({
      answers(value) {
        controller.abort();
        return value;
      },
    });
    await assert.rejects(check(folder, { signal: controller.signal }), { name: "AbortError" });
    assert.deepEqual(folder.asked, ["list "]);
  });
});

describe("loading", () => {
  const module = new WebAssembly.Module(readFileSync(new URL("../dist/agentmd_bg.wasm", import.meta.url)));

  /** Bindings that count, and whose sessions answer from `behaviour`. */
  function fake(behaviour = {}) {
    const counts = { started: 0, replaced: 0, freed: 0 };
    class Session {
      needs = () => '{"listings":[],"contents":[]}';
      check = () => '{"status":"valid"}';
      addFile = () => {};
      free = () => (counts.freed += 1);
      constructor() {
        Object.assign(this, behaviour);
      }
    }
    const initSync = () => (counts.started += 1);
    return { counts, bindings: { Session, initSync, __wbg_reset_state: () => (counts.replaced += 1) } };
  }

  test("happens once for concurrent calls", async () => {
    const { counts, bindings } = fake();
    let loads = 0;
    const compiler = createCompiler({ bindings, load: async () => ((loads += 1), module) });
    await Promise.all([compiler.init(), compiler.check({}), compiler.init(), compiler.check({})]);
    await compiler.init();
    assert.deepEqual([loads, counts.started], [1, 1]);
  });

  test("can be tried again after a failure", async () => {
    const { bindings } = fake();
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new Error("offline");
      return module;
    };
    const compiler = createCompiler({ bindings, load });
    await assert.rejects(Promise.all([compiler.init(), compiler.init()]), {
      code: "INITIALIZATION_FAILED",
      message: /offline/,
    });
    assert.deepEqual(await compiler.check({}), { status: "valid" });
    assert.equal(loads, 2);
  });

  test("must come before a synchronous call where it can't happen at once", async () => {
    const { bindings } = fake();
    const compiler = createCompiler({ bindings, load: async () => module });
    assert.throws(() => compiler.checkSync({}), { code: "NOT_INITIALIZED" });
    await compiler.init();
    assert.deepEqual(compiler.checkSync({}), { status: "valid" });
  });

  test("takes a module, its bytes, or a URL", async () => {
    const { loadModule } = await import("../lib/load.js");
    const bytes = readFileSync(new URL("../dist/agentmd_bg.wasm", import.meta.url));
    const url = `data:application/wasm;base64,${bytes.toString("base64")}`;
    const untyped = `data:text/plain;base64,${bytes.toString("base64")}`;
    for (const source of [{ module }, { module: bytes }, { url }, { url: untyped }]) {
      assert.ok((await loadModule(source)) instanceof WebAssembly.Module);
    }
  });

  for (const [name, crash] of [
    ["trap", () => new WebAssembly.RuntimeError("unreachable")],
    ["stack overflow", () => new RangeError("Maximum call stack size exceeded")],
  ]) {
    test(`a ${name} fails that call, and the next one has a new instance`, async () => {
      const crashing = {
        check() {
          throw crash();
        },
      };
      const { counts, bindings } = fake(crashing);
      const compiler = createCompiler({ bindings, load: async () => module });
      await assert.rejects(compiler.check({}), { code: "COMPILER_CRASHED", message: new RegExp(crash().message) });
      assert.deepEqual(counts, { started: 1, replaced: 1, freed: 0 });
      delete crashing.check;
      assert.deepEqual(await compiler.check({}), { status: "valid" });
      assert.deepEqual(counts, { started: 1, replaced: 1, freed: 1 });
    });
  }

  test("a call that waits for its host while another crashes begins again", async () => {
    let crash = false;
    let lists = 0;
    const { bindings } = fake();
    const alive = [];
    bindings.Session = class extends bindings.Session {
      #own = {};
      constructor(onDemand) {
        super(onDemand);
        alive.push(this.#own);
        const listed = () => alive.includes(this.#own);
        const guarded = (work) => (...args) => {
          if (!listed()) throw new Error("stale");
          return work(...args);
        };
        let wanted = onDemand;
        this.needs = guarded(() => JSON.stringify({ listings: wanted ? [""] : [], contents: [] }));
        this.provideListing = guarded(() => (wanted = false));
        this.check = guarded(() => {
          if (crash) throw new WebAssembly.RuntimeError("unreachable");
          return '{"status":"valid"}';
        });
      }
    };
    bindings.__wbg_reset_state = () => (alive.length = 0);
    const compiler = createCompiler({ bindings, load: async () => module });
    let release;
    const waiting = new Promise((resolve) => (release = resolve));
    const patient = compiler.check({ list: () => ((lists += 1), waiting.then(() => [])), read: () => "" });
    await compiler.init();
    crash = true;
    await assert.rejects(compiler.check({}), { code: "COMPILER_CRASHED" });
    crash = false;
    release();
    assert.deepEqual(await patient, { status: "valid" });
    assert.equal(lists, 2);
  });

  test("the real instance can be replaced, and what belonged to the old one is refused", async () => {
    await agentmd.init();
    const old = new bindings.Session(false);
    bindings.__wbg_reset_state();
    assert.throws(() => old.check(), /stale/);
    assert.equal((await check({ "agent.md": MINIMAL_AGENT })).status, "valid");
  });
});

describe("a report", () => {
  const wrong = MINIMAL_AGENT.replace("model:", "modle:");

  test("is one text on folders of every form, in each format", async () => {
    const host = { list: async () => [{ name: "agent.md", kind: "file" }], read: async () => wrong };
    const folders = { "a/b": { "agent.md": wrong }, c: host, d: new Map([["agent.md", MINIMAL_AGENT]]) };
    for (const format of ["text", "line", "sarif", "github", "rdjson", "junit"]) {
      const text = await agentmd.report(folders, { format });
      assert.ok(text.includes("a/b/agent.md") && text.includes("c/agent.md"), format);
      assert.equal(await agentmd.report(new Map(Object.entries(folders)), { format }), text);
    }
    const line = await agentmd.report({ "": folders["a/b"] }, { format: "line" });
    assert.equal(line, "agent.md:3:1: error AGENT_SCHEMA `modle` is not a field of agent.md\n");
    assert.equal(await agentmd.report({}, { format: "line" }), "");
  });

  test("is as wide and as coloured as is asked for", async () => {
    const folders = { a: { "agent.md": MINIMAL_AGENT.replace("---\nGreet", "weather: fine\n---\nGreet") } };
    const text = (options) => agentmd.report(folders, { format: "text", ...options });
    const widest = (text) => Math.max(...text.split("\n").map((line) => line.length));
    assert.ok(widest(await text({ width: 50 })) <= 50 && widest(await text({ width: 120 })) > 60);
    assert.ok((await text({ color: true })).includes("\u001b[") && !(await text({})).includes("\u001b["));
  });

  test("begins again when the compiler crashes on another folder meanwhile", async () => {
    let crash = false;
    class Session extends bindings.Session {
      pack() {
        if (crash) throw new WebAssembly.RuntimeError("unreachable");
        return super.pack();
      }
    }
    const module = await WebAssembly.compile(readFileSync(new URL("../dist/agentmd_bg.wasm", import.meta.url)));
    const compiler = createCompiler({ bindings: { ...bindings, Session }, load: async () => module });
    let release;
    const waiting = new Promise((resolve) => (release = resolve));
    let ask;
    const asked = new Promise((resolve) => (ask = resolve));
    const list = () => (ask(), waiting.then(() => [{ name: "agent.md", kind: "file" }]));
    const folders = new Map([["a", { "agent.md": wrong }], ["b", { list, read: () => wrong }]]);
    const patient = compiler.report(folders.entries(), { format: "line" });
    await asked;
    crash = true;
    await assert.rejects(compiler.pack({}), { code: "COMPILER_CRASHED" });
    crash = false;
    release();
    assert.match(await patient, /^a\/agent\.md:3:1: .*\nb\/agent\.md:3:1: .*\n$/);
  });

  test("of a form or format that there is not is an error", async () => {
    await assert.rejects(agentmd.report([7], { format: "text" }), { code: "INVALID_FOLDER" });
    await assert.rejects(agentmd.report(undefined, { format: "text" }), { code: "INVALID_FOLDER" });
    await assert.rejects(agentmd.report({ a: 7 }, { format: "text" }), { code: "INVALID_FOLDER" });
    await assert.rejects(agentmd.report({}, { format: "xml" }), { message: "there is no format `xml`" });
  });
});
