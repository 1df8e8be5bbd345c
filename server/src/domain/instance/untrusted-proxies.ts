import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";

const LOG_EVERY_MS = 60 * 60 * 1000;
const MAX_PEERS = 100;

/** A peer that sends X-Forwarded-For but is not trusted, so that all callers behind it share one address. */
export type UntrustedProxy = Readonly<{ peer: string; requests: number; lastSeenAt: Millis }>;

export type UntrustedProxies = Readonly<{
  /** Records a request with X-Forwarded-For from a peer that is not a trusted proxy. */
  record: (peer: string) => void;
  /** The peer with the most such requests since the start. Any client can send the header, but a proxy sends it most often. */
  busiest: () => UntrustedProxy | undefined;
}>;

export function watchUntrustedProxies({ clock, log }: Pick<App, "clock" | "log">): UntrustedProxies {
  const peers = new Map<string, { requests: number; lastSeenAt: Millis }>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    record(peer) {
      const now = clock();
      const known = peers.get(peer);
      if (known) {
        known.requests += 1;
        known.lastSeenAt = now;
      } else {
        if (peers.size >= MAX_PEERS) peers.delete(rarest(peers));
        peers.set(peer, { requests: 1, lastSeenAt: now });
      }
      if (now - loggedAt < LOG_EVERY_MS) return;
      loggedAt = now;
      log("warn", "X-Forwarded-For is not believed: all callers behind this peer share one address", {
        peer,
        remedy: "if it is your proxy, add it to trusted_proxies",
      });
    },
    busiest() {
      let most: UntrustedProxy | undefined;
      for (const [peer, facts] of peers)
        if (facts.requests > (most?.requests ?? 0)) most = { peer, ...facts };
      return most;
    },
  };
}

function rarest(peers: ReadonlyMap<string, { requests: number }>): string {
  const [first = "", ...others] = peers.keys();
  const requestsOf = (peer: string): number => peers.get(peer)?.requests ?? 0;
  return others.reduce((least, peer) => (requestsOf(peer) < requestsOf(least) ? peer : least), first);
}
