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
  MFA_NOT_PROVEN: 401,
  AUTHENTICATION_TOO_OLD: 401,
  ANONYMOUS_NOT_ALLOWED: 403,
  KEYS_UNAVAILABLE: 503,
} as const;

/**
 * Why a token was refused. `TOKEN_EXPIRED` is the usual one: the app renews the token and tries again.
 * `MFA_NOT_PROVEN` and `AUTHENTICATION_TOO_OLD`: the token is good, but the app has to call `reauthenticate` of
 * `@svc/sdk/mfa` first. `KEYS_UNAVAILABLE` says nothing about the token: the public keys could not be fetched.
 */
export type TokenErrorReason = keyof typeof STATUS;

/** What the user has to prove, for the `www-authenticate` header of RFC 9470. */
export type StepUp = Readonly<{
  /** Whether a second factor is needed. */
  requireMfa?: boolean | undefined;
  /** How many seconds ago the user may have proven it at most. */
  maxAuthAge?: number | undefined;
}>;

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
  /** With `MFA_NOT_PROVEN` and `AUTHENTICATION_TOO_OLD`: all that the route asks for. */
  readonly stepUp: StepUp | undefined;

  constructor(
    reason: TokenErrorReason,
    message: string,
    options?: ErrorOptions & {
      /** What the user has to prove. */
      stepUp?: StepUp;
    },
  ) {
    super(message, options);
    this.reason = reason;
    this.status = STATUS[reason];
    this.stepUp = options?.stepUp;
  }
}
