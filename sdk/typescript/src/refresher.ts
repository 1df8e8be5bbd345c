import type { TokenResponseJson } from "@svc/proto/svc/auth/v1/tokens_pb";
import { AuthError } from "./auth-error.ts";
import { type Session, type SignedOutReason, sessionOf } from "./auth-state.ts";
import type { AuthView } from "./auth-view.ts";
import type { Lifetimes } from "./clock.ts";
import type { User } from "./contract.ts";
import { type Disk, type StoredSession, storageFailed } from "./disk.ts";
import type { KeeperOptions } from "./keeper-options.ts";
import { singleFlight } from "./single-flight.ts";

/** The options of `getAccessToken`. */
export type TokenOptions = {
  /** Renews the token even if it is still valid, for example after your backend changed the user's claims. */
  forceRefresh?: boolean;
  /** How long the token must stay valid at least, in milliseconds. Default: about a minute. */
  minTtlMs?: number;
};

export type Refresher = {
  getAccessToken: (options?: TokenOptions) => Promise<string | null>;
  /** Ends the pause after a failure: the app is in use or online again. */
  resume: () => void;
  /** Called when the app comes to the foreground or online. `@svc/sdk/billing` sets it. */
  woken?: () => void;
  /**
   * Another access token than the one that no longer serves. Null when the session has ended, or when another user has
   * signed in meanwhile: nothing is repeated in their name.
   */
  renew: (used: string, user: User | undefined, because?: SignedOutReason) => Promise<string | null>;
  /**
   * A call that uses up the refresh token as a refresh does. The token on disk is renewed first: if a refresh whose
   * answer was lost were still open, the server would take its later repetition for theft. If the renewed one cannot
   * be written, nothing else is sent, for the same reason. When this call's own answer is lost, the next refresh
   * brings what it has changed; `isDone` then finds that nothing is left to do. After a refusal that says when to come
   * again nothing has changed, and the token need not be renewed once more.
   */
  rotate: (
    isDone: (before: User, now: User) => boolean,
    call: (attemptId: string, accessToken: string) => Promise<TokenResponseJson>,
  ) => Promise<Session>;
};

type Received = (answer: TokenResponseJson) => StoredSession;

/** Runs one refresh at a time, for all callers, clients and tabs. */
export function createRefresher(
  { call, lock, storageKey, refreshMarginMs, clock, onError }: KeeperOptions,
  disk: Disk,
  view: AuthView,
  ready: Promise<void>,
  ttlOf: Lifetimes["ttlOf"],
  received: Received,
): Refresher {
  const { read } = disk;
  const { show } = view;
  const settle = settler(disk, view, onError);
  const isFresh = (session: StoredSession, minTtlMs = Math.min(refreshMarginMs, session.lifetimeMs / 5)) =>
    ttlOf(session) > minTtlMs;

  /** Sends only the token that is on disk, because only that one survives a crash. */
  const refresh = async (used?: string, because?: SignedOutReason): Promise<void> => {
    const { session, broken } = await read();
    if (broken) throw broken;
    if (!session) return show(undefined, "user");
    if (session.accessToken !== used && isFresh(session)) return show(session);
    const { refreshToken, attemptId } = session;
    try {
      await settle(refreshToken, received(await call("RefreshToken", { refreshToken, attemptId })));
    } catch (error) {
      const reason = endOf(error as AuthError, because);
      if (!reason) throw error;
      await settle(refreshToken, undefined, reason);
    }
  };

  const { run: refreshOnce, resume } = singleFlight(clock, (used: string, because?: SignedOutReason) =>
    lock(storageKey, () => refresh(used, because)),
  );

  const rotateLocked = rotation({ disk, view, isFresh, refresh, settle, received });

  const getAccessToken: Refresher["getAccessToken"] = async ({ forceRefresh, minTtlMs } = {}) => {
    if (forceRefresh) resume();
    await ready;
    // Another client may have signed in, and the key store of a locked phone opens later. By way of the lock, which a
    // sign-out that has not been written yet holds.
    if (!view.current) await disk.change(({ session }) => void (session && show(session)));
    const { current } = view;
    if (!current) return null;
    if (forceRefresh || !isFresh(current, minTtlMs)) {
      try {
        await refreshOnce(current.accessToken);
      } catch (error) {
        // The token may have become stale meanwhile.
        if (view.current) show(view.current);
        if (forceRefresh || ttlOf(current) <= 0) throw error;
      }
    }
    return view.current?.accessToken ?? null;
  };

  return {
    getAccessToken,
    resume,

    async renew(used, user, because) {
      await refreshOnce(used, because);
      const next = view.current?.accessToken;
      return next && next !== used && view.current?.user.id === user?.id ? next : null;
    },

    rotate: (isDone, call) => lock(storageKey, () => rotateLocked(isDone, call)),
  };
}

