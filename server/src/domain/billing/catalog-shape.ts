import type { RecordShape } from "../projects/record-shape.ts";
import { joined } from "./stores.ts";

const price = { one: { currency: "text", amount: "text" } } as const;

/** How the catalog stands in a spec. */
export const catalogShapes = {
  entitlements: { id: "text", name: "text" },
  tiers: {
    id: "text",
    name: "text",
    rank: "number",
    entitlements: "list",
    products: {
      many: {
        id: "text",
        period: "text",
        price,
        trial: "text",
        ...joined<RecordShape>(({ productIds }) => idShape(productIds)),
        retired: "flag",
      },
    },
  },
  one_time_products: {
    id: "text",
    name: "text",
    kind: "text",
    entitlements: "list",
    price,
    ...joined<RecordShape>(({ oneTimeIds }) => idShape(oneTimeIds)),
    retired: "flag",
  },
} as const satisfies Record<string, RecordShape>;

function idShape(ids: ReadonlyArray<{ path: string }>): RecordShape {
  return Object.fromEntries(ids.map(({ path }) => [path, "text"] as const));
}
