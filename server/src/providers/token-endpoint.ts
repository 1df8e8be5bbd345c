import type { CodeGrant, IdentityProvider, ProviderClient } from "../domain/oauth/identity-provider.ts";
import { askProvider, type ProviderAnswer, unavailable } from "./ask-provider.ts";

/** The OAuth 2 token endpoint, which is the same for both providers. */
export function createTokenEndpoint(options: {
  tokenUrl: string;
  revokeUrl: string;
  limitMs: number;
}): Pick<IdentityProvider, "exchangeCode" | "revoke" | "probe"> {
  const { tokenUrl, revokeUrl, limitMs } = options;

  function present(client: ProviderClient, grant: CodeGrant): Promise<ProviderAnswer> {
    return askProvider(tokenUrl, limitMs, {
      grant_type: "authorization_code",
      code: grant.code,
      client_id: client.clientId,
      client_secret: client.clientSecret,
      ...(grant.redirectUri !== undefined && { redirect_uri: grant.redirectUri }),
      ...(grant.codeVerifier !== undefined && { code_verifier: grant.codeVerifier }),
    });
  }

  return {
    async exchangeCode(client, grant) {
      const answer = await present(client, grant);
      if (answer.status !== 200) return { kind: "refused", error: errorOf(tokenUrl, answer) };
      const { id_token: idToken, refresh_token: refreshToken } = answer.json;
      if (typeof idToken !== "string") throw unavailable(tokenUrl, "granted without an ID token");
      return {
        kind: "granted",
        idToken,
        refreshToken: typeof refreshToken === "string" && refreshToken !== "" ? refreshToken : undefined,
      };
    },

    async revoke(client, refreshToken) {
      const answer = await askProvider(revokeUrl, limitMs, {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        token: refreshToken,
        token_type_hint: "refresh_token",
      });
      if (answer.status === 200) return { kind: "revoked" };
      const error = errorOf(revokeUrl, answer);
      return error === "invalid_grant" || error === "invalid_token"
        ? { kind: "revoked" }
        : { kind: "refused", error };
    },

    async probe(client) {
      const answer = await present(client, { code: "svc-probe" });
      const { serverTime } = answer;
      const error = errorOf(tokenUrl, answer);
      // The provider checks the code after the client, so a refused code means an accepted client.
      return error === "invalid_grant"
        ? { kind: "accepted", serverTime }
        : { kind: "refused", error, serverTime };
    },
  };
}

/** The error code of RFC 6749. A response without one is not from a token endpoint. */
function errorOf(url: string, { status, json }: ProviderAnswer): string {
  const { error } = json;
  if (status < 400 || typeof error !== "string" || !/^[\x21-\x7e]{1,100}$/.test(error)) {
    throw unavailable(url, `status ${status} without an error code`);
  }
  return error;
}
