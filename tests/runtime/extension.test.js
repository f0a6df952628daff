import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const runtime = fileURLToPath(new URL("../../src/bundle/runtime", import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "agentmd-runtime-")));
after(() => rmSync(folder, { recursive: true }));

/** A package whose `generated/` holds the runtime, as a bundle's own code would be there. */
async function packageWith(name, manifest) {
  const root = join(folder, name);
  mkdirSync(root);
  cpSync(runtime, join(root, "generated"), { recursive: true });
  if (manifest !== undefined) writeFileSync(join(root, "manifest.json"), manifest);
  const load = (file) => import(pathToFileURL(join(root, "generated", file)).href);
  return { root, ...(await load("tools.js")), ...(await load("extension.js")) };
}

const packaged = await packageWith("pack age", '{"artifactDigest":"sha256:abc"}');
const bare = await packageWith("bare");
const broken = await packageWith("broken", "{");

function module(name, more = {}, { defineTool, Type } = packaged) {
  return {
    path: `tools/${name}.ts`,
    export: "default",
    name,
    tool: defineTool({
      name,
      label: `Label of ${name}`,
      description: `Description of ${name}`,
      parameters: Type.Object({ sku: Type.String() }),
      execute: async (...call) => ({ content: [], details: call }),
      ...more,
    }),
  };
}

/** A host that writes down what an extension does to it. */
function recorder(more = {}) {
  const log = [];
  return {
    log,
    definitions: () => log.filter(([what]) => what === "tool").map(([, definition]) => definition),
    registerTool: (definition) => log.push(["tool", definition]),
    ...more,
  };
}

function load({ modules = [module("first")], allowedTools = ["first"], bindings = [] }, host, from = packaged) {
  return from.createExtension({ modules, allowedTools, bindings })(host);
}

async function contextFor(helixContext, bindings = [], from = packaged) {
  const host = recorder();
  load({ modules: [module("first", {}, from)], bindings }, host, from);
  const result = await host.definitions()[0].execute("call", {}, undefined, undefined, helixContext);
  return result.details[4];
}

describe("registration", () => {
  test("registers each tool once, in declared order, synchronously", () => {
    const host = recorder();
    const modules = [module("b"), module("a"), module("c")];
    assert.equal(load({ modules }, host), undefined);
    assert.deepEqual(host.definitions().map(({ name }) => name), ["b", "a", "c"]);
    const [definition] = host.definitions();
    assert.deepEqual(Object.keys(definition), ["name", "label", "description", "parameters", "execute"]);
    assert.equal(definition.label, "Label of b");
    assert.equal(definition.description, "Description of b");
    assert.equal(definition.parameters, modules[0].tool.parameters);
  });

  test("a host with nothing but registerTool is enough", () => {
    const host = { registerTool() {} };
    assert.doesNotThrow(() => load({}, host));
  });

  test("a tool of another name stops everything before it begins", () => {
    const host = recorder({ reportRegistration: () => host.log.push(["report"]), on: () => host.log.push(["on"]), getActiveTools() {} });
    const modules = [module("first"), { ...module("actual"), name: "declared" }];
    assert.throws(() => load({ modules }, host), {
      message: 'tools/actual.ts: agent.md declares the tool "declared", but the export `default` is named "actual"',
    });
    assert.deepEqual(host.log, []);
  });

  test("an export that defineTool did not make stops everything before it begins", () => {
    const real = module("first");
    for (const [tool, found] of [
      [{ ...real.tool }, '"first"'],
      [{ ...real.tool, name: "other" }, '"other"'],
      [async function second() {}, '"second"'],
      [undefined, "a value of type undefined"],
      [null, "a value of type object"],
      [42, "a value of type number"],
    ]) {
      const host = recorder();
      const modules = [real, { path: "tools/x.ts", export: "tool", name: "first", tool }];
      assert.throws(() => load({ modules }, host), {
        message: `tools/x.ts: agent.md declares the tool "first", but the export \`tool\`, ${found}, was not made with defineTool`,
      });
      assert.deepEqual(host.log, []);
    }
  });

  test("a tool of another copy of the runtime is no tool of this one", () => {
    const foreign = module("first", {}, bare);
    assert.throws(() => load({ modules: [foreign] }, recorder()), /was not made with defineTool/);
  });
});

