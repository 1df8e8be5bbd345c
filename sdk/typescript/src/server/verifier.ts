import { createKeySet } from "./key-set.ts";
import { readToken } from "./read-token.ts";
import { requireStepUp } from "./step-up.ts";
import { TokenError } from "./token-error.ts";
import { type VerifiedToken, verifiedToken } from "./verified-token.ts";

/** The options of `createVerifier`. */
export type VerifierOptions = Readonly<{
  /** The server's base URL, exactly as it is configured there, for example `https://auth.example.com`. It is part of every token. */
  baseUrl: string;
  /** The project's slug. */
  project: string;
  /** Where to fetch the public keys, when your backend reaches the server at another URL than the apps do. */
  jwksUrl?: string;
  /** How many seconds your clock may be behind or ahead. Default: 5. */
  clockToleranceSec?: number;
  /**
   * How long keys are used before they are fetched again, in milliseconds. Default: 5 minutes. Keep it at 10 minutes or
   * less: a key is published 15 minutes before it signs.
   */
  cacheMs?: number;
  /** How long to wait for the keys, in milliseconds. Default: 5 seconds. */
  timeoutMs?: number;
  /** Fetches the keys instead of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Returns the time in milliseconds since 1970. For tests. */
  now?: () => number;
}>;

/** The options of `verify`, and of the helpers for web frameworks. */
export type VerifyOptions = Readonly<{
  /** Whether guests are accepted. False refuses them with `ANONYMOUS_NOT_ALLOWED`. Default: true. */
  allowAnonymous?: boolean;
  /**
   * Whether two factors are needed (`mfa` in the claim `amr`). Others are refused with `MFA_NOT_PROVEN`, also where the
   * project does not use second factors. Default: false.
   */
  requireMfa?: boolean;
  /**
   * How many seconds ago the user may have signed in, or proven again who they are, at most (the claim `auth_time`). Others
   * are refused with `AUTHENTICATION_TOO_OLD`, also where the project does not use second factors. Default: any.
   */
  maxAuthAge?: number;
}>;

/** Verifies access tokens. Made by `createVerifier`. */
export type Verifier = Readonly<{
  /** The `iss` that a token must have. */
  issuer: string;
  /** The `aud` that a token must have: the project's slug. */
  audience: string;
  /**
   * Verifies an access token and returns what it says.
   *
   * @throws `TokenError`, whose `reason` and `status` say why the token was refused.
   */
  verify: (token: string, options?: VerifyOptions) => Promise<VerifiedToken>;
}>;

/**
 * Creates a verifier, which checks access tokens offline with the public keys of the project. Create one per process:
 * it fetches the keys once and keeps them.
 *
 * A user who signed out or was disabled is refused when the token expires, 15 minutes after its issue at the latest.
 * Where that is too late, ask `introspectToken` of `createServerClient`.
 *
 * @throws `TypeError` when `baseUrl` or `project` is malformed.
 *
 * @example
 * import { createVerifier } from "@svc/sdk/server";
 *
 * const verifier = createVerifier({ baseUrl: "https://auth.example.com", project: "my-app" });
 * const { userId, claims } = await verifier.verify(accessToken);
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
    async verify(token, { allowAnonymous = true, ...stepUp } = {}) {
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
      requireStepUp(verified, stepUp, expected);
      return verified;
    },
  };
}

function issuerOf({ baseUrl, project }: VerifierOptions): string {
  if (!/^https?:\/\/[^?#]+$/.test(baseUrl)) throw new TypeError("baseUrl is no http(s) address");
  if (!/^[a-z0-9-]+$/.test(project)) throw new TypeError("project is no slug, such as my-app");
  return `${baseUrl.replace(/\/+$/, "")}/p/${project}`;
}
