import type { KeyObject } from "node:crypto";
import type { Millis } from "../../storage/db.ts";

export const oauthProviders = ["google", "apple"] as const;

export type OAuthProvider = (typeof oauthProviders)[number];

/** An account at a provider, as the provider itself vouches for it. */
export type ProviderIdentity = Readonly<{
  provider: OAuthProvider;
  /** Who it is, for good. Nothing else identifies anybody. */
  subject: string;
  /** In canonical form; null when the provider tells none that we could write to. */
  email: string | null;
  emailVerified: boolean;
  /** The provider answers for the mailbox: whoever holds this account reads the mail of that address. */
  emailAuthoritative: boolean;
  /** An address of Apple's private relay. */
  isPrivateEmail: boolean;
  /** For display only. Empty when the provider tells none. */
  name: string;
  picture: string;
  /** Apple only, when a code was exchanged: with it the consent can be withdrawn. It is a secret. */
  refreshToken?: string | undefined;
  /** The client that the refresh token was issued to; no other can use it. */
  clientId?: string | undefined;
}>;

/** Our account at the provider. */
export type ProviderClient = Readonly<{ clientId: string; clientSecret: string }>;

export type AuthorizeRequest = Readonly<{
  clientId: string;
  redirectUri: string;
  state: string;
  /** Goes into the ID token as it is: the hexadecimal SHA-256 of the raw nonce. */
  nonce: string;
  /** S256. Apple knows no PKCE and does not get it. */
  codeChallenge: string;
}>;

export type CodeGrant = Readonly<{
  code: string;
  /** Exactly when the authorization request carried one: never for a native app's code. */
  redirectUri?: string | undefined;
  codeVerifier?: string | undefined;
}>;

export type ExchangeOutcome = Readonly<
  | { kind: "granted"; idToken: string; refreshToken: string | undefined }
  /** `error` is the provider's word for it, such as invalid_grant. */
  | { kind: "refused"; error: string }
>;

/** What the provider thinks of our client id and secret, and what time it is there. */
export type ProbeOutcome = Readonly<
  | { kind: "accepted"; serverTime: Millis | undefined }
  | { kind: "refused"; error: string; serverTime: Millis | undefined }
>;

/**
 * What the server asks of Google or Apple. Where the provider does not answer in time, answers with
 * an error of its own or with something else than it should, each throws PROVIDER_UNAVAILABLE.
 */
export type IdentityProvider = Readonly<{
  /** The key that the provider signs tokens with under this id; undefined when it has none. */
  findKey: (kid: string) => Promise<KeyObject | undefined>;
  /** Asks for the keys now, whatever is cached, and says how many there are. */
  countKeys: () => Promise<number>;
  authorizeUrl: (request: AuthorizeRequest) => string;
  exchangeCode: (client: ProviderClient, grant: CodeGrant) => Promise<ExchangeOutcome>;
  /** `refused` with the provider's word for it. A token that is invalid already counts as revoked. */
  revoke: (
    client: ProviderClient,
    refreshToken: string,
  ) => Promise<{ kind: "revoked" } | { kind: "refused"; error: string }>;
  /** Tries client id and secret with a code that cannot be one; changes nothing. */
  probe: (client: ProviderClient) => Promise<ProbeOutcome>;
}>;

export type IdentityProviders = Readonly<Record<OAuthProvider, IdentityProvider>>;
