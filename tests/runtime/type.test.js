// The JSON that our `Type` builds, beside the JSON that npm typebox builds for the same call.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Typebox from "typebox";
import { Type } from "../../src/bundle/runtime/tools.js";

// What TypeScript compiles `enum` to.
const Numeric = { 0: "Red", 1: "Green", Red: 0, Green: 1 };
const Text = { Up: "UP", Down: "DOWN" };
const Mixed = { 0: "No", 7: "Seven", No: 0, Yes: "YES", Seven: 7 };
const Negative = { "-1": "Below", 0.5: "Half", Below: -1, Half: 0.5 };
const Repeated = { A: "same", B: "same" };

const calls = {
  "any": (T) => T.Any(),
  "any with options": (T) => T.Any({ description: "anything", default: null }),
  "unknown": (T) => T.Unknown(),
  "unknown with options": (T) => T.Unknown({ title: "t" }),
  "null": (T) => T.Null(),
  "null with options": (T) => T.Null({ description: "nothing" }),
  "string": (T) => T.String(),
  "string with options": (T) => T.String({ minLength: 1, maxLength: 5, pattern: "^a", format: "email" }),
  "string with unknown keywords": (T) => T.String({ "x-order": 3, $id: "S", examples: ["a"] }),
  "string whose options name its type": (T) => T.String({ description: "d", type: "text" }),
  "string with undefined options": (T) => T.String(undefined),
  "string with null options": (T) => T.String(null),
  "string with an undefined keyword": (T) => T.String({ description: undefined }),
  "number": (T) => T.Number(),
  "number with options": (T) => T.Number({ exclusiveMinimum: 0, multipleOf: 0.5 }),
  "integer": (T) => T.Integer(),
  "integer with options": (T) => T.Integer({ minimum: 1, maximum: 100, default: 3 }),
  "boolean": (T) => T.Boolean(),
  "boolean with options": (T) => T.Boolean({ default: false }),

  "literal string": (T) => T.Literal("a"),
  "literal empty string": (T) => T.Literal(""),
  "literal number": (T) => T.Literal(1.5),
  "literal minus zero": (T) => T.Literal(-0),
  "literal true": (T) => T.Literal(true),
  "literal false": (T) => T.Literal(false),
  "literal with options": (T) => T.Literal("a", { description: "d", const: "b" }),

  "array": (T) => T.Array(T.String()),
  "array with options": (T) => T.Array(T.Integer(), { minItems: 1, uniqueItems: true }),
  "array of arrays": (T) => T.Array(T.Array(T.Null())),
  "array of optional": (T) => T.Array(T.Optional(T.String())),
  "array without items": (T) => T.Array(),

  "tuple": (T) => T.Tuple([T.String(), T.Number()]),
  "empty tuple": (T) => T.Tuple([]),
  "tuple with options": (T) => T.Tuple([T.String()], { description: "d", minItems: 0, maxItems: 4 }),
  "tuple open at its end": (T) => T.Tuple([T.String()], { additionalItems: true }),

  "union": (T) => T.Union([T.String(), T.Null()]),
  "union of one": (T) => T.Union([T.String()]),
  "union of none": (T) => T.Union([]),
  "union in a union": (T) => T.Union([T.Union([T.Literal(1), T.Literal(2)]), T.Literal(3)]),
  "union with options": (T) => T.Union([T.Literal("a"), T.Literal("b")], { default: "a" }),
  "union of the same": (T) => T.Union([T.String(), T.String()]),

  "enum of an array": (T) => T.Enum(["a", "b"]),
  "enum of a mixed array": (T) => T.Enum(["a", 1, "1"]),
  "enum of an empty array": (T) => T.Enum([]),
  "enum of a repeating array": (T) => T.Enum(["a", "a"]),
  "enum, numeric": (T) => T.Enum(Numeric),
  "enum, text": (T) => T.Enum(Text),
  "enum, mixed": (T) => T.Enum(Mixed),
  "enum, negative and fractional": (T) => T.Enum(Negative),
  "enum, repeated values": (T) => T.Enum(Repeated),
  "enum, empty object": (T) => T.Enum({}),
  "enum, empty name": (T) => T.Enum({ "": "empty", a: "A" }),
  "enum with options": (T) => T.Enum(Text, { default: "UP", description: "d" }),

  "empty object": (T) => T.Object({}),
  "object": (T) => T.Object({ a: T.String(), b: T.Integer() }),
  "object with options": (T) => T.Object({ a: T.String() }, { additionalProperties: false, description: "d" }),
  "object open to a schema": (T) => T.Object({}, { additionalProperties: T.String() }),
  "object whose options name its keywords": (T) => T.Object({ a: T.String() }, { required: [], title: "t", type: "x" }),
  "object with null options": (T) => T.Object({ a: T.String() }, null),
  "object, some optional": (T) => T.Object({ a: T.Optional(T.String()), b: T.Null(), c: T.Optional(T.Any()) }),
  "object, all optional": (T) => T.Object({ a: T.Optional(T.String()) }),
  "object, optional twice": (T) => T.Object({ a: T.Optional(T.Optional(T.String())) }),
  "object, optional under a union": (T) => T.Object({ a: T.Union([T.Optional(T.String()), T.Null()]) }),
  "object, nested": (T) => T.Object({ o: T.Object({ p: T.Optional(T.Object({ q: T.Number() })) }) }),
  "object, optional object": (T) => T.Object({ o: T.Optional(T.Object({ p: T.String() }, { title: "t" })) }),
  "object, keys that sort as numbers": (T) => T.Object({ b: T.Any(), 10: T.Any(), 2: T.Any() }),
  "object, names of a prototype": (T) =>
    T.Object({ constructor: T.String(), toString: T.Optional(T.String()), ["__proto__"]: T.Null() }),
  "object, plain JSON Schema inside": (T) => T.Object({ a: { type: "string" }, b: { anyOf: [] } }),
  "object, an undefined property": (T) => T.Object({ a: undefined, b: T.Null() }),
  "object, a property that is true": (T) => T.Object({ a: true }),

  "optional string": (T) => T.Optional(T.String({ description: "d" })),
  "optional record": (T) => T.Optional(T.Record(T.String(), T.Null())),
  "optional of plain JSON Schema": (T) => T.Object({ a: T.Optional({ type: "string" }) }),

  "record of strings": (T) => T.Record(T.String(), T.Number()),
  "record of a pattern": (T) => T.Record(T.String({ pattern: "^[a-z]+$" }), T.Number()),
  "record of a regular expression": (T) => T.Record(T.String({ pattern: /^[a-z]+$/i }), T.Number()),
  "record of a format": (T) => T.Record(T.String({ format: "email" }), T.Number()),
  "record of integers": (T) => T.Record(T.Integer({ minimum: 1 }), T.Number()),
  "record of numbers": (T) => T.Record(T.Number(), T.Number()),
  "record of anything": (T) => T.Record(T.Any(), T.Number()),
  "record of booleans": (T) => T.Record(T.Boolean(), T.Number()),
  "record of a literal": (T) => T.Record(T.Literal("a"), T.Number()),
  "record of a numeric literal": (T) => T.Record(T.Literal(3), T.Number()),
  "record of a boolean literal": (T) => T.Record(T.Literal(false), T.Number()),
  "record of literals": (T) => T.Record(T.Union([T.Literal("b"), T.Literal("a")]), T.Number()),
  "record of repeated literals": (T) => T.Record(T.Union([T.Literal("b"), T.Literal("a"), T.Literal("b")]), T.Number()),
  "record of nested literals": (T) =>
    T.Record(T.Union([T.Union([T.Literal("a"), T.Union([T.Literal(1)])]), T.Literal("c")]), T.Number()),
  "record of literals, one a boolean": (T) => T.Record(T.Union([T.Literal("a"), T.Literal(true)]), T.Number()),
  "record of literals and an enum": (T) => T.Record(T.Union([T.Literal("a"), T.Enum(["b"])]), T.Number()),
  "record of literals or strings": (T) => T.Record(T.Union([T.Literal("a"), T.String({ pattern: "b" })]), T.Number()),
  "record of literals or integers": (T) => T.Record(T.Union([T.Literal("a"), T.Union([T.Integer()])]), T.Number()),
  "record of an empty union": (T) => T.Record(T.Union([]), T.Number()),
  "record of an enum": (T) => T.Record(T.Enum(Text), T.Number()),
  "record of a numeric enum": (T) => T.Record(T.Enum(Numeric), T.Number()),
  "record of a mixed enum": (T) => T.Record(T.Enum(Mixed), T.Number()),
  "record of a repeating enum": (T) => T.Record(T.Enum(["b", "a", "b"]), T.Number()),
  "record of an enum of one": (T) => T.Record(T.Enum(["only"]), T.Number()),
  "record of an empty enum": (T) => T.Record(T.Enum([]), T.Number()),
  "record of null": (T) => T.Record(T.Null(), T.Number()),
  "record of unknown": (T) => T.Record(T.Unknown(), T.Number()),
  "record of objects": (T) => T.Record(T.Object({}), T.Number()),
  "record of plain JSON Schema": (T) => T.Record({ type: "string" }, T.Number()),
  "record of an optional key": (T) => T.Record(T.Optional(T.Literal("a")), T.Number()),
  "record of optional values": (T) => T.Record(T.Union([T.Literal("a"), T.Literal("b")]), T.Optional(T.Number())),
  "record of records": (T) => T.Record(T.String(), T.Record(T.Literal("x"), T.Null())),
  "record with options": (T) => T.Record(T.String(), T.Number(), { additionalProperties: false, description: "d" }),
  "closed record with options": (T) => T.Record(T.Literal("a"), T.Number(), { additionalProperties: false }),
  "record named like a prototype": (T) => T.Record(T.Union([T.Literal("__proto__"), T.Literal("constructor")]), T.Null()),
};

