import { Failure } from "../../failure.ts";
import { type Act, doing, planning } from "./billing-act.ts";
import type { PlayCatalog, PlayPlan, PlayProduct } from "./billing-play-catalog.ts";
import { type GoogleClient, made } from "./billing-play-client.ts";
import { priceList } from "./billing-play-prices.ts";
import { ensureTrials } from "./billing-play-trials.ts";
import { checking, type FoundPlan, type PlayWalk } from "./billing-play-walk.ts";

/** What `pushPlay` would do, in the same words; changes nothing. */
export async function planPlay(client: GoogleClient, catalog: PlayCatalog): Promise<string[]> {
  const planned: string[] = [];
  await walk(client, catalog, planning(planned));
  return planned;
}

/**
 * Makes Google Play sell the catalog: subscriptions, base plans, free trials. It looks before it does
 * anything, under ids that are always the same, so it may be stopped anywhere and run again. What Google
 * has besides the catalog stays. Returns what it did.
 */
export async function pushPlay(
  client: GoogleClient,
  catalog: PlayCatalog,
  report: (done: string) => void,
): Promise<string[]> {
  const done: string[] = [];
  await walk(client, catalog, doing(done, report));
  return done;
}

async function walk(client: GoogleClient, { packageName, products }: PlayCatalog, act: Act): Promise<void> {
  const base = `${encodeURIComponent(packageName)}/subscriptions`;
  const pricesOf = priceList(client, packageName);
  const walk = { client, base, packageName, pricesOf, act: checking(act) };
  for (const product of products) await ensureProduct(walk, product);
}

async function ensureProduct(walk: PlayWalk, product: PlayProduct): Promise<void> {
  const { productId, plans } = product;
  const found = await findPlans(walk, productId);
  for (const plan of plans) requireSamePeriod(productId, plan, found);
  if (found) await mergePlans(walk, product, found);
  else await createProduct(walk, product);
  const kept = await findPlans(walk, productId);
  for (const plan of plans) {
    const state = kept?.find(({ basePlanId }) => basePlanId === plan.planId)?.state;
    if (state !== "ACTIVE") await activate(walk, productId, plan.planId);
    const regions = kept?.find(({ basePlanId }) => basePlanId === plan.planId)?.regionalConfigs ?? [];
    await ensureTrials(walk, productId, plan, regions);
  }
}

/** Undefined when there is no such subscription. */
async function findPlans({ client, base }: PlayWalk, productId: string): Promise<FoundPlan[] | undefined> {
  const { status, json } = await client.play("GET", `${base}/${encodeURIComponent(productId)}`);
  if (status === 404) return undefined;
  return Array.isArray(json.basePlans) ? (json.basePlans as FoundPlan[]) : [];
}

function requireSamePeriod(
  productId: string,
  { planId, period }: PlayPlan,
  found: FoundPlan[] | undefined,
): void {
  const plan = found?.find(({ basePlanId }) => basePlanId === planId);
  const there = plan?.autoRenewingBasePlanType?.billingPeriodDuration;
  if (plan === undefined || there === period) return;
  throw new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    `the base plan ${planId} of ${productId} renews ${there ? `every ${there}` : "not by itself"} at Google Play, every ${period} in the catalog`,
    "Google lets nobody change that: give the product another play_store_base_plan_id",
  );
}

async function createProduct(walk: PlayWalk, { productId, title, plans }: PlayProduct): Promise<void> {
  const { client, base, packageName, act } = walk;
  await act(`create the subscription ${productId}`, async () => {
    const basePlans = [];
    for (const plan of plans) basePlans.push(await newPlan(walk, plan));
    const listings = [{ languageCode: "en-US", title }];
    const query = { productId, "regionsVersion.version": await versionOf(walk, plans) };
    const body = { packageName, productId, listings, basePlans };
    return made(client.play("POST", base, { query, body }));
  });
}

