import type { Db, UserActiveDayRow } from "./db.ts";
import { preparedChange, preparedFirst } from "./prepared.ts";

const lastActiveDay = preparedFirst((db, by: { projectId: string; userId: string; since: string }) =>
  db
    .selectFrom("userActiveDays")
    .select("day")
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId)
    .where("day", ">=", by.since)
    .orderBy("day", "desc")
    .limit(1),
);

/** The last day on which the user was active, if that is `since` or later. */
export async function findLastActiveDay(
  db: Db,
  projectId: string,
  userId: string,
  since: string,
): Promise<string | undefined> {
  const row = await lastActiveDay(db, { projectId, userId, since });
  return row?.day;
}

export const insertActiveDay = preparedChange((db, row: UserActiveDayRow) =>
  db
    .insertInto("userActiveDays")
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

/** How many users were active on a day, by how long they had not been before. */
export function countActiveUsers(
  db: Db,
  projectId: string,
  day: string,
): Promise<{ gap: number; count: number }[]> {
  return db
    .selectFrom("userActiveDays")
    .select(({ fn }) => ["gap", fn.countAll<number>().as("count")])
    .where("projectId", "=", projectId)
    .where("day", "=", day)
    .groupBy("gap")
    .execute();
}

export async function deleteActiveDaysBefore(db: Db, day: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("userActiveDays")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("projectId", "userId", "day"),
        "in",
        selectFrom("userActiveDays as old")
          .select(["old.projectId", "old.userId", "old.day"])
          .where("old.day", "<", day)
          .limit(limit)
          .$asTuple("projectId", "userId", "day"),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
