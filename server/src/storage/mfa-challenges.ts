import type { Db, MfaChallengeRow, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";

type Challenge = Pick<MfaChallengeRow, "projectId" | "tokenHash" | "purpose">;

export async function insertMfaChallenge(db: Db, challenge: MfaChallengeRow): Promise<void> {
  await db.insertInto("mfaChallenges").values(challenge).execute();
}

/** Undefined when it was used or has expired. */
export function findMfaChallenge(
  db: Db,
  challenge: Challenge,
  now: Millis,
): Promise<MfaChallengeRow | undefined> {
  return live(db, challenge, now).executeTakeFirst();
}

/** The same, and nobody else tries it until the transaction ends. */
export function lockMfaChallenge(
  db: Db,
  challenge: Challenge,
  now: Millis,
): Promise<MfaChallengeRow | undefined> {
  return live(db, challenge, now).modifyEnd(engineOf(db).rowLock("for update")).executeTakeFirst();
}

function live(db: Db, { projectId, tokenHash, purpose }: Challenge, now: Millis) {
  return db
    .selectFrom("mfaChallenges")
    .selectAll()
    .where("tokenHash", "=", tokenHash)
    .where("projectId", "=", projectId)
    .where("purpose", "=", purpose)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now);
}

export async function updateMfaChallenge(
  db: Db,
  { projectId, tokenHash, purpose }: Challenge,
  changes: Partial<Pick<MfaChallengeRow, "attempts" | "secretSealed" | "emailFlow" | "usedAt">>,
): Promise<void> {
  await db
    .updateTable("mfaChallenges")
    .set(changes)
    .where("tokenHash", "=", tokenHash)
    .where("projectId", "=", projectId)
    .where("purpose", "=", purpose)
    .execute();
}

/** Call it before the user is locked: a call that trades a challenge locks it first. */
export async function deleteMfaChallengesOf(
  db: Db,
  { projectId, userId }: Pick<MfaChallengeRow, "projectId" | "userId">,
): Promise<void> {
  await db
    .deleteFrom("mfaChallenges")
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .execute();
}

export async function deleteExpiredMfaChallenges(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("mfaChallenges")
    .where("tokenHash", "in", (challenge) =>
      challenge.selectFrom("mfaChallenges").select("tokenHash").where("expiresAt", "<=", before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
