import type { Db, EventRow, Identity, Millis, PasskeyRow, Session, SigningKey, User } from "./db.ts";
import type { AnsweredChallenge } from "./rows/passkeys.ts";

/** A project as it was read. Without a version nothing can be compared: it was read in this call. */
export type ReadProject = Readonly<{ id: string; version?: string | null | undefined }>;

/** The next token of a session. It expires with the session at the latest. */
export type NextToken = Readonly<{
  hash: string;
  expiresAt: Millis;
  attemptMac: string | null;
  replay: string | null;
  now: Millis;
}>;

type Take = { key: string; limit: number; now: Millis; endsAt: Millis; latestEnd: Millis };

export type WindowTake = Take & {
  everyMs: Millis;
  blockedUntil: Millis;
  latestBlock: Millis;
  aheadUntil: Millis;
};

export type StreakTake = Take & {
  /** The end of the pause that follows a first take. */
  firstBlockedUntil: Millis;
  /** The end of each pause, if it begins now. */
  pauseEndsAt: readonly Millis[];
  lastPauseEndsAt: Millis;
};

export type PrivateKey = Pick<SigningKey, "kid" | "projectId" | "privateKeySealed">;

/** Whom a refresh token is for, and what the next access token is signed with. */
export type TokenSubject = {
  user: User;
  key: PrivateKey | undefined;
  identities: Identity[];
  sessionId: string;
  /** Null only before the upgrade is finished, for a user whose activity was not copied yet. */
  lastActiveAt: Millis | null;
  /** When the user last proved who they are, and with what. */
  authenticatedAt: Millis;
  provenBy: string;
};

/** A day of the project, and what is needed to mark a user as active on it. */
export type DayToMark = Readonly<{
  day: string;
  dayStartsAt: Millis;
  dayEndsAt: Millis;
  /** The gap is counted from days since this one; without one it is the longest. */
  since: string;
  longestGap: number;
}>;

export type RotationAtOnce = Readonly<{
  project: ReadProject;
  presented: Readonly<{ locatorHash: string; tokenHash: string }>;
  next: NextToken;
  /** Counts this call, unless it is counted already. */
  limit: WindowTake | undefined;
  today: DayToMark;
}>;

export type RotatedAtOnce = Readonly<{
  /** False when the project has changed since it was read. Then nothing was done. */
  isCurrent: boolean;
  /** False when the limit is reached. Then nothing else was done. */
  isAllowed: boolean;
  /** Undefined when the token is not the current one of a live session. */
  subject: TokenSubject | undefined;
}>;

/** The activity of a user before a sign-in, with the version of its row. */
export type ReadActivity = Readonly<{ lastActiveAt: Millis; lastSignInAt: Millis | null; version: string }>;

export type FoundSigningIn = Readonly<{
  isCurrent: boolean;
  user: User | undefined;
  activity: ReadActivity | undefined;
}>;

/** A passkey and its user. The activity is read where a single statement compares it later. */
export type SigningInPasskey = Readonly<{
  passkey: PasskeyRow;
  user: User;
  activity: ReadActivity | undefined;
}>;

export type FoundPasskey = Readonly<{ isCurrent: boolean; found: SigningInPasskey | undefined }>;

export type OpeningAtOnce = Readonly<{
  project: ReadProject;
  /** Who has proven to be themselves, and the version of the activity that was read with that. */
  user: Readonly<{ id: string; activityVersion: string }>;
  /** Whether the address of the user must be verified. */
  mustVerify: boolean;
  /** Whether the user must have a session with the same user agent. */
  checksDevice: boolean;
  /** 0 for none. */
  sessionLimit: number;
  session: Session;
  event: EventRow;
  today: DayToMark;
  marksDay: boolean;
}>;

export type OpenedAtOnce = Omit<TokenSubject, "authenticatedAt" | "provenBy">;

/** A use of a passkey, and the challenge that it answers. */
export type PasskeyUse = Readonly<{
  passkey: Pick<PasskeyRow, "id" | "signCount" | "backedUp"> & {
    /** The counter as it was read. */
    signCountBefore: number;
  };
  challenge: Omit<AnsweredChallenge, "projectId">;
}>;

export type OpenedByPasskey = Readonly<{
  /** Whether the statement has used the challenge up. It may have, although it opened nothing. */
  hasUsedChallenge: boolean;
  opened: OpenedAtOnce | undefined;
}>;

/** One take from a counter. */
export type LimitTake = ({ by: "window" } & WindowTake) | ({ by: "streak" } & StreakTake);

/** What becomes of a counter after a call. */
export type LimitSettlement = Readonly<{ key: string; how: "give back" | "clear" }>;

/**
 * What PostgreSQL does in one round trip. Each has a plain twin, a transaction that both databases run: it does the same, and
 * decides whenever the single statement did nothing. See ADR 0052.
 */
export type SingleStatements = Readonly<{
  /** Takes from one counter after another until one is at its limit. Returns how many were taken. */
  takeLimits: (db: Db, takes: readonly LimitTake[]) => Promise<number>;
  findSigningIn: (
    db: Db,
    project: ReadProject,
    by: { email: string } | { id: string },
  ) => Promise<FoundSigningIn>;
  findSigningInPasskey: (db: Db, project: ReadProject, credentialId: string) => Promise<FoundPasskey>;
  /** For a password that was verified, whose hash is compared. Undefined when it did nothing. */
  openSessionByPassword: (
    db: Db,
    opening: OpeningAtOnce,
    passwordHash: string,
  ) => Promise<OpenedAtOnce | undefined>;
  openSessionByPasskey: (db: Db, opening: OpeningAtOnce, use: PasskeyUse) => Promise<OpenedByPasskey>;
  rotateToken: (db: Db, rotation: RotationAtOnce) => Promise<RotatedAtOnce>;
  settleLimits: (db: Db, settlements: readonly LimitSettlement[]) => Promise<void>;
}>;
