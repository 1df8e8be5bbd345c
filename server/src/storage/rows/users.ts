import type { Generated } from "kysely";
import type { Millis } from "./millis.ts";

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
  /** Email and display name in lower case, for searching; kept by the queries that write them. */
  searchText: string;
  /** Set while the user is an unconverted guest. */
  guestSince: Millis | null;
  /** Set by SignUp; null once an address was proven or the address has changed. */
  unprovenSignUpAt: Millis | null;
  /** Raised whenever the password is replaced or all sessions are ended. Device tokens of an earlier one count as none. */
  credentialEpoch: number;
  disabledAt: Millis | null;
  /** The user asked for the deletion of the account. It is deleted at this time, unless they sign in before. */
  deletionDueAt: Millis | null;
  /** How they asked: `asked_by_user` or `asked_by_mail`. */
  deletionReason: string | null;
  /** The language tag that the user or their device asked for; null when none did. */
  locale: string | null;
  /** Since when emails to the address come back. None is sent to it until the mailbox is proven, or somebody clears this. */
  emailBouncedAt: Millis | null;
  /** What the relay or the caller said about it; null with `emailBouncedAt`. */
  emailBounceReason: string | null;
  createdAt: Millis;
  updatedAt: Millis;
};

/**
 * Named in every query, because `select *` fails on an open connection when the table loses a column. Only searches need
 * `searchText`.
 */
export const USER_COLUMNS = [
  "id",
  "projectId",
  "email",
  "emailVerifiedAt",
  "displayName",
  "avatarUrl",
  "passwordHash",
  "customClaims",
  "guestSince",
  "unprovenSignUpAt",
  "credentialEpoch",
  "disabledAt",
  "deletionDueAt",
  "deletionReason",
  "locale",
  "emailBouncedAt",
  "emailBounceReason",
  "createdAt",
  "updatedAt",
] as const satisfies readonly (keyof UserRow)[];

/** The same in a query that has another name for the table, or several tables. */
export function userColumns<Name extends string>(name: Name) {
  return USER_COLUMNS.map((column) => `${name}.${column}` as const);
}

/** One for each user, written together with the row in `users`. */
export type UserActivityRow = {
  userId: string;
  projectId: string;
  /** A sign-in writes it, and the first refresh of a day. */
  lastActiveAt: Millis;
  /** Null before the first sign-in. */
  lastSignInAt: Millis | null;
  /**
   * Of a guest: a day, in days since 1970, until which they were seen at least. The job that deletes stale guests finds
   * them by it and moves it on. A refresh does not, because it has an index.
   */
  guestDay: number | null;
  /** A copy from the user, for the list of disabled users by last sign-in. A trigger keeps it. */
  disabledAt: Millis | null;
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
  /** As the provider reported it. It is not the user's address, though it may be the same. */
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

/** An address or a provider account of a user who was deleted while disabled. */
export type BannedAddressRow = {
  projectId: string;
  /** Keyed, so that it cannot be computed from the address without the master key. */
  hash: string;
  /** The same for everything that is banned together with one user. */
  banId: string;
  bannedAt: Millis;
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

export type UserTables = {
  users: UserRow;
  userActivity: UserActivityRow;
  hashCounts: HashCountRow;
  identities: IdentityRow;
  bannedAddresses: BannedAddressRow;
  pushDevices: PushDeviceRow;
};
