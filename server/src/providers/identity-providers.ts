import type { IdentityProviders, OAuthProvider } from "../domain/oauth/identity-provider.ts";
import { createApple } from "./apple.ts";
import { createGoogle } from "./google.ts";

export type ProviderOrigins = Readonly<Partial<Record<OAuthProvider, string | undefined>>>;

const WAIT_MS = 5_000;

export function createIdentityProviders(
  origins: ProviderOrigins,
  monotonicMs: () => number,
  waitMs: number = WAIT_MS,
): IdentityProviders {
  const limits = { keysLimitMs: 0.4 * waitMs, limitMs: 0.6 * waitMs, monotonicMs };
  return {
    google: createGoogle({ origin: origins.google, ...limits }),
    apple: createApple({ origin: origins.apple, ...limits }),
  };
}
