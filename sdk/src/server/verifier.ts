import { createKeySet } from "./key-set.ts";
import { readToken } from "./read-token.ts";
import { TokenError } from "./token-error.ts";
import { type VerifiedToken, verifiedToken } from "./verified-token.ts";

export type VerifierOptions = Readonly<{
  /** Where the server is, exactly as it is configured there, for example `https://auth.example.com`. */
  baseUrl: string;
  /** The project's slug. */
  project: string;
  /** Where the keys are, when your backend reaches the server by another address than the apps do. */
  jwksUrl?: string;
  /** How far your clock may be behind or ahead; 5 seconds. */
  clockToleranceSec?: number;
  /** How long keys are used before they are fetched again; 5 minutes. */
  cacheMs?: number;
  /** How long to wait for the keys; 5 seconds. */
  timeoutMs?: number;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
}>;

export type VerifyOptions = Readonly<{
  /** False refuses guests with ANONYMOUS_NOT_ALLOWED. They are allowed unless you say so. */
  allowAnonymous?: boolean;
}>;

export type Verifier = Readonly<{
  /** Of every token that is accepted. */
  issuer: string;
  audience: string;
  /** What the token says, once everything about it was checked; otherwise throws a TokenError. */
  verify: (token: string, options?: VerifyOptions) => Promise<VerifiedToken>;
}>;

/**
 * Checks access tokens offline, with the public keys of the project. A user who was disabled or signed out is
 * found out when the token expires, 15 minutes after its issue at the latest; ask `introspectToken` of the
 * server client where that is too late.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { project, clockToleranceSec = 5, cacheMs = 300_000, timeoutMs = 5_000, now = Date.now } = options;
  const issuer = issuerOf(options);
  const keys = createKeySet({
    jwksUrl: options.jwksUrl ?? `${issuer}/.well-known/jwks.json`,
    cacheMs,
    timeoutMs,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    now,
  });
  return {
    issuer,
    audience: project,
    async verify(token, { allowAnonymous = true } = {}) {
      if (typeof token !== "string" || token === "")
        throw new TokenError("TOKEN_MISSING", "there is no token");
      const { kid, payload, signed, signature } = readToken(token);
      const key = await keys.find(kid);
      const isGenuine = await crypto.subtle.verify(
        { name: "ECDSA", hash: "SHA-256" },
        key,
        signature,
        signed,
      );
      if (!isGenuine) throw new TokenError("SIGNATURE_INVALID", "the signature of the token is wrong");
      const expected = { issuer, audience: project, now: now(), clockToleranceSec };
      const verified = verifiedToken(kid, payload, expected);
      if (verified.isAnonymous && !allowAnonymous) {
        throw new TokenError("ANONYMOUS_NOT_ALLOWED", "guests may not do this: sign in first");
      }
      return verified;
    },
  };
}

function issuerOf({ baseUrl, project }: VerifierOptions): string {
  if (!/^https?:\/\/[^?#]+$/.test(baseUrl)) throw new TypeError("baseUrl is no http(s) address");
  if (!/^[a-z0-9-]+$/.test(project)) throw new TypeError("project is no slug, such as my-app");
  return `${baseUrl.replace(/\/+$/, "")}/p/${project}`;
}
