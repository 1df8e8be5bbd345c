import { createPublicKey, type KeyObject } from "node:crypto";
import type {
  IdentityProvider,
  IdentityProviders,
  OAuthProvider,
} from "../../src/domain/oauth/identity-provider.ts";
import { AppError } from "../../src/errors.ts";
import { APPLE, GOOGLE, NONCE } from "../../src/testing/oauth.ts";
import { type Claims, hashedNonce, newRsaKey, signRs256 } from "../../src/testing/token-issuer.ts";
import { step } from "./actor.ts";

export { APPLE, GOOGLE, NONCE };

const KID = "key-1";

let key: { privateKey: KeyObject; publicKey: KeyObject } | undefined;

function keyPair(): { privateKey: KeyObject; publicKey: KeyObject } {
  if (!key) {
    const privateKey = newRsaKey();
    key = { privateKey, publicKey: createPublicKey(privateKey) };
  }
  return key;
}

function provider(name: OAuthProvider): IdentityProvider {
  const refuse = async (): Promise<never> => {
    throw new AppError("PROVIDER_UNAVAILABLE", name);
  };
  return {
    findKey: (kid) => step(`ask ${name}`, async () => (kid === KID ? keyPair().publicKey : undefined)),
    countKeys: async () => 1,
    authorizeUrl: () => "https://provider.example/authorize",
    exchangeCode: refuse,
    revoke: refuse,
    probe: refuse,
  };
}

/** Both providers in this process: one key signs for them. */
export const providerStandIns: IdentityProviders = { google: provider("google"), apple: provider("apple") };

/** What the provider's SDK gives to the app. */
export function idToken(name: OAuthProvider, now: number, claims: Claims): string {
  const iat = Math.floor(now / 1000);
  const issuer = name === "google" ? "https://accounts.google.com" : "https://appleid.apple.com";
  const aud = name === "google" ? GOOGLE.webClientId : APPLE.bundleId;
  const common = { iss: issuer, aud, iat, exp: iat + 3600, nonce: hashedNonce(NONCE) };
  return signRs256({ alg: "RS256", kid: KID }, { ...common, ...claims }, keyPair().privateKey);
}

/** A notification of Apple's, as its server posts it. */
export function appleNotification(now: number, jti: string, event: Claims): string {
  const payload = idToken("apple", now, { jti, events: JSON.stringify({ ...event, event_time: now }) });
  return JSON.stringify({ payload });
}
