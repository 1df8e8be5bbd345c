import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { Engine } from "../engine.ts";
import { shareAdvisoryLock, takeAdvisoryLocks } from "./advisory-lock.ts";
import { APPLICATION_NAME_01, APPLICATION_NAME_OF_DUMPS } from "./application-name.ts";
import { buildIndexes } from "./build-indexes.ts";
import { changeSchema } from "./change-schema.ts";
import type { PostgresConnection } from "./connection.ts";
import { dumpPostgres } from "./dump.ts";
import { isUniqueViolation, mayRunAgain, ReadOnlyServerError } from "./errors.ts";
import { findSigningIn } from "./find-signing-in.ts";
import { findSigningInPasskey } from "./find-signing-in-passkey.ts";
import { settleLimits, takeLimits } from "./limits-at-once.ts";
import { openSessionByPasskey, openSessionByPassword } from "./open-session-at-once.ts";
import { restorePostgres } from "./restore.ts";
import { rotateAtOnce } from "./rotate-at-once.ts";
import { findUsersWithText } from "./user-search.ts";

/** Outside a transaction a statement is one of its own, and runs again like one (`transact`). */
async function onConnection<T>(db: Db, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
  const run = (): Promise<T> =>
    db.getExecutor().provideConnection((connection) => work(connection as PostgresConnection));
  try {
    return await run();
  } catch (error) {
    if (db.isTransaction || !mayRunAgain(error)) throw error;
    return run();
  }
}

export const postgresEngine: Engine = {
  name: "postgres",

  async ping(db) {
    const settings = sql<{
      isReadOnly: boolean;
    }>`select current_setting('transaction_read_only')::boolean as is_read_only`;
    if ((await settings.execute(db)).rows[0]?.isReadOnly)
      throw new ReadOnlyServerError("it can only be read");
  },
  hasPooler: (db) => onConnection(db, (connection) => connection.isPooled()),
  emptyLog: async () => true, // vacuum and checkpoints are PostgreSQL's own

  transaction: (db, work) => db.transaction().execute(work),
  changeSchema,
  async endConnectionsOf01(db) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and usename = current_user and application_name = ${APPLICATION_NAME_01}`.execute(db);
  },
  buildIndexes,

  selectRows: (db, query, values) => onConnection(db, (connection) => connection.rows(query, values)),
  changeRows: (db, query, values) => onConnection(db, (connection) => connection.changes(query, values)),
  readSnapshot: () => undefined,

  singleStatements: {
    takeLimits,
    settleLimits,
    findSigningIn,
    findSigningInPasskey,
    openSessionByPassword,
    openSessionByPasskey,
    rotateToken: rotateAtOnce,
  },
  rowVersion: "xmin",

  hasRowLocks: true,
  rowLock: (lock) => sql.raw(lock),
  takeAdvisoryLocks,
  shareAdvisoryLock,

  findUsersWithText,
  comparesRowsOfExpressions: true,
  binaryCollation: ' collate "C"',
  textItems: (texts) => sql`(select unnest(${texts}::text[]) as value)`,
  jsonItems: (list) => sql`jsonb_array_elements((${list})::jsonb)`,
  jsonField: (value, name) => sql`${value} ->> ${sql.lit(name)}`,
  jsonObjects(fields, order) {
    const pairs = fields.map(([name, value]) => sql`${sql.lit(name)}, ${value}`);
    return sql`json_agg(json_build_object(${sql.join(pairs)}) order by ${order})::text`;
  },

  async oldestTransactionMs(db) {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from max(clock_timestamp() - xact_start)) * 1000)::float8 as ms from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
        and backend_type = 'client backend' and application_name <> ${APPLICATION_NAME_OF_DUMPS}
    `.execute(db);
    return Math.max(0, Math.ceil(Number(rows[0]?.ms ?? 0)));
  },

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
  mayRunAgain,

  dump: dumpPostgres,
  restore: restorePostgres,
};
