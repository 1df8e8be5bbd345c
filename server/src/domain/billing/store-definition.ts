import type { SecretCheck } from "../projects/secret-checks.ts";
import type { ValueCheck } from "../projects/value-checks.ts";
import type { Price, TierEntry } from "./catalog-entry.ts";

/** A setting of a store that is no secret; `path` is below `settings`, as in the contract and in a spec. */
type StoreField = Readonly<{
  path: string;
  type: "text" | "number" | "flag";
  about: string;
  check?: ValueCheck;
}>;

/** A setting of a store that stands among the general ones; `order` is its place there. */
type StoreOption = StoreField & Readonly<{ order: number }>;

export type StoreSecret = Readonly<{
  name: string;
  path: string;
  /** The flag that tells whether one is stored. */
  presence: string;
  about: string;
  check: SecretCheck;
}>;

/** An id that the store gives or takes, as a field of the catalog. */
type StoreId = Readonly<{ key: string; path: string; pattern: RegExp }>;

/** How a store knows a product. */
export type SoldAs = Readonly<{ productId: string; planId: string }>;

type Seller = Readonly<{ id: string; slug: string }>;
export type Entry = Readonly<{ user: string; storeKey: string; oneTime: boolean }>;

/**
 * What is fixed about a store: its names, settings, secrets, ids and capabilities. It asks nobody and needs no App.
 * What the store does is its `StoreAdapter`. `Billing`, `Product` and `OneTime` are what it reads of the settings.
 */
export type StoreDefinition<Billing, Product, OneTime> = Readonly<{
  /** In rows, events, metrics and specs; in capitals it is the value of the contract's `Store`. */
  name: string;
  /** In a sentence, such as `the App Store`. */
  title: string;

  /** The key of its section of the settings, and what is there before anybody sets it up. */
  section: string;
  defaults: object;
  fields: readonly StoreField[];
  options: readonly StoreOption[];
  optionDefaults: object;
  secrets: readonly StoreSecret[];

  /** Empty ids, which follow from the others. */
  noProductIds: object;
  noOneTimeIds: object;
  productIds: readonly StoreId[];
  oneTimeIds: readonly StoreId[];
  /** Undefined when the project sells nothing there. */
  productOf: (
    seller: Seller,
    billing: Billing,
    tier: Readonly<{ id: string }>,
    product: Product,
  ) => SoldAs | undefined;
  oneTimeOf: (seller: Seller, billing: Billing, product: OneTime) => SoldAs | undefined;
  /** Whether the project sells there. */
  isOn: (billing: Billing) => boolean;
  /** What the ids of all products depend on. */
  idsDependOn: (billing: Billing) => unknown;
  /** A plan id names one price, whatever its product; an old price may have lost it to a newer one. */
  planIsUnique: boolean;
  /** The product that a tier has there without being told; undefined where products have none in common. */
  tierProductId: (seller: Seller, tier: Readonly<{ id: string }>) => string | undefined;
  /** What no second product may have; empty when it cannot collide. */
  uniqueId: (tier: Readonly<{ id: string }>, product: Product) => string;
  uniqueOneTimeId: (product: OneTime) => string;
  /** What is wrong with the ids of all tiers together. */
  tiersProblem: (tiers: readonly TierEntry<Product>[]) => string | undefined;
  /** In the smallest unit of the currency, where the store counts so. */
  unitAmountOf: (price: Price) => number | undefined;
  /** The fields of the public catalog that say how the store knows a product; undefined when it does not sell it. */
  publicProduct: (sold: SoldAs | undefined) => object;
  publicOneTime: (sold: SoldAs | undefined) => object;

  /** Below `/webhooks/`. `urlKey` is its field in the contract; an address without a secret part needs none. */
  webhook: Readonly<{
    urlKey: string | undefined;
    path: string;
    /** Makes the address one that nobody can guess. */
    secret: Readonly<{ name: string; path: string }> | undefined;
    /** What else whoever sets it up must know, as fields of the contract. */
    details: object;
  }>;
  /** The field of the contract with the proof that an app brings; undefined when the store hands out none. */
  proofField: string | undefined;
  /** Why an entry of an import cannot be asked about. It never quotes the key: some are secrets. */
  importProblem: (entry: Entry) => string | undefined;
  /** The store's own page where users end a subscription; empty when it needs a session. */
  managementUrl: (billing: Billing, productId: string) => string;

  /** Whoever has the key of a purchase can use it, so that administrators do not see it. */
  keyIsSecret: boolean;
  /** Test purchases are in an environment of their own, which is asked separately. */
  hasEnvironments: boolean;
  /** A notification says only that something changed: the store is asked what. */
  notificationsAreHints: boolean;
  /** The store waits to hear that a one-time purchase is used up. */
  consumesAtStore: boolean;
  /** Sold on pages that the server opens, so that a payment may be left without its account. */
  sellsOnPages: boolean;
  /** The server can end subscriptions there, so that nobody goes on paying whose account was deleted. */
  endsSubscriptions: boolean;
}>;
