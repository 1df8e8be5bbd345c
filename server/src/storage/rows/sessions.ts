import type { Millis } from "./millis.ts";

/** One sign-in on one device: the family of its refresh tokens. */
export type SessionRow = {
  id: string;
  projectId: string;
  userId: string;
  method: string;
  /** The passkey that opened it. */
  passkeyId: string | null;
  /** When the user last proved who they are. Null: when it was opened. */
  authenticatedAt: Millis | null;
  /** What they proved it with, separated by spaces, such as `password totp`. Null: the method. */
  provenBy: string | null;
  userAgent: string;
  ip: string;
  createdAt: Millis;
  lastUsedAt: Millis;
  /** The absolute end, however often it is refreshed. */
  endsAt: Millis;
  revokedAt: Millis | null;
  revokedReason: string | null;
} & SessionTokens &
  OpeningAttempt;

/** The attempt that opened the session. The attempt id itself is not stored. */
export type OpeningAttempt = {
  /** SHA-256 of the attempt id, unique in the project. */
  openingAttempt: string | null;
  /** MAC of the request under the attempt id, without the password. */
  openingMac: string | null;
};

/** A SignUp that opened no session, because the address must be verified first. Kept for a day. */
export type SignUpAttemptRow = {
  projectId: string;
  attemptHash: string;
  mac: string;
  expiresAt: Millis;
};

/**
 * The refresh tokens of a session, only as hashes. All null but `replay` in a session whose tokens are rows of
 * `refresh_tokens`.
 */
export type SessionTokens = {
  /** SHA-256 of what all tokens of the session have in common. */
  locatorHash: string | null;
  /** The same, sealed with the project's key: for rotations that know the session and not the token. */
  locatorSealed: string | null;
  tokenHash: string | null;
  tokenExpiresAt: Millis | null;
  /**
   * When the token expired that the session was opened with, in days since 1970. It has an index, so a refresh does not
   * change it: the clean-up finds sessions by it, decides by `tokenExpiresAt` and moves it on.
   */
  expiryDay: number | null;
  /** The token that `tokenHash` replaced. */
  previousHash: string | null;
  rotatedAt: Millis | null;
  /** MAC of `previousHash` under the attempt id of the last rotation. */
  attemptMac: string | null;
  /**
   * The current token, sealed under a key derived from the attempt id of the last rotation, until it is used. Before the
   * first rotation: of the attempt that opened the session.
   */
  replay: string | null;
  /** The attempts of the two rotations before the last, and when they were made. */
  earlierMac1: string | null;
  earlierAt1: Millis | null;
  earlierMac2: string | null;
  earlierAt2: Millis | null;
};

/** A refresh token of version 0.1, which kept every token of a session. */
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
  signUpAttempts: SignUpAttemptRow;
};
