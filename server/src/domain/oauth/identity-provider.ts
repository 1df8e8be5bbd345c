import type { KeyObject } from "node:crypto";
import type { Millis } from "../../storage/db.ts";

export const oauthProviders = ["google", "apple"] as const;

export type OAuthProvider = (typeof oauthProviders)[number];

/** An account at a provider, as the provider itself vouches for it. */
export type ProviderIdentity = Readonly<{
  provider: OAuthProvider;
  /** The permanent id of the account at the provider. Nothing else identifies it. */
  subject: string;
  /** In canonical form; null when the provider gives none that is valid. */
  email: string | null;
  emailVerified: boolean;
  /** The provider vouches that the owner of the account also owns the mailbox. */
  emailAuthoritative: boolean;
  /** An address of Apple's private relay. */
  isPrivateEmail: boolean;
  /** For display only. Empty when the provider gives none. */
  name: string;
  picture: string;
  /** Apple only, when a code was exchanged. It can revoke the consent. It is a secret. */
  refreshToken?: string | undefined;
  /** The client that the refresh token was issued to; no other can use it. */
  clientId?: string | undefined;
}>;

/** Our OAuth client at the provider. */
export type ProviderClient = Readonly<{ clientId: string; clientSecret: string }>;

export type AuthorizeRequest = Readonly<{
  clientId: string;
  redirectUri: string;
  state: string;
  /** The hexadecimal SHA-256 of the raw nonce. The ID token contains it unchanged. */
  nonce: string;
  /** S256. Not sent to Apple, which does not support PKCE. */
  codeChallenge: string;
}>;

export type CodeGrant = Readonly<{
  code: string;
  /** Set if and only if the authorization request had one, so not for a native app's code. */
  redirectUri?: string | undefined;
  codeVerifier?: string | undefined;
}>;

export type ExchangeOutcome = Readonly<
  | { kind: "granted"; idToken: string; refreshToken: string | undefined }
  /** `error` is the provider's error code, such as invalid_grant. */
  | { kind: "refused"; error: string }
>;

/** Whether the provider accepts our client id and secret, and the provider's time. */
export type ProbeOutcome = Readonly<
  | { kind: "accepted"; serverTime: Millis | undefined }
  | { kind: "refused"; error: string; serverTime: Millis | undefined }
>;

/**
 * The calls to Google or Apple. Each throws PROVIDER_UNAVAILABLE when the provider does not answer in time, fails, or
 * answers with something unexpected.
 */
export type IdentityProvider = Readonly<{
  /** The provider's signing key with this id; undefined when there is none. */
  findKey: (kid: string) => Promise<KeyObject | undefined>;
  /** Fetches the keys without the cache and returns how many there are. */
  countKeys: () => Promise<number>;
  authorizeUrl: (request: AuthorizeRequest) => string;
  exchangeCode: (client: ProviderClient, grant: CodeGrant) => Promise<ExchangeOutcome>;
  /** `refused` with the provider's error code. A token that is already invalid counts as revoked. */
  revoke: (
    client: ProviderClient,
    refreshToken: string,
  ) => Promise<{ kind: "revoked" } | { kind: "refused"; error: string }>;
  /** Checks client id and secret with an invalid code. Changes nothing. */
  probe: (client: ProviderClient) => Promise<ProbeOutcome>;
}>;

export type IdentityProviders = Readonly<Record<OAuthProvider, IdentityProvider>>;
