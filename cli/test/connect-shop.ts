import { equalizationsOf, pointsOf, territories } from "./connect-price-list.ts";
import { loadSchemas } from "./connect-schemas.ts";

type Json = Record<string, unknown>;
export type ConnectReply = readonly [status: number, body: unknown];

/** A thing of App Store Connect's, as it shows it. */
export type Thing = {
  type: string;
  id: string;
  attributes: Json;
  relationships: Record<string, { data: unknown }>;
};

/** What Apple publishes about each request that makes or changes something. */
const SCHEMAS: Readonly<Record<string, string>> = {
  "POST subscriptionGroups": "SubscriptionGroupCreateRequest",
  "POST subscriptionGroupLocalizations": "SubscriptionGroupLocalizationCreateRequest",
  "POST subscriptions": "SubscriptionCreateRequest",
  "PATCH subscriptions": "SubscriptionUpdateRequest",
  "POST subscriptionLocalizations": "SubscriptionLocalizationCreateRequest",
  "POST subscriptionAvailabilities": "SubscriptionAvailabilityCreateRequest",
  "POST subscriptionPrices": "SubscriptionPriceCreateRequest",
  "POST subscriptionIntroductoryOffers": "SubscriptionIntroductoryOfferCreateRequest",
  "PATCH subscriptionGracePeriods": "SubscriptionGracePeriodUpdateRequest",
  "PATCH apps": "AppUpdateRequest",
  "POST inAppPurchases": "InAppPurchaseV2CreateRequest",
  "POST inAppPurchaseLocalizations": "InAppPurchaseLocalizationCreateRequest",
  "POST inAppPurchaseAvailabilities": "InAppPurchaseAvailabilityCreateRequest",
  "POST inAppPurchasePriceSchedules": "InAppPurchasePriceScheduleCreateRequest",
};

/** Lists below a thing: what they hold and by which relationship. */
const LISTS: Readonly<Record<string, readonly [type: string, by: string]>> = {
  "apps/subscriptionGroups": ["subscriptionGroups", "app"],
  "subscriptionGroups/subscriptionGroupLocalizations": [
    "subscriptionGroupLocalizations",
    "subscriptionGroup",
  ],
  "subscriptionGroups/subscriptions": ["subscriptions", "group"],
  "subscriptions/subscriptionLocalizations": ["subscriptionLocalizations", "subscription"],
  "subscriptions/prices": ["subscriptionPrices", "subscription"],
  "subscriptions/introductoryOffers": ["subscriptionIntroductoryOffers", "subscription"],
  "apps/inAppPurchasesV2": ["inAppPurchases", "app"],
  "inAppPurchases/inAppPurchaseLocalizations": ["inAppPurchaseLocalizations", "inAppPurchaseV2"],
  "inAppPurchasePriceSchedules/manualPrices": ["inAppPurchasePrices", "schedule"],
};

const PAGE = 3;
/** Of Apple's long list of prices, which setup reads for each product: three pages. */
const PRICES_PAGE = 40;

/**
 * The part of App Store Connect that sells. Every body is held against the schema that Apple publishes, with
 * unknown fields refused. As at Apple's, the first prices come all at once or not at all, an id is used up for
 * good, and lists come in pages.
 */
export class ConnectShop {
  readonly things: Thing[] = [];
  readonly usedIds = new Set<string>();
  readonly #schemas = loadSchemas();
  #next = 1;

  addApp(bundleId: string, attributes: Json = {}): Thing {
    const app = this.add("apps", { bundleId, name: bundleId, primaryLocale: "en-US", ...attributes }, {});
    this.add("subscriptionGracePeriods", { optIn: false }, { app: { data: { type: "apps", id: app.id } } });
    return app;
  }

  of(type: string): Thing[] {
    return this.things.filter((thing) => thing.type === type);
  }

