import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.ts";

/**
 * Roles of administrators. Those who are administrators already may do everything, so they become owners, and their
 * tokens stay without limits.
 *
 * On PostgreSQL replicas of 0.1 may still add administrators: a trigger makes them owners, until `finish-schema.ts` drops
 * it. Until then nobody can be anything else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  if (engineOf(db).name === "postgres" && (await hasOldReplicas(db))) {
    for (const statement of TRIGGER) await sql.raw(statement).execute(db);
  }
}

/**
 * Not in a new database, and not in one that a backup is restored into: there the trigger would make owners of all. Nor
 * when the upgrade is finished already, because then nothing drops it.
 */
async function hasOldReplicas(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from admins
    where exists (select 1 from migrations where name = '0023-session-tokens' and finished_at is null)
    limit 1`.execute(db);
  return rows.length > 0;
}

export const locks = ["admin_invites", "personal_access_tokens"];

const STATEMENTS = [
  // `project_id` is empty for the instance, so it is no foreign key: deleting a project deletes its roles.
  `create table admin_roles (
    admin_id text not null references admins (id) on delete cascade,
    project_id text not null,
    role text not null,
    primary key (admin_id, project_id)
  )`,
  "create index admin_roles_by_project on admin_roles (project_id)",
  "insert into admin_roles (admin_id, project_id, role) select id, '', 'owner' from admins",
  // JSON. Null in an invitation of 0.1: an owner. Null in a token: no limits.
  "alter table admin_invites add column roles text",
  "alter table personal_access_tokens add column limits text",
];

const TRIGGER = [
  `create or replace function svc_make_owner() returns trigger language plpgsql as $$
  begin
    insert into admin_roles (admin_id, project_id, role) values (new.id, '', 'owner') on conflict do nothing;
    return null;
  end $$`,
  "create trigger admins_make_owner after insert on admins for each row execute function svc_make_owner()",
];
