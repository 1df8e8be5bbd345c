import type { androidpublisher_v3 } from "@googleapis/androidpublisher";
import { type GoogleAnswer, googleFailure } from "./google-tokens.ts";

type Subscription = androidpublisher_v3.Schema$Subscription;
type BasePlan = androidpublisher_v3.Schema$BasePlan;
type Offer = androidpublisher_v3.Schema$SubscriptionOffer;
type Money = androidpublisher_v3.Schema$Money;

/** Where Play sells, in which currency, and what a dollar is there. */
export const PLAY_REGIONS: Readonly<Record<string, readonly [currency: string, rate: number]>> = {
  US: ["USD", 1],
  DE: ["EUR", 1.09],
  BG: ["EUR", 1.1],
  GB: ["GBP", 0.8],
  JP: ["JPY", 150],
};
export const PLAY_REGIONS_VERSION = "2025/03";

const SUBSCRIPTION = ["packageName", "productId", "basePlans", "listings"] satisfies (keyof Subscription)[];
const BASE_PLAN = [
  "basePlanId",
  "autoRenewingBasePlanType",
  "prepaidBasePlanType",
  "regionalConfigs",
  "otherRegionsConfig",
  "offerTags",
  "state",
] satisfies (keyof BasePlan)[];
const OFFER = [
  "packageName",
  "productId",
  "basePlanId",
  "offerId",
  "phases",
  "regionalConfigs",
  "otherRegionsConfig",
  "targeting",
] satisfies (keyof Offer)[];

const no = (reason: string): GoogleAnswer => googleFailure(400, "INVALID_ARGUMENT", reason);
const notFound: GoogleAnswer = googleFailure(404, "NOT_FOUND", "notFound");
const exists: GoogleAnswer = googleFailure(409, "ALREADY_EXISTS", "alreadyExists");

/** What an app sells in Play, as strict as the Play Developer API, with its odd ways. */
export class PlayCatalogStandIn {
  readonly subscriptions = new Map<string, Subscription>();
  /** By `product/plan/offer`. */
  readonly offers = new Map<string, Offer>();
  /** Of the app: whatever it sells has a listing in it. */
  defaultLanguage = "en-US";

  /** `path` is what comes after the app, in its parts. */
  answer(method: string, path: readonly string[], query: URLSearchParams, body: unknown): GoogleAnswer {
    const [kind = "", productId = "", plans, plan = "", offers, offer = ""] = path;
    const route = `${method} ${path.length}`;
    if (route === "POST 1" && kind === "pricing:convertRegionPrices") return this.#convert(query, body);
    if (kind !== "subscriptions" || (path.length > 2 && plans !== "basePlans")) return notFound;
    if (route === "GET 2") return this.#get(productId, query);
    if (route === "POST 1") return this.#create(query, body);
    if (route === "PATCH 2") return this.#patch(productId, query, body);
    if (route === "POST 4") return this.#activatePlan(productId, plan, query, body);
    if (offers !== "offers") return notFound;
    if (route === "GET 5") return this.#listOffers(productId, plan, query);
    if (route === "POST 5") return this.#createOffer(productId, plan, query, body);
    return route === "POST 6" ? this.#switchOffer(`${productId}/${plan}`, offer, query, body) : notFound;
  }

