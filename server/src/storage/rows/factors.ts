import type { Millis } from "./millis.ts";

/** The authenticator app of a user. */
export type TotpFactorRow = {
  userId: string;
  projectId: string;
  /** The secret that the app shares, sealed with the project's key. */
  secretSealed: string;
  /** The step of the last code that was used. Only codes of later steps are accepted. */
  lastStep: number;
  createdAt: Millis;
  lastUsedAt: Millis | null;
};

/** A code that replaces the authenticator app once. */
export type RecoveryCodeRow = {
  userId: string;
  /** MAC of the code under a key of the project. */
  mac: string;
  projectId: string;
  createdAt: Millis;
  usedAt: Millis | null;
};

/** When somebody gave wrong proofs of one kind for a user. */
export type FactorFailureRow = {
  userId: string;
  /** `totp`, `recovery_code` or `passkey`. */
  factor: string;
  projectId: string;
  /** The latest, as a JSON list of times. */
  times: string;
};

/** A sign-in that waits for its second factor, or the enrollment of one. */
export type MfaChallengeRow = {
  /** SHA-256 of the token. */
  tokenHash: string;
  projectId: string;
  userId: string;
  /** `sign_in` or `enroll`. A token of one purpose is none for the other. */
  purpose: string;
  /** How the user has proven the first factor, or for an enrollment of a signed-in user: `session`. */
  method: string;
  /** What was proven: the hash of the password hash, the id of the provider account or the email address. */
  proof: string;
  /** That of the user when the first factor was proven. The challenge is void once it is another. */
  credentialEpoch: number;
  /** The session of a signed-in user who enrolls. */
  sessionId: string | null;
  /** How many proofs were wrong. */
  attempts: number;
  /** Of an enrollment: the secret that the new app shares. */
  secretSealed: string | null;
  /** Of an enrollment: the flow of the code that was emailed. */
  emailFlow: string | null;
  /** The second factor, if it was proven when the challenge was made. */
  provenFactor: string | null;
  createdAt: Millis;
  expiresAt: Millis;
  usedAt: Millis | null;
};

export type FactorTables = {
  totpFactors: TotpFactorRow;
  recoveryCodes: RecoveryCodeRow;
  factorFailures: FactorFailureRow;
  mfaChallenges: MfaChallengeRow;
};