describe("the registration report", () => {
  const reported = (config, more, from = packaged) => {
    const host = recorder({ reportRegistration: (report) => host.log.push(["report", report]), ...more });
    load(config, host, from);
    return host.log;
  };

  test("comes once, after the tools", () => {
    const log = reported({ modules: [module("b"), module("a")], allowedTools: ["read", "b", "a"] });
    assert.deepEqual(log.map(([what]) => what), ["tool", "tool", "report"]);
    assert.deepEqual(log[2][1], {
      tools: ["b", "a"],
      allowedTools: ["read", "b", "a"],
      artifactDigest: "sha256:abc",
      revisionId: undefined,
      bindings: [],
    });
  });

  test("has the revision, and the names of declared bindings that have a value", () => {
    const bindings = ["A", "B", "C", "constructor"].map((name) => ({ name, required: false }));
    const log = reported({ bindings }, {
      revisionId: "rev_1",
      bindings: { A: "1", C: "", undeclared: "2", B: undefined },
    });
    assert.equal(log[1][1].revisionId, "rev_1");
    assert.deepEqual(log[1][1].bindings, ["A", "C"]);
    assert.equal(JSON.stringify(log[1][1]).includes("undeclared"), false);
  });

  test("takes the digest of the package that the host names", () => {
    const log = reported({ modules: [module("first", {}, bare)] }, { packageRoot: packaged.root }, bare);
    assert.equal(log[1][1].artifactDigest, "sha256:abc");
  });

  test("has no digest outside a package", () => {
    const log = reported({ modules: [module("first", {}, bare)] }, {}, bare);
    assert.equal(log[1][1].artifactDigest, undefined);
  });

  test("fails where the manifest can't be read", () => {
    assert.throws(() => reported({ modules: [module("first", {}, broken)] }, {}, broken), {
      message: /^cannot read the artifact digest from .*manifest\.json: /,
    });
  });
});

describe("the active tools", () => {
  function session(active, allowedTools, more = {}) {
    const handlers = {};
    const host = recorder({
      on: (event, handler) => Object.assign(handlers, { [event]: handler }),
      getActiveTools: () => {
        if (active === undefined) throw new Error("asked during load");
        return active;
      },
      ...more,
    });
    load({ allowedTools }, host);
    return handlers;
  }

  test("are not asked for during load", () => {
    assert.deepEqual(Object.keys(session(undefined, ["first"])), ["session_start"]);
  });

  test("may equal the allowed tools in any order", () => {
    assert.equal(session(["first", "read"], ["read", "first"]).session_start(), undefined);
  });

  test("that are missing or not allowed are named", () => {
    for (const [active, allowed, difference] of [
      [["read"], ["read", "first"], "missing first, not allowed none"],
      [["read", "bash", "first"], ["read", "first"], "missing none, not allowed bash"],
      [["write", "bash"], ["read", "first"], "missing read, first, not allowed write, bash"],
      [[], ["first"], "missing first, not allowed none"],
    ]) {
      assert.throws(() => session(active, allowed).session_start(), {
        message: `the active tools differ from those that agent.md allows: ${difference}`,
      });
    }
  });

  test("are not compared where the host can't tell them", () => {
    assert.deepEqual(session([], ["first"], { getActiveTools: undefined }), {});
  });
});

describe("a call", () => {
  test("gets the host's arguments, and gives back what the tool returns", async () => {
    const host = recorder();
    load({}, host);
    const signal = new AbortController().signal;
    const update = () => {};
    const params = { sku: "x" };
    const { details } = await host.definitions()[0].execute("id", params, signal, update, {});
    assert.deepEqual(details.slice(0, 4), ["id", params, signal, update]);
    assert.equal(details.length, 5);
  });

  test("runs as a method of the definition", async () => {
    const host = recorder();
    load({ modules: [module("first", { factor: 2, async execute() { return { content: [], details: this.factor }; } })] }, host);
    assert.equal((await host.definitions()[0].execute()).details, 2);
  });

  test("rejects with the tool's own error, thrown early or late", async () => {
    const error = new Error("mine");
    for (const execute of [() => { throw error; }, async () => { throw error; }]) {
      const host = recorder();
      load({ modules: [module("first", { execute })] }, host);
      await assert.rejects(host.definitions()[0].execute("id", {}), error);
    }
  });
});

describe("context", () => {
  test("finds the package by the bundle's own place", async () => {
    const context = await contextFor({ cwd: "/srv/space", revisionId: "rev_1" });
    assert.equal(context.paths.assetRoot, join(packaged.root, "files"));
    assert.equal(context.paths.workspaceRoot, "/srv/space");
    assert.equal(context.agent.artifactDigest, "sha256:abc");
    assert.equal(context.agent.revisionId, "rev_1");
    assert.equal(context.agent.contextVersion, 1);
  });

  test("takes the package root that the host gives", async () => {
    const context = await contextFor({ packageRoot: packaged.root }, [], bare);
    assert.equal(context.paths.assetRoot, join(packaged.root, "files"));
    assert.equal(context.agent.artifactDigest, "sha256:abc");
    assert.equal((await contextFor({ packageRoot: "/p/" })).paths.assetRoot, "/p/files");
    assert.equal((await contextFor({ packageRoot: "C:\\p" })).paths.assetRoot, "C:\\p\\files");
  });

  test("stands in for a host that gives none", async () => {
    for (const helixContext of [undefined, null, {}]) {
      const context = await contextFor(helixContext);
      assert.equal(context.paths.workspaceRoot, process.cwd());
      assert.equal(context.paths.assetRoot, join(packaged.root, "files"));
      assert.equal(context.agent.revisionId, undefined);
    }
  });

  test("has no digest outside a package, and an error for a manifest that can't be read", async () => {
    assert.equal((await contextFor({}, [], bare)).agent.artifactDigest, undefined);
    const { agent } = await contextFor({}, [], broken);
    assert.throws(() => agent.artifactDigest, /cannot read the artifact digest from/);
  });

  test("can't be changed by a tool", async () => {
    const context = await contextFor({});
    for (const part of [context, context.paths, context.agent, context.bindings]) {
      assert.equal(Object.isFrozen(part), true);
    }
  });

  test("reads the host only when asked", async () => {
    const reads = [];
    const host = new Proxy({}, { get: (_, key) => { reads.push(key); } });
    const context = await contextFor(host);
    assert.deepEqual(reads, []);
    context.paths.workspaceRoot;
    assert.deepEqual(reads, ["cwd"]);
  });
});

