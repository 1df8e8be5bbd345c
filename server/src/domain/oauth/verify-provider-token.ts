import { hash } from "node:crypto";
import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";
import { insertUsedToken } from "../../storage/oauth-used-tokens.ts";
import type { Project } from "../projects/project.ts";
import type { OAuthProvider, ProviderIdentity } from "./identity-provider.ts";
import { readIdentity } from "./read-identity.ts";
import { type Claims, UntrustedToken, verifyProviderJwt } from "./verify-provider-jwt.ts";

export type PresentedToken = Readonly<{
  provider: OAuthProvider;
  idToken: string;
  /** The raw nonce of the app. The token contains its SHA-256. */
  nonce: string;
}>;

/** Verified, but not consumed: that happens in the transaction. */
export type VerifiedToken = Readonly<{
  identity: ProviderIdentity;
  /** The client id that it was issued for. */
  audience: string;
  tokenHash: string;
  /** When it is certainly too old. */
  expiresAt: Millis;
}>;

/** Who received the token: the app from the provider's SDK, or this server in exchange for a code. */
export type TokenRoute = "app" | "web";

/** Apple's tokens are valid for a day, which is too long for a credential. */
const MAX_AGE_MS = 10 * 60_000;
const EXPIRY_SLACK_MS = 30_000;
const FUTURE_SLACK_MS = 60_000;

const ISSUERS: Readonly<Record<OAuthProvider, readonly string[]>> = {
  google: ["https://accounts.google.com", "accounts.google.com"],
  apple: ["https://appleid.apple.com"],
};

/** Verifies an ID token. Every failure is OAUTH_TOKEN_INVALID; only the log has the cause. */
export async function verifyProviderToken(
  app: Pick<App, "clock" | "identityProviders">,
  project: Project,
  token: PresentedToken,
  route: TokenRoute,
): Promise<VerifiedToken> {
  const { provider, idToken } = token;
  if (!project.settings[provider].enabled) throw new AppError("OAUTH_PROVIDER_DISABLED", provider);
  try {
    const claims = await verifyProviderJwt(app, provider, idToken);
    const audience = requireOurs(project, provider, route, claims);
    const iatMs = requireFresh(app.clock(), claims);
    requireNonce(project, token, route, claims);
    return {
      identity: readIdentity(provider, claims),
      audience,
      tokenHash: hashToken(idToken),
      expiresAt: iatMs + MAX_AGE_MS + FUTURE_SLACK_MS,
    };
  } catch (error) {
    if (error instanceof UntrustedToken)
      throw new AppError("OAUTH_TOKEN_INVALID", `${provider}: ${error.message}`);
    throw error;
  }
}

/** A token is accepted once. Call it in the transaction of what it opens. */
export async function useTokenOnce(
  app: Pick<App, "db">,
  project: Pick<Project, "id">,
  { tokenHash, expiresAt }: VerifiedToken,
): Promise<void> {
  const isFirstUse = await insertUsedToken(app.db, { projectId: project.id, hash: tokenHash, expiresAt });
  if (!isFirstUse) throw new AppError("OAUTH_TOKEN_INVALID", "used before");
}

function requireOurs(project: Project, provider: OAuthProvider, route: TokenRoute, claims: Claims): string {
  const { iss, aud, azp } = claims;
  if (typeof iss !== "string" || !ISSUERS[provider].includes(iss)) {
    throw new UntrustedToken(`issued by ${JSON.stringify(iss)}`);
  }
  const { audiences, parties } = clientsOf(project, provider, route);
  if (typeof aud !== "string" || !audiences.includes(aud)) {
    throw new UntrustedToken(`issued for ${JSON.stringify(aud)}`);
  }
  // Otherwise any other app of the same Google Cloud project could request tokens with our audience.
  if (azp !== undefined && (typeof azp !== "string" || !parties.includes(azp))) {
    throw new UntrustedToken(`issued to ${JSON.stringify(azp)}`);
  }
  return aud;
}

function clientsOf(
  { settings: { google, apple } }: Project,
  provider: OAuthProvider,
  route: TokenRoute,
): { audiences: string[]; parties: string[] } {
  const given = (...ids: string[]): string[] => ids.filter((id) => id !== "");
  if (provider === "apple") {
    const ids = route === "web" ? given(apple.servicesId) : given(apple.bundleId, apple.servicesId);
    return { audiences: ids, parties: ids };
  }
  if (route === "web") return { audiences: given(google.webClientId), parties: given(google.webClientId) };
  const audiences = given(google.webClientId, google.iosClientId);
  return { audiences, parties: [...audiences, ...given(google.androidClientId)] };
}

/** Returns when it was issued. */
function requireFresh(now: Millis, { iat, exp, nbf = 0 }: Claims): Millis {
  if (!isTime(iat) || !isTime(exp) || !isTime(nbf)) throw new UntrustedToken("iat, exp or nbf is no time");
  if (exp * 1000 <= now - EXPIRY_SLACK_MS) throw new UntrustedToken("expired");
  if (iat * 1000 > now + FUTURE_SLACK_MS || nbf * 1000 > now + FUTURE_SLACK_MS) {
    throw new UntrustedToken("from the future");
  }
  if (now - iat * 1000 > MAX_AGE_MS) throw new UntrustedToken("too old");
  return iat * 1000;
}

function isTime(claim: unknown): claim is number {
  return typeof claim === "number" && Number.isSafeInteger(claim) && claim >= 0;
}

/**
 * Accepts only a nonce whose hash is in the token. If the claim itself were accepted too, an attacker with a stolen
 * token could read the nonce from it.
 */
function requireNonce(
  project: Project,
  { provider, nonce }: PresentedToken,
  route: TokenRoute,
  claims: Claims,
): void {
  const { google } = project.settings;
  const mayBeMissing = provider === "google" && route === "app" && google.allowMissingNonce;
  // Older Google SDKs add their own nonce, which the app never learns.
  if (nonce === "" && mayBeMissing) return;
  if (nonce === "" || claims.nonce !== hash("sha256", nonce, "hex")) {
    throw new UntrustedToken("the nonce is missing or not the one sent");
  }
}
