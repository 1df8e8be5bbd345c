import type { Millis } from "./millis.ts";

export type InstanceSettingRow = { key: string; value: string; updatedAt: Millis };

export type RateLimitRow = { key: string; count: number; resetsAt: Millis; blockedUntil: Millis };

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

/** Somebody who was erased: a user, or with an empty user id a whole project. */
export type ErasureRow = {
  /** Later than `erasedAt` if a restore wrote the row. */
  recordedAt: Millis;
  projectId: string;
  userId: string;
  erasedAt: Millis;
  /** 1 if the address and the provider accounts of the user were banned. */
  banned: number;
};

export type ServerTables = {
  instanceSettings: InstanceSettingRow;
  rateLimits: RateLimitRow;
  leases: LeaseRow;
  certificates: CertificateRow;
  acmeAccounts: AcmeAccountRow;
  acmeChallenges: AcmeChallengeRow;
  erasures: ErasureRow;
};
