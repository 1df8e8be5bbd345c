import { sql } from "kysely";
import type { Db, PasskeyRow, User } from "../db.ts";
import { preparedFirst } from "../prepared.ts";
import { isUnchanged, type ReadProject } from "../project-version.ts";
import { PASSKEY_COLUMNS } from "../rows/passkeys.ts";
import { USER_COLUMNS } from "../rows/users.ts";
import type { FoundPasskey } from "../single-statements.ts";

type By = { projectId: string; version: string | null; credentialId: string };
type Values = Record<string, unknown>;

/** Users have columns of the same names. */
const COLUMNS = PASSKEY_COLUMNS.map(
  (column) => [column, `passkey${column.replace(/^./, (letter) => letter.toUpperCase())}`] as const,
);

/** One row, whether or not there is such a passkey: it says whether the project is as it was read. */
const byCredential = preparedFirst((db, by: By) =>
  db
    .selectFrom(sql`(values (1))`.as("always"))
    .leftJoin("passkeys", (join) =>
      join.on("passkeys.projectId", "=", by.projectId).on("passkeys.credentialId", "=", by.credentialId),
    )
    .leftJoin("users", (join) =>
      join.on("users.projectId", "=", by.projectId).onRef("users.id", "=", "passkeys.userId"),
    )
    .leftJoin("userActivity as activity", "activity.userId", "users.id")
    .select(USER_COLUMNS.map((column) => `users.${column}` as const))
    .select((row) => COLUMNS.map(([column, name]) => row.ref(`passkeys.${column}`).as(name)))
    .select(["activity.lastActiveAt", "activity.lastSignInAt"])
    .select(sql<string | null>`activity.xmin::text`.as("activityVersion"))
    .select(isUnchanged(db, by).as("isCurrent")),
);

/** The passkey with this credential id, its user, and whether the project is as it was read. */
export async function findSigningInPasskey(
  db: Db,
  { id: projectId, version = null }: ReadProject,
  credentialId: string,
): Promise<FoundPasskey> {
  const row = await byCredential(db, { projectId, version, credentialId });
  if (!row) throw new Error("the statement has always one row");
  const isCurrent = Boolean(row.isCurrent);
  if (row.id === null) return { isCurrent, found: undefined };
  const { lastActiveAt, lastSignInAt, activityVersion } = row;
  const hasActivity = activityVersion !== null && lastActiveAt !== null;
  const values = row as Values;
  const passkey: Values = {};
  for (const [column, name] of COLUMNS) passkey[column] = values[name];
  const user: Values = {};
  for (const column of USER_COLUMNS) user[column] = values[column];
  const activity = hasActivity ? { lastActiveAt, lastSignInAt, version: activityVersion } : undefined;
  return { isCurrent, found: { passkey: passkey as PasskeyRow, user: user as User, activity } };
}
