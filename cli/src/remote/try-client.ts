import type { KeyObject } from "node:crypto";
import { signEs256 } from "@svc/server/credentials";
import { AppError } from "@svc/server/errors";
import { providerOrigins } from "./provider-origins.ts";

const WAIT_MS = 15_000;
const SECRET_SECONDS = 300;

/** What a provider thinks of a client id and its secret. */
export type Tried = Readonly<
  { kind: "accepted" } | { kind: "refused"; error: string } | { kind: "unreachable"; why: string }
>;

/** Tries them at the provider's token endpoint, from this machine, with a code that cannot be one. */
export async function tryClient(
  provider: "google" | "apple",
  client: { clientId: string; clientSecret: string },
  waitMs: number = WAIT_MS,
): Promise<Tried> {
  const { createIdentityProviders } = await import("@svc/server/providers");
  const providers = createIdentityProviders(providerOrigins(), () => performance.now(), waitMs);
  try {
    return await providers[provider].probe(client);
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== "PROVIDER_UNAVAILABLE") throw error;
    return { kind: "unreachable", why: error.detail ?? error.message };
  }
}

/** Apple's secret is a statement signed with the team's key, good for a few minutes. */
export function tryAppleKey(
  key: KeyObject,
  ids: { teamId: string; keyId: string; clientId: string },
  waitMs: number = WAIT_MS,
): Promise<Tried> {
  const { teamId, keyId, clientId } = ids;
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    iss: teamId,
    sub: clientId,
    aud: "https://appleid.apple.com",
    iat,
    exp: iat + SECRET_SECONDS,
  };
  return tryClient("apple", { clientId, clientSecret: signEs256(key, keyId, claims) }, waitMs);
}
