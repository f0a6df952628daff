// The bundle as an extension of the Pi coding agent: a real host, with a scripted model and no network.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder, unpack } from "./package.js";

process.env.PI_OFFLINE = "1";
const ai = await import("@mariozechner/pi-ai");
const pi = await import("@mariozechner/pi-coding-agent");

const folder = unpack();
const bundle = join(folder, "generated/tools.mjs");

async function load() {
  const workspace = temporaryFolder();
  const agentDir = temporaryFolder();
  const loaded = await pi.discoverAndLoadExtensions([bundle], workspace, agentDir);
  assert.deepEqual(loaded.errors, []);
  assert.equal(loaded.extensions.length, 1);
  return { workspace, agentDir, loaded };
}

/** A session of the bundle's extension with `tools` active and a model that says `responses`. */
async function start(context, tools, responses) {
  const { workspace, agentDir, loaded } = await load();
  const provider = ai.registerFauxProvider();
  context.after(() => provider.unregister());
  provider.setResponses(responses);
  const authStorage = pi.AuthStorage.inMemory();
  authStorage.setRuntimeApiKey(provider.getModel().provider, "unused");
  const { session } = await pi.createAgentSession({
    cwd: workspace,
    agentDir,
    model: provider.getModel(),
    thinkingLevel: "off",
    authStorage,
    modelRegistry: pi.ModelRegistry.inMemory(authStorage),
    settingsManager: pi.SettingsManager.inMemory(),
    sessionManager: pi.SessionManager.inMemory(workspace),
    resourceLoader: {
      getExtensions: () => loaded,
      getSkills: () => ({ skills: [], diagnostics: [] }),
      getPrompts: () => ({ prompts: [], diagnostics: [] }),
      getThemes: () => ({ themes: [], diagnostics: [] }),
      getAgentsFiles: () => ({ agentsFiles: [] }),
      getSystemPrompt: () => "You price invoices.",
      getAppendSystemPrompt: () => [],
      extendResources() {},
      reload: async () => {},
    },
    tools,
  });
  context.after(() => session.dispose());
  const errors = [];
  await session.bindExtensions({ onError: (error) => errors.push(error) });
  return { session, errors };
}

function call(order) {
  const toolCall = ai.fauxToolCall("calculate_invoice", order);
  return [
    ai.fauxAssistantMessage(toolCall, { stopReason: "toolUse" }),
    ai.fauxAssistantMessage("done"),
  ];
}

const threeWidgets = { sku: "widget", quantity: 3, discountPercent: 7, taxBasisPoints: 825 };

test("Pi registers the tool", async () => {
  const { loaded } = await load();
  const [extension] = loaded.extensions;
  assert.deepEqual([...extension.tools.keys()], ["calculate_invoice"]);
  const { definition } = extension.tools.get("calculate_invoice");
  assert.equal(definition.label, "Calculate an invoice");
  assert.deepEqual([...extension.handlers.keys()], ["session_start"]);
});

test("a scripted session calls it: 4164", async (context) => {
  const { session, errors } = await start(context, ["read", "calculate_invoice"], call(threeWidgets));
  await session.prompt("Price three widget units.");
  const results = session.messages.filter((message) => message.role === "toolResult");
  assert.equal(results.length, 1);
  assert.equal(results[0].isError, false, JSON.stringify(results[0]));
  assert.equal(results[0].details.totalCents, 4164);
  assert.equal(JSON.parse(results[0].content[0].text).totalCents, 4164);
  assert.equal(session.messages.at(-1).content[0].text, "done");
  assert.deepEqual(errors, []);
});

test("Pi refuses arguments outside the schema, and shows the tool's own errors", async (context) => {
  for (const [change, message] of [
    [{ quantity: 0 }, /quantity/],
    [{ discount: 7 }, /additional/i],
    [{ sku: "sprocket" }, /the catalog catalog-v1 has no product "sprocket"/],
  ]) {
    const { session } = await start(context, ["read", "calculate_invoice"], call({ ...threeWidgets, ...change }));
    await session.prompt("Price it.");
    const result = session.messages.find(({ role }) => role === "toolResult");
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, message);
  }
});

test("active tools other than the allowed ones are reported when the session starts", async (context) => {
  const { errors } = await start(context, ["read", "bash", "calculate_invoice"], []);
  assert.deepEqual(
    errors.map(({ event, error }) => [event, error]),
    [["session_start", "the active tools differ from those that agent.md allows: missing none, not allowed bash"]],
  );
});
