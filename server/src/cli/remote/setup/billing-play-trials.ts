import type { StoreAnswer } from "../../../providers/ask-store.ts";
import type { PlayPlan } from "./billing-play-catalog.ts";
import { made } from "./billing-play-client.ts";
import type { FoundPlan, PlayWalk } from "./billing-play-walk.ts";

type Offer = Readonly<{ offerId?: string; state?: string }>;

const OURS = "svc-trial-";

/** The free trial of the catalog and no other of ours; offers that people made stay as they are. */
export async function ensureTrials(
  walk: PlayWalk,
  productId: string,
  plan: PlayPlan,
  regions: NonNullable<FoundPlan["regionalConfigs"]>,
): Promise<void> {
  const { client, base, act } = walk;
  const { planId, trial } = plan;
  const path = `${base}/${encodeURIComponent(productId)}/basePlans/${encodeURIComponent(planId)}/offers`;
  const offers = await listOffers(walk, path);
  const wanted = trial === "" ? "" : `${OURS}${trial.toLowerCase()}`;
  const about = `of ${productId}, ${planId}`;
  const found = offers.find(({ offerId }) => offerId === wanted);
  if (wanted !== "" && !found) {
    await act(`create the free trial ${trial} ${about}`, () =>
      made(createTrial(walk, path, productId, plan, wanted, regions)),
    );
  }
  if (wanted !== "" && found?.state !== "ACTIVE") {
    await act(`activate the free trial ${trial} ${about}`, () =>
      client.play("POST", `${path}/${wanted}:activate`, { body: {} }),
    );
  }
  for (const { offerId = "", state } of offers) {
    if (!offerId.startsWith(OURS) || offerId === wanted || state !== "ACTIVE") continue;
    await act(`end the free trial ${offerId.slice(OURS.length).toUpperCase()} ${about}`, () =>
      client.play("POST", `${path}/${offerId}:deactivate`, { body: {} }),
    );
  }
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
async function createTrial(
  { client, packageName, pricesOf }: PlayWalk,
  path: string,
  productId: string,
  { planId, trial, price }: PlayPlan,
  offerId: string,
  regions: NonNullable<FoundPlan["regionalConfigs"]>,
): Promise<StoreAnswer> {
  const codes = regions.flatMap(({ regionCode }) => (regionCode ? [regionCode] : []));
  const { version } = await pricesOf(price);
  const free = {};
  return client.play("POST", path, {
    query: { offerId, "regionsVersion.version": version },
    body: {
      packageName,
      productId,
      basePlanId: planId,
      offerId,
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
