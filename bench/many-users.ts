import { randomBytes } from "node:crypto";
import type { Db, SessionRow, UserRow } from "../server/src/storage/db.ts";
import { firstToken, NO_ATTEMPT } from "../server/src/storage/session-tokens.ts";
import { newActivity } from "../server/src/storage/user-activity.ts";

/** User n was created so many milliseconds after this moment. */
export const FIRST_AT = 1_700_000_000_000;

// PostgreSQL takes at most 65,535 parameters in one statement.
const CHUNK = 500;
const SESSION_MS = 30 * 86_400_000;
const SEALED_BYTES = 50;

export type Filler = { db: Db; newId: () => string };

/** What users are beside their number. */
export type UserFacts = {
  /** Stand behind the name. */
  tags: readonly string[];
  lastSignInAt: number | null;
} & Pick<UserRow, "emailVerifiedAt" | "disabledAt">;

const PLAIN: UserFacts = { tags: [], lastSignInAt: null, emailVerifiedAt: null, disabledAt: null };

export type Extras = {
  passwordHash: (n: number) => string | null;
  facts?: (n: number, email: string) => UserFacts;
  /** Also a session for each user, whose refresh token has this hash. */
  tokenHash?: (n: number) => string;
};

/** Straight into the tables: signing so many users up would take days of hashing. */
export async function addUsers(
  { db, newId }: Filler,
  projectId: string,
  [from, to]: readonly [from: number, to: number],
  { passwordHash, facts = () => PLAIN, tokenHash }: Extras,
): Promise<void> {
  for (let at = from; at < to; at += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, to - at) }, (_, n) => at + n);
    const known = numbers.map((n) => facts(n, emailOf(n)));
    const users = numbers.map((n, index) => {
      return userRow(newId(), projectId, n, { ...(known[index] ?? PLAIN), passwordHash: passwordHash(n) });
    });
    await db.insertInto("users").values(users).execute();
    const activity = users.map((user, index) => {
      return { ...newActivity(user), lastSignInAt: known[index]?.lastSignInAt ?? null };
    });
    await db.insertInto("userActivity").values(activity).execute();
    if (tokenHash === undefined) continue;
    const sessions = users.map(({ id }, n) => sessionRow(newId(), projectId, id, tokenHash(at + n)));
    await db.insertInto("sessions").values(sessions).execute();
  }
}

export function emailOf(n: number): string {
  return `${word(n * 7919)}.${word(n * 104_729)}${n}@example.com`;
}

function userRow(
  id: string,
  projectId: string,
  n: number,
  { passwordHash, tags, emailVerifiedAt, disabledAt }: UserFacts & Pick<UserRow, "passwordHash">,
): UserRow {
  const email = emailOf(n);
  const displayName = [word(n), word(n * 31), ...tags].join(" ");
  const at = FIRST_AT + n;
  return {
    ...{ id, projectId, email, emailVerifiedAt, displayName, avatarUrl: "", passwordHash },
    ...{
      customClaims: "{}",
      searchText: `${email}\n${displayName}`,
      guestSince: null,
      unprovenSignUpAt: null,
      credentialEpoch: 0,
      deletionDueAt: null,
      deletionReason: null,
      locale: null,
      emailBouncedAt: null,
      emailBounceReason: null,
    },
    ...{ disabledAt, createdAt: at, updatedAt: at },
  };
}

function sessionRow(id: string, projectId: string, userId: string, hash: string): SessionRow {
  const now = Date.now();
  const endsAt = now + SESSION_MS;
  return {
    ...{
      id,
      projectId,
      userId,
      method: "password",
      passkeyId: null,
      authenticatedAt: null,
      provenBy: null,
      userAgent: "bench",
      ip: "192.0.2.1",
    },
    ...{ createdAt: now, lastUsedAt: now, endsAt, revokedAt: null, revokedReason: null },
    ...firstToken(randomLocator(), { hash, expiresAt: endsAt }),
    ...NO_ATTEMPT,
  };
}

/** As many bytes as a real one has. */
function randomLocator() {
  return {
    locatorHash: randomBytes(32).toString("base64url"),
    locatorSealed: randomBytes(SEALED_BYTES).toString("base64url"),
  };
}

/** A pronounceable word for a number. */
function word(n: number): string {
  const syllables = ["ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu"];
  return [...String((n * 2_654_435_761) % 100_000)].map((digit) => syllables[Number(digit)]).join("");
}
