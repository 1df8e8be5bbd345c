import type { StoreProductJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type {
  CatalogOneTimeProductJson,
  CatalogProductJson,
  CatalogTierJson,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type CommandContext, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { kindWords, wordOf } from "./enum-words.ts";
import { storeWords } from "./store-words.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = textFlag(flags, "project");
  const answer = await remoteClient(context)("BillingService", "getBillingSettings", { project });
  const { settings = {}, storeProducts = [] } = answer;
  const { entitlements = [], tiers = [], oneTimeProducts = [] } = settings;
  if (output.json) return output.printJson({ entitlements, tiers, oneTimeProducts, storeProducts });
  if (entitlements.length + tiers.length + oneTimeProducts.length === 0)
    return output.say("the catalog is empty");
  output.printFields([
    ...entitlements.map(({ id = "", name = "" }) => ["entitlement", id, name]),
    ...tiers.map(tierLine),
    ...tiers.flatMap(({ id = "", products = [] }) =>
      products.map((product) => productLine(id, product, storeProducts)),
    ),
    ...oneTimeProducts.map((product) => oneTimeLine(product, storeProducts)),
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
  return [
    "product",
    id,
    `of ${tierId}`,
    period,
    `${price.amount ?? ""} ${price.currency ?? ""}`.trim(),
    trial === "" ? "no trial" : `trial ${trial}`,
    idsIn(sold.filter((one) => one.tierId === tierId && one.productId === id)),
    ...(retired ? ["no longer sold"] : []),
  ];
}

function oneTimeLine(
  { id = "", name = "", kind, price = {}, entitlements = [], retired = false }: CatalogOneTimeProductJson,
  sold: readonly StoreProductJson[],
): string[] {
  return [
    "one-time product",
    id,
    name,
    wordOf(kindWords, kind),
    `${price.amount ?? ""} ${price.currency ?? ""}`.trim(),
    `gives ${entitlements.join(", ") || "nothing"}`,
    idsIn(sold.filter((one) => one.oneTime && one.productId === id)),
    ...(retired ? ["no longer sold"] : []),
  ];
}

/** `play-store pro p1m, stripe …`. */
function idsIn(sold: readonly StoreProductJson[]): string {
  const ids = sold.map(({ store, storeProductId = "", storePlanId = "" }) =>
    [wordOf(storeWords, store), storeProductId, storePlanId].filter((part) => part !== "").join(" "),
  );
  return ids.join(", ") || "in no store";
}