describe("bindings", () => {
  const declared = [
    { name: "OPTIONAL", required: false },
    { name: "REQUIRED", required: true },
    { name: "constructor", required: false },
  ];
  const bindingsFor = async (values) => (await contextFor({ bindings: values }, declared)).bindings;

  test("give the host's values", async () => {
    const bindings = await bindingsFor({ OPTIONAL: "o", REQUIRED: "r", constructor: "c" });
    assert.equal(bindings.secret("REQUIRED"), "r");
    assert.equal(bindings.secret("OPTIONAL"), "o");
    assert.equal(bindings.optionalSecret("OPTIONAL"), "o");
    assert.equal(bindings.secret("constructor"), "c");
  });

  test("without a value: secret throws, optionalSecret gives undefined", async () => {
    for (const values of [undefined, null, {}, { OPTIONAL: undefined, REQUIRED: null }, { OPTIONAL: 3, REQUIRED: {} }]) {
      const bindings = await bindingsFor(values);
      assert.throws(() => bindings.secret("REQUIRED"), { message: 'the secret binding "REQUIRED" has no value' });
      assert.throws(() => bindings.secret("OPTIONAL"), { message: 'the secret binding "OPTIONAL" has no value' });
      assert.equal(bindings.optionalSecret("OPTIONAL"), undefined);
      assert.equal(bindings.optionalSecret("constructor"), undefined);
      assert.throws(() => bindings.secret("constructor"), /has no value/);
    }
  });

  test("a required one is not optional, value or not", async () => {
    for (const values of [{}, { REQUIRED: "hunter2" }]) {
      const bindings = await bindingsFor(values);
      assert.throws(() => bindings.optionalSecret("REQUIRED"), (error) => {
        assert.match(error.message, /"REQUIRED" is required: read it with secret\(\)/);
        assert.equal(error.stack.includes("hunter2"), false);
        return true;
      });
    }
  });

  test("an undeclared one throws, value or not", async () => {
    const bindings = await bindingsFor({ OTHER: "x", ["__proto__"]: "y", toString: "z" });
    for (const name of ["OTHER", "__proto__", "toString", "hasOwnProperty", "", undefined, Symbol("s")]) {
      for (const read of [bindings.secret, bindings.optionalSecret]) {
        assert.throws(() => read(name), /is not declared in `harness\.bindings\.secrets`/);
      }
    }
  });

  test("the environment is never looked at", async () => {
    process.env.REQUIRED = "from the environment";
    after(() => delete process.env.REQUIRED);
    const bindings = await bindingsFor({});
    assert.throws(() => bindings.secret("REQUIRED"), /has no value/);
  });

  test("values on the prototype of the host's object don't count", async () => {
    const bindings = await bindingsFor(Object.create({ OPTIONAL: "inherited" }));
    assert.equal(bindings.optionalSecret("OPTIONAL"), undefined);
  });
});

test("without Node, a bundle loads and the host says where things are", async () => {
  const node = globalThis.process;
  const host = recorder({ reportRegistration: (report) => host.log.push(["report", report]) });
  try {
    delete globalThis.process;
    load({ modules: [module("first")] }, host);
    const { details } = await host.definitions()[0].execute("id", {}, undefined, undefined, { packageRoot: "/package" });
    assert.equal(details[4].paths.assetRoot, "/package/files");
    assert.equal(details[4].paths.workspaceRoot, undefined);
    const unknown = (await host.definitions()[0].execute("id", {}, undefined, undefined, {})).details[4];
    assert.throws(() => unknown.paths.assetRoot, /the package root is unknown/);
    assert.equal(unknown.agent.artifactDigest, undefined);
  } finally {
    globalThis.process = node;
  }
  assert.equal(host.log[1][1].artifactDigest, undefined);
});
