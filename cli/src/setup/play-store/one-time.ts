import type { BillingSettingsJson } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { StoreAnswer } from "@svc/server/providers";
import type { Follow } from "../billing-walk.ts";
import type { GoogleClient } from "./google-client.ts";
import { defaultLanguage } from "./language.ts";
import { isOurTag, pricesTag } from "./plans.ts";
import { type PlayWalk, playWalk } from "./play-walk.ts";
import { type Money, moneyOf, priceList, readMoney } from "./prices.ts";

/** What the option is called that svc makes: Google wants a name for each way to buy. */
const OPTION_ID = "buy";
const AVAILABLE = "AVAILABLE";

/** Something that users buy once, as Play has it. */
export type PlayOneTime = Readonly<{
  /** In the catalog. */
  id: string;
  productId: string;
  title: string;
  price: Readonly<{ currency: string; amount: string }>;
}>;

type Region = Readonly<{ regionCode?: string; price?: Money; availability?: string }>;

/** A way to buy as Google has it; what svc does not know of it is sent back as it came. */
type Option = Readonly<Record<string, unknown>> & {
  purchaseOptionId?: string;
  state?: string;
  buyOption?: object;
  offerTags?: ReadonlyArray<{ tag?: string }>;
  regionalPricingAndAvailabilityConfigs?: readonly Region[];
};

export function playOneTimeOf({ oneTimeProducts = [] }: BillingSettingsJson): PlayOneTime[] {
  // What is retired stays in Play as it is.
  return oneTimeProducts
    .filter(({ retired }) => !retired)
    .map(({ id = "", name = "", playStoreProductId, price: { currency = "", amount = "" } = {} }) => ({
      ...{ id, productId: playStoreProductId || id, title: name || id, price: { currency, amount } },
    }));
}

/** Makes Google Play sell what users buy once, by the rules of `followPlay`. */
export function followPlayOneTime(
  client: GoogleClient,
  packageName: string,
  products: readonly PlayOneTime[],
): Follow {
  const pricesOf = priceList(client, packageName);
  return async (walk) => {
    const play = playWalk(client, packageName, pricesOf, walk);
    for (const product of products) {
      await walk.part(`the one-time product ${product.productId}`, () => ensureProduct(play, product));
    }
  };
}

async function ensureProduct(walk: PlayWalk, product: PlayOneTime): Promise<void> {
  const { productId, title } = product;
  const found = await findOptions(walk, productId);
  const option = found && buyOptionOf(found);
  if (found === undefined) {
    const languageCode = await defaultLanguage(walk.client, walk.packageName);
    await walk.act(`create the one-time product ${productId}, named ${title} in ${languageCode}`, () =>
      change(walk, product, [], [{ languageCode, title, description: title }]),
    );
  } else if (option === undefined) {
    await walk.act(`add a way to buy the one-time product ${productId}`, () => change(walk, product, found));
  } else {
    if (!isMadeBySvc(option)) walk.adopt(`the one-time product ${productId}`);
    await ensurePrice(walk, product, option);
  }
  await ensureOnSale(walk, product, option);
}

async function findOptions(
  { client, packageName }: PlayWalk,
  productId: string,
): Promise<Option[] | undefined> {
  const path = `${encodeURIComponent(packageName)}/oneTimeProducts/${encodeURIComponent(productId)}`;
  const { status, json } = await client.play("GET", path);
  if (status === 404) return undefined;
  return Array.isArray(json.purchaseOptions) ? (json.purchaseOptions as Option[]) : [];
}

/** The one that is on sale, if several can be bought. */
function buyOptionOf(options: readonly Option[]): Option | undefined {
  const toBuy = options.filter(({ buyOption }) => buyOption !== undefined);
  return toBuy.find(({ state }) => state === "ACTIVE") ?? toBuy[0];
}