describe("Type builds the JSON that typebox builds", () => {
  for (const [name, call] of Object.entries(calls)) {
    test(name, () => assert.equal(JSON.stringify(call(Type)), JSON.stringify(call(Typebox))));
  }
});

test("typebox's hidden marks are there, for hosts that validate with it", () => {
  const marks = (T) => {
    const schema = T.Object({ a: T.Optional(T.String()), b: T.Record(T.String(), T.Null()) });
    const of = (part) => [part["~kind"], part["~optional"], Object.keys(part)];
    return [of(schema), of(schema.properties.a), of(schema.properties.b), of(T.Any()), of(T.Enum([]))];
  };
  assert.deepEqual(marks(Type), marks(Typebox));
});

test("options and schemas given are left as they are", () => {
  const options = Object.freeze({ description: "d" });
  const text = Object.freeze(Type.String(options));
  const optional = Type.Optional(text);
  assert.notEqual(optional, text);
  assert.equal("~optional" in text, false);
  assert.deepEqual(Object.keys(Type.Object({ a: text }, options)), [
    "type", "required", "properties", "description",
  ]);
  assert.deepEqual(options, { description: "d" });
  const first = Type.String(options);
  first.description = "changed";
  assert.equal(Type.String(options).description, "d");
});

test("one schema may be required here and optional there", () => {
  const text = Type.String();
  const schema = Type.Object({ a: text, b: Type.Optional(text) });
  assert.deepEqual(schema.required, ["a"]);
});

test("a literal that JSON can't hold is refused", () => {
  for (const [value, shown] of [
    [null, "null"], [undefined, "undefined"], [NaN, "NaN"], [Infinity, "Infinity"],
    [{}, "object"], [[], "object"], [Symbol("s"), "symbol"], [1n, "bigint"],
  ]) {
    assert.throws(() => Type.Literal(value), {
      name: "TypeError",
      message: `Type.Literal takes a string, a finite number or a boolean, not ${shown}`,
    });
  }
});
