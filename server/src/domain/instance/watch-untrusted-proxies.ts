import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import type { UntrustedProxies, UntrustedProxy } from "./untrusted-proxies.ts";

const SAY_EVERY_MS = 60 * 60 * 1000;
const MAX_PEERS = 100;

export function watchUntrustedProxies({ clock, log }: Pick<App, "clock" | "log">): UntrustedProxies {
  const peers = new Map<string, { requests: number; lastSeenAt: Millis }>();
  let saidAt = Number.NEGATIVE_INFINITY;
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
      if (now - saidAt < SAY_EVERY_MS) return;
      saidAt = now;
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
