import { fromBase64 } from "./base64.ts";
import type { Entitlement } from "./billing-contract.ts";
import type { Caller } from "./caller.ts";
import type { StoredSession } from "./disk.ts";

const HOUR_MS = 3_600_000;
/** Tabs and restarts use the same clock, but not to the millisecond. */
const GRANULARITY_MS = 30_000;

/** The server's last answer, as it is kept in memory and in the client's storage. */
type Kept = {
  /** The user of these entitlements. */
  user: string;
  list: Entitlement[];
  /** When the answer arrived, by the clocks of this device and of the server. */
  at: number;
  serverAt: number;
};

export type KeptEntitlements = ReturnType<typeof keepEntitlements>;

/**
 * Stores the user's entitlements, also across restarts. An entitlement is valid until its expiry. The time until then is
 * measured from the answer with two clocks, because one can be wrong or set back, and the other can stop.
 */
export function keepEntitlements({ keeper, clock, storage, storageKey }: Caller) {
  const key = `${storageKey}.entitlements`;
  let kept: Kept | undefined;
  /** When `kept` arrived, by the monotonic clock. */
  let arrivedAt = 0;
  let writtenAt = 0;
  let writes: Promise<unknown> = Promise.resolve();

  /** Writes are sequential and best effort: if one is lost, the next start needs the server. */
  const write = (work: () => unknown) => {
    writes = writes.then(work).catch(() => {});
  };

  const listOf = ({ list, at, serverAt }: Kept, arrivedAt: number) => {
    const now = serverAt + Math.max(clock.now() - at, clock.steady() - arrivedAt);
    return list.map((each) =>
      !each.expiresAt || Date.parse(each.expiresAt) > now ? each : { ...each, active: false },
    );
  };

  /** Undefined when nothing is stored for the signed-in user. */
  const current = () =>
    kept && kept.user === keeper.view.current?.user.id ? listOf(kept, arrivedAt) : undefined;

  return {
    current,

    /** Returns whether anything has changed. */
    keep(session: StoredSession, list: Entitlement[]): boolean {
      const user = session.user.id;
      const at = clock.now();
      const next: Kept = { user, list, at, serverAt: serverTime(session, at) };
      const isNew = kept?.user !== user || JSON.stringify(kept.list) !== JSON.stringify(list);
      kept = next;
      arrivedAt = clock.steady();
      if (isNew || Math.abs(at - writtenAt) > HOUR_MS) {
        writtenAt = at;
        write(() => storage.setItem(key, JSON.stringify(next)));
      }
      return isNew;
    },

    /** Reads what an earlier run of the app has stored, unless something is known already. Returns whether it did. */
    async load(): Promise<boolean> {
      try {
        const found: Kept = JSON.parse((await storage.getItem(key)) as string);
        const age = clock.now() - found.at;
        const since = clock.steady() - age;
        listOf(found, since);
        // The clock was set back if it shows a time before the answer.
        if (current() || !(age > -GRANULARITY_MS) || !(found.serverAt > 0)) return false;
        kept = found;
        arrivedAt = since;
        return true;
      } catch {
        // Nothing is there, it is damaged, or it cannot be read now.
        return false;
      }
    },

    forget(): void {
      kept = undefined;
      write(() => storage.removeItem(key));
    },
  };
}

/** The server's time at `now` of this device: it wrote its own into the access token, which came a few minutes ago. */
function serverTime({ accessToken, receivedAt }: StoredSession, now: number): number {
  try {
    const [, payload = ""] = accessToken.split(".");
    const bytes = fromBase64(payload.replace(/-/g, "+").replace(/_/g, "/"));
    const { iat } = JSON.parse(String.fromCharCode(...bytes));
    return iat * 1000 + Math.max(0, now - receivedAt) || now;
  } catch {
    return now;
  }
}
