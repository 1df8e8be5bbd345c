import { sql } from "kysely";
import type { Db, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";

type Table = Readonly<{
  name: string;
  key: string;
  /** As in the index by project, where that is one of an expression. */
  project?: string;
}>;

/**
 * What a project may have millions of, in the order in which other transactions lock: challenges, links, sessions,
 * identities, factors, users.
 * On PostgreSQL those that a sign-in or a refresh writes have no foreign key to `projects`, see `finish-schema.ts`. The
 * rest goes with the project's row.
 */
const OF_USERS: readonly Table[] = [
  { name: "mfa_challenges", key: "token_hash" },
  { name: "email_tokens", key: "hash" },
  { name: "address_undos", key: "id" },
  { name: "refresh_tokens", key: "hash" },
  { name: "push_devices", key: "id" },
  { name: "sessions", key: "id" },
  { name: "identities", key: "id" },
  { name: "passkeys", key: "id" },
  { name: "totp_factors", key: "user_id" },
  { name: "recovery_codes", key: "user_id" },
  { name: "factor_failures", key: "user_id" },
];

/** Not tied to a user, so that a call which runs while the project is deleted can leave rows in any of them. */
const OWN: readonly Table[] = [
  { name: "oauth_handoffs", key: "code_hash" },
  { name: "oauth_flows", key: "state_hash" },
  { name: "oauth_used_tokens", key: "hash" },
  { name: "sign_up_attempts", key: "attempt_hash" },
  { name: "one_time_codes", key: "id" },
  { name: "used_passkey_challenges", key: "hash" },
  { name: "events", key: "id" },
  { name: "user_active_days", key: "user_id" },
  { name: "outbox", key: "id", project: "coalesce(project_id, '')" },
];

const OF_BILLING: readonly Table[] = [
  { name: "billing_inbox", key: "id" },
  { name: "subscriptions", key: "id" },
  { name: "purchases", key: "id" },
];

const USERS: Table = { name: "users", key: "id" };

/** A user goes after what other transactions lock before the user: to delete it by cascade would lock in the opposite order. */
const childless = sql`and not exists (select 1 from email_tokens where user_id = users.id)
  and not exists (select 1 from address_undos where user_id = users.id)
  and not exists (select 1 from sessions where user_id = users.id)
  and not exists (select 1 from identities where user_id = users.id)
  and not exists (select 1 from passkeys where user_id = users.id)
  and not exists (select 1 from mfa_challenges where user_id = users.id)
  and not exists (select 1 from totp_factors where user_id = users.id)
  and not exists (select 1 from recovery_codes where user_id = users.id)
  and not exists (select 1 from factor_failures where user_id = users.id)`;

/**
 * Deletes rows of a hidden project, from one table after another, and in the end its own. Stops after
 * the first table that had `limit` rows or more. Rows that a call under way has locked stay for the next time.
 * Returns how many rows of these tables are gone.
 */
export async function deleteProjectRows(
  db: Db,
  projectId: string,
  limit: number,
  now: Millis,
): Promise<number> {
  const deleted = await deleteRows(db, projectId, [...OWN, ...OF_USERS, ...OF_BILLING, USERS], limit);
  if (deleted >= limit) return deleted;
  // Remembered first: a call that is still under way may leave rows when the project is gone.
  await sql`insert into deleted_projects (id, deleted_at)
    select id, ${now} from projects where id = ${projectId} and deleted_at is not null
    on conflict (id) do update set deleted_at = excluded.deleted_at`.execute(db);
  await sql`delete from projects where id = ${projectId} and deleted_at is not null
    and not exists (select 1 from users where project_id = ${projectId})
    and not exists (select 1 from oauth_handoffs where project_id = ${projectId})`.execute(db);
  return deleted;
}

export async function listDeletedProjects(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("deletedProjects").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes rows that a call left which ran while the project was deleted. Returns how many. Call it again while it returns
 * `limit` or more.
 */
export async function deleteOrphans(db: Db, projectId: string, limit: number): Promise<number> {
  const deleted = await deleteRows(db, projectId, OWN, limit);
  if (deleted >= limit) return deleted;
  const { rows } = await sql`select 1 from users where project_id = ${projectId} limit 1`.execute(db);
  if (rows.length === 0) return deleted;
  return deleted + (await deleteRows(db, projectId, [...OF_USERS, USERS], limit));
}

/** No call takes that long, so nothing of these projects can appear any more. */
export async function forgetDeletedProjects(db: Db, before: Millis): Promise<void> {
  await db.deleteFrom("deletedProjects").where("deletedAt", "<=", before).execute();
}

async function deleteRows(
  db: Db,
  projectId: string,
  tables: readonly Table[],
  limit: number,
): Promise<number> {
  let deleted = 0;
  const skipLocked = engineOf(db).rowLock("for update skip locked");
  for (const table of tables) {
    const [from, key] = [sql.table(table.name), sql.ref(table.key)];
    const project = sql.raw(table.project ?? "project_id");
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where project_id = ${projectId} and ${key} in (
        select ${key} from ${from} where ${project} = ${projectId} ${table === USERS ? childless : sql``}
        limit ${limit} ${skipLocked})
    `.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows >= BigInt(limit)) return deleted;
  }
  return deleted;
}
