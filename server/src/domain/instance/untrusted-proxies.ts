import type { Millis } from "../../storage/db.ts";

/** A peer that tells whom it speaks for and is not believed: everybody behind it counts as one address. */
export type UntrustedProxy = Readonly<{ peer: string; requests: number; lastSeenAt: Millis }>;

export type UntrustedProxies = Readonly<{
  /** A request with X-Forwarded-For came from this peer, which is none of the trusted proxies. */
  saw: (peer: string) => void;
  /** The one that sent most since the start. Anybody may write the header, but nobody as often as a proxy. */
  busiest: () => UntrustedProxy | undefined;
}>;
