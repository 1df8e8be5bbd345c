import type { AuthError } from "./auth-error.ts";
import type { Clock } from "./clock.ts";
import { signedOut } from "./refresher.ts";
import type { SessionKeeper } from "./session-keeper.ts";
import type { Lock } from "./shared-locks.ts";
import type { AuthStorage } from "./storage.ts";
import type { Call } from "./transport.ts";

/** The internals that the methods of the client share. */
export type Caller = {
  keeper: SessionKeeper;
  call: Call;
  /** Calls a method with the user's access token, and renews the token once if the server rejects it. */
  asUser: Call;
  random: (count: number) => ArrayLike<number>;
  storage: AuthStorage;
  storageKey: string;
  baseUrl: string;
  publishableKey: string;
  clock: Clock;
  lock: Lock;
  /** Whether the app is in the background, according to an adapter. A page detects this itself. */
  isAway?: boolean;
  /** How many browser sign-ins are waiting for their link. */
  openBrowsers?: number;
  /** The `billing` object of this client. */
  billing?: object;
  /** The `emailCodes` object of this client. */
  emailCodes?: object;
  /** The `passkeys` object of this client. */
  passkeys?: object;
  /** The `mfa` object of this client. */
  mfa?: object;
};

/** Where a client keeps its caller. */
export const CALLER: unique symbol = Symbol.for("svc.sdk.caller") as never;

/** For the entries that add methods to a client, such as `@svc/sdk/push`. */
export function callerOf(client: object): Caller {
  return (client as { [CALLER]: Caller })[CALLER];
}

export const callAsUser =
  (keeper: SessionKeeper, call: Call): Call =>
  async (method, request) => {
    keeper.resume();
    const token = await keeper.getAccessToken();
    if (!token) throw signedOut();
    const user = keeper.view.current?.user;
    try {
      return await call(method, request, token);
    } catch (error) {
      const { reason, metadata } = error as AuthError;
      const isRevoked = reason === "SESSION_REVOKED";
      if (!isRevoked && reason !== "ACCESS_TOKEN_INVALID") throw error;
      // The refresh finds out whether the session has ended, because this token may belong to an earlier one.
      const because = isRevoked ? (metadata.cause ? "deleted" : "revoked") : undefined;
      const next = await keeper.renew(token, user, because);
      if (!next) throw error;
      return call(method, request, next);
    }
  };

/** Like `fetch`, with the user's access token. If the response is 401, it retries once with a new token. */
export const fetchAsUser =
  (keeper: SessionKeeper, plainFetch: typeof fetch): typeof fetch =>
  async (input, init) => {
    const send = (token: string | null) => {
      const target = (input as Partial<Request>).clone?.() ?? input;
      const headers = new Headers(init?.headers ?? (target as Partial<Request>).headers);
      if (token) headers.set("authorization", `Bearer ${token}`);
      return plainFetch(target, { ...init, headers });
    };
    const token = await keeper.getAccessToken();
    const user = keeper.view.current?.user;
    const response = await send(token);
    const next = response.status === 401 && token && (await keeper.renew(token, user).catch(() => null));
    return next ? send(next) : response;
  };