  answer(method: string, url: URL, body: string): ConnectReply {
    const [, version = "", type = "", id = "", below = ""] =
      /^\/(v[12])\/(\w+)(?:\/([\w.-]+))?(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    if (version !== (type === "inAppPurchases" ? "v2" : "v1")) return refusal(404, url.pathname);
    if (method === "GET") return this.#read(type, id, below, url);
    if (method === "DELETE") return this.#remove(type, id);
    const request = JSON.parse(body) as { data: Thing; included?: Thing[] };
    const problem = this.#problemOf(`${method} ${type}`, request);
    if (problem !== undefined) return refusal(409, problem);
    if (method === "POST" && type === "inAppPurchasePriceSchedules") return this.#schedule(request);
    if (method === "POST" && id === "") return this.#create(type, request.data);
    return method === "PATCH" ? this.#change(type, id, request) : refusal(404, url.pathname);
  }

  #read(type: string, id: string, below: string, url: URL): ConnectReply {
    if (type === "territories") {
      return page(
        url,
        territories.map(([code, currency]) => ({ type, id: code, attributes: { currency } })),
      );
    }
    if (type === "apps" && id === "") {
      const wanted = url.searchParams.get("filter[bundleId]") ?? "";
      return page(
        url,
        this.of("apps").filter(({ attributes }) => String(attributes.bundleId).startsWith(wanted)),
      );
    }
    if (type === "subscriptionPricePoints" && below === "equalizations")
      return page(url, equalizationsOf(id));
    const found = this.things.find((thing) => thing.type === type && thing.id === id);
    if (!found) return refusal(404, `${type} ${id}`);
    if (below === "") return [200, { data: found }];
    if (below === "pricePoints")
      return page(url, pointsOf(url.searchParams.get("filter[territory]") ?? "USA"), PRICES_PAGE);
    if (below === "availableTerritories") return page(url, territoriesIn(found));
    const one = {
      subscriptionGracePeriod: "subscriptionGracePeriods",
      subscriptionAvailability: "subscriptionAvailabilities",
      inAppPurchaseAvailability: "inAppPurchaseAvailabilities",
      iapPriceSchedule: "inAppPurchasePriceSchedules",
    }[below];
    if (one !== undefined) {
      const by = { apps: "app", inAppPurchases: "inAppPurchase" }[type] ?? "subscription";
      const thing = this.of(one).find((each) => belongsTo(each, by, id));
      return thing ? [200, { data: thing }] : refusal(404, below);
    }
    const [listed, by] = LISTS[`${type}/${below}`] ?? [];
    if (listed === undefined || by === undefined) return refusal(404, url.pathname);
    return page(
      url,
      this.of(listed).filter((thing) => belongsTo(thing, by, id)),
    );
  }

