import { fromBase64 } from "./base64.ts";
import type { Entitlement } from "./billing-contract.ts";
import type { Caller } from "./caller.ts";
import type { StoredSession } from "./disk.ts";

const HOUR_MS = 3_600_000;
/** Tabs and restarts see the same clock, but not to the millisecond. */
const GRANULARITY_MS = 30_000;

/** The server's last answer, as it is kept in memory and in the client's storage. */
type Kept = {
  /** Whose entitlements these are. */
  user: string;
  list: Entitlement[];
  /** When the answer came, by this device's clock and by the server's. */
  at: number;
  serverAt: number;
};

export type KeptEntitlements = ReturnType<typeof keepEntitlements>;

/**
 * Remembers what the server said about the user, also over a restart. An entitlement counts until its expiry. The time
 * until then is counted from the answer, by both clocks: one may be wrong or set back, and the other one stops.
 */
export function keepEntitlements({ keeper, clock, storage, storageKey }: Caller) {
  const key = `${storageKey}.entitlements`;
  let kept: Kept | undefined;
  /** When `kept` came, by the clock that nobody can set. */
  let arrivedAt = 0;
  let writtenAt = 0;
  let writes: Promise<unknown> = Promise.resolve();

  /** One after another, and best effort: without it, the next start needs the server. */
  const write = (work: () => unknown) => {
    writes = writes.then(work).catch(() => {});
  };

  const listOf = ({ list, at, serverAt }: Kept, arrivedAt: number) => {
    const now = serverAt + Math.max(clock.now() - at, clock.steady() - arrivedAt);
    return list.map((each) =>
      !each.expiresAt || Date.parse(each.expiresAt) > now ? each : { ...each, active: false },
    );
  };

  /** Undefined when nothing is known about the user who is signed in. */
  const current = () =>
    kept && kept.user === keeper.view.current?.user.id ? listOf(kept, arrivedAt) : undefined;

  return {
    current,

    /** Returns whether anything is different from what was kept before. */
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

    /** Reads what an earlier start of the app has kept, unless something is known already. Returns whether it did. */
    async load(): Promise<boolean> {
      try {
        const found: Kept = JSON.parse((await storage.getItem(key)) as string);
        const age = clock.now() - found.at;
        const since = clock.steady() - age;
        listOf(found, since);
        // A clock that shows a time before the answer was set back.
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
