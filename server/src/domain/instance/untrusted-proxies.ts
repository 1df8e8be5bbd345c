import type { Millis } from "../../storage/db.ts";

/** A peer that tells whom it speaks for and is not believed: everybody behind it counts as one address. */
export type UntrustedProxy = Readonly<{ peer: string; requests: number; lastSeenAt: Millis }>;

export type UntrustedProxies = Readonly<{
  /** Records a request with X-Forwarded-For from a peer that is not a trusted proxy. */
  record: (peer: string) => void;
  /** The peer with the most such requests since the start. Any client can send the header, but a proxy sends it most often. */
  busiest: () => UntrustedProxy | undefined;
}>;
