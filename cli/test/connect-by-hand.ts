import { territories } from "./connect-price-list.ts";
import type { ConnectShop, Thing } from "./connect-shop.ts";

const link = (type: string, id: string) => ({ data: { type, id } });

/** A group that somebody has made at App Store Connect. */
export function groupByHand(shop: ConnectShop, referenceName: string): Thing {
  const [app] = shop.of("apps");
  const group = shop.add("subscriptionGroups", { referenceName }, { app: link("apps", app?.id ?? "") });
  const by = { subscriptionGroup: link("subscriptionGroups", group.id) };
  shop.add("subscriptionGroupLocalizations", { name: "Abos", locale: "de-DE" }, by);
  return group;
}

type ByHand = {
  period?: string;
  level?: number;
  /** In dollars, one of Apple's prices; undefined for a product without prices. */
  dollars?: string | undefined;
  /** An introductory offer, in the United States only. */
  offer?: Record<string, unknown>;
};

/** A product that is sold there already: named in two languages, in the United States and Germany only. */
export function productByHand(
  shop: ConnectShop,
  group: Thing,
  productId: string,
  { period = "ONE_MONTH", level = 7, dollars, offer }: ByHand,
): Thing {
  const attributes = { name: productId, productId, subscriptionPeriod: period, groupLevel: level };
  const product = shop.add(
    "subscriptions",
    { ...attributes, familySharable: true, state: "APPROVED" },
    { group: link("subscriptionGroups", group.id) },
  );
  shop.usedIds.add(productId);
  const subscription = link("subscriptions", product.id);
  for (const locale of ["de-DE", "fr-FR"]) {
    shop.add("subscriptionLocalizations", { name: "Profi", locale }, { subscription });
  }
  const sold = ["USA", "DEU"].map((id) => ({ type: "territories", id }));
  const availableTerritories = { data: sold };
  const isOpen = { availableInNewTerritories: false };
  shop.add("subscriptionAvailabilities", isOpen, { subscription, availableTerritories });
  if (dollars !== undefined) {
    for (const [code] of territories) {
      const point = link("subscriptionPricePoints", `${code}-${Math.floor(Number(dollars))}`);
      const of = { subscription, territory: link("territories", code), subscriptionPricePoint: point };
      shop.add("subscriptionPrices", { startDate: null, preserved: false }, of);
    }
  }
  if (offer) {
    const territory = link("territories", "USA");
    shop.add("subscriptionIntroductoryOffers", { numberOfPeriods: 1, ...offer }, { subscription, territory });
  }
  return product;
}
