import type { Millis } from "./millis.ts";

/** A key pair that signs a user in. The private half never leaves the user's devices. */
export type PasskeyRow = {
  id: string;
  projectId: string;
  userId: string;
  /** Given by the authenticator, in base64url. Unique in the project. */
  credentialId: string;
  /** COSE key in base64url. */
  publicKey: string;
  /** COSE algorithm: -7, -8 or -257. */
  algorithm: number;
  /** The domain it was made for. */
  rpId: string;
  /** Stands for the user towards authenticators, in base64url; the same in all passkeys of a user. */
  userHandle: string;
  /** Of the last ceremony. Always 0 for most passkeys that are kept in several places. */
  signCount: number;
  /** How the authenticator is reached, separated by commas. */
  transports: string;
  /** The authenticator's model as it says itself, as a UUID. Nothing is decided by it. */
  aaguid: string;
  /** 1 when it may be kept in several places, else 0. Never changes. */
  backupEligible: number;
  /** 1 when it was kept in several places at the last ceremony, else 0. */
  backedUp: number;
  name: string;
  createdAt: Millis;
  lastUsedAt: Millis | null;
};

/** For a query that reads other tables, too. */
export const PASSKEY_COLUMNS = [
  "id",
  "projectId",
  "userId",
  "credentialId",
  "publicKey",
  "algorithm",
  "rpId",
  "userHandle",
  "signCount",
  "transports",
  "aaguid",
  "backupEligible",
  "backedUp",
  "name",
  "createdAt",
  "lastUsedAt",
] as const satisfies readonly (keyof PasskeyRow)[];

/** A challenge that was answered once and must not be again. */
export type UsedPasskeyChallengeRow = {
  hash: string;
  /** Null for a challenge of an administrator. */
  projectId: string | null;
  expiresAt: Millis;
};

/** A challenge that somebody answers now. */
export type AnsweredChallenge = UsedPasskeyChallengeRow & { issuedAt: Millis };

export type PasskeyTables = { passkeys: PasskeyRow; usedPasskeyChallenges: UsedPasskeyChallengeRow };