  #convert(query: URLSearchParams, body: unknown): GoogleAnswer {
    const { price } = body as androidpublisher_v3.Schema$ConvertRegionPricesRequest;
    const amount = Number(price?.units ?? 0) + Number(price?.nanos ?? 0) / 1e9;
    const rate = Object.values(PLAY_REGIONS).find(([currency]) => currency === price?.currencyCode)?.[1];
    if (query.size > 0 || !hasOnly(body, ["price"]) || !rate || !(amount > 0)) return no("badPrice");
    const inDollars = amount / rate;
    const converted = Object.entries(PLAY_REGIONS).map(([regionCode, [currency, rate]]) => [
      regionCode,
      {
        regionCode,
        price: money(currency, inDollars * rate * 1.1),
        taxAmount: money(currency, inDollars * rate * 0.1),
      },
    ]);
    return [
      200,
      {
        convertedRegionPrices: Object.fromEntries(converted),
        convertedOtherRegionsPrice: { usdPrice: money("USD", inDollars), eurPrice: money("EUR", inDollars) },
        regionVersion: { version: PLAY_REGIONS_VERSION },
      } satisfies androidpublisher_v3.Schema$ConvertRegionPricesResponse,
    ];
  }

  #get(productId: string, query: URLSearchParams): GoogleAnswer {
    const found = this.subscriptions.get(productId);
    return query.size > 0 ? no("unknownParameter") : found ? [200, found] : notFound;
  }

  #create(query: URLSearchParams, body: unknown): GoogleAnswer {
    const subscription = body as Subscription;
    const { productId, listings = [], basePlans = [] } = subscription;
    const isAsked = hasOnlyParameters(query, ["productId", "regionsVersion.version"]) && isVersion(query);
    if (!isAsked || !productId || query.get("productId") !== productId) return no("badQuery");
    if (!hasOnly(body, SUBSCRIPTION) || !/^[a-z0-9][a-z0-9_.]{0,39}$/.test(productId))
      return no("badProduct");
    if (listings.length === 0 || listings.some(({ title, languageCode }) => !title || !languageCode)) {
      return no("noListing");
    }
    const languages = listings.map(({ languageCode }) => languageCode);
    if (!languages.includes(this.defaultLanguage)) return no("noListingInDefaultLanguage");
    if (new Set(languages).size !== languages.length) return no("listingTwice");
    const problem = basePlans.map(problemOf).find((why) => why !== undefined);
    if (problem !== undefined) return no(problem);
    if (this.subscriptions.has(productId)) return exists;
    const kept = { ...subscription, basePlans: basePlans.map((plan) => ({ ...plan, state: "DRAFT" })) };
    this.subscriptions.set(productId, kept);
    return [200, kept];
  }

  /** A list under the mask is replaced as a whole: what is not sent is gone. */
  #patch(productId: string, query: URLSearchParams, body: unknown): GoogleAnswer {
    const found = this.subscriptions.get(productId);
    const { basePlans = [], productId: named } = body as Subscription;
    const isAsked = hasOnlyParameters(query, ["updateMask", "regionsVersion.version"]) && isVersion(query);
    if (!isAsked || query.get("updateMask") !== "basePlans" || named !== productId) return no("badQuery");
    if (!hasOnly(body, SUBSCRIPTION)) return no("unknownField");
    if (!found) return notFound;
    const problem = basePlans.map(problemOf).find((why) => why !== undefined);
    if (problem !== undefined) return no(problem);
    const before = new Map((found.basePlans ?? []).map((plan) => [plan.basePlanId, plan]));
    const isMoved = basePlans.some((plan) => {
      const old = before.get(plan.basePlanId);
      return old !== undefined && renewalOf(old) !== renewalOf(plan);
    });
    if (isMoved) return no("immutablePeriod");
    found.basePlans = basePlans.map((plan) => ({
      ...plan,
      state: before.get(plan.basePlanId)?.state ?? "DRAFT",
    }));
    return [200, found];
  }

  #activatePlan(productId: string, plan: string, query: URLSearchParams, body: unknown): GoogleAnswer {
    const [planId, action] = plan.split(":");
    const found = this.#plan(productId, planId ?? "");
    if (action !== "activate" || query.size > 0 || !hasOnly(body, ["latencyTolerance"]))
      return no("badRequest");
    if (!found) return notFound;
    if (!found.regionalConfigs?.some(({ newSubscriberAvailability }) => newSubscriberAvailability)) {
      return no("soldNowhere");
    }
    found.state = "ACTIVE";
    return [200, this.subscriptions.get(productId)];
  }

  #listOffers(productId: string, planId: string, query: URLSearchParams): GoogleAnswer {
    if (!hasOnlyParameters(query, ["pageSize", "pageToken"])) return no("unknownParameter");
    if (!this.#plan(productId, planId)) return notFound;
    const prefix = `${productId}/${planId}/`;
    const all = [...this.offers].flatMap(([key, offer]) => (key.startsWith(prefix) ? [offer] : []));
    const from = Number(query.get("pageToken") ?? 0);
    return [
      200,
      {
        ...(all.length > 0 && { subscriptionOffers: all.slice(from, from + 1) }),
        ...(all.length > from + 1 && { nextPageToken: String(from + 1) }),
      } satisfies androidpublisher_v3.Schema$ListSubscriptionOffersResponse,
    ];
  }

  #createOffer(productId: string, planId: string, query: URLSearchParams, body: unknown): GoogleAnswer {
    const offer = body as Offer;
    const plan = this.#plan(productId, planId);
    const isAsked = hasOnlyParameters(query, ["offerId", "regionsVersion.version"]) && isVersion(query);
    const isNamed =
      offer.offerId === query.get("offerId") && offer.productId === productId && offer.basePlanId === planId;
    if (!isAsked || !isNamed || !hasOnly(body, OFFER)) return no("badOffer");
    if (!/^[a-z0-9-]{1,63}$/.test(offer.offerId ?? "")) return no("badOfferId");
    if (!plan) return notFound;
    const sold = codesOf(plan.regionalConfigs);
    const offered = codesOf(offer.regionalConfigs);
    const isSold = offered.length > 0 && offered.every((code) => sold.includes(code));
    const phases = offer.phases ?? [];
    const isWhole = phases.every(
      ({ regionalConfigs }) => String(codesOf(regionalConfigs)) === String(offered),
    );
    if (!isSold || !isWhole || phases.length < 1 || phases.length > 2 || !offer.targeting)
      return no("badRegions");
    const key = `${productId}/${planId}/${offer.offerId}`;
    if (this.offers.has(key)) return exists;
    this.offers.set(key, { ...offer, state: "DRAFT" });
    return [200, this.offers.get(key)];
  }

  #switchOffer(plan: string, named: string, query: URLSearchParams, body: unknown): GoogleAnswer {
    const [offerId, action] = named.split(":");
    const offer = this.offers.get(`${plan}/${offerId}`);
    const states: Record<string, string> = { activate: "ACTIVE", deactivate: "INACTIVE" };
    const state = states[action ?? ""];
    if (!state || query.size > 0 || !hasOnly(body, ["latencyTolerance"])) return no("badRequest");
    if (!offer) return notFound;
    const [productId = "", planId = ""] = plan.split("/");
    if (this.#plan(productId, planId)?.state !== "ACTIVE") return no("basePlanNotActive");
    offer.state = state;
    return [200, offer];
  }

  #plan(productId: string, planId: string): BasePlan | undefined {
    return this.subscriptions.get(productId)?.basePlans?.find(({ basePlanId }) => basePlanId === planId);
  }
}

