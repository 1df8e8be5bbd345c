import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.ts";

/** A session keeps the hashes of its refresh tokens in its own row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [...BOTH, ...(engineOf(db).name === "postgres" ? POSTGRES : [])];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const COLUMNS = [
  ["locator_hash", "text"],
  ["locator_sealed", "text"],
  ["token_hash", "text"],
  ["token_expires_at", "bigint"],
  ["expiry_day", "bigint"],
  ["previous_hash", "text"],
  ["rotated_at", "bigint"],
  ["attempt_mac", "text"],
  ["replay", "text"],
  ["earlier_mac1", "text"],
  ["earlier_at1", "bigint"],
  ["earlier_mac2", "text"],
  ["earlier_at2", "bigint"],
];

const BOTH = [
  ...COLUMNS.map(([name, type]) => `alter table sessions add column ${name} ${type}`),
  "create unique index sessions_by_locator on sessions (locator_hash) where locator_hash is not null",
  "create index sessions_by_expiry on sessions (expiry_day) where expiry_day is not null",
];

const POSTGRES = [
  // Space in each page for the new versions of rows, so that a refresh changes no index.
  "alter table sessions set (fillfactor = 80)",
  // On a new database no replica of an older version runs.
  `insert into instance_settings (key, value, updated_at)
    select 'finished_upgrade', '0023-session-tokens', 0 where not exists (select 1 from projects)`,
];
