import type { Millis } from "./millis.ts";

/** A provider's token that was accepted once and must not be again. */
export type OauthUsedTokenRow = { projectId: string; hash: string; expiresAt: Millis };

/** A redirect to a provider from which nobody has come back yet. */
export type OauthFlowRow = {
  /** SHA-256 of the state that the provider returns. */
  stateHash: string;
  projectId: string;
  provider: string;
  /** JSON: PKCE verifier and nonce towards the provider. */
  secretsSealed: string;
  redirectTo: string;
  appState: string;
  appChallenge: string;
  /** SHA-256 of the cookie of the browser that began it. */
  cookieHash: string;
  createdAt: Millis;
  expiresAt: Millis;
};

/** What a redirect proved, until the app fetches it with its one-time code. */
export type OauthHandoffRow = {
  codeHash: string;
  projectId: string;
  appChallenge: string;
  /** JSON of ProviderIdentity. */
  identitySealed: string;
  createdAt: Millis;
  expiresAt: Millis;
  usedAt: Millis | null;
  /** The session that the first use opened; a second use ends it. */
  sessionId: string | null;
};

/** A token of Apple to be revoked. It keeps the id of the identity it came from, whose place it is sealed for. */
export type AppleRevocationRow = {
  id: string;
  projectId: string;
  refreshTokenSealed: string;
  clientId: string;
  createdAt: Millis;
  attempts: number;
  nextAttemptAt: Millis;
  lastError: string | null;
  gaveUpAt: Millis | null;
};

/** A notification of Apple's that was acted upon. */
export type AppleNotificationRow = { projectId: string; jti: string; receivedAt: Millis };

export type OauthTables = {
  oauthUsedTokens: OauthUsedTokenRow;
  oauthFlows: OauthFlowRow;
  oauthHandoffs: OauthHandoffRow;
  appleRevocations: AppleRevocationRow;
  appleNotifications: AppleNotificationRow;
};
