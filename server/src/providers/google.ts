import type { IdentityProvider } from "../domain/oauth/identity-provider.ts";
import { createProviderKeys } from "./provider-keys.ts";
import type { ProviderOptions } from "./provider-options.ts";
import { createTokenEndpoint } from "./token-endpoint.ts";

/** A stand-in serves all of Google's paths on one origin. */
export function createGoogle({
  origin,
  keysLimitMs,
  limitMs,
  monotonicMs,
}: ProviderOptions): IdentityProvider {
  const accounts = origin ?? "https://accounts.google.com";
  const keys = `${origin ?? "https://www.googleapis.com"}/oauth2/v3/certs`;
  const tokens = origin ?? "https://oauth2.googleapis.com";
  return {
    ...createProviderKeys({ url: keys, limitMs: keysLimitMs, monotonicMs }),
    ...createTokenEndpoint({ tokenUrl: `${tokens}/token`, revokeUrl: `${tokens}/revoke`, limitMs }),
    authorizeUrl({ clientId, redirectUri, state, nonce, codeChallenge }) {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
      });
      return `${accounts}/o/oauth2/v2/auth?${query}`;
    },
  };
}