type Rotation = {
  disk: Disk;
  view: AuthView;
  isFresh: (session: StoredSession) => boolean;
  refresh: (used?: string) => Promise<void>;
  settle: ReturnType<typeof settler>;
  received: Received;
};

/** What `rotate` does while it holds the lock. */
function rotation({
  disk: { read },
  view,
  isFresh,
  refresh,
  settle,
  received,
}: Rotation): Refresher["rotate"] {
  /** The attempt of a token that was renewed for a call that then was refused. */
  let renewed: string | undefined;
  return async (isDone, call) => {
    const before = (await read()).session;
    const isRenewed = before && before.attemptId === renewed && isFresh(before);
    if (!isRenewed) await refresh(before?.accessToken);
    const { session, broken } = await read();
    if (broken) throw broken;
    if (session) {
      if (!before || (!isRenewed && session.attemptId === before.attemptId)) throw storageFailed();
      if (!isDone(before.user, session.user)) {
        const answer = await call(session.attemptId, session.accessToken).catch((error: AuthError) => {
          if (error.retryAfterMs) renewed = session.attemptId;
          throw error;
        });
        await settle(session.refreshToken, received(answer));
      }
    }
    if (!view.current) throw signedOut();
    return sessionOf(view.current);
  };
}

/** The result of a refresh is used only if its token is still the one on disk. */
function settler({ change }: Disk, { show }: AuthView, onError: (error: unknown) => void) {
  return async (presented: string, next?: StoredSession, reason?: SignedOutReason): Promise<void> => {
    let conclude: (() => void) | undefined;
    try {
      await change(({ session, broken, ...rest }) => {
        if (broken) throw broken;
        const isOurs = session?.refreshToken === presented;
        // Otherwise the user has signed out or in again, or another process was faster with the same attempt.
        conclude = () => (isOurs ? show(next, reason) : show(session, "user"));
        return isOurs ? { ...rest, session: next } : undefined;
      });
    } catch (error) {
      if (!conclude) throw error;
      // Not written: the old token stays on disk, and the same attempt will be repeated.
      onError(error);
    }
    conclude?.();
  };
}

/** The only errors that end a session. All others, including no answer, leave it unchanged. */
function endOf({ reason }: AuthError, because: SignedOutReason = "expired"): SignedOutReason | undefined {
  if (reason === "REFRESH_TOKEN_INVALID") return because;
  if (reason === "USER_DISABLED") return "disabled";
  return reason === "REFRESH_TOKEN_REUSED" || reason === "SESSION_REVOKED" ? "revoked" : undefined;
}

/** Asks the server again at once, if need be, although it failed a moment ago. */
export function wake({ resume, getAccessToken, woken }: Refresher): void {
  resume();
  getAccessToken().catch(() => {});
  woken?.();
}

export function signedOut(): AuthError {
  return new AuthError("SIGNED_OUT", "signed out", { code: "unauthenticated" });
}
