import type { EntitlementJson } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { AuthError } from "./auth-error.ts";
import { decodeEntitlement, type Entitlement } from "./billing-contract.ts";
import type { Caller } from "./caller.ts";
import { type KeptEntitlements, keepEntitlements } from "./kept-entitlements.ts";
import { signedOut } from "./refresher.ts";

/** How long `has` returns true without asking the server. */
const RECENT_MS = 60_000;

type Answer = { entitlements?: EntitlementJson[] };

/** Fetches the user's entitlements, and uses the stored ones while the server cannot be reached. */
export function createEntitlementCache(caller: Caller) {
  const { keeper, clock } = caller;
  const kept = keepEntitlements(caller);
  const { current, load } = kept;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) Promise.resolve().then(listener);
  };
  /** When the server last answered or could not be reached; undefined when it has to be asked in any case. */
  let triedAt: number | undefined;
  const tried = () => {
    triedAt = clock.steady();
  };
  const ask = askAndKeep(caller, kept, tried, tell);
  let flight: Promise<Entitlement[]> | undefined;
  const isRecent = () => triedAt !== undefined && clock.steady() - triedAt < RECENT_MS;

  const entitlements = async (): Promise<Entitlement[]> => {
    if (!flight) {
      triedAt = undefined;
      const mine = ask("ListEntitlements")
        .then(decode)
        .finally(() => {
          if (flight === mine) flight = undefined;
        });
      flight = mine;
    }
    try {
      return await flight;
    } catch (error) {
      if (!(error as AuthError).retryable) throw error;
      tried();
      if (!current()) await load();
      const list = current();
      if (!list) throw error;
      return list;
    }
  };
  const refresh = () => void entitlements().catch(() => {});

  followUser(caller, kept, (last) => {
    // A pending answer for the previous user is not for this one.
    if (last) flight = undefined;
    tell();
    if (listeners.size) refresh();
  });
  keeper.woken = () => {
    triedAt = undefined;
    if (current() || listeners.size) refresh();
  };

  return {
    ask,
    entitlements,
    hasCached: (id: string) => isIn(current(), id),

    async has(id: string): Promise<boolean> {
      await keeper.ready;
      return (isRecent() && isIn(current(), id)) || !!isIn(await entitlements(), id);
    },

    listen(callback: () => void): () => void {
      const listener = () => callback();
      listeners.add(listener);
      if (!isRecent()) {
        load().then((isFound) => isFound && tell());
        refresh();
      }
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Calls a method as the user and stores the entitlements in its answer, if the same user is still signed in. */
function askAndKeep(
  { keeper, asUser }: Caller,
  { keep }: KeptEntitlements,
  tried: () => void,
  tell: () => void,
) {
  // Answers may arrive out of order: the answer to an older request does not replace a newer one.
  let requests = 0;
  let storedRequest = 0;
  return async <T extends Answer>(method: string, purchases?: object): Promise<T> => {
    await keeper.ready;
    const userId = keeper.view.current?.user.id;
    let request = ++requests;
    const answer = await asUser<T>(`billing.v1.BillingService/${method}`, purchases);
    // This answer includes the purchases; the answer to a concurrent request may not.
    if (purchases) request = ++requests;
    const session = keeper.view.current;
    if (userId && userId !== session?.user.id) throw signedOut();
    if (userId && session && request > storedRequest) {
      storedRequest = request;
      tried();
      if (keep(session, decode(answer))) tell();
    }
    return answer;
  };
}

/** Deletes the stored entitlements when the user signs out, and reports when the user changes. */
function followUser(
  { keeper }: Caller,
  { forget }: KeptEntitlements,
  changed: (last?: string) => void,
): void {
  let last: string | undefined;
  keeper.view.listen((state) => {
    if (state.status === "signedOut" && state.reason && state.reason !== "storage") forget();
    const user = keeper.view.current?.user.id;
    if (last !== user) changed(last);
    last = user;
  });
}

const decode = ({ entitlements = [] }: Answer): Entitlement[] => entitlements.map(decodeEntitlement);

const isIn = (list: readonly Entitlement[] | undefined, wanted: string): boolean | undefined =>
  list?.some(({ id, active }) => active && id === wanted);
