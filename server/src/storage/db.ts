import type { Generated, Kysely, Selectable } from "kysely";
import type { BillingTables } from "./rows/billing.ts";
import type { AddressUndoRow, EmailTokenRow, MailTables, OutboxRow } from "./rows/mail.ts";
import type { Millis } from "./rows/millis.ts";

export type {
  BillingAccountRow,
  BillingInboxRow,
  BillingStoreRow,
  EntitlementGrantRow,
  PurchaseRow,
  StripeCancellationRow,
  SubscriptionRow,
} from "./rows/billing.ts";
export type { Millis };

export type InstanceSettingRow = { key: string; value: string; updatedAt: Millis };

export type ProjectRow = {
  id: string;
  slug: string;
  name: string;
  publishableKey: string;
  secretKeyHash: string;
  secretKeyLast4: string;
  /** JSON of ProjectSettings: what `project apply` writes. */
  settings: string;
  createdAt: Millis;
  updatedAt: Millis;
  /** Set once the project is gone for everybody, while its rows are being deleted. */
  deletedAt: Millis | null;
};

/** A secret of a sign-in provider, which only the server itself reads. */
export type ProviderSecretRow = { projectId: string; name: string; sealed: string; updatedAt: Millis };

/** The whole look of a project from `createdAt` on. No two of a project have the same moment. */
export type ThemeRevisionRow = {
  id: string;
  projectId: string;
  /** JSON of Theme; null for the default one. */
  theme: string | null;
  createdAt: Millis;
  /** E-mail address of the administrator; empty for the look a project starts with. */
  createdBy: string;
};

/** An uploaded file, named after its content. */
export type AssetRow = {
  projectId: string;
  name: string;
  contentType: string;
  /** Base64. */
  data: string;
  createdAt: Millis;
};

export type SigningKeyRow = {
  kid: string;
  projectId: string;
  publicJwk: string;
  privateKeySealed: string;
  createdAt: Millis;
  /** Null while the key signs; afterwards the moment it leaves the JWKS. */
  graceUntil: Millis | null;
};

export type UserRow = {
  id: string;
  projectId: string;
  /** In canonical form, unique in the project; null for guests. */
  email: string | null;
  emailVerifiedAt: Millis | null;
  displayName: string;
  avatarUrl: string;
  passwordHash: string | null;
  customClaims: string;
  /** E-mail and display name in lower case, for searching; kept by the queries that write them. */
  searchText: string;
  /** Set while the user is an unconverted guest. */
  guestSince: Millis | null;
  /** Set by SignUp; null once an address was proven or the address has changed. */
  unprovenSignUpAt: Millis | null;
  /** Raised whenever the password is replaced or all sessions are ended. Device tokens of an earlier one count as none. */
  credentialEpoch: number;
  disabledAt: Millis | null;
  lastSignInAt: Millis | null;
  lastActiveAt: Millis;
  createdAt: Millis;
  updatedAt: Millis;
};

/** How many users of a project have a password hash of one cost; a kind has several rows, which are added up. */
export type HashCountRow = {
  projectId: string;
  /** A hash of that cost which no password matches. */
  kind: string;
  shard: number;
  users: number;
};

export type IdentityRow = {
  id: string;
  projectId: string;
  userId: string;
  provider: string;
  subject: string;
  /** As the provider told it. It is not the user's address, though it may be the same. */
  email: string | null;
  /** 1 when the provider answers for the mailbox, else 0. */
  emailAuthoritative: Generated<number>;
  /** 1 for an address of Apple's private relay, else 0. */
  isPrivateEmail: Generated<number>;
  /** Since when Apple's relay forwards no mails. */
  relayDisabledAt: Millis | null;
  /** Apple's, and the client it was issued to: needed to withdraw the consent when the account goes. */
  refreshTokenSealed: string | null;
  refreshTokenClientId: string | null;
  createdAt: Millis;
  lastUsedAt: Millis | null;
};

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

/** One sign-in on one device: the family of its refresh tokens. */
export type SessionRow = {
  id: string;
  projectId: string;
  userId: string;
  method: string;
  userAgent: string;
  ip: string;
  createdAt: Millis;
  lastUsedAt: Millis;
  /** The absolute end, however often it is refreshed. */
  endsAt: Millis;
  revokedAt: Millis | null;
  revokedReason: string | null;
};

export type RefreshTokenRow = {
  hash: string;
  projectId: string;
  sessionId: string;
  createdAt: Millis;
  expiresAt: Millis;
  consumedAt: Millis | null;
  /** SHA-256 of the attempt id that consumed it. */
  attemptHash: string | null;
  /** The successor, sealed under a key derived from the attempt id, until the successor is used. */
  replay: string | null;
  /** The token that it took the place of; the first of a session has none. */
  predecessorHash: string | null;
};

/** Where the customer's backend reaches a user; gone with the session that registered it. */
export type PushDeviceRow = {
  id: string;
  projectId: string;
  userId: string;
  sessionId: string;
  /** Made by the app once for each installation. */
  installationId: string;
  provider: string;
  /** Empty where the provider has only one. */
  environment: string;
  tokenHash: string;
  tokenSealed: string;
  appId: string;
  appVersion: string;
  os: string;
  osVersion: string;
  deviceModel: string;
  locale: string;
  timezone: string;
  /** 1 or 0. */
  notificationsEnabled: number;
  createdAt: Millis;
  lastRegisteredAt: Millis;
};

export type EventRow = {
  id: string;
  /** Null for what happens to the instance itself. */
  projectId: string | null;
  kind: string;
  at: Millis;
  userId: string | null;
  /** Who did it: `user:<id>`, `admin:<e-mail>`, `backend` or `system`. */
  actor: string;
  ip: string | null;
  data: string;
};

