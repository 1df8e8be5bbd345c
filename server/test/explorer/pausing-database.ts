import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  type TransactionSettings,
} from "kysely";
import type { Db, Tables } from "../../src/storage/db.ts";
import type { Engine, EngineAdapter } from "../../src/storage/engine.ts";
import type { DatabaseLocation } from "../../src/storage/open.ts";
import { PostgresEngineAdapter } from "../../src/storage/postgres/adapter.ts";
import { postgresDialect } from "../../src/storage/postgres/dialect.ts";
import { postgresEngine } from "../../src/storage/postgres/engine.ts";
import { sqliteDialect } from "../../src/storage/sqlite/dialect.ts";
import { sqliteEngine } from "../../src/storage/sqlite/engine.ts";
import { throughKysely } from "../../src/storage/through-kysely.ts";
import { type Actor, step } from "./actor.ts";

/** Told when a side is about to wait for SQLite's one writer. */
export type BeforeWriting = (actor: Actor) => void;

/** The product's own driver, with a suspension point before every statement, begin, commit and rollback. */
export function openPausingDatabase(location: DatabaseLocation, beforeWriting: BeforeWriting): Db {
  const dialect = dialectOf(location);
  const isSqlite = location.kind === "sqlite";
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () =>
        isSqlite ? new OrdinarySqliteAdapter() : new PostgresEngineAdapter(ordinaryPostgres),
      createDriver: () => new PausingDriver(dialect.createDriver(), new Writer(isSqlite, beforeWriting)),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
  });
}

function dialectOf(location: DatabaseLocation): Dialect {
  if (location.kind === "sqlite") return sqliteDialect(location.file);
  const url = new URL(location.url);
  // A deadlock is a finding; a second until PostgreSQL looks for it would be waited for thousands of times.
  url.searchParams.set("options", "-c deadlock_timeout=100ms");
  return postgresDialect({ url: url.href, size: 6 });
}

/**
 * Not the product's engines, which run frequent statements, and on SQLite transactions, without Kysely and without a
 * suspension: with these ones they take the same way and stop everywhere.
 */
const ordinaryPostgres: Engine = {
  ...{ ...postgresEngine, ...throughKysely },
  mayRunAgain: () => false, // the second run would hide a deadlock
};

class OrdinarySqliteAdapter extends SqliteAdapter implements EngineAdapter {
  readonly engine = { ...sqliteEngine, ...throughKysely };

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Who writes. On SQLite one at a time, and the others wait. */
class Writer {
  readonly isOnlyOne: boolean;
  readonly #beforeWriting: BeforeWriting;

  constructor(isOnlyOne: boolean, beforeWriting: BeforeWriting) {
    this.isOnlyOne = isOnlyOne;
    this.#beforeWriting = beforeWriting;
  }

  run<T>(actor: Actor | undefined, work: () => Promise<T>): Promise<T> {
    if (!actor || !this.isOnlyOne) return work();
    this.#beforeWriting(actor);
    return actor.asWriter(work);
  }
}

class PausingDriver implements Driver {
  readonly #inner: Driver;
  readonly #writer: Writer;

  constructor(inner: Driver, writer: Writer) {
    this.#inner = inner;
    this.#writer = writer;
  }

  init(): Promise<void> {
    return this.#inner.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PausingConnection(await this.#inner.acquireConnection(), this.#writer);
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const pausing = connection as PausingConnection;
    return step("begin", async (actor) => {
      await this.#writer.run(actor, () => this.#inner.beginTransaction(pausing.inner, settings));
      pausing.written = [];
      if (actor) actor.openTransactions += 1;
    });
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    const pausing = connection as PausingConnection;
    return step("commit", async (actor) => {
      const tables = pausing.written ?? [];
      // Before the commit it still has its locks, so that of two that touch the same row the order is the true one.
      if (actor && tables.length > 0) actor.commits.push({ at: actor.now(), tables });
      await this.#end(pausing, actor, () => this.#inner.commitTransaction(pausing.inner));
    });
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const pausing = connection as PausingConnection;
    return step("rollback", (actor) =>
      this.#end(pausing, actor, () => this.#inner.rollbackTransaction(pausing.inner)),
    );
  }

  async #end(pausing: PausingConnection, actor: Actor | undefined, end: () => Promise<void>): Promise<void> {
    if (actor && pausing.written) actor.openTransactions -= 1;
    pausing.written = undefined;
    await (actor && this.#writer.isOnlyOne ? actor.asWriter(end) : end());
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#inner.releaseConnection((connection as PausingConnection).inner);
  }

  destroy(): Promise<void> {
    return this.#inner.destroy();
  }
}

class PausingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  /** The tables that the open transaction has written to; undefined outside of one. */
  written: string[] | undefined;
  readonly #writer: Writer;

  constructor(inner: DatabaseConnection, writer: Writer) {
    this.inner = inner;
    this.#writer = writer;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = nameOf(query.sql);
    return step(name, async (actor) => {
      const tables = writtenBy(query.sql);
      const execute = () => this.inner.executeQuery<R>(query);
      if (tables.length === 0) return execute();
      if (this.written) this.written.push(...tables);
      if (this.written || !actor) return execute();
      actor.commits.push({ at: actor.now(), tables });
      return this.#writer.run(actor, execute);
    });
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

const written = new Map<string, string[]>();

/** The tables that a statement writes to, also inside a `with`. */
function writtenBy(sql: string): string[] {
  let tables = written.get(sql);
  if (tables === undefined) {
    const writes = sql.matchAll(
      /(?:insert\s+into|delete\s+from|(?<!\b(?:key|do|for)\s+)update)\s+"?(\w+)"?/gi,
    );
    tables = [...writes].map(([, table = ""]) => table);
    written.set(sql, tables);
  }
  return tables;
}

const names = new Map<string, string>();

/** The verb and its table: `select users`, `update sessions`. */
function nameOf(sql: string): string {
  let name = names.get(sql);
  if (name === undefined) {
    const [verb = ""] = sql.trim().split(/\s/, 1);
    const [, table = ""] = /(?:from|into|update)\s+"?(\w+)"?/i.exec(sql) ?? [];
    name = `${verb.toLowerCase()} ${table}`.trim();
    names.set(sql, name);
  }
  return name;
}