  #remove(type: string, id: string): ConnectReply {
    const found = this.things.findIndex((thing) => thing.type === type && thing.id === id);
    if (type !== "subscriptionIntroductoryOffers" || found < 0) return refusal(404, `${type} ${id}`);
    this.things.splice(found, 1);
    return [204, undefined];
  }

  #create(type: string, { attributes, relationships }: Thing): ConnectReply {
    const problem = this.#conflictOf(type, attributes, relationships);
    if (problem !== undefined) return refusal(409, problem);
    if (type === "subscriptions" || type === "inAppPurchases") this.usedIds.add(String(attributes.productId));
    if (type === "subscriptionPrices") return this.#price(attributes, relationships);
    const thing = this.add(
      type,
      type === "subscriptions" ? { ...attributes, state: "MISSING_METADATA" } : attributes,
      relationships,
    );
    return [201, { data: thing }];
  }

  /** The prices of a product from now on, in place of those before. */
  #schedule({
    data: { type, relationships },
    included = [],
  }: {
    data: Thing;
    included?: Thing[];
  }): ConnectReply {
    const product = idIn(relationships.inAppPurchase);
    if (!this.#has("inAppPurchases", product)) return refusal(409, "There is no such in-app purchase");
    const named = (relationships.manualPrices?.data ?? []) as { id: string }[];
    if (String(named.map(({ id }) => id)) !== String(included.map(({ id }) => id)))
      return refusal(409, "ids do not match");
    const territory = idIn(relationships.baseTerritory);
    const points = included.map(({ relationships: of }) => idIn(of.inAppPurchasePricePoint));
    if (!points.some((point) => point.startsWith(`${territory}-`)))
      return refusal(409, "The base territory has no price");
    const old = this.of(type).find((each) => belongsTo(each, "inAppPurchase", product));
    const isOld = (each: Thing) => each === old || (old && belongsTo(each, "schedule", old.id));
    this.things.splice(0, this.things.length, ...this.things.filter((each) => !isOld(each)));
    const made = this.add(type, {}, relationships);
    for (const point of points) {
      this.add(
        "inAppPurchasePrices",
        { startDate: null, manual: true },
        {
          schedule: { data: { type, id: made.id } },
          inAppPurchasePricePoint: { data: { type: "inAppPurchasePricePoints", id: point } },
          territory: { data: { type: "territories", id: point.split("-")[0] } },
        },
      );
    }
    return [201, { data: made }];
  }

  /** What is there already and would be there twice. */
  #conflictOf(type: string, attributes: Json, relationships: Thing["relationships"]): string | undefined {
    const siblings = (by: string) =>
      this.of(type).filter((thing) => belongsTo(thing, by, idIn(relationships[by])));
    const isTwice = (by: string, name: string) =>
      siblings(by).some((thing) => thing.attributes[name] === attributes[name]);
    switch (type) {
      case "subscriptions":
        if (this.usedIds.has(String(attributes.productId))) return "The product ID is used already";
        return this.#has("subscriptionGroups", idIn(relationships.group))
          ? undefined
          : "There is no such group";
      case "inAppPurchases":
        return this.usedIds.has(String(attributes.productId)) ? "The product ID is used already" : undefined;
      case "inAppPurchaseLocalizations":
        return isTwice("inAppPurchaseV2", "locale") ? "The locale exists already" : undefined;
      case "subscriptionGroups":
        return isTwice("app", "referenceName") ? "The reference name is used already" : undefined;
      case "subscriptionGroupLocalizations":
        return isTwice("subscriptionGroup", "locale") ? "The locale exists already" : undefined;
      case "subscriptionLocalizations":
        return isTwice("subscription", "locale") ? "The locale exists already" : undefined;
      case "subscriptionIntroductoryOffers":
        return this.#offerProblem(attributes, relationships);
      default:
        return undefined;
    }
  }

  #has(type: string, id: string): boolean {
    return this.of(type).some((thing) => thing.id === id);
  }

  /** One at a time in each country, and only a free trial costs nothing. */
  #offerProblem({ offerMode }: Json, relationships: Thing["relationships"]): string | undefined {
    const territory = idIn(relationships.territory);
    if (territory === "") return "A territory is required";
    const isFree = offerMode === "FREE_TRIAL";
    if (isFree === (relationships.subscriptionPricePoint !== undefined)) return "The price point is wrong";
    const isThere = this.of("subscriptionIntroductoryOffers").some(
      (offer) =>
        belongsTo(offer, "subscription", idIn(relationships.subscription)) &&
        belongsTo(offer, "territory", territory) &&
        !(String(offer.attributes.endDate ?? "9") < new Date().toISOString()),
    );
    return isThere ? `There is an introductory offer in ${territory}` : undefined;
  }

  #price(attributes: Json, relationships: Thing["relationships"]): ConnectReply {
    const type = "subscriptionPrices";
    const subscription = idIn(relationships.subscription);
    // As Apple does when a product has no prices yet.
    if (!this.of(type).some((price) => belongsTo(price, "subscription", subscription)))
      return refusal(500, "unexpected");
    const at = idIn(relationships.territory);
    const old = this.of(type).find(
      (price) =>
        belongsTo(price, "subscription", subscription) &&
        idIn(price.relationships.territory) === at &&
        price.attributes.preserved !== true,
    );
    if (old && attributes.preserveCurrentPrice === true) old.attributes.preserved = true;
    else if (old) this.things.splice(this.things.indexOf(old), 1);
    const made = { startDate: "2026-11-15", preserved: false };
    return [201, { data: this.add(type, made, relationships) }];
  }

  #change(
    type: string,
    id: string,
    { data, included = [] }: { data: Thing; included?: Thing[] },
  ): ConnectReply {
    const found = this.things.find((thing) => thing.type === type && thing.id === id);
    if (!found || data.id !== id) return refusal(404, id);
    const problem = type === "subscriptions" ? this.#include(found, data, included) : undefined;
    if (problem !== undefined) return refusal(409, problem);
    Object.assign(found.attributes, data.attributes);
    return [200, { data: found }];
  }

  /** Things that come with the change of a subscription: all or none. */
  #include(
    subscription: Thing,
    { relationships = {} }: Thing,
    included: readonly Thing[],
  ): string | undefined {
    const named = Object.values(relationships).flatMap(({ data }) => data as { id: string }[]);
    if (String(named.map(({ id }) => id)) !== String(included.map(({ id }) => id))) return "ids do not match";
    const prices = included.filter(({ type }) => type === "subscriptionPrices");
    const covered = new Set(prices.map(({ relationships }) => idIn(relationships.territory)));
    if (prices.length > 0 && covered.size !== territories.length)
      return "prices are missing for some territories";
    for (const { type, attributes, relationships } of included) {
      const problem = this.#conflictOf(type, attributes, relationships);
      if (problem !== undefined) return problem;
    }
    for (const { type, attributes, relationships } of included) {
      const isPrice = type === "subscriptionPrices";
      this.add(type, isPrice ? { startDate: null, preserved: false } : attributes, relationships);
    }
    if (prices.length > 0) subscription.attributes.state = "READY_TO_SUBMIT";
    return undefined;
  }

  /** As if it had been made by hand, without a request. */
  add(type: string, attributes: Json, relationships: Thing["relationships"]): Thing {
    const thing = {
      type,
      id: String(6_000_000_000 + this.#next++),
      attributes: { ...attributes },
      relationships,
    };
    this.things.push(thing);
    return thing;
  }

  #problemOf(operation: string, body: object): string | undefined {
    const schema = SCHEMAS[operation];
    if (schema === undefined) return `no such operation: ${operation}`;
    const validate = this.#schemas(schema);
    return validate(body) ? undefined : JSON.stringify(validate.errors);
  }
}

function idIn(relationship: { data: unknown } | undefined): string {
  return String(Object(relationship?.data).id ?? "");
}

function belongsTo({ relationships }: Thing, by: string, id: string): boolean {
  return idIn(relationships[by]) === id;
}

function territoriesIn({ relationships }: Thing): object[] {
  const { data } = relationships.availableTerritories ?? { data: [] };
  return data as object[];
}

function refusal(status: number, detail: string): ConnectReply {
  return [status, { errors: [{ id: "1", status: String(status), code: "X", title: "refused", detail }] }];
}

function page(url: URL, all: readonly object[], size = PAGE): ConnectReply {
  const from = Number(url.searchParams.get("cursor") ?? 0);
  const next = new URL(url);
  next.searchParams.set("cursor", String(from + size));
  const links = { self: url.href, ...(from + size < all.length && { next: next.href }) };
  return [200, { data: all.slice(from, from + size), links }];
}