/** A day on which a user signed in or refreshed, `YYYY-MM-DD` in the project's time zone. */
export type UserActiveDayRow = {
  projectId: string;
  userId: string;
  day: string;
  /** Days since the user was active before, at most 30: as long as that ago, or never. */
  gap: number;
};

/** What was counted for a day. Some metrics have parts, named by the key; it is empty otherwise. */
export type DailyStatRow = { projectId: string; metric: string; day: string; key: string; value: number };

/** How far a project's events are counted, and in which time zone. */
export type RollupRow = { projectId: string; timezone: string; countedUntil: Millis };

export type RateLimitRow = { key: string; count: number; resetsAt: Millis; blockedUntil: Millis };

export type AdminRow = {
  id: string;
  email: string;
  passwordHash: string;
  createdAt: Millis;
  updatedAt: Millis;
  lastLoginAt: Millis | null;
};

/** An open invitation to become an administrator. */
export type AdminInviteRow = {
  id: string;
  email: string;
  /** SHA-256 of the newest link's token; null until the mail leaves. */
  hash: string | null;
  /** E-mail address of the administrator who invited. */
  invitedBy: string;
  createdAt: Millis;
  expiresAt: Millis;
};

export type AdminSessionRow = {
  hash: string;
  /** Names the session in lists; the hash stays inside. */
  id: string;
  adminId: string;
  createdAt: Millis;
  lastUsedAt: Millis;
  endsAt: Millis;
  /** When the password was last proven in this session. */
  provenAt: Millis;
  ip: string;
  userAgent: string;
};

export type PersonalAccessTokenRow = {
  id: string;
  adminId: string;
  /** The token with which it was created; null for the console and the command line on the server. */
  parentId: string | null;
  name: string;
  hash: string;
  last4: string;
  createdAt: Millis;
  expiresAt: Millis | null;
  revokedAt: Millis | null;
  lastUsedAt: Millis | null;
};

export type LeaseRow = { name: string; holder: string; until: Millis };

/** A certificate for these names from this authority: the newest one, and how getting the next one fares. */
export type CertificateRow = {
  id: string;
  /** Address of the authority's directory. */
  directory: string;
  /** In order, separated by commas. */
  names: string;
  /** PEM, its own certificate first; null until one is issued, like the three below. */
  chain: string | null;
  privateKeySealed: string | null;
  notBefore: Millis | null;
  notAfter: Millis | null;
  /** Since the newest one was issued. */
  attempts: number;
  nextAttemptAt: Millis;
  lastError: string | null;
  lastErrorAt: Millis | null;
};

/** The key by which an authority knows this instance. */
export type AcmeAccountRow = { id: string; directory: string; keySealed: string; createdAt: Millis };

/** What the authority will ask for on port 80 of whichever replica it reaches. Not a secret. */
export type AcmeChallengeRow = { token: string; answer: string; expiresAt: Millis };

export type Tables = BillingTables &
  MailTables & {
    instanceSettings: InstanceSettingRow;
    projects: ProjectRow;
    providerSecrets: ProviderSecretRow;
    themeRevisions: ThemeRevisionRow;
    assets: AssetRow;
    signingKeys: SigningKeyRow;
    users: UserRow;
    hashCounts: HashCountRow;
    identities: IdentityRow;
    oauthUsedTokens: OauthUsedTokenRow;
    oauthFlows: OauthFlowRow;
    oauthHandoffs: OauthHandoffRow;
    appleRevocations: AppleRevocationRow;
    appleNotifications: AppleNotificationRow;
    sessions: SessionRow;
    refreshTokens: RefreshTokenRow;
    pushDevices: PushDeviceRow;
    events: EventRow;
    userActiveDays: UserActiveDayRow;
    dailyStats: DailyStatRow;
    rollups: RollupRow;
    admins: AdminRow;
    adminInvites: AdminInviteRow;
    adminSessions: AdminSessionRow;
    personalAccessTokens: PersonalAccessTokenRow;
    rateLimits: RateLimitRow;
    leases: LeaseRow;
    certificates: CertificateRow;
    acmeAccounts: AcmeAccountRow;
    acmeChallenges: AcmeChallengeRow;
  };

export type Db = Kysely<Tables>;

export type SigningKey = Selectable<SigningKeyRow>;
export type User = Selectable<UserRow>;
export type Identity = Selectable<IdentityRow>;
export type OauthFlow = Selectable<OauthFlowRow>;
export type OauthHandoff = Selectable<OauthHandoffRow>;
export type AppleRevocation = Selectable<AppleRevocationRow>;
export type EmailToken = Selectable<EmailTokenRow>;
export type AddressUndo = Selectable<AddressUndoRow>;
export type OutboxMail = Selectable<OutboxRow>;
/** With the slug of its project; null for a mail of the instance itself. */
export type UnsentMail = OutboxMail & { slug: string | null };
export type UnsentState = "waiting" | "failed";
export type Session = Selectable<SessionRow>;
/** A session that can still be refreshed, and until when if nobody does. */
export type LiveSession = Session & { expiresAt: Millis };
export type RefreshToken = Selectable<RefreshTokenRow>;
export type PushDevice = Selectable<PushDeviceRow>;
export type Admin = Selectable<AdminRow>;
export type AdminInvite = Selectable<AdminInviteRow>;
export type AdminSession = Selectable<AdminSessionRow>;
export type PersonalAccessToken = Selectable<PersonalAccessTokenRow>;
export type Certificate = Selectable<CertificateRow>;
export type AcmeAccount = Selectable<AcmeAccountRow>;
