import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defineTool, Type } from "@mutagent/agents/tools";
import { type Cents, portion } from "../lib/money.ts";

interface Order {
  sku: string;
  quantity: number;
  discountPercent: number;
  taxBasisPoints: number;
}

interface Catalog {
  version: string;
  products: Record<string, Cents>;
}

async function readCatalog(assetRoot: string): Promise<Catalog> {
  return JSON.parse(await readFile(join(assetRoot, "assets/catalog.json"), "utf8"));
}

function unitPrice(catalog: Catalog, sku: string): Cents {
  const price = Object.hasOwn(catalog.products, sku) ? catalog.products[sku] : undefined;
  if (price === undefined) {
    throw new Error(`the catalog ${catalog.version} has no product "${sku}"`);
  }
  return price;
}

export default defineTool<Order>({
  name: "calculate_invoice",
  label: "Calculate an invoice",
  description: "Prices one order line from the packaged catalog, exact to the cent, with discount and tax.",
  parameters: Type.Object(
    {
      sku: Type.String({ description: "The product, as the catalog spells it." }),
      quantity: Type.Integer({ minimum: 1, maximum: 100 }),
      discountPercent: Type.Integer({ minimum: 0, maximum: 100 }),
      taxBasisPoints: Type.Integer({ minimum: 0, maximum: 10_000 }),
    },
    { additionalProperties: false },
  ),
  async execute(_toolCallId, order, _signal, _onUpdate, context) {
    const catalog = await readCatalog(context.paths.assetRoot);
    const subtotalCents = unitPrice(catalog, order.sku) * order.quantity;
    const discountCents = portion(subtotalCents, order.discountPercent, 100);
    const taxCents = portion(subtotalCents - discountCents, order.taxBasisPoints, 10_000);
    const invoice = {
      subtotalCents,
      discountCents,
      taxCents,
      totalCents: subtotalCents - discountCents + taxCents,
      catalogVersion: catalog.version,
    };
    return { content: [{ type: "text", text: JSON.stringify(invoice) }], details: invoice };
  },
});
