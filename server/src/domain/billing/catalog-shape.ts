import type { RecordShape } from "../projects/record-shape.ts";

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
        price: { one: { currency: "text", amount: "text" } },
        trial: "text",
        app_store_product_id: "text",
        play_store_product_id: "text",
        play_store_base_plan_id: "text",
        stripe_lookup_key: "text",
      },
    },
  },
} as const satisfies Record<string, RecordShape>;
