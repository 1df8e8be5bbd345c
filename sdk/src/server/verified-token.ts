import { TokenError } from "./token-error.ts";

/** What a good token says. */
export type VerifiedToken = Readonly<{
  /** Never changes, also not when a guest becomes a permanent user. Key your own data by it. */
  userId: string;
  sessionId: string;
  /** Absent for guests and for provider accounts without one. */
  email: string | undefined;
  emailVerified: boolean;
  /** A guest: untrusted for anything that a throwaway account must not do. */
  isAnonymous: boolean;
  /** The user's custom claims: roles and permissions, set by you alone. */
  claims: Readonly<Record<string, unknown>>;
  issuedAt: Date;
  expiresAt: Date;
  /** The key that signed it. */
  kid: string;
  /** The whole payload as it was signed. */
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
  if (iss !== issuer) throw new TokenError("WRONG_ISSUER", `the token was not issued by ${issuer}`);
  if (aud !== audience) throw new TokenError("WRONG_AUDIENCE", `the token is not for ${audience}`);
  const nowSec = now / 1000;
  const issuedAt = secondsOf("iat", iat);
  const expiresAt = secondsOf("exp", exp);
  if (expiresAt <= nowSec - clockToleranceSec) throw new TokenError("TOKEN_EXPIRED", "the token has expired");
  const tooEarly =
    issuedAt > nowSec + Math.max(FUTURE_LIMIT_SEC, clockToleranceSec) ||
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
