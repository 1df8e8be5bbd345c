import type { User } from "./contract.ts";
import type { StoredSession } from "./disk.ts";

/** The refresh token stays inside the client. */
export type Session = Readonly<{
  accessToken: string;
  /** When the access token expires, in milliseconds by this device's clock. */
  expiresAt: number;
}>;

export type SignedOutReason = "user" | "expired" | "revoked" | "disabled" | "deleted" | "storage";

export type AuthState =
  | Readonly<{ status: "loading" }>
  | Readonly<{ status: "signedOut"; reason?: SignedOutReason }>
  | Readonly<{
      status: "signedIn";
      user: User;
      session: Session;
      /** The access token has expired and could not be renewed yet, because the device is offline. */
      stale: boolean;
    }>;

export type AuthEvent = "initial" | "restored" | "signedIn" | "refreshed" | "updated" | "signedOut";

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
