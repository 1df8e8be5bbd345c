import { Failure } from "../../failure.ts";
import type { Follow } from "../billing-walk.ts";
import type { PlayCatalog, PlayPlan, PlayProduct } from "./catalog.ts";
import { type GoogleClient, made } from "./google-client.ts";
import { defaultLanguage } from "./language.ts";
import {
  changePlans,
  ensurePlanGrace,
  ensurePlanPrice,
  findPlans,
  isMadeBySvc,
  newPlan,
  versionOf,
} from "./plans.ts";
import { type FoundPlan, type PlayWalk, playWalk } from "./play-walk.ts";
import { priceList } from "./prices.ts";
import { ensureTrials } from "./trials.ts";

/**
 * Makes Google Play sell the catalog: subscriptions, base plans, free trials. It looks before it does
 * anything, under ids that are always the same, so it may be stopped anywhere and run again. What Google
 * has besides the catalog stays.
 */
export function followPlay(client: GoogleClient, { packageName, products }: PlayCatalog): Follow {
  let language: Promise<string> | undefined;
  const languageOf = () => {
    language ??= defaultLanguage(client, packageName);
    return language;
  };
  const pricesOf = priceList(client, packageName);
  return async (walk) => {
    const play = playWalk(client, packageName, pricesOf, walk);
    for (const product of products) {
      await walk.part(`the subscription ${product.productId}`, () =>
        ensureProduct(play, product, languageOf),
      );
    }
  };
}

async function ensureProduct(
  walk: PlayWalk,
  product: PlayProduct,
  languageOf: () => Promise<string>,
): Promise<void> {
  const { productId, plans } = product;
  const found = await findPlans(walk, productId);
  for (const plan of plans) requireSamePeriod(productId, plan, found);
  if (found) await completePlans(walk, product, found);
  else await createProduct(walk, product, await languageOf());
  const kept = await findPlans(walk, productId);
  for (const plan of plans) {
    const there = kept?.find(({ basePlanId }) => basePlanId === plan.planId);
    const isOnSale = await ensureOnSale(walk, productId, plan, there);
    if (isOnSale) await ensureTrials(walk, productId, plan, there?.regionalConfigs ?? []);
  }
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

async function createProduct(
  walk: PlayWalk,
  { productId, title, plans }: PlayProduct,
  languageCode: string,
): Promise<void> {
  const { client, base, packageName, act } = walk;
  await act(`create the subscription ${productId}, named ${title} in ${languageCode}`, async () => {
    const basePlans = [];
    for (const plan of plans) basePlans.push(await newPlan(walk, plan));
    const listings = [{ languageCode, title }];
    const query = { productId, "regionsVersion.version": await versionOf(walk, plans) };
    const body = { packageName, productId, listings, basePlans };
    return made(client.play("POST", base, { query, body }));
  });
}

/** Adds the base plans that are missing, and compares the others with the catalog. */
async function completePlans(
  walk: PlayWalk,
  product: PlayProduct,
  found: readonly FoundPlan[],
): Promise<void> {
  const { productId, plans } = product;
  const thereOf = ({ planId }: PlayPlan) => found.find(({ basePlanId }) => basePlanId === planId);
  const missing = plans.filter((plan) => !thereOf(plan));
  if (missing.length > 0) {
    const named = missing.map(({ planId }) => `add the base plan ${planId}`).join(", ");
    await walk.act(`${named} of ${productId}`, () =>
      changePlans(walk, product, async (all) => {
        const added = [];
        for (const plan of missing) added.push(await newPlan(walk, plan));
        return [...all, ...added];
      }),
    );
  }
  for (const plan of plans) {
    const there = thereOf(plan);
    if (!there) continue;
    if (!isMadeBySvc(there)) walk.adopt(`the base plan ${plan.planId} of ${productId}`);
    await ensurePlanPrice(walk, product, plan, there);
    await ensurePlanGrace(walk, product, plan, there);
  }
}

/**
 * True when it is sold, or will be. svc never takes a plan off sale, so one that is inactive was switched off
 * by hand, and a draft that svc did not make is somebody's work.
 */
async function ensureOnSale(
  { client, base, act, replace }: PlayWalk,
  productId: string,
  { id, planId }: PlayPlan,
  found: FoundPlan | undefined,
): Promise<boolean> {
  if (found?.state === "ACTIVE") return true;
  const path = `${base}/${encodeURIComponent(productId)}/basePlans/${encodeURIComponent(planId)}:activate`;
  const replacement = `activate the base plan ${planId} of ${productId}`;
  const activate = () => client.play("POST", path, { body: {} });
  if (found === undefined || (found.state === "DRAFT" && isMadeBySvc(found))) {
    await act(replacement, activate);
    return true;
  }
  const state = found.state === "DRAFT" ? "a draft" : "switched off";
  const what = `the base plan ${planId} of ${productId} is ${state}; the catalog sells it`;
  return replace({ name: `sale:${id}@play_store`, what, replacement }, activate);
}
