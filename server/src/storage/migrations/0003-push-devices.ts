import { type Kysely, sql } from "kysely";

/** Where the customer's backend reaches a signed-in user: one row per installation and push provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table push_devices (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    session_id text not null references sessions (id) on delete cascade,
    installation_id text not null,
    provider text not null,
    environment text not null,
    token_hash text not null,
    token_sealed text not null,
    app_id text not null,
    app_version text not null,
    os text not null,
    os_version text not null,
    device_model text not null,
    locale text not null,
    timezone text not null,
    notifications_enabled bigint not null,
    created_at bigint not null,
    last_registered_at bigint not null
  )`,
  "create unique index push_devices_token on push_devices (project_id, token_hash, provider, environment)",
  "create unique index push_devices_installation on push_devices (project_id, installation_id, provider)",
  "create index push_devices_newest on push_devices (project_id, created_at, id)",
  "create index push_devices_by_user on push_devices (user_id, last_registered_at)",
  "create index push_devices_by_session on push_devices (session_id)",
  "create index push_devices_by_registration on push_devices (last_registered_at)",
];
