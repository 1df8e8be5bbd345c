import type { App } from "../../app.ts";
import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { Identity } from "../../storage/db.ts";
import type { ProviderIdentity } from "./identity-provider.ts";

/**
 * The place that Apple's refresh token is sealed for. It stays the same in the queue of revocations, so that the token
 * can move there without being opened.
 */
export function appleTokenPlace(projectId: string, identityId: string): SealedPlace {
  return { table: "identities", column: "refresh_token_sealed", project: projectId, row: identityId };
}

/** The columns for the refresh token that a code was exchanged for; empty if there is none. */
export function sealAppleToken(
  app: Pick<App, "secretBox">,
  projectId: string,
  identityId: string,
  { provider, refreshToken, clientId }: Pick<ProviderIdentity, "provider" | "refreshToken" | "clientId">,
): Partial<Pick<Identity, "refreshTokenSealed" | "refreshTokenClientId">> {
  if (provider !== "apple" || refreshToken === undefined || clientId === undefined) return {};
  const refreshTokenSealed = app.secretBox.seal(refreshToken, appleTokenPlace(projectId, identityId));
  return { refreshTokenSealed, refreshTokenClientId: clientId };
}
