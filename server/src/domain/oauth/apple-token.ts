import type { App } from "../../app.ts";
import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { Identity } from "../../storage/db.ts";
import type { ProviderIdentity } from "./identity-provider.ts";

/**
 * Where Apple's refresh token is sealed for. It keeps this place in the outbox of revocations, so that
 * it moves there without being opened.
 */
export function appleTokenPlace(projectId: string, identityId: string): SealedPlace {
  return { table: "identities", column: "refresh_token_sealed", project: projectId, row: identityId };
}

/** What is stored of the token that a code was exchanged for; nothing where there is none. */
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
