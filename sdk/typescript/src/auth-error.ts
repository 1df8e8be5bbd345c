/** Reasons that the client itself gives. */
type ClientReason =
  | "NETWORK"
  | "TIMEOUT"
  | "CANCELLED"
  | "PASSKEY_FAILED"
  | "SIGNED_OUT"
  | "STORAGE"
  | "UNKNOWN";

/** Reasons of the server that an app usually handles. */
type ServerReason =
  | "INVALID_CREDENTIALS"
  | "EMAIL_NOT_VERIFIED"
  | "EMAIL_ALREADY_EXISTS"
  | "EMAIL_TOKEN_INVALID"
  | "EMAIL_CODE_INVALID"
  | "EMAIL_CODE_DISABLED"
  | "PASSKEY_INVALID"
  | "PASSKEY_DISABLED"
  | "PASSKEY_ALREADY_EXISTS"
  | "TOO_MANY_PASSKEYS"
  | "MFA_REQUIRED"
  | "MFA_ENROLLMENT_REQUIRED"
  | "MFA_CHALLENGE_INVALID"
  | "MFA_CODE_INVALID"
  | "MFA_DISABLED"
  | "WEAK_PASSWORD"
  | "RATE_LIMITED"
  | "USER_DISABLED"
  | "REAUTHENTICATION_REQUIRED"
  | "NOT_A_GUEST"
  | "OAUTH_ACCOUNT_EXISTS"
  | "OAUTH_TOKEN_INVALID"
  | "OAUTH_CODE_INVALID"
  | "OAUTH_PROVIDER_DISABLED"
  | "PROVIDER_UNAVAILABLE"
  | "LAST_SIGN_IN_METHOD"
  | "SIGN_UP_CLOSED"
  | "ANONYMOUS_SIGN_IN_DISABLED"
  | "REFRESH_TOKEN_INVALID"
  | "REFRESH_TOKEN_REUSED"
  | "ACCESS_TOKEN_INVALID"
  | "SESSION_REVOKED"
  | "API_KEY_INVALID"
  | "INVALID_REQUEST"
  | "NOT_FOUND"
  | "OVERLOADED"
  | "UNIMPLEMENTED"
  | "INTERNAL";

/**
 * What went wrong. The client itself gives these reasons:
 * - `NETWORK`, `TIMEOUT`: there was no answer
 * - `CANCELLED`: the user closed the browser during a sign-in, or turned back when asked for a passkey
 * - `PASSKEY_FAILED`: the device or browser refused to make or use a passkey; `metadata.error` is its word for it
 * - `SIGNED_OUT`: the call needs a signed-in user
 * - `STORAGE`: the device could not read or write the session
 * - `UNKNOWN`: the answer did not come from the server, but for example from a proxy
 *
 * All others come from the server, and newer servers may send more: handle a reason that you do not know by
 * `retryable`.
 */
export type AuthErrorReason = ClientReason | ServerReason | (string & {});

/** The optional fields of an `AuthError`. */
export type AuthErrorDetails = {
  /** The gRPC status in Connect's spelling, for example `unauthenticated`. */
  code?: string;
  /** The HTTP status; 0 when there was no answer. */
  status?: number;
  /** Whether the same call may succeed later. */
  retryable?: boolean;
  /** How long the server asks to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The id of the call in the server's log. */
  requestId?: string | undefined;
  /** More about this failure, for example which rule a password breaks. */
  metadata?: Readonly<Record<string, string>>;
  /** The error below this one, for example what `fetch` threw. */
  cause?: unknown;
};

/**
 * The error of every failed call. Decide by `reason`; the `message` is English text for developers and may change.
 * Use `isAuthError` instead of `instanceof`.
 */
export class AuthError extends Error {
  /** What went wrong, for example `INVALID_CREDENTIALS`. A reason never changes its meaning. */
  declare readonly reason: AuthErrorReason;
  /** The gRPC status in Connect's spelling, for example `unauthenticated`. It groups reasons. */
  declare readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  declare readonly status: number;
  /** Whether the same call may succeed later: no network, a server that is down or busy, too many attempts. */
  declare readonly retryable: boolean;
  /** How long the server asks to wait before the next attempt, in milliseconds, if it says so. */
  declare readonly retryAfterMs: number | undefined;
  /** The id of the call in the server's log. Show it in bug reports. */
  declare readonly requestId: string | undefined;
  /** More about this failure, for example `rule` and `min_length` of `WEAK_PASSWORD`. */
  declare readonly metadata: Readonly<Record<string, string>>;
  /**
   * Only of `EMAIL_CODE_INVALID` and `MFA_CODE_INVALID`: how often a code can still be tried. At 0, request another code,
   * or sign in again.
   */
  declare readonly attemptsLeft?: number;

  constructor(reason: AuthErrorReason, message: string, details?: AuthErrorDetails) {
    super(message);
    const unsaid = { code: "unknown", status: 0, retryable: false, metadata: {} };
    Object.assign(this, unsaid, details, { name: "AuthError", reason });
  }
}

/**
 * Whether an error is an `AuthError`, and of the given reason if you name one. Unlike `instanceof` it also works when a
 * bundle contains two copies of this package.
 *
 * @example
 * import { isAuthError } from "@svc/sdk";
 *
 * try {
 *   await auth.signInWithPassword({ email, password });
 * } catch (error) {
 *   if (isAuthError(error, "INVALID_CREDENTIALS")) show("Email or password is wrong.");
 *   else if (isAuthError(error) && error.retryable) show("No connection. Try again.");
 *   else throw error;
 * }
 */
export function isAuthError(error: unknown, reason?: AuthErrorReason): error is AuthError {
  const { name, reason: its } = (error ?? {}) as Partial<AuthError>;
  return name === "AuthError" && (!reason || reason === its);
}
