/** Why a token was not accepted, and the HTTP status that says so to its sender. */
const STATUS = {
  TOKEN_MISSING: 401,
  TOKEN_MALFORMED: 401,
  ALGORITHM_NOT_ALLOWED: 401,
  KEY_UNKNOWN: 401,
  SIGNATURE_INVALID: 401,
  WRONG_ISSUER: 401,
  WRONG_AUDIENCE: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_NOT_YET_VALID: 401,
  ANONYMOUS_NOT_ALLOWED: 403,
  KEYS_UNAVAILABLE: 503,
} as const;

export type TokenErrorReason = keyof typeof STATUS;

/** A refused token. `KEYS_UNAVAILABLE` says nothing about the token: the server's keys could not be had. */
export class TokenError extends Error {
  override readonly name = "TokenError";
  readonly reason: TokenErrorReason;
  readonly status: 401 | 403 | 503;

  constructor(reason: TokenErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.status = STATUS[reason];
  }
}
