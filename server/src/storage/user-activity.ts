import { andThen, type MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis, User, UserActivity } from "./db.ts";
import { preparedChange, preparedFirst } from "./prepared.ts";

const DAY_MS = 86_400_000;

/** Of a user who is created now. */
export function newActivity(
  user: Pick<User, "id" | "projectId" | "guestSince" | "disabledAt" | "updatedAt">,
): UserActivity {
  const { id: userId, projectId, guestSince, disabledAt, updatedAt: lastActiveAt } = user;
  const guestDay = guestSince === null ? null : Math.floor(lastActiveAt / DAY_MS);
  return { userId, projectId, lastActiveAt, lastSignInAt: null, guestDay, disabledAt };
}

export function insertActivity(db: Db, user: User): MaybePromise<number> {
  return activityInsert(db, newActivity(user));
}

/** Until the upgrade is finished, the trigger of migration 0025 was first. */
const activityInsert = preparedChange((db, row: UserActivity) =>
  db
    .insertInto("userActivity")
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

export type ActiveUser = Readonly<{ projectId: string; userId: string; now: Millis }>;

/** Records a sign-in. The caller holds the row of the user. */
export const noteSignIn = preparedChange((db, by: ActiveUser) =>
  db
    .updateTable("userActivity")
    .set({ lastActiveAt: by.now, lastSignInAt: by.now })
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId),
);

/** Records a refresh. It changes no column that has an index. */
export const noteRefresh = preparedChange((db, by: ActiveUser) =>
  db
    .updateTable("userActivity")
    .set({ lastActiveAt: by.now })
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId),
);

const activityOfUser = preparedFirst((db, by: { projectId: string; userId: string }) =>
  db
    .selectFrom("userActivity")
    .select(["lastActiveAt", "lastSignInAt"])
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId),
);

export type LastActivity = Pick<UserActivity, "lastActiveAt" | "lastSignInAt">;

/** Undefined only before the upgrade is finished, for a user whose activity was not copied yet. */
export function findActivity(
  db: Db,
  projectId: string,
  userId: string,
): MaybePromise<LastActivity | undefined> {
  return activityOfUser(db, { projectId, userId });
}

export function findLastSignIn(db: Db, projectId: string, userId: string): MaybePromise<Millis | null> {
  return andThen(findActivity(db, projectId, userId), (activity) => activity?.lastSignInAt ?? null);
}