/** Google replaces the list of options as a whole, so it gets back everything that it has. */
async function change(
  walk: PlayWalk,
  product: PlayOneTime,
  found: readonly Option[],
  listings?: readonly object[],
): Promise<StoreAnswer> {
  const { client, packageName, pricesOf } = walk;
  const { productId, price } = product;
  const prices = await pricesOf(price);
  const kept = buyOptionOf(found);
  const regions = prices.regions.map(({ regionCode, price }) => ({
    ...{ regionCode, price, availability: availabilityIn(kept, regionCode) },
  }));
  const tags = (kept?.offerTags ?? []).filter(({ tag = "" }) => !isOurTag(tag));
  const option = {
    ...(kept ?? { purchaseOptionId: OPTION_ID, buyOption: { legacyCompatible: true } }),
    regionalPricingAndAvailabilityConfigs: regions,
    newRegionsConfig: { availability: AVAILABLE, ...prices.others },
    offerTags: [...tags, { tag: pricesTag(regions) }],
  };
  const purchaseOptions = kept
    ? found.map((one) => (one.purchaseOptionId === kept.purchaseOptionId ? option : one))
    : [...found, option];
  return client.play(
    "PATCH",
    `${encodeURIComponent(packageName)}/onetimeproducts/${encodeURIComponent(productId)}`,
    {
      query: {
        updateMask: listings ? "listings,purchaseOptions" : "purchaseOptions",
        "regionsVersion.version": prices.version,
        ...(listings && { allowMissing: "true" }),
      },
      body: { packageName, productId, purchaseOptions, ...(listings && { listings }) },
    },
  );
}

/** Countries that were closed by hand stay closed. */
function availabilityIn(option: Option | undefined, regionCode: string): string {
  const regions = option?.regionalPricingAndAvailabilityConfigs ?? [];
  return regions.find((region) => region.regionCode === regionCode)?.availability ?? AVAILABLE;
}

/** One that svc has set follows the catalog; one that was set by hand is kept unless somebody agrees to replace it. */
async function ensurePrice(walk: PlayWalk, product: PlayOneTime, option: Option): Promise<void> {
  const { id, productId, price } = product;
  const regions = option.regionalPricingAndAvailabilityConfigs ?? [];
  const wanted = JSON.stringify(moneyOf(price));
  const own = regions
    .map((region) => readMoney(region.price))
    .filter(({ currencyCode }) => currencyCode === price.currency);
  if (own.length > 0 && own.every((there) => JSON.stringify(there) === wanted)) return;
  const replacement = `price the one-time product ${productId} at ${price.amount} ${price.currency}`;
  const perform = async () => change(walk, product, (await findOptions(walk, productId)) ?? []);
  if (option.offerTags?.some(({ tag }) => tag === pricesTag(regions))) return walk.act(replacement, perform);
  const [there] = own;
  const costs = there ? `${Number(there.units) + there.nanos / 1e9} ${price.currency}` : "another price";
  const what = `the one-time product ${productId} costs ${costs}; the catalog says ${price.amount} ${price.currency}`;
  await walk.replace({ name: `price:${id}@play_store`, what, replacement }, perform);
}

/** svc takes nothing off sale, so what is inactive was switched off by hand. */
async function ensureOnSale(walk: PlayWalk, product: PlayOneTime, option: Option | undefined): Promise<void> {
  if (option?.state === "ACTIVE") return;
  const { client, packageName } = walk;
  const { id, productId } = product;
  const replacement = `put the one-time product ${productId} on sale`;
  const purchaseOptionId = option?.purchaseOptionId ?? OPTION_ID;
  const path = `${encodeURIComponent(packageName)}/oneTimeProducts/${encodeURIComponent(productId)}/purchaseOptions:batchUpdateStates`;
  const activate = () =>
    client.play("POST", path, {
      body: {
        requests: [{ activatePurchaseOptionRequest: { packageName, productId, purchaseOptionId } }],
      },
    });
  if (option === undefined || (option.state === "DRAFT" && isMadeBySvc(option)))
    return walk.act(replacement, activate);
  const state = option.state === "DRAFT" ? "a draft" : "switched off";
  const what = `the one-time product ${productId} is ${state}; the catalog sells it`;
  await walk.replace({ name: `sale:${id}@play_store`, what, replacement }, activate);
}

function isMadeBySvc({ offerTags = [] }: Option): boolean {
  return offerTags.some(({ tag = "" }) => isOurTag(tag));
}
