import type { Millis } from "./millis.ts";

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
  /** The projects that it is limited to and whether it can only read, as JSON. Null without limits. */
  limits: string | null;
};

export type AdminTables = {
  admins: AdminRow;
  adminRoles: AdminRoleRow;
  adminInvites: AdminInviteRow;
  adminSessions: AdminSessionRow;
  personalAccessTokens: PersonalAccessTokenRow;
};
