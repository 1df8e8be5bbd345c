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

/**
 * Why a token was refused. `TOKEN_EXPIRED` is the usual one: the app renews the token and tries again.
 * `KEYS_UNAVAILABLE` says nothing about the token: the public keys could not be fetched.
 */
export type TokenErrorReason = keyof typeof STATUS;

/**
 * The error of a refused access token. The helpers for web frameworks answer it for you.
 *
 * @example
 * import { TokenError } from "@svc/sdk/server";
 *
 * try {
 *   await verifier.verify(accessToken);
 * } catch (error) {
 *   if (!(error instanceof TokenError)) throw error;
 *   console.log(error.status, error.reason); // 401 TOKEN_EXPIRED
 * }
 */
export class TokenError extends Error {
  /** Always `TokenError`. */
  override readonly name = "TokenError";
  /** Why the token was refused. */
  readonly reason: TokenErrorReason;
  /** The HTTP status to answer with. */
  readonly status: 401 | 403 | 503;

  constructor(reason: TokenErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.status = STATUS[reason];
  }
}
