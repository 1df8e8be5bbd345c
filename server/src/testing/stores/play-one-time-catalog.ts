import type { androidpublisher_v3 } from "@googleapis/androidpublisher";
import { type GoogleAnswer, googleFailure } from "./google-tokens.ts";
import { PLAY_REGIONS, PLAY_REGIONS_VERSION } from "./play-catalog.ts";

type Product = androidpublisher_v3.Schema$OneTimeProduct;
type Option = androidpublisher_v3.Schema$OneTimeProductPurchaseOption;

const PRODUCT = ["packageName", "productId", "listings", "purchaseOptions"] satisfies (keyof Product)[];
const OPTION = [
  "purchaseOptionId",
  "buyOption",
  "rentOption",
  "regionalPricingAndAvailabilityConfigs",
  "newRegionsConfig",
  "offerTags",
  "state",
] satisfies (keyof Option)[];
const MASKS = ["listings,purchaseOptions", "purchaseOptions"];

const no = (reason: string): GoogleAnswer => googleFailure(400, "INVALID_ARGUMENT", reason);
const notFound: GoogleAnswer = googleFailure(404, "NOT_FOUND", "notFound");

/** What an app sells once in Play, as strict as the Play Developer API, with its two spellings of the path. */
export class PlayOneTimeCatalog {
  readonly products = new Map<string, Product>();
  readonly #defaultLanguage: () => string;

  constructor(defaultLanguage: () => string) {
    this.#defaultLanguage = defaultLanguage;
  }

  /** `path` is what comes after the app, in its parts. */
  answer(method: string, path: readonly string[], query: URLSearchParams, body: unknown): GoogleAnswer {
    const [kind = "", productId = "", below] = path;
    const route = `${method} ${kind} ${path.length}`;
    if (route === "GET oneTimeProducts 2") {
      const found = this.products.get(productId);
      return query.size > 0 ? no("unknownParameter") : found ? [200, found] : notFound;
    }
    if (route === "PATCH onetimeproducts 2") return this.#patch(productId, query, body as Product);
    if (route === "POST oneTimeProducts 3" && below === "purchaseOptions:batchUpdateStates")
      return this.#activate(productId, query, body);
    return notFound;
  }

  /** A list under the mask is replaced as a whole: what is not sent is gone. */
  #patch(productId: string, query: URLSearchParams, body: Product): GoogleAnswer {
    const mask = query.get("updateMask") ?? "";
    const known = ["updateMask", "regionsVersion.version", "allowMissing"];
    const isAsked =
      [...query.keys()].every((key) => known.includes(key)) &&
      query.get("regionsVersion.version") === PLAY_REGIONS_VERSION &&
      MASKS.includes(mask);
    if (!isAsked || body.productId !== productId) return no("badQuery");
    if (!hasOnly(body, PRODUCT) || !/^[a-z0-9][a-z0-9_.]{0,39}$/.test(productId)) return no("badProduct");
    const found = this.products.get(productId);
    if (!found && query.get("allowMissing") !== "true") return notFound;
    const listings = mask.includes("listings") ? (body.listings ?? []) : (found?.listings ?? []);
    if (!listings.some(({ languageCode }) => languageCode === this.#defaultLanguage()))
      return no("noListingInDefaultLanguage");
    if (listings.some(({ title, description }) => !title || !description)) return no("noListing");
    const problem = (body.purchaseOptions ?? []).map(problemOf).find((why) => why !== undefined);
    if (problem !== undefined) return no(problem);
    const before = new Map((found?.purchaseOptions ?? []).map((one) => [one.purchaseOptionId, one]));
    const purchaseOptions = (body.purchaseOptions ?? []).map((option) => ({
      ...option,
      state: before.get(option.purchaseOptionId)?.state ?? "DRAFT",
    }));
    const kept = { packageName: body.packageName ?? "", productId, listings, purchaseOptions };
    this.products.set(productId, kept);
    return [200, kept];
  }

  #activate(productId: string, query: URLSearchParams, body: unknown): GoogleAnswer {
    const { requests = [] } = body as androidpublisher_v3.Schema$BatchUpdatePurchaseOptionStatesRequest;
    if (query.size > 0 || !hasOnly(body, ["requests"]) || requests.length === 0) return no("badRequest");
    for (const { activatePurchaseOptionRequest: wanted } of requests) {
      const option = this.products
        .get(productId)
        ?.purchaseOptions?.find(({ purchaseOptionId: id }) => id === wanted?.purchaseOptionId);
      if (!wanted || wanted.productId !== productId || !option) return notFound;
      const isSold = option.regionalPricingAndAvailabilityConfigs?.some(
        ({ availability }) => availability === "AVAILABLE",
      );
      if (!isSold) return no("soldNowhere");
      option.state = "ACTIVE";
    }
    return [200, { oneTimeProducts: [this.products.get(productId)] }];
  }
}

function problemOf(option: Option): string | undefined {
  if (!hasOnly(option, OPTION)) return "unknownField";
  if (!/^[a-z0-9-]{1,63}$/.test(option.purchaseOptionId ?? "")) return "badOptionId";
  if ((option.buyOption === undefined) === (option.rentOption === undefined)) return "buyOrRent";
  if (option.offerTags?.some(({ tag }) => !/^[a-z0-9-]{1,20}$/.test(tag ?? ""))) return "badTag";
  const regions = option.regionalPricingAndAvailabilityConfigs ?? [];
  if (new Set(regions.map(({ regionCode }) => regionCode)).size !== regions.length) return "regionTwice";
  const isRight = regions.every(
    ({ regionCode, price, availability }) =>
      PLAY_REGIONS[regionCode ?? ""]?.[0] === price?.currencyCode && availability,
  );
  return isRight ? undefined : "currencyOfRegion";
}

function hasOnly(body: unknown, known: readonly string[]): boolean {
  return typeof body === "object" && body !== null && Object.keys(body).every((key) => known.includes(key));
}
