import type { Db, RefreshTokenRow, SessionRow, UserRow } from "../server/src/storage/db.ts";
import { NO_ATTEMPT, NO_TOKENS } from "../server/src/storage/session-tokens.ts";

/** User n was created so many milliseconds after this moment. */
export const FIRST_AT = 1_700_000_000_000;

// PostgreSQL takes at most 65,535 parameters in one statement.
const CHUNK = 500;
const SESSION_MS = 30 * 86_400_000;

export type Filler = { db: Db; newId: () => string };

export type Extras = {
  passwordHash: (n: number) => string | null;
  /** Also a session for each user, whose refresh token has this hash. */
  tokenHash?: (n: number) => string;
};

/** Straight into the tables: signing so many users up would take days of hashing. */
export async function addUsers(
  { db, newId }: Filler,
  projectId: string,
  [from, to]: readonly [from: number, to: number],
  { passwordHash, tokenHash }: Extras,
): Promise<void> {
  for (let at = from; at < to; at += CHUNK) {
    const users = Array.from({ length: Math.min(CHUNK, to - at) }, (_, n) => {
      return userRow(newId(), projectId, at + n, passwordHash(at + n));
    });
    await db.insertInto("users").values(users).execute();
    if (tokenHash === undefined) continue;
    const sessions = users.map(({ id }) => sessionRow(newId(), projectId, id));
    await db.insertInto("sessions").values(sessions).execute();
    const tokens = sessions.map((session, n) => tokenRow(session, tokenHash(at + n)));
    await db.insertInto("refreshTokens").values(tokens).execute();
  }
}

export function emailOf(n: number): string {
  return `${word(n * 7919)}.${word(n * 104_729)}${n}@example.com`;
}

function userRow(id: string, projectId: string, n: number, passwordHash: string | null): UserRow {
  const email = emailOf(n);
  const displayName = `${word(n)} ${word(n * 31)}`;
  const at = FIRST_AT + n;
  return {
    ...{ id, projectId, email, emailVerifiedAt: null, displayName, avatarUrl: "", passwordHash },
    ...{
      customClaims: "{}",
      searchText: `${email}\n${displayName}`,
      guestSince: null,
      unprovenSignUpAt: null,
      credentialEpoch: 0,
    },
    ...{ disabledAt: null, lastSignInAt: null, lastActiveAt: at, createdAt: at, updatedAt: at },
  };
}

function sessionRow(id: string, projectId: string, userId: string): SessionRow {
  const now = Date.now();
  return {
    ...{ id, projectId, userId, method: "password", userAgent: "bench", ip: "192.0.2.1" },
    ...{ createdAt: now, lastUsedAt: now, endsAt: now + SESSION_MS, revokedAt: null, revokedReason: null },
    ...NO_TOKENS,
    ...NO_ATTEMPT,
  };
}

function tokenRow({ id, projectId, createdAt, endsAt }: SessionRow, hash: string): RefreshTokenRow {
  return {
    ...{ hash, projectId, sessionId: id, createdAt, expiresAt: endsAt, consumedAt: null },
    ...{ attemptHash: null, replay: null, predecessorHash: null },
  };
}

/** A pronounceable word for a number. */
function word(n: number): string {
  const syllables = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu"];
  return [...String((n * 2_654_435_761) % 100_000)].map((digit) => syllables[Number(digit)]).join("");
}
