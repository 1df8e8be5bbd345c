import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The classes that share the hashing threads, each in turn.
 * - `administrator`: who signs in to the console
 * - `known-device`: a call with a valid device token
 * - `other`: everybody else
 */
export const hashClasses = ["administrator", "known-device", "other"] as const;

export type HashClass = (typeof hashClasses)[number];

/** For whom a hash is computed. */
export type HashTurn = Readonly<{
  class: HashClass;
  /** The caller's network, as the rate limits count it. */
  address: string;
  /** Whose password it is, as far as the caller says. */
  account: string;
}>;

const NOBODY: HashTurn = { class: "other", address: "", account: "" };

const turns = new AsyncLocalStorage<HashTurn>();

/** Every hash that `work` asks for is computed in this turn. Use cases need not hand it on. */
export function inHashTurn<T>(turn: HashTurn, work: () => T): T {
  return turns.run(turn, work);
}

/** Work that no call asked for shares one turn. */
export function hashTurn(): HashTurn {
  return turns.getStore() ?? NOBODY;
}
