import type { StoreName } from "../../src/domain/billing/stores.ts";
import type { Proof } from "../../src/domain/billing/sync-purchases.ts";
import type { Dice } from "../../src/testing/dice.ts";

/** An account of the app. */
export type AppUser = {
  id: string;
  name: string;
  accountToken: string;
  /** Of the device on which it was made. */
  refreshToken: string;
  isGuest: boolean;
  isDeleted: boolean;
};

/** Somebody with one account at each store, and an account of the app that they use now. */
export type Customer = { name: string; user: AppUser };

export type Tier = "pro" | "team";

/** What a tier unlocks. */
export const UNLOCKS: Readonly<Record<Tier, readonly string[]>> = { pro: ["pro"], team: ["pro", "team"] };

/** One subscription at a store, or something that was bought there once. */
export type Line<Thing = unknown> = {
  readonly name: string;
  readonly store: StoreName;
  readonly isOneTime: boolean;
  readonly customer: Customer;
  /** As the store keeps it. */
  readonly thing: Thing;
  /** With whose account token it was bought, if with any. */
  readonly buyer: AppUser | undefined;
  /** Shared in a family: it never moves. */
  readonly isShared: boolean;
  /** Whose it is, by the rules. */
  owner: AppUser | undefined;
  /** The account of its owner was deleted. Until somebody brings it, it is nobody's. */
  isLeft: boolean;
  /** The server has heard of it. */
  isKnown: boolean;
  /** Something about it may not have reached the server: it counts again after a quiet day. */
  isUnsettled: boolean;
  /** The purchase whose place it has taken. */
  readonly replaces: Line | undefined;
  /** Another purchase has taken its place. */
  isReplaced: boolean;
  /** With which claim the backend has consumed it. */
  claimId: string | undefined;
};

/** What is the same for every new subscription. */
export const NEW_LINE = {
  isOneTime: false,
  claimId: undefined,
  isShared: false,
  owner: undefined,
  isLeft: false,
  isKnown: false,
  isUnsettled: false,
  replaces: undefined,
  isReplaced: false,
} as const;

/** Something that a store tells, and how. */
export type News = { about: Line; what: string; send: () => Promise<number> };

/** What a store's own truth says about a subscription: what it must give, and what it may give. */
export type Worth = { must: Tier | undefined; may: Tier | undefined };

export const NOTHING: Worth = { must: undefined, may: undefined };
export const worthOf = (tier: Tier | undefined): Worth => ({ must: tier, may: tier });

/** Something that happens to a subscription; undefined when it cannot happen now. */
export type Act<Thing> = (line: Line<Thing>, roll: Dice) => News[] | undefined;

/** A purchase that the backend may consume, as the store knows it. */
export type Consumable = { subjectKey: string; isPaid: boolean };

/** What one store sells, subscriptions or one-time products: what can happen there, and what is true there. */
export type Side<Thing = unknown> = {
  readonly store: StoreName;
  readonly isOneTime: boolean;
  readonly lines: Line<Thing>[];
  /** Undefined when this customer cannot buy now. */
  buy: (customer: Customer, roll: Dice) => Promise<News[] | undefined>;
  readonly acts: Readonly<Record<string, Act<Thing>>>;
  /** When the store itself does something next; infinity when never. */
  dueAt: (line: Line<Thing>) => number;
  /** What it does then. */
  due: Act<Thing>;
  worth: (line: Line<Thing>) => Worth;
  /** Undefined when it is not something to be consumed. */
  consumable: (line: Line<Thing>) => Consumable | undefined;
  /** The account token that it carries now. */
  accountToken: (line: Line<Thing>) => string | undefined;
  /** What the app finds on the device; undefined at Stripe. */
  proof: (line: Line<Thing>) => Proof | undefined;
  setDown: (isDown: boolean) => void;
  rotateKeys: () => Promise<void>;
  /** What else must be true when all is quiet; returns what is not. */
  problems: () => string[];
};

/** What should not be. */
export class Violation extends Error {}
