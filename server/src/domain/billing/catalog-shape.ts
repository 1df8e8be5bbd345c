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
        stripe_product_id: "text",
        retired: "flag",
      },
    },
  },
  one_time_products: {
    id: "text",
    name: "text",
    kind: "text",
    entitlements: "list",
    price: { one: { currency: "text", amount: "text" } },
    app_store_product_id: "text",
    play_store_product_id: "text",
    stripe_lookup_key: "text",
    stripe_product_id: "text",
    retired: "flag",
  },
} as const satisfies Record<string, RecordShape>;
