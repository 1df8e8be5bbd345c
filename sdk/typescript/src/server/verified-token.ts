import { TokenError } from "./token-error.ts";

/** What a verified access token says. */
export type VerifiedToken = Readonly<{
  /** The id of the user. It never changes, not even when a guest becomes a permanent user: key your own data by it. */
  userId: string;
  /** The id of the session that the token belongs to. */
  sessionId: string;
  /** The user's email. Absent for guests and for provider accounts without one. It is not an id: users change it. */
  email: string | undefined;
  /** Whether the user has proven to own the email. */
  emailVerified: boolean;
  /** Whether the user is a guest. Anybody can become one at no cost. */
  isAnonymous: boolean;
  /** The user's custom claims: roles and permissions that only your backend and administrators can set. */
  claims: Readonly<Record<string, unknown>>;
  /**
   * When the user last signed in or proved again who they are (`auth_time`). A refresh does not change it. Absent where the
   * project does not use second factors.
   */
  authenticatedAt: Date | undefined;
  /**
   * How the user did that, for example `pwd`, `otp` and `mfa`, which stands for two factors. Empty for guests, and where the
   * project does not use second factors.
   */
  amr: readonly string[];
  /** When the token was issued. */
  issuedAt: Date;
  /** When the token expires. */
  expiresAt: Date;
  /** The id of the key that signed it. */
  kid: string;
  /** The whole payload of the token. */
  payload: Readonly<Record<string, unknown>>;
}>;

export type Expectations = Readonly<{
  issuer: string;
  audience: string;
  /** Milliseconds since 1970. */
  now: number;
  clockToleranceSec: number;
}>;

/** Issued further in the future than this, and a clock is wrong for certain. */
const FUTURE_LIMIT_SEC = 300;

/** The claims of a token whose signature is good, held against what is expected of them. */
export function verifiedToken(
  kid: string,
  payload: Readonly<Record<string, unknown>>,
  { issuer, audience, now, clockToleranceSec }: Expectations,
): VerifiedToken {
  const { iss, aud, sub, sid, iat, exp, nbf, email, email_verified, anonymous, claims } = payload;
  const { auth_time, amr } = payload;
  if (iss !== issuer) throw new TokenError("WRONG_ISSUER", `the token was not issued by ${issuer}`);
  if (aud !== audience) throw new TokenError("WRONG_AUDIENCE", `the token is not for ${audience}`);
  const nowSec = now / 1000;
  const issuedAt = secondsOf("iat", iat);
  const expiresAt = secondsOf("exp", exp);
  if (expiresAt <= nowSec - clockToleranceSec) throw new TokenError("TOKEN_EXPIRED", "the token has expired");
  const authTime = auth_time === undefined ? undefined : secondsOf("auth_time", auth_time);
  const latest = nowSec + Math.max(FUTURE_LIMIT_SEC, clockToleranceSec);
  const tooEarly =
    issuedAt > latest ||
    (authTime !== undefined && authTime > latest) ||
    (nbf !== undefined && secondsOf("nbf", nbf) > nowSec + clockToleranceSec);
  if (tooEarly)
    throw new TokenError("TOKEN_NOT_YET_VALID", "the token is from the future: is a clock wrong?");
  return {
    userId: textOf("sub", sub),
    sessionId: textOf("sid", sid),
    email: email === undefined ? undefined : textOf("email", email),
    emailVerified: flagOf("email_verified", email_verified),
    isAnonymous: flagOf("anonymous", anonymous ?? false),
    claims: objectOf("claims", claims),
    authenticatedAt: authTime === undefined ? undefined : new Date(authTime * 1000),
    amr: amr === undefined ? [] : textsOf("amr", amr),
    issuedAt: new Date(issuedAt * 1000),
    expiresAt: new Date(expiresAt * 1000),
    kid,
    payload,
  };
}

function secondsOf(name: string, value: unknown): number {
  return Number.isSafeInteger(value) ? (value as number) : wrong(name);
}

function textOf(name: string, value: unknown): string {
  return typeof value === "string" && value !== "" ? value : wrong(name);
}

function textsOf(name: string, value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map((each) => textOf(name, each)) : wrong(name);
}

function flagOf(name: string, value: unknown): boolean {
  return typeof value === "boolean" ? value : wrong(name);
}

function objectOf(name: string, value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : wrong(name);
}

function wrong(name: string): never {
  throw new TokenError("TOKEN_MALFORMED", `the token is malformed: its ${name} is missing or wrong`);
}
