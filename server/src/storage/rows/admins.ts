import type { Millis } from "./millis.ts";
import type { PasskeyRow } from "./passkeys.ts";

export type AdminRow = {
  id: string;
  email: string;
  passwordHash: string;
  createdAt: Millis;
  updatedAt: Millis;
  lastLoginAt: Millis | null;
};

/** A role of an administrator on the instance or in a project. */
export type AdminRoleRow = {
  adminId: string;
  /** Empty for the instance. */
  projectId: string;
  role: string;
};

/** An open invitation to become an administrator. */
export type AdminInviteRow = {
  id: string;
  email: string;
  /** SHA-256 of the newest link's token; null until the mail leaves. */
  hash: string | null;
  /** Email address of the administrator who invited. */
  invitedBy: string;
  createdAt: Millis;
  expiresAt: Millis;
  /** The roles that it brings, as JSON. Null in one of 0.1, which makes an owner. */
  roles: string | null;
};

export type AdminSessionRow = {
  hash: string;
  /** Names the session in lists; the hash stays inside. */
  id: string;
  adminId: string;
  createdAt: Millis;
  lastUsedAt: Millis;
  endsAt: Millis;
  /** When the password or a passkey was last proven in this session. */
  provenAt: Millis;
  ip: string;
  userAgent: string;
  /** The passkey that opened it. Null for a password. */
  passkeyId: string | null;
  /** When a second factor or a passkey was last proven in this session. Null when never. */
  factorProvenAt: Millis | null;
};

/** The authenticator app of an administrator. */
export type AdminTotpRow = {
  adminId: string;
  secretSealed: string;
  /** The step of the last code that was accepted. No code of it or of an earlier one works. */
  lastStep: number;
  createdAt: Millis;
  lastUsedAt: Millis | null;
};

export type AdminRecoveryCodeRow = {
  adminId: string;
  mac: string;
  createdAt: Millis;
  usedAt: Millis | null;
};

/** A login that waits for its second factor, or an enrollment that waits for its first code. */
export type AdminMfaChallengeRow = {
  /** SHA-256 of the token. */
  hash: string;
  adminId: string;
  purpose: "login" | "enroll";
  /** Of the password that was proven. With another one the challenge is void. */
  passwordEpoch: string;
  /** The session that began the enrollment. Null in a login. */
  sessionHash: string | null;
  /** Of an enrollment: the secret that the app is to get. */
  secretSealed: string | null;
  /** 1 for a login whose factor was enrolled a moment ago: it needs no further proof. */
  isEnrolled: number;
  attempts: number;
  createdAt: Millis;
  expiresAt: Millis;
};

/** Wrong codes of one kind in the last 24 hours. */
export type AdminFactorFailureRow = {
  adminId: string;
  factor: string;
  /** JSON list of times, the oldest first. */
  times: string;
  lastAt: Millis;
};

/** A passkey of an administrator. The columns are those of users' passkeys. */
export type AdminPasskeyRow = Omit<PasskeyRow, "projectId" | "userId"> & { adminId: string };

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
  /** The projects that it is limited to and whether it can only read, as JSON. Null without limits. */
  limits: string | null;
};

export type AdminTables = {
  admins: AdminRow;
  adminRoles: AdminRoleRow;
  adminInvites: AdminInviteRow;
  adminSessions: AdminSessionRow;
  adminPasskeys: AdminPasskeyRow;
  adminTotp: AdminTotpRow;
  adminRecoveryCodes: AdminRecoveryCodeRow;
  adminMfaChallenges: AdminMfaChallengeRow;
  adminFactorFailures: AdminFactorFailureRow;
  personalAccessTokens: PersonalAccessTokenRow;
};
