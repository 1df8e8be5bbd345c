import type { StoreProductJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type { CatalogProductJson, CatalogTierJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type CommandContext, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { storeWords, wordOf } from "./enum-words.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = textFlag(flags, "project");
  const answer = await remoteClient(context)("BillingService", "getBillingSettings", { project });
  const { settings = {}, storeProducts = [] } = answer;
  const { entitlements = [], tiers = [] } = settings;
  if (output.json) return output.printJson({ entitlements, tiers, storeProducts });
  if (entitlements.length + tiers.length === 0) return output.say("the catalog is empty");
  output.printFields([
    ...entitlements.map(({ id = "", name = "" }) => ["entitlement", id, name]),
    ...tiers.map(tierLine),
    ...tiers.flatMap(({ id = "", products = [] }) =>
      products.map((product) => productLine(id, product, storeProducts)),
    ),
  ]);
}

function tierLine({ id = "", name = "", rank = 0, entitlements = [] }: CatalogTierJson): string[] {
  return ["tier", id, name, `rank ${rank}`, `gives ${entitlements.join(", ") || "nothing"}`];
}

function productLine(
  tierId: string,
  { id = "", period = "", price = {}, trial = "", retired = false }: CatalogProductJson,
  sold: readonly StoreProductJson[],
): string[] {
  const inStores = sold.filter((one) => one.tierId === tierId && one.productId === id);
  const ids = inStores.map(({ store, storeProductId = "", storePlanId = "" }) =>
    [wordOf(storeWords, store), storeProductId, storePlanId].filter((part) => part !== "").join(" "),
  );
  return [
    "product",
    id,
    `of ${tierId}`,
    period,
    `${price.amount ?? ""} ${price.currency ?? ""}`.trim(),
    trial === "" ? "no trial" : `trial ${trial}`,
    ids.join(", ") || "in no store",
    ...(retired ? ["no longer sold"] : []),
  ];
}
