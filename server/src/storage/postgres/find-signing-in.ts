import { sql } from "kysely";
import type { Db, User } from "../db.ts";
import { preparedFirst } from "../prepared.ts";
import { isUnchanged, type ReadProject } from "../project-version.ts";
import { userColumns } from "../rows/users.ts";
import type { FoundSigningIn } from "../single-statements.ts";

type Values = { projectId: string; version: string | null };

/** One row, whether or not there is such a user, so that unknown addresses take as long as known ones. */
function found(db: Db, by: Values, column: "email" | "id", value: string) {
  return db
    .selectFrom(sql`(values (1))`.as("always"))
    .leftJoin("users", (join) =>
      join.on("users.projectId", "=", by.projectId).on(`users.${column}`, "=", value),
    )
    .leftJoin("userActivity as activity", "activity.userId", "users.id")
    .select(userColumns("users"))
    .select(["activity.lastActiveAt", "activity.lastSignInAt"])
    .select(sql<string | null>`activity.xmin::text`.as("activityVersion"))
    .select(isUnchanged(db, by).as("isCurrent"));
}

const byEmail = preparedFirst((db, by: Values & { email: string }) => found(db, by, "email", by.email));
const byId = preparedFirst((db, by: Values & { id: string }) => found(db, by, "id", by.id));

/** The user who signs in, with what a sign-in compares and changes, and whether the project is as it was read. */
export async function findSigningIn(
  db: Db,
  project: ReadProject,
  by: { email: string } | { id: string },
): Promise<FoundSigningIn> {
  const values = { projectId: project.id, version: project.version ?? null };
  const row = await ("email" in by ? byEmail(db, { ...values, ...by }) : byId(db, { ...values, ...by }));
  if (!row) throw new Error("the statement has always one row");
  const { lastActiveAt, lastSignInAt, activityVersion, isCurrent, ...user } = row;
  if (user.id === null) return { isCurrent: Boolean(isCurrent), user: undefined, activity: undefined };
  const hasActivity = activityVersion !== null && lastActiveAt !== null;
  return {
    isCurrent: Boolean(isCurrent),
    user: user as User,
    activity: hasActivity ? { lastActiveAt, lastSignInAt, version: activityVersion } : undefined,
  };
}
