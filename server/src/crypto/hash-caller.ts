import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The classes that share the hashing threads round-robin.
 * - `administrator`: an administrator who signs in to the console
 * - `known-device`: a call with a valid device token
 * - `other`: every other call
 * - `sign-up`: a call that makes a new account, which is refused first
 */
export const hashClasses = ["administrator", "known-device", "other", "sign-up"] as const;

export type HashClass = (typeof hashClasses)[number];

/** The caller for whom a hash is computed. */
export type HashCaller = Readonly<{
  class: HashClass;
  /** The caller's network, as the rate limits count it. */
  address: string;
  /** The account whose password it is, according to the request. */
  account: string;
  /** Whether nobody waits for the hash any more. */
  isGone?: () => boolean;
}>;

const NOBODY: HashCaller = { class: "other", address: "", account: "" };

const callers = new AsyncLocalStorage<HashCaller>();

/** Every hash that `work` computes is queued for this caller, so that use cases need not pass it on. */
export function withHashCaller<T>(caller: HashCaller, work: () => T): T {
  return callers.run(caller, work);
}

/** Work outside a call shares one caller. */
export function currentHashCaller(): HashCaller {
  return callers.getStore() ?? NOBODY;
}
