import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis, SessionRow, User } from "./db.ts";
import { engineOf } from "./engine.ts";
import { prepared, preparedChange, preparedFirst } from "./prepared.ts";
import { userColumns } from "./rows/users.ts";
import type { SingleStatements } from "./single-statements.ts";

/** Only `admit` and `admitAtOnce` import this file: no other code opens a session. */
export const insertSession = preparedChange((db, session: SessionRow) =>
  db.insertInto("sessions").values(session),
);

const attemptUse = preparedFirst((db, by: AttemptOf & { now: Millis }) =>
  db
    .selectFrom("sessions")
    .select("openingAttempt as hash")
    .where("projectId", "=", by.projectId)
    .where("openingAttempt", "=", by.openingAttempt)
    .unionAll(
      db
        .selectFrom("signUpAttempts")
        .select("attemptHash as hash")
        .where("projectId", "=", by.projectId)
        .where("attemptHash", "=", by.openingAttempt)
        .where("expiresAt", ">", by.now),
    ),
);

const sessionOfAttempt = preparedChange((db, session: SessionRow) =>
  db
    .insertInto("sessions")
    .values(session)
    .onConflict((conflict) =>
      conflict.columns(["projectId", "openingAttempt"]).where("openingAttempt", "is not", null).doNothing(),
    ),
);

type AttemptOf = { projectId: string; openingAttempt: string };

/**
 * Opens the session of an attempt, or returns false when the attempt has opened one or was a SignUp without a session:
 * then the caller undoes the transaction. Of two concurrent callers only one gets true.
 */
export async function insertSessionOfAttempt(db: Db, session: SessionRow & AttemptOf): Promise<boolean> {
  const { projectId, openingAttempt, createdAt: now } = session;
  // First: the insert would wait for a transaction that is ending the session, and that waits for the caller's user.
  if (await attemptUse(db, { projectId, openingAttempt, now })) return false;
  return (await sessionOfAttempt(db, session)) > 0;
}

type Admitted = { projectId: string; id: string };

/** Null only before the upgrade is finished, for a user whose activity was not copied yet. */
type WithActivity = User & { lastActiveAt: Millis | null; lastSignInAt: Millis | null };

const userAdmitted = preparedFirst((db, by: Admitted) => lockedWithActivity(db, by));

/** Returns the user with their last activity, and locks the row of the user until the transaction ends. */
export function lockWithActivity(db: Db, by: Admitted): MaybePromise<WithActivity | undefined> {
  return userAdmitted(db, by);
}

const userAdmittedByPassword = preparedFirst((db, by: Admitted & { passwordHash: string }) =>
  lockedWithActivity(db, by).where("users.passwordHash", "=", by.passwordHash),
);

/** The same, or undefined when the user has another password by now. */
export function lockWithActivityByPassword(
  db: Db,
  by: Admitted & { passwordHash: string },
): MaybePromise<WithActivity | undefined> {
  return userAdmittedByPassword(db, by);
}

function lockedWithActivity(db: Db, by: Admitted) {
  return db
    .selectFrom("users")
    .leftJoin("userActivity as activity", "activity.userId", "users.id")
    .select(userColumns("users"))
    .select(["activity.lastActiveAt", "activity.lastSignInAt"])
    .where("users.projectId", "=", by.projectId)
    .where("users.id", "=", by.id)
    .modifyEnd(engineOf(db).rowLock("for no key update of users"));
}

const sessionsBeyond = prepared((db, by: { projectId: string; userId: string; now: Millis; limit: number }) =>
  db
    .selectFrom("sessions")
    .select("id")
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId)
    .where("revokedAt", "is", null)
    .where("endsAt", ">", by.now)
    .orderBy("lastUsedAt", "desc")
    .orderBy("id", "desc")
    .limit(1000)
    .offset(by.limit),
);

const oneBeyond = preparedFirst((db, by: { projectId: string; userId: string; limit: number }) =>
  db
    .selectFrom("sessions")
    .select("revokedAt")
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId)
    .where("revokedAt", "is", null)
    .limit(1)
    .offset(by.limit),
);

/** The user's open sessions but for the `limit` that were used last. */
export async function listSessionsBeyond(
  db: Db,
  by: { projectId: string; userId: string; now: Millis; limit: number },
): Promise<{ id: string }[]> {
  const { projectId, userId, limit } = by;
  // Asks the index alone, which counts. To read and sort the rows of a user with many sessions takes much longer.
  return (await oneBeyond(db, { projectId, userId, limit })) ? sessionsBeyond(db, by) : [];
}

/**
 * Locks and returns the sessions that no other transaction has locked. Never waits: the caller holds the user's row, and the
 * holder of a session may be waiting for it.
 */
export async function lockIdleSessions(db: Db, projectId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("sessions")
    .select("id")
    .where("projectId", "=", projectId)
    .where("id", "in", ids)
    .where("revokedAt", "is", null)
    .modifyEnd(engineOf(db).rowLock("for update skip locked"))
    .execute();
  return rows.map(({ id }) => id);
}

const sessionByUserAgent = preparedFirst((db, by: { projectId: string; userId: string; userAgent: string }) =>
  db
    .selectFrom("sessions")
    .select("id")
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId)
    .where("userAgent", "=", by.userAgent)
    .limit(1),
);

/** Whether the user has, or had lately, a session with this user agent. */
export async function hasSessionWith(
  db: Db,
  by: { projectId: string; userId: string; userAgent: string },
): Promise<boolean> {
  return (await sessionByUserAgent(db, by)) !== undefined;
}

/** The statements that open the session of a sign-in. Undefined where the database has none. */
export function openingsAtOnce(
  db: Db,
): Pick<SingleStatements, "openSessionByPassword" | "openSessionByPasskey"> | undefined {
  return engineOf(db).singleStatements;
}
