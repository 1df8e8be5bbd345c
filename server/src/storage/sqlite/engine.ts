import { sql } from "kysely";
import { andThen } from "../../runtime/maybe-promise.ts";
import type { Engine } from "../engine.ts";
import { transact } from "../transact.ts";
import { dumpSqlite } from "./dump.ts";
import { emptyLog } from "./empty-log.ts";
import { isUniqueViolation } from "./errors.ts";
import { restoreSqlite } from "./restore.ts";
import { connectionOf, runTransaction } from "./transaction.ts";
import { findUsersWithText } from "./user-search.ts";

/** Transactions run one after another, so there is nothing to lock. */
export const sqliteEngine: Engine = {
  name: "sqlite",

  async ping(db) {
    await sql`select 1`.execute(db);
  },
  hasPooler: async () => false,
  emptyLog,

  transaction: runTransaction,
  changeSchema: (db, work) => transact({ db }, ({ db }) => work(db)),
  endConnectionsOf01: async () => {}, // one process serves a file
  async buildIndexes(db, statements) {
    for (const statement of statements) {
      await sql.raw(statement.replace(" index ", " index if not exists ")).execute(db);
    }
  },

  selectRows: (db, query, values) =>
    andThen(connectionOf(db), (connection) => connection.rows(query, values)),
  changeRows: (db, query, values) =>
    andThen(connectionOf(db), (connection) => connection.changes(query, values)),
  readSnapshot: (db) => andThen(connectionOf(db), (connection) => connection.readSnapshot()),

  singleStatements: undefined,
  rowVersion: undefined,

  hasRowLocks: false,
  rowLock: () => sql``,
  takeAdvisoryLocks: async () => {},
  shareAdvisoryLock: async () => {},

  findUsersWithText,
  comparesRowsOfExpressions: false,
  binaryCollation: "", // SQLite compares bytes unless told otherwise
  textItems: (texts) => sql`(select value from json_each(${JSON.stringify(texts)}))`,
  jsonItems: (list) => sql`json_each(${list})`,
  jsonField: (value, name) => sql`${value} ->> ${sql.lit(`$.${name}`)}`,
  jsonObjects(fields, order) {
    const pairs = fields.map(([name, value]) => sql`${sql.lit(name)}, ${value}`);
    return sql`json_group_array(json_object(${sql.join(pairs)}) order by ${order})`;
  },

  async oldestTransactionMs(db) {
    await sqliteEngine.transaction(db, async () => {});
    return 0;
  },

  async hasTable(db, name) {
    const { rows } = await sql`
      select 1 from sqlite_master where type = 'table' and name = ${name}
    `.execute(db);
    return rows.length > 0;
  },
  async databaseBytes(db) {
    const { rows } = await sql<{ bytes: number }>`
      select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()
    `.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  },

  isUniqueViolation,
  mayRunAgain: () => false, // nothing waits for two things at once

  dump: dumpSqlite,
  restore: restoreSqlite,
};
