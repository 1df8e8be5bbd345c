import { sql } from "kysely";
import type { Engine } from "../engine.ts";
import { searchTextContains } from "../search-text.ts";
import { throughKysely } from "../through-kysely.ts";
import { shareAdvisoryLock, takeAdvisoryLocks } from "./advisory-lock.ts";
import { changeSchema } from "./change-schema.ts";
import { dumpPostgres } from "./dump.ts";
import { isUniqueViolation } from "./errors.ts";
import { restorePostgres } from "./restore.ts";

export const postgresEngine: Engine = {
  name: "postgres",

  ...throughKysely,
  changeSchema,

  hasRowLocks: true,
  rowLock: (lock) => sql.raw(lock),
  takeAdvisoryLocks,
  shareAdvisoryLock,

  usersWithText: (text) =>
    sql`(select id as user_id from users where search_text <> '' and ${searchTextContains(text)})`,
  binaryCollation: ' collate "C"',
  jsonItems: (list) => sql`jsonb_array_elements((${list})::jsonb)`,
  jsonField: (value, name) => sql`${value} ->> ${sql.lit(name)}`,

  async hasTable(db, name) {
    const { rows } = await sql`select 1 where to_regclass(${name}) is not null`.execute(db);
    return rows.length > 0;
  },
  async databaseBytes(db) {
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database()) as bytes
    `.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  },

  isUniqueViolation,

  dump: dumpPostgres,
  restore: restorePostgres,
};
