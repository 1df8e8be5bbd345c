/** What every store can sell. */
export const periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"] as const;
export type Period = (typeof periods)[number];

export const trials = ["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y"] as const;
export type Trial = (typeof trials)[number];

export const oneTimeKinds = ["lifetime", "consumable", "non_renewing"] as const;
export type OneTimeKind = (typeof oneTimeKinds)[number];

export type Price = Readonly<{ currency: string; amount: string }>;

/** One way to buy a tier, without the ids of the stores. */
export type ProductEntry = Readonly<{
  id: string;
  period: Period;
  price: Price;
  /** Empty when there is no free trial. */
  trial: Trial | "";
  /** No longer sold. Its subscribers keep the tier. */
  retired: boolean;
}>;

/** Something that users subscribe to. */
export type TierEntry<Product> = Readonly<{
  id: string;
  name: string;
  rank: number;
  entitlements: readonly string[];
  products: readonly Product[];
}>;

/** Something that users buy once, without the ids of the stores. */
export type OneTimeEntry = Readonly<{
  id: string;
  name: string;
  kind: OneTimeKind;
  /** Only a lifetime product gives any. */
  entitlements: readonly string[];
  price: Price;
  retired: boolean;
}>;
