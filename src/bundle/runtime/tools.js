// `@mutagent/agents/tools` as every bundle carries it.

const tools = new WeakSet();

const toolFields = [
  ["name", "string"],
  ["label", "string"],
  ["description", "string"],
  ["parameters", "object"],
  ["execute", "function"],
];

/** Marks a tool as one that a bundle may register, and returns it. Throws a TypeError naming a field that is wrong. */
export function defineTool(tool) {
  if (typeOf(tool) !== "object") {
    throw new TypeError(`defineTool takes an object, not ${typeOf(tool)}`);
  }
  for (const [field, type] of toolFields) {
    const found = typeOf(tool[field]);
    if (found === type) continue;
    const owner = typeof tool.name === "string" ? ` of the tool "${tool.name}"` : "";
    throw new TypeError(`defineTool: \`${field}\`${owner} must be of type ${type}, not ${found}`);
  }
  tools.add(tool);
  return tool;
}

function typeOf(value) {
  return value === null ? "null" : typeof value;
}

export function isTool(value) {
  return tools.has(value);
}

/** Builds the JSON Schema that npm `typebox` 1.x builds for the same calls. */
export const Type = /* @__PURE__ */ Object.freeze({
  Any: (options) => schema("Any", {}, options),
  Array: (items, options) => schema("Array", { type: "array", items }, options),
  Boolean: (options) => schema("Boolean", { type: "boolean" }, options),
  Enum: (values, options) => schema("Enum", { enum: enumValues(values) }, options),
  Integer: (options) => schema("Integer", { type: "integer" }, options),
  Literal: (value, options) =>
    schema("Literal", { type: literalType(value), const: value }, options),
  Null: (options) => schema("Null", { type: "null" }, options),
  Number: (options) => schema("Number", { type: "number" }, options),
  Object: objectSchema,
  Optional: (type) =>
    hide(Object.create(Object.prototype, Object.getOwnPropertyDescriptors(type)), optional, true),
  Record: recordSchema,
  String: (options) => schema("String", { type: "string" }, options),
  Tuple: (items, options) =>
    schema(
      "Tuple",
      { type: "array", additionalItems: false, items, minItems: items.length },
      options,
    ),
  Union: (anyOf, options) => schema("Union", { anyOf }, options),
  Unknown: (options) => schema("Unknown", {}, options),
});

// Hosts that validate with typebox look for its hidden marks, so these carry its names.
const kind = "~kind";
const optional = "~optional";

function hide(target, key, value) {
  return Object.defineProperty(target, key, {
    value,
    enumerable: false,
    writable: true,
    configurable: true,
  });
}

function schema(name, keywords, options) {
  return hide({ ...keywords, ...options }, kind, name);
}

function objectSchema(properties, options) {
  const required = Object.keys(properties).filter((key) => !properties[key]?.[optional]);
  const keywords = required.length > 0 ? { type: "object", required } : { type: "object" };
  return schema("Object", { ...keywords, properties }, options);
}

function recordSchema(key, value, options) {
  const keys = recordKeys(key);
  return typeof keys === "string"
    ? schema("Record", { type: "object", patternProperties: { [keys]: value } }, options)
    : objectSchema(Object.fromEntries(keys.map((name) => [name, value])), options);
}

/** A pattern for an open set of keys, a list for a closed one. */
function recordKeys(key) {
  switch (key[kind]) {
    case "Any":
      return anyKey;
    case "String":
      return typeof key.pattern === "string" || key.pattern instanceof RegExp
        ? String(key.pattern)
        : anyKey;
    case "Integer":
      return "^-?(?:0|[1-9][0-9]*)$";
    case "Number":
      return "^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$";
    case "Boolean":
      return ["true", "false"];
    case "Enum":
      return key.enum;
    case "Literal":
      return [key.const];
    case "Union": {
      const members = key.anyOf.flatMap(unionMembers);
      return members.some((member) => openKeys.includes(member[kind]))
        ? anyKey
        : members
            .filter((member) => member[kind] === "Literal" && typeof member.const !== "boolean")
            .map((member) => member.const);
    }
    default:
      return [];
  }
}

const anyKey = "^.*$";
const openKeys = ["String", "Number", "Integer"];

function unionMembers(type) {
  return type[kind] === "Union" ? type.anyOf.flatMap(unionMembers) : [type];
}

function enumValues(values) {
  if (Array.isArray(values)) return values;
  // A TypeScript enum maps numbers back to names: those keys are no members.
  const names = Object.keys(values).filter((name) => Number.isNaN(Number(name)));
  return names.map((name) => values[name]);
}

function literalType(value) {
  const type = typeof value;
  if (type === "string" || type === "boolean" || Number.isFinite(value)) return type;
  const found = type === "number" ? value : typeOf(value);
  throw new TypeError(`Type.Literal takes a string, a finite number or a boolean, not ${found}`);
}
