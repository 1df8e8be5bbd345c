import type { AppStoreConnect } from "../app-store-connect.ts";
import type { Walk } from "../billing-walk.ts";
import type { AppStoreProduct } from "./catalog.ts";
import { type ConnectResource, findOne, link, listAll, write } from "./connect-resource.ts";

const inWords = (constant: unknown): string => String(constant).toLowerCase().replaceAll("_", " ");

/** The step that makes the first free trial of a product. */
export const offerTrial = ({ productId, trial }: AppStoreProduct): string =>
  `offer ${productId} for free at first: ${inWords(trial)}`;

/**
 * The catalog's trial where the product has no introductory offer. App Store Connect does not say who made
 * an offer, so one that differs is kept unless somebody agrees to replace it.
 */
export async function ensureTrial(
  connect: AppStoreConnect,
  { id }: ConnectResource,
  product: AppStoreProduct,
  walk: Walk,
): Promise<void> {
  const { productId, trial } = product;
  const listed = await listAll(connect, `/v1/subscriptions/${id}/introductoryOffers?limit=200`);
  const offers = listed.filter(isCurrent).filter((offer) => trial !== "" || isFree(offer));
  const create = () => offerEverywhere(connect, id, trial);
  if (offers.length === 0) {
    if (trial !== "") await walk.act(offerTrial(product), create);
    return;
  }
  if (offers.every((offer) => isFree(offer) && durationOf(offer) === inWords(trial))) return;
  const there = [...new Set(offers.map(described))].join(", ");
  const wanted = trial === "" ? "no free trial" : `${inWords(trial)} free`;
  const difference = {
    name: `trial:${product.id}@app_store`,
    what: `${productId} starts with ${there}; the catalog says ${wanted}`,
    replacement:
      trial === ""
        ? `end the free trial of ${productId}`
        : `replace the introductory offer of ${productId}: ${wanted}`,
  };
  await walk.replace(difference, async () => {
    for (const offer of offers) {
      await write(connect, "DELETE", `/v1/subscriptionIntroductoryOffers/${offer.id}`);
    }
    if (trial !== "") await create();
  });
}

function isCurrent({ attributes }: ConnectResource): boolean {
  const { endDate } = attributes;
  return typeof endDate !== "string" || endDate >= new Date().toISOString().slice(0, 10);
}

function isFree({ attributes }: ConnectResource): boolean {
  return attributes.offerMode === "FREE_TRIAL";
}

/** `one week`, or `3 x one month`. */
function durationOf({ attributes }: ConnectResource): string {
  const { duration, numberOfPeriods = 1 } = attributes;
  return numberOfPeriods === 1 ? inWords(duration) : `${String(numberOfPeriods)} x ${inWords(duration)}`;
}

function described(offer: ConnectResource): string {
  const how = isFree(offer) ? "free" : inWords(offer.attributes.offerMode);
  return `${durationOf(offer)} ${how}`;
}

/** An offer holds in one country. All of them come in one request, so that no run leaves a part of them. */
async function offerEverywhere(connect: AppStoreConnect, id: string, trial: string): Promise<void> {
  const territories = await territoriesOf(connect, id);
  const type = "subscriptionIntroductoryOffers";
  const nameOf = (n: number): string => `\${offer${n}}`;
  const included = territories.map((territory, n) => ({
    type,
    id: nameOf(n),
    attributes: { offerMode: "FREE_TRIAL", duration: trial, numberOfPeriods: 1 },
    relationships: {
      subscription: link("subscriptions", id),
      territory: link("territories", territory.id),
    },
  }));
  const introductoryOffers = { data: included.map((offer) => ({ type, id: offer.id })) };
  const data = { type: "subscriptions", id, relationships: { introductoryOffers } };
  await write(connect, "PATCH", `/v1/subscriptions/${id}`, data, included);
}

/** Where the product is sold. */
async function territoriesOf(connect: AppStoreConnect, id: string): Promise<ConnectResource[]> {
  const availability = await findOne(connect, `/v1/subscriptions/${id}/subscriptionAvailability`);
  const path = availability
    ? `/v1/subscriptionAvailabilities/${availability.id}/availableTerritories`
    : "/v1/territories";
  return listAll(connect, `${path}?limit=200`);
}
