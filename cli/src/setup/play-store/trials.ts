import type { StoreAnswer } from "@svc/server/providers";
import type { PlayPlan } from "./catalog.ts";
import { made, requireDone } from "./google-client.ts";
import type { FoundPlan, PlayWalk } from "./play-walk.ts";

type Phase = Readonly<{ duration?: string; regionalConfigs?: ReadonlyArray<{ free?: object }> }>;
type Offer = Readonly<{
  offerId?: string;
  state?: string;
  phases?: readonly Phase[];
  targeting?: { upgradeRule?: object };
}>;

/** The free trials of one base plan. */
type Trials = Readonly<{
  walk: PlayWalk;
  /** Of its offers. */
  path: string;
  productId: string;
  plan: PlayPlan;
  /** Where the base plan is sold. */
  regions: NonNullable<FoundPlan["regionalConfigs"]>;
  about: string;
  /** The id of the catalog's trial; empty when it has none. */
  wantedId: string;
}>;

const OURS = "svc-trial-";
const idOf = (duration: string): string => `${OURS}${duration.toLowerCase()}`;

/**
 * The free trial of the catalog. Trials that svc has made follow it; one that was made by hand is kept unless
 * somebody agrees to replace it, and serves where it is as long as the catalog's. Other offers stay.
 */
export async function ensureTrials(
  walk: PlayWalk,
  productId: string,
  plan: PlayPlan,
  regions: NonNullable<FoundPlan["regionalConfigs"]>,
): Promise<void> {
  const { planId, trial } = plan;
  const path = `${walk.base}/${encodeURIComponent(productId)}/basePlans/${encodeURIComponent(planId)}/offers`;
  const about = `of ${productId}, ${planId}`;
  const wantedId = trial === "" ? "" : idOf(trial);
  const trials = { walk, path, productId, plan, regions, about, wantedId };
  const offers = await listOffers(walk, path);
  const active = offers.filter(isActiveTrial);
  const byHand = active.filter((offer) => !isOurs(offer));
  const others = byHand.filter((offer) => durationOf(offer) !== trial);
  if (others.length > 0) {
    await replaceOthers(trials, offers, others);
    return;
  }
  if (wantedId !== "" && byHand.length === 0) await ensureOwn(trials, offers);
  for (const offer of active) {
    const isRight = byHand.length === 0 && offer.offerId === wantedId;
    if (!isOurs(offer) || isRight) continue;
    await walk.act(`end the free trial ${durationOf(offer)} ${about}`, () =>
      switchOffer(trials, offer, "deactivate"),
    );
  }
}

async function replaceOthers(
  trials: Trials,
  offers: readonly Offer[],
  others: readonly Offer[],
): Promise<void> {
  const { walk, productId, plan, about, wantedId } = trials;
  const { id, planId, trial } = plan;
  const there = [...new Set(others.map(durationOf))].join(", ");
  const difference = {
    name: `trial:${id}@play_store`,
    what: `the base plan ${planId} of ${productId} starts with ${there} free; the catalog says ${trial === "" ? "no free trial" : `${trial} free`}`,
    replacement:
      trial === ""
        ? `end the free trial ${there} ${about}`
        : `replace the free trial ${there} ${about}: ${trial}`,
  };
  await walk.replace(difference, async () => {
    const wanted = offers.find(({ offerId }) => offerId === wantedId);
    if (wantedId !== "" && !wanted) requireDone(await made(createTrial(trials)), difference.replacement);
    if (wantedId !== "" && wanted?.state !== "ACTIVE") {
      requireDone(await switchOffer(trials, { offerId: wantedId }, "activate"), difference.replacement);
    }
    let last: StoreAnswer | undefined;
    for (const offer of offers.filter(isActiveTrial)) {
      if (offer.offerId === wantedId) continue;
      last = await switchOffer(trials, offer, "deactivate");
      requireDone(last, difference.replacement);
    }
    return last ?? { status: 200, json: {}, serverTime: undefined };
  });
}

/** The trial under svc's own id. One that was switched off, and not for another, was switched off by hand. */
async function ensureOwn(trials: Trials, offers: readonly Offer[]): Promise<void> {
  const { walk, plan, about, wantedId } = trials;
  const found = offers.find(({ offerId }) => offerId === wantedId);
  if (found?.state === "ACTIVE") return;
  if (!found) {
    await walk.act(`create the free trial ${plan.trial} ${about}`, () => made(createTrial(trials)));
  }
  const replacement = `activate the free trial ${plan.trial} ${about}`;
  const activate = () => switchOffer(trials, { offerId: wantedId }, "activate");
  if (found?.state !== "INACTIVE" || offers.some((offer) => isActiveTrial(offer) && isOurs(offer))) {
    await walk.act(replacement, activate);
    return;
  }
  const what = `the free trial ${plan.trial} ${about} is switched off; the catalog says ${plan.trial} free`;
  await walk.replace({ name: `trial:${plan.id}@play_store`, what, replacement }, activate);
}

function switchOffer(
  { walk, path }: Trials,
  { offerId }: Offer,
  verb: "activate" | "deactivate",
): Promise<StoreAnswer> {
  return walk.client.play("POST", `${path}/${encodeURIComponent(offerId ?? "")}:${verb}`, { body: {} });
}

/** Free at first, for new subscribers. */
function isActiveTrial({ state, phases = [], targeting }: Offer): boolean {
  const [first] = phases;
  const isFree = first?.regionalConfigs?.some(({ free }) => free !== undefined) === true;
  return state === "ACTIVE" && isFree && targeting?.upgradeRule === undefined;
}

function durationOf({ phases = [] }: Offer): string {
  return phases[0]?.duration ?? "";
}

/** An id of svc's with another length was changed by hand. */
function isOurs(offer: Offer): boolean {
  return offer.offerId === idOf(durationOf(offer));
}

/** None where there is no base plan yet. */
async function listOffers({ client }: PlayWalk, path: string): Promise<Offer[]> {
  const offers: Offer[] = [];
  let pageToken = "";
  do {
    const { json } = await client.play("GET", path, pageToken === "" ? {} : { query: { pageToken } });
    if (Array.isArray(json.subscriptionOffers)) offers.push(...(json.subscriptionOffers as Offer[]));
    pageToken = typeof json.nextPageToken === "string" ? json.nextPageToken : "";
  } while (pageToken !== "");
  return offers;
}

/** For whoever had no subscription of the app before, wherever the base plan is sold. */
async function createTrial({ walk, path, productId, plan, regions, wantedId }: Trials): Promise<StoreAnswer> {
  const { client, packageName, pricesOf } = walk;
  const { planId, trial, price } = plan;
  const codes = regions.flatMap(({ regionCode }) => (regionCode ? [regionCode] : []));
  const { version } = await pricesOf(price);
  const free = {};
  return client.play("POST", path, {
    query: { offerId: wantedId, "regionsVersion.version": version },
    body: {
      packageName,
      productId,
      basePlanId: planId,
      offerId: wantedId,
      phases: [
        {
          duration: trial,
          recurrenceCount: 1,
          regionalConfigs: codes.map((regionCode) => ({ regionCode, free })),
          otherRegionsConfig: { free },
        },
      ],
      regionalConfigs: codes.map((regionCode) => ({ regionCode, newSubscriberAvailability: true })),
      otherRegionsConfig: { otherRegionsNewSubscriberAvailability: true },
      targeting: { acquisitionRule: { scope: { anySubscriptionInApp: {} } } },
    },
  });
}
