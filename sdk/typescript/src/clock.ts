import type { StoredSession } from "./disk.ts";

/** The two clocks of a device. */
export type Clock = {
  /** Milliseconds since 1970, by the device's clock, which may be wrong. */
  now(): number;
  /** Milliseconds since some fixed moment. Never goes back, but may stop while the device sleeps. */
  steady(): number;
};

export const deviceClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
};

/** Tabs and restarts see the same clock, but not to the millisecond. */
const GRANULARITY_MS = 30_000;

export type Lifetimes = {
  /** The access token arrives at this moment. */
  begin: (accessToken: string) => void;
  ttlOf: (session: StoredSession) => number;
};

/**
 * How long an access token is still good for. Counted from its arrival, because the clock of a phone may be wrong
 * by hours; and by both clocks, because one may be set back and the other one stops.
 */
export function countLifetimes({ now, steady }: Clock): Lifetimes {
  let newest = "";
  let arrivedAt = 0;
  return {
    begin: (accessToken) => {
      newest = accessToken;
      arrivedAt = steady();
    },
    ttlOf: ({ accessToken, receivedAt, lifetimeMs }) => {
      const age = now() - receivedAt;
      if (accessToken === newest) return lifetimeMs - Math.max(age, steady() - arrivedAt);
      return age < -GRANULARITY_MS ? 0 : lifetimeMs - age;
    },
  };
}
