import { type Kysely, sql } from "kysely";

/**
 * Roles of administrators. Those who are administrators already may do everything, so they become owners, and their
 * tokens stay without limits. Until the last replica of 0.1 has stopped, it knows no roles: see docs/operations.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
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
