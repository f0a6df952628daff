// What authors may write, and the types they get.
import { defineTool, type Static, type Tool, Type } from "@mutagent/agents/tools";

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
function same<A, B>(_same: Same<A, B>): void {}

enum Colour {
  Red,
  Green,
}
enum Direction {
  Up = "UP",
  Down = "DOWN",
}

const everything = Type.Object({
  text: Type.String({ pattern: /a/ }),
  whole: Type.Integer({ minimum: 0, "x-unit": "cents" }),
  decimal: Type.Number(),
  flag: Type.Boolean(),
  nothing: Type.Null(),
  list: Type.Array(Type.String()),
  maybe: Type.Optional(Type.Number({ default: 1 })),
  either: Type.Union([Type.Literal("a"), Type.Literal(2), Type.Literal(true), Type.Null()]),
  listed: Type.Enum(["x", "y"]),
  pair: Type.Tuple([Type.String(), Type.Optional(Type.Integer())]),
  prices: Type.Record(Type.String(), Type.Integer()),
  sides: Type.Record(Type.Union([Type.Literal("left"), Type.Literal("right")]), Type.Number()),
  switches: Type.Record(Type.Boolean(), Type.Null()),
  unknown: Type.Unknown(),
  nested: Type.Object({ inner: Type.Optional(Type.String()) }, { additionalProperties: false }),
});

same<
  Static<typeof everything>,
  {
    text: string;
    whole: number;
    decimal: number;
    flag: boolean;
    nothing: null;
    list: string[];
    either: "a" | 2 | true | null;
    listed: "x" | "y";
    pair: [string, number];
    prices: Record<string, number>;
    sides: Record<"left" | "right", number>;
    switches: Record<"true" | "false", null>;
    unknown: unknown;
    nested: { inner?: string };
    maybe?: number;
  }
>(true);

const colour = Type.Enum(Colour);
const direction = Type.Enum(Direction);
export const directions: Static<typeof direction>[] = [Direction.Up, Direction.Down];
export const colours: Static<typeof colour>[] = [Colour.Red, Colour.Green];

const anything = Type.Any();
same<0 extends 1 & Static<typeof anything> ? "any" : "other", "any">(true);
const empty = Type.Object({});
same<Static<typeof empty>, {}>(true);

// Parameters inferred from the schema.
export const inferred = defineTool({
  name: "inferred",
  label: "Inferred",
  description: "Takes its types from its schema.",
  parameters: Type.Object({ sku: Type.String(), quantity: Type.Optional(Type.Integer()) }),
  async execute(toolCallId, params, signal, onUpdate, context) {
    same<typeof toolCallId, string>(true);
    same<typeof params, { sku: string; quantity?: number }>(true);
    same<typeof signal, AbortSignal | undefined>(true);
    onUpdate?.({ content: [{ type: "text", text: "half-way" }] });
    same<typeof context.agent.contextVersion, 1>(true);
    same<typeof context.agent.revisionId, string | undefined>(true);
    same<ReturnType<typeof context.bindings.secret>, string>(true);
    same<ReturnType<typeof context.bindings.optionalSecret>, string | undefined>(true);
    return { content: [{ type: "text", text: context.paths.workspaceRoot + context.paths.assetRoot }] };
  },
});

// Parameters and details written out.
interface Order {
  sku: string;
  note?: string;
}
const written: Tool<Order, { cents: number }> = defineTool<Order, { cents: number }>({
  name: "written",
  label: "Written",
  description: "States its types.",
  parameters: Type.Object({ sku: Type.String(), note: Type.Optional(Type.String()) }),
  execute: async (_toolCallId, order) => ({
    content: [{ type: "text", text: order.note ?? order.sku }],
    details: { cents: 1 },
  }),
});
export default written;
