// What the compiler must refuse: an unused @ts-expect-error is itself an error.
import { defineTool, type Static, type Tool, Type } from "@mutagent/agents/tools";

const shared = { name: "x", label: "X", description: "X." };
const parameters = Type.Object({ sku: Type.String() });
const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

// @ts-expect-error `label` is missing
defineTool({ name: "x", description: "X.", parameters, execute: async () => text("") });

// @ts-expect-error parameters are built with Type
defineTool({ ...shared, parameters: { type: "object" }, execute: async () => text("") });

// @ts-expect-error the schema lacks `quantity`
defineTool<{ sku: string; quantity: number }>({ ...shared, parameters, execute: async () => text("") });

// @ts-expect-error the schema says that `sku` is a string
defineTool<{ sku: number }>({ ...shared, parameters, execute: async () => text("") });

// @ts-expect-error `sku` may be absent
defineTool<{ sku: string }>({ ...shared, parameters: Type.Object({ sku: Type.Optional(Type.String()) }), execute: async () => text("") });

// @ts-expect-error a tool's result has `content`
defineTool({ ...shared, parameters, execute: async () => ({ details: 1 }) });

// @ts-expect-error content is a list of text parts
defineTool({ ...shared, parameters, execute: async () => ({ content: "text" }) });

// @ts-expect-error `execute` is asynchronous
defineTool({ ...shared, parameters, execute: () => text("") });

defineTool({
  ...shared,
  parameters,
  async execute(_toolCallId, params, signal, _onUpdate, context) {
    // @ts-expect-error no such parameter
    params.quantity;
    // @ts-expect-error there may be no signal
    signal.aborted;
    // @ts-expect-error the context is read-only
    context.paths.assetRoot = "/";
    // @ts-expect-error no such field
    context.paths.packageRoot;
    // @ts-expect-error there may be no value
    context.bindings.optionalSecret("X").length;
    return text("");
  },
});

// @ts-expect-error what only looks like a tool is not one
const forged: Tool<{ sku: string }> = { ...shared, parameters, execute: async () => text("") };

// @ts-expect-error a bound is a number
Type.Integer({ minimum: "1" });
// @ts-expect-error null has Type.Null
Type.Literal(null);
// @ts-expect-error properties are schemas
Type.Object({ a: "string" });
// @ts-expect-error typebox has it, agents don't
Type.Intersect([]);
// @ts-expect-error "c" is not listed
const listed: Static<ReturnType<typeof choice>> = "c";
function choice() {
  return Type.Enum(["a", "b"]);
}
enum Colour {
  Red,
  Green,
}
// @ts-expect-error names are not values of the enum
const colour: Static<ReturnType<typeof colours>> = "Red";
function colours() {
  return Type.Enum(Colour);
}

export { colour, forged, listed };
