import type { User } from "./contract.ts";
import type { StoredSession } from "./disk.ts";

/** The access token and its expiry. The refresh token stays inside the client. */
export type Session = Readonly<{
  /** What your backend verifies. It may have expired: `getAccessToken` returns one that has not. */
  accessToken: string;
  /** When the access token expires, in milliseconds since 1970 by this device's clock. */
  expiresAt: number;
  /**
   * Only in what a sign-in returns: it kept an account that was to be deleted at this time (ISO 8601). Say that the account
   * stays.
   */
  canceledDeletionTime?: string | undefined;
}>;

/**
 * Why nobody is signed in:
 * - `user`: the user signed out, here or in another tab
 * - `expired`: the session was not used for too long, or has reached its maximum length
 * - `revoked`: another device, an administrator or the server ended the session
 * - `disabled`: the account is disabled
 * - `deleted`: the account was deleted
 * - `storage`: the stored session could not be read. It may come back: nothing was deleted
 */
export type SignedOutReason = "user" | "expired" | "revoked" | "disabled" | "deleted" | "storage";

/**
 * Whether somebody is signed in. Check `status` first; TypeScript then knows which other fields are there.
 *
 * @example
 * const { state } = auth;
 * if (state.status === "signedIn") show(state.user.email ?? "a guest");
 * if (state.status === "signedOut" && state.reason === "expired") show("Please sign in again.");
 */
export type AuthState =
  | Readonly<{
      /** The stored session is still being read. Show a splash screen, not the sign-in screen. */
      status: "loading";
    }>
  | Readonly<{
      /** Nobody is signed in. */
      status: "signedOut";
      /** Why; absent when there was no session to begin with. */
      reason?: SignedOutReason;
    }>
  | Readonly<{
      /** A user or a guest is signed in, also without a network. */
      status: "signedIn";
      /** Who is signed in. */
      user: User;
      /** The access token and its expiry. */
      session: Session;
      /**
       * The access token has expired and could not be renewed yet, usually because the device is offline. The user is
       * still signed in: show what you have.
       */
      stale: boolean;
    }>;

/**
 * What changed the state:
 * - `initial`: nothing; the first call of a new listener
 * - `restored`: the stored session was read, and there may be none
 * - `signedIn`: somebody signed in, or somebody else
 * - `refreshed`: there is a new access token
 * - `updated`: the user's data or `stale` changed
 * - `signedOut`: the session ended
 */
export type AuthEvent = "initial" | "restored" | "signedIn" | "refreshed" | "updated" | "signedOut";

/** A callback of `onAuthStateChange`. What it throws goes to `onError`. */
export type AuthListener = (state: AuthState, event: AuthEvent) => void | Promise<void>;

export function sessionOf({ accessToken, receivedAt, lifetimeMs }: StoredSession): Session {
  return { accessToken, expiresAt: receivedAt + lifetimeMs };
}

export function eventOf(before: AuthState, after: AuthState): AuthEvent {
  if (before.status === "loading") return "restored";
  if (after.status !== "signedIn") return "signedOut";
  if (before.status !== after.status || before.user.id !== after.user.id) return "signedIn";
  return before.session.accessToken === after.session.accessToken ? "updated" : "refreshed";
}
