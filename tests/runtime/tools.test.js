import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTool, isTool, Type } from "../../src/bundle/runtime/tools.js";

const definition = () => ({
  name: "lookup",
  label: "Look up",
  description: "Looks something up.",
  parameters: Type.Object({}),
  execute: async () => ({ content: [] }),
});

test("a definition comes back as it was given, and is known", () => {
  const given = Object.freeze(definition());
  const tool = defineTool(given);
  assert.equal(tool, given);
  assert.equal(isTool(tool), true);
});

test("what only looks like a tool is not one", () => {
  const tool = defineTool(definition());
  for (const value of [definition(), { ...tool }, Object.create(tool), () => tool, null, undefined, "tool"]) {
    assert.equal(isTool(value), false);
  }
});

test("plain JSON Schema serves as parameters", () => {
  assert.equal(isTool(defineTool({ ...definition(), parameters: { type: "object" } })), true);
});

test("a wrong field is named, with its tool and what it is", () => {
  const cases = [
    [{ name: undefined }, "defineTool: `name` must be of type string, not undefined"],
    [{ label: 3 }, 'defineTool: `label` of the tool "lookup" must be of type string, not number'],
    [{ description: undefined }, 'defineTool: `description` of the tool "lookup" must be of type string, not undefined'],
    [{ parameters: null }, 'defineTool: `parameters` of the tool "lookup" must be of type object, not null'],
    [{ execute: {} }, 'defineTool: `execute` of the tool "lookup" must be of type function, not object'],
  ];
  for (const [change, message] of cases) {
    const wrong = { ...definition(), ...change };
    assert.throws(() => defineTool(wrong), { name: "TypeError", message });
    assert.equal(isTool(wrong), false);
  }
});

test("anything but an object is refused", () => {
  for (const [value, shown] of [[undefined, "undefined"], [null, "null"], ["x", "string"], [() => {}, "function"]]) {
    assert.throws(() => defineTool(value), {
      name: "TypeError",
      message: `defineTool takes an object, not ${shown}`,
    });
  }
});
