/** Reasons that the server never sends: the call did not get that far. */
type ClientReason = "NETWORK" | "TIMEOUT" | "CANCELLED" | "SIGNED_OUT" | "STORAGE" | "UNKNOWN";

/** Reasons an app usually handles. Newer servers may send others: treat those like their `code`. */
type ServerReason =
  | "INVALID_CREDENTIALS"
  | "EMAIL_NOT_VERIFIED"
  | "EMAIL_ALREADY_EXISTS"
  | "EMAIL_TOKEN_INVALID"
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
  | "INTERNAL";

export type AuthErrorReason = ClientReason | ServerReason | (string & {});

export type AuthErrorDetails = {
  /** The gRPC status as Connect writes it, for example `unauthenticated`. */
  code?: string;
  /** The HTTP status; 0 when there was no answer. */
  status?: number;
  /** Whether the same call may succeed later. */
  retryable?: boolean;
  /** How long the server asks to wait. */
  retryAfterMs?: number | undefined;
  /** Names the call in the server's log. */
  requestId?: string | undefined;
  /** More about this failure, for example which rule a password breaks. */
  metadata?: Readonly<Record<string, string>>;
  cause?: unknown;
};

/** The one error that the client throws. Decide by `reason`; the message is for people and may change. */
export class AuthError extends Error {
  declare readonly reason: AuthErrorReason;
  declare readonly code: string;
  declare readonly status: number;
  declare readonly retryable: boolean;
  declare readonly retryAfterMs: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly metadata: Readonly<Record<string, string>>;

  constructor(reason: AuthErrorReason, message: string, details?: AuthErrorDetails) {
    super(message);
    const unsaid = { code: "unknown", status: 0, retryable: false, metadata: {} };
    Object.assign(this, unsaid, details, { name: "AuthError", reason });
  }
}

/** Works also when a bundle holds two copies of this package, where `instanceof` does not. */
export function isAuthError(error: unknown, reason?: AuthErrorReason): error is AuthError {
  const { name, reason: its } = (error ?? {}) as Partial<AuthError>;
  return name === "AuthError" && (!reason || reason === its);
}
