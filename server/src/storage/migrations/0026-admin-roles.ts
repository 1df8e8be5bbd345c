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
  const isPostgres = engineOf(db).name === "postgres";
  for (const statement of [...STATEMENTS, ...(isPostgres ? TRIGGER : [])])
    await sql.raw(statement).execute(db);
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