/** Google replaces the list as a whole, so it gets back everything that it has. */
async function mergePlans(walk: PlayWalk, product: PlayProduct, found: readonly FoundPlan[]): Promise<void> {
  const { client, base, packageName, act } = walk;
  const { productId, plans } = product;
  const missing = plans.filter(({ planId }) => !found.some(({ basePlanId }) => basePlanId === planId));
  const repriced = plans.filter(({ planId, price }) =>
    found.some(({ basePlanId, offerTags }) => basePlanId === planId && isOfOtherPrice(offerTags, price)),
  );
  if (missing.length + repriced.length === 0) return;
  const told = [
    ...missing.map(({ planId }) => `add the base plan ${planId}`),
    ...repriced.map(
      ({ planId, price }) => `price the base plan ${planId} at ${price.amount} ${price.currency}`,
    ),
  ];
  await act(`${told.join(", ")} of ${productId}`, async () => {
    const basePlans: object[] = [];
    for (const plan of found) {
      const wanted = repriced.find(({ planId }) => planId === plan.basePlanId);
      basePlans.push(wanted ? await pricedAnew(walk, plan, wanted) : plan);
    }
    for (const plan of missing) basePlans.push(await newPlan(walk, plan));
    return client.play("PATCH", `${base}/${encodeURIComponent(productId)}`, {
      query: { updateMask: "basePlans", "regionsVersion.version": await versionOf(walk, plans) },
      body: { packageName, productId, basePlans },
    });
  });
}

async function activate({ client, base, act }: PlayWalk, productId: string, planId: string): Promise<void> {
  const path = `${base}/${encodeURIComponent(productId)}/basePlans/${encodeURIComponent(planId)}:activate`;
  await act(`activate the base plan ${planId} of ${productId}`, () =>
    client.play("POST", path, { body: {} }),
  );
}

async function newPlan({ pricesOf }: PlayWalk, { planId, period, price }: PlayPlan) {
  const { regions, others } = await pricesOf(price);
  return {
    basePlanId: planId,
    autoRenewingBasePlanType: { billingPeriodDuration: period },
    regionalConfigs: regions.map((region) => ({ ...region, newSubscriberAvailability: true })),
    otherRegionsConfig: { ...others, newSubscriberAvailability: true },
    offerTags: [{ tag: priceTag(price) }],
  };
}

/** For new buyers: whoever has subscribed goes on paying what they agreed to. Closed countries stay closed. */
async function pricedAnew({ pricesOf }: PlayWalk, found: FoundPlan, { price }: PlayPlan) {
  const { regions, others } = await pricesOf(price);
  const isOpen = (regionCode: string): boolean =>
    found.regionalConfigs?.find((region) => region.regionCode === regionCode)?.newSubscriberAvailability ??
    true;
  const tags = (found.offerTags ?? []).filter(({ tag = "" }) => !isPriceTag(tag));
  return {
    ...found,
    regionalConfigs: regions.map((region) => ({
      ...region,
      newSubscriberAvailability: isOpen(region.regionCode),
    })),
    otherRegionsConfig: { ...Object(found.otherRegionsConfig), ...others },
    offerTags: [...tags, { tag: priceTag(price) }],
  };
}

/** The list of countries that the prices were made for. */
export async function versionOf({ pricesOf }: PlayWalk, plans: readonly PlayPlan[]): Promise<string> {
  const [first] = plans;
  return first ? (await pricesOf(first.price)).version : "";
}

/**
 * The price that a base plan was made with. Exchange rates move: compared with what Google converts
 * today, every run would find another price. A plan without a tag was made by hand and keeps its prices.
 */
function priceTag({ currency, amount }: PlayPlan["price"]): string {
  return `svc-${currency}-${amount}`.toLowerCase().replaceAll(".", "-");
}

function isPriceTag(tag: string): boolean {
  return /^svc-[a-z]{3}-[\d-]+$/.test(tag);
}

function isOfOtherPrice(tags: FoundPlan["offerTags"], price: PlayPlan["price"]): boolean {
  const made = (tags ?? []).map(({ tag = "" }) => tag).filter(isPriceTag);
  return made.length > 0 && !made.includes(priceTag(price));
}