function problemOf(plan: BasePlan): string | undefined {
  if (!hasOnly(plan, BASE_PLAN)) return "unknownField";
  if (!/^[a-z0-9-]{1,63}$/.test(plan.basePlanId ?? "")) return "badPlanId";
  const { autoRenewingBasePlanType: renewing, prepaidBasePlanType: prepaid } = plan;
  if ((renewing === undefined) === (prepaid === undefined)) return "badType";
  if (!/^P(1W|[1236]M|1Y)$/.test((renewing ?? prepaid)?.billingPeriodDuration ?? "")) return "badPeriod";
  if (renewing && !isGrace(renewing)) return "badGracePeriod";
  if (plan.offerTags?.some(({ tag }) => !/^[a-z0-9-]{1,20}$/.test(tag ?? ""))) return "badTag";
  const regions = plan.regionalConfigs ?? [];
  if (new Set(codesOf(regions)).size !== regions.length) return "regionTwice";
  const isRight = regions.every(
    ({ regionCode, price }) => PLAY_REGIONS[regionCode ?? ""]?.[0] === price?.currencyCode,
  );
  return isRight ? undefined : "currencyOfRegion";
}

/** The kind of a base plan and its period, which stay as they were made. */
function renewalOf({ autoRenewingBasePlanType: renewing, prepaidBasePlanType: prepaid }: BasePlan): string {
  return renewing ? `renews ${renewing.billingPeriodDuration}` : `prepaid ${prepaid?.billingPeriodDuration}`;
}

/** Grace period and account hold are 30 to 60 days together. */
function isGrace({
  gracePeriodDuration: grace,
  accountHoldDuration: hold,
}: androidpublisher_v3.Schema$AutoRenewingBasePlanType): boolean {
  const days = (duration: string): number => Number(/^P(\d+)D$/.exec(duration)?.[1] ?? Number.NaN);
  if (grace && !(days(grace) <= 30)) return false;
  if (!hold) return true;
  const sum = days(grace ?? "P0D") + days(hold);
  return sum >= 30 && sum <= 60;
}

function codesOf(regions: ReadonlyArray<{ regionCode?: string | null }> | undefined): string[] {
  return (regions ?? []).map(({ regionCode }) => regionCode ?? "");
}

function money(currencyCode: string, amount: number): Money {
  const units = Math.floor(amount);
  return { currencyCode, units: String(units), nanos: Math.round((amount - units) * 100) * 10_000_000 };
}

function hasOnly(body: unknown, known: readonly string[]): boolean {
  return typeof body === "object" && body !== null && Object.keys(body).every((key) => known.includes(key));
}

function hasOnlyParameters(query: URLSearchParams, known: readonly string[]): boolean {
  return [...query.keys()].every((key) => known.includes(key));
}

function isVersion(query: URLSearchParams): boolean {
  return query.get("regionsVersion.version") === PLAY_REGIONS_VERSION;
}
