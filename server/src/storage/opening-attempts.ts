import type { Db, Millis, Session, SignUpAttemptRow } from "./db.ts";
import { engineOf } from "./engine.ts";

/** The session that an attempt opened, whatever its state, locked until the transaction ends. */
export function lockSessionOfAttempt(
  db: Db,
  projectId: string,
  attemptHash: string,
): Promise<Session | undefined> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("openingAttempt", "=", attemptHash)
    .modifyEnd(engineOf(db).rowLock("for update"))
    .executeTakeFirst();
}

/** The same without a lock. */
export function findSessionOfAttempt(
  db: Db,
  projectId: string,
  attemptHash: string,
): Promise<Session | undefined> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("openingAttempt", "=", attemptHash)
    .executeTakeFirst();
}

/** The first token of the session has been used, so it is never sent again. Rotations of today's tokens replace it. */
export async function wipeFirstToken(db: Db, session: Pick<Session, "id" | "projectId">): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ replay: null })
    .where("projectId", "=", session.projectId)
    .where("id", "=", session.id)
    .execute();
}

/** Returns whether this is the first SignUp of the attempt. One statement, so only one of two concurrent callers gets true. */
export async function insertSignUpAttempt(db: Db, attempt: SignUpAttemptRow, now: Millis): Promise<boolean> {
  const { mac, expiresAt } = attempt;
  const inserted = await db
    .insertInto("signUpAttempts")
    .values(attempt)
    .onConflict((conflict) =>
      conflict
        .columns(["projectId", "attemptHash"])
        .doUpdateSet({ mac, expiresAt })
        .where("signUpAttempts.expiresAt", "<=", now),
    )
    .returning("attemptHash")
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findSignUpAttempt(
  db: Db,
  projectId: string,
  attemptHash: string,
  now: Millis,
): Promise<SignUpAttemptRow | undefined> {
  return db
    .selectFrom("signUpAttempts")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("attemptHash", "=", attemptHash)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

export async function deleteExpiredSignUpAttempts(db: Db, now: Millis, limit: number): Promise<number> {
  const deleted = await db
    .deleteFrom("signUpAttempts")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("projectId", "attemptHash"),
        "in",
        selectFrom("signUpAttempts as attempt")
          .select(["attempt.projectId", "attempt.attemptHash"])
          .where("attempt.expiresAt", "<=", now)
          .limit(limit)
          .$asTuple("projectId", "attemptHash"),
      ),
    )
    // Again on the row itself: the attempt may have been made again since it was picked.
    .where("expiresAt", "<=", now)
    .returning("attemptHash")
    .execute();
  return deleted.length;
}
