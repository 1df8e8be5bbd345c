import type { Millis } from "./millis.ts";

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

export type SessionTables = {
  sessions: SessionRow;
  refreshTokens: RefreshTokenRow;
};
