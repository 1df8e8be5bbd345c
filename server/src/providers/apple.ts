import type { IdentityProvider } from "../domain/oauth/identity-provider.ts";
import { createProviderKeys } from "./provider-keys.ts";
import type { ProviderOptions } from "./provider-options.ts";
import { createTokenEndpoint } from "./token-endpoint.ts";

export function createApple({
  origin,
  keysLimitMs,
  limitMs,
  monotonicMs,
}: ProviderOptions): IdentityProvider {
  const apple = `${origin ?? "https://appleid.apple.com"}/auth`;
  return {
    ...createProviderKeys({ url: `${apple}/keys`, limitMs: keysLimitMs, monotonicMs }),
    ...createTokenEndpoint({ tokenUrl: `${apple}/token`, revokeUrl: `${apple}/revoke`, limitMs }),
    authorizeUrl({ clientId, redirectUri, state, nonce }) {
      // Apple requires form_post if a scope is requested.
      const query = new URLSearchParams({
        response_type: "code",
        response_mode: "form_post",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: "name email",
        state,
        nonce,
      });
      return `${apple}/authorize?${query}`;
    },
  };
}
