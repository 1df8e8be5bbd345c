import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.ts";

/** A session keeps the hashes of its refresh tokens in its own row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [...BOTH, ...(engineOf(db).name === "postgres" ? POSTGRES : [])];
  for (const statement of statements) await sql.raw(statement).execute(db);
  // When all replicas run this version. In a new database there are no others: the default is for the row of this
  // migration, which follows.
  const { rows } = await sql`select 1 from projects union all select 1 from admins limit 1`.execute(db);
  const isNew = rows.length === 0;
  await sql
    .raw(`alter table migrations add column finished_at bigint default ${isNew ? "0" : "null"}`)
    .execute(db);
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

const BOTH = [...COLUMNS.map(([name, type]) => `alter table sessions add column ${name} ${type}`)];

export const locks = ["migrations", "sessions"];

export const indexes = [
  "create unique index sessions_by_locator on sessions (locator_hash) where locator_hash is not null",
  "create index sessions_by_expiry on sessions (expiry_day) where expiry_day is not null",
];

const POSTGRES = [
  // Space in each page for the new versions of rows, so that a refresh changes no index.
  "alter table sessions set (fillfactor = 80)",
];
