/** Where Apple sells, in which currency, and what a dollar is there. */
export const territories = [
  ["USA", "USD", 1],
  ["DEU", "EUR", 0.95],
  ["GBR", "GBP", 0.8],
  ["JPN", "JPY", 150],
  ["CHE", "CHF", 0.9],
] as const;

/** Apple's list of prices: x.99 below 20, in each country's money. */
export function pointsOf(territory: string): object[] {
  const [, , rate] = territories.find(([code]) => code === territory) ?? ["", "", 1];
  return Array.from({ length: 100 }, (_, n) => ({
    type: "subscriptionPricePoints",
    id: `${territory}-${n}`,
    attributes: { customerPrice: territory === "USA" ? (n + 0.99).toFixed(2) : ((n + 1) * rate).toFixed(2) },
    relationships: { territory: { data: { type: "territories", id: territory } } },
  }));
}

export function equalizationsOf(point: string): object[] {
  const [home = "", n = "0"] = point.split("-");
  return territories.flatMap(([code]) => (code === home ? [] : [pointsOf(code)[Number(n)] as object]));
}
