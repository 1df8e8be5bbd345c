import { sql } from "kysely";
import type { Db, Millis, ProjectRow } from "./db.ts";
import { engineOf } from "./engine.ts";
import { preparedFirst } from "./prepared.ts";

export function findProject(db: Db, id: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

/**
 * Returns the project and locks the row: no other transaction can change it until this one ends. A stronger lock
 * would also block its users' sign-ins.
 */
export function lockProject(db: Db, by: { id: string } | { slug: string }): Promise<ProjectRow | undefined> {
  let query = db.selectFrom("projects").selectAll().where("deletedAt", "is", null);
  query = "id" in by ? query.where("id", "=", by.id) : query.where("slug", "=", by.slug);
  return query.modifyEnd(engineOf(db).rowLock("for no key update")).executeTakeFirst();
}

export const findProjectByPublishableKey = preparedFirst((db, by: { key: string }) =>
  db.selectFrom("projects").selectAll().where("publishableKey", "=", by.key),
);

export const findProjectBySecretKeyHash = preparedFirst((db, by: { hash: string }) =>
  db.selectFrom("projects").selectAll().where("secretKeyHash", "=", by.hash),
);

export function findProjectBySlug(db: Db, slug: string): Promise<ProjectRow | undefined> {
  return db.selectFrom("projects").selectAll().where("slug", "=", slug).executeTakeFirst();
}

export function findProjectBySlugOrId(db: Db, slugOrId: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom("projects")
    .selectAll()
    .where((row) => row.or([row("slug", "=", slugOrId), row("id", "=", slugOrId)]))
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

/** Newest first, after the given project. */
export function listProjects(
  db: Db,
  limit: number,
  after?: { createdAt: number; id: string },
): Promise<ProjectRow[]> {
  let query = db.selectFrom("projects").selectAll().where("deletedAt", "is", null);
  if (after) {
    query = query.where((row) =>
      row.or([
        row("createdAt", "<", after.createdAt),
        row.and([row("createdAt", "=", after.createdAt), row("id", "<", after.id)]),
      ]),
    );
  }
  return query.orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

/** Returns undefined when the slug is taken. */
export function insertProject(db: Db, project: ProjectRow): Promise<ProjectRow | undefined> {
  return db
    .insertInto("projects")
    .values(project)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export type ProjectChanges = Partial<
  Pick<ProjectRow, "name" | "settings" | "secretKeyHash" | "secretKeyLast4" | "updatedAt">
>;

export function updateProject(db: Db, id: string, changes: ProjectChanges): Promise<ProjectRow | undefined> {
  return db
    .updateTable("projects")
    .set(changes)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export function listAllProjects(db: Db): Promise<ProjectRow[]> {
  return db.selectFrom("projects").selectAll().where("deletedAt", "is", null).orderBy("id").execute();
}

/** Hides the project from every lookup and frees its slug. Its rows are still there. */
export async function hideProject(db: Db, id: string, now: Millis): Promise<boolean> {
  const unnameable = `deleted ${id}`; // no slug and no key has a space
  const { numUpdatedRows } = await db
    .updateTable("projects")
    .set({ deletedAt: now, slug: unnameable, publishableKey: unnameable, secretKeyHash: unnameable })
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findHiddenProject(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("projects")
    .select("id")
    .where("deletedAt", "is not", null)
    .orderBy("deletedAt")
    .executeTakeFirst();
  return row?.id;
}

/**
 * What a project may have millions of, in the order in which other transactions lock: links, sessions, identities, users. The rest
 * goes with the project's row.
 */
const LARGE_TABLES = [
  { table: "oauth_handoffs", key: "code_hash" },
  { table: "email_tokens", key: "hash" },
  { table: "sign_up_attempts", key: "attempt_hash" },
  { table: "address_undos", key: "id" },
  { table: "refresh_tokens", key: "hash" },
  { table: "push_devices", key: "id" },
  { table: "sessions", key: "id" },
  { table: "identities", key: "id" },
  { table: "events", key: "id" },
  { table: "user_active_days", key: "user_id" },
  { table: "billing_inbox", key: "id" },
  { table: "subscriptions", key: "id" },
  { table: "purchases", key: "id" },
  { table: "users", key: "id" },
];

/** A user goes after what other transactions lock before the user: to delete it by cascade would lock in the opposite order. */
const childless = sql`and not exists (select 1 from email_tokens where user_id = users.id)
  and not exists (select 1 from address_undos where user_id = users.id)
  and not exists (select 1 from sessions where user_id = users.id)
  and not exists (select 1 from identities where user_id = users.id)`;

/**
 * Deletes rows of a hidden project, from one table after another, and in the end its own. Stops after
 * the first table that had `limit` rows or more. Rows that a call under way has locked stay for the next time.
 * Returns how many rows of these tables are gone.
 */
export async function deleteProjectRows(db: Db, projectId: string, limit: number): Promise<number> {
  let deleted = 0;
  const skipLocked = engineOf(db).rowLock("for update skip locked");
  for (const { table, key } of LARGE_TABLES) {
    const [from, id] = [sql.table(table), sql.ref(key)];
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where project_id = ${projectId} and ${id} in (
        select ${id} from ${from} where project_id = ${projectId} ${table === "users" ? childless : sql``}
        limit ${limit} ${skipLocked})
    `.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows >= BigInt(limit)) return deleted;
  }
  await db
    .deleteFrom("projects")
    .where("id", "=", projectId)
    .where("deletedAt", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("users").select("id").where("projectId", "=", projectId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("oauthHandoffs").select("codeHash").where("projectId", "=", projectId))),
    )
    .execute();
  return deleted;
}
