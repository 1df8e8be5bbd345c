import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { engines, newPostgresDatabase } from "../testing/engines.ts";
import type { Db } from "./db.ts";
import { DatabaseFromTheFutureError, type Migration, migrate, migrations, refuseFuture } from "./migrate.ts";
import { type DatabaseLocation, openDatabase } from "./open.ts";

const newSqlite = async (): Promise<DatabaseLocation> => ({
  kind: "sqlite",
  file: join(inject("scratch"), `${randomUUID()}.db`),
});
const newPostgres = async (): Promise<DatabaseLocation> => ({
  kind: "postgres",
  url: await newPostgresDatabase(),
});

const creates = (table: string): Migration => ({
  name: `create-${table}`,
  up: async (db) => void (await sql.raw(`create table ${table} (id text primary key)`).execute(db)),
});

const fails: Migration = {
  name: "create-two",
  async up(db) {
    await sql`create table two (id text primary key)`.execute(db);
    throw new Error("cut short");
  },
};

describe.each([
  { kind: "sqlite", locate: newSqlite },
  { kind: "postgres", locate: newPostgres },
])("migrations on $kind", ({ locate }) => {
  let location: DatabaseLocation;
  let db: Db;
  beforeEach(async () => {
    location = await locate();
    db = openDatabase(location);
  });
  afterEach(() => db.destroy());

  const tables = async (): Promise<string[]> =>
    (await db.introspection.getTables()).map(({ name }) => name).sort();

  const applied = async (): Promise<unknown[]> =>
    (await sql`select name, applied_at from migrations order by name`.execute(db)).rows;

  test("each runs once, and the ledger says when", async () => {
    let runs = 0;
    const step: Migration = { name: "one", up: async () => void runs++ };
    await migrate(db, 7, [step]);
    await migrate(db, 8, [step]);
    await migrate(db, 9, [step, creates("two")]);
    expect(runs).toBe(1);
    expect(await applied()).toEqual([
      { name: "create-two", appliedAt: 9 },
      { name: "one", appliedAt: 7 },
    ]);
  });

  test("one that fails leaves nothing of itself, keeps those before it, and runs again next time", async () => {
    await expect(migrate(db, 1, [creates("one"), fails, creates("three")])).rejects.toThrow("cut short");
    expect(await tables()).toEqual(["migrations", "one"]);
    await migrate(db, 2, [creates("one"), creates("two"), creates("three")]);
    expect(await tables()).toEqual(["migrations", "one", "three", "two"]);
  });

  test("a first one that fails leaves an empty database", async () => {
    await expect(migrate(db, 1, [fails])).rejects.toThrow("cut short");
    expect(await tables()).toEqual([]);
  });

  test("a process killed in the middle of one leaves nothing of it, and the next continues", async () => {
    const killed = runElsewhere(`
      const up = async (db) => {
        await sql\`create table two (id text primary key)\`.execute(db);
        process.kill(process.pid, "SIGKILL");
        await new Promise(() => {});
      };
      await migrate(db, 1, [{ name: "one", up: async (db) => void (await sql\`create table one (id text)\`.execute(db)) }, { name: "create-two", up }]);
    `);
    expect(await killed).toMatchObject({ signal: "SIGKILL" });
    expect(await tables()).toEqual(["migrations", "one"]);
    await migrate(
      db,
      2,
      [creates("one"), creates("two")].map((step, n) => (n === 0 ? { ...step, name: "one" } : step)),
    );
    expect(await tables()).toEqual(["migrations", "one", "two"]);
  });

  test("a database that a newer svc has migrated is refused, and stays as it is", async () => {
    await migrate(db, 1, [creates("one"), creates("two")]);
    await expect(migrate(db, 2, [creates("one")])).rejects.toThrow(DatabaseFromTheFutureError);
    await expect(migrate(db, 2, [creates("three"), creates("one")])).rejects.toThrow("create-two");
    await expect(refuseFuture(db, [creates("one")])).rejects.toThrow(DatabaseFromTheFutureError);
    expect(await tables()).toEqual(["migrations", "one", "two"]);
  });

  test("processes that migrate a fresh database at the same time all succeed, and each step ran once", async () => {
    const script = "await migrate(db, 1);";
    const results = await Promise.all(Array.from({ length: 4 }, () => runElsewhere(script)));
    expect(results).toEqual(Array(4).fill({ code: 0, signal: null, stderr: "" }));
    expect(await applied()).toHaveLength(migrations.length);
  });

  test("the lock is gone with the migration: another process may migrate while this one stays connected", async () => {
    await migrate(db, 1, [creates("one")]);
    const next =
      '{ name: "create-two", up: async (db) => void (await sql`create table two (id text)`.execute(db)) }';
    const other = await runElsewhere(`await migrate(db, 2, [{ name: "create-one", up() {} }, ${next}]);`);
    expect(other).toEqual({ code: 0, signal: null, stderr: "" });
    expect(await tables()).toContain("two");
  });

  test("a refresh token of an older version learns which one it took the place of", async () => {
    const before = migrations.filter(({ name }) => name < "0014");
    await migrate(db, 1, before);
    const lines = [
      "insert into projects (id, slug, name, publishable_key, secret_key_hash, secret_key_last4, settings, created_at, updated_at) values ('p', 'p', 'p', 'p', 's', 'l', '{\"timezone\":\"UTC\"}', 0, 0)",
      "insert into users (id, project_id, display_name, avatar_url, custom_claims, search_text, last_active_at, created_at, updated_at) values ('u', 'p', '', '', '{}', '', 0, 0, 0)",
      "insert into sessions (id, project_id, user_id, method, user_agent, ip, created_at, last_used_at, ends_at) values ('s', 'p', 'u', 'password', '', '', 0, 0, 9)",
      "insert into refresh_tokens (hash, project_id, session_id, created_at, expires_at, consumed_at, successor_hash) values ('one', 'p', 's', 0, 9, 1, 'two'), ('two', 'p', 's', 1, 9, 2, 'three'), ('three', 'p', 's', 2, 9, null, null)",
    ];
    for (const line of lines) await sql.raw(line).execute(db);
    await migrate(db, 2);
    const tokens = await db.selectFrom("refreshTokens").select(["hash", "predecessorHash"]).execute();
    expect(Object.fromEntries(tokens.map((token) => [token.hash, token.predecessorHash]))).toEqual({
      one: null,
      two: "one",
      three: "two",
    });
  });

  /** Runs lines with `db`, `migrate` and `sql` in a process of their own. */
  async function runElsewhere(lines: string): Promise<{ code: number; signal: string; stderr: string }> {
    const folder = import.meta.dirname;
    const child = spawn(
      join(folder, "../../../node_modules/.bin/node"),
      [
        "--input-type=module",
        "--eval",
        `import { sql } from "kysely";
         import { migrate } from "${folder}/migrate.ts";
         import { openDatabase } from "${folder}/open.ts";
         const db = openDatabase(${JSON.stringify(location)});
         ${lines}
         await db.destroy();`,
      ],
      { cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
    );
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    const [code, signal] = await once(child, "close");
    return { code, signal, stderr };
  }
});

test("on PostgreSQL a migration may take its time", async () => {
  const db = openDatabase(await newPostgres());
  const limits: unknown[] = [];
  const step: Migration = {
    name: "slow",
    async up(db) {
      for (const name of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]) {
        const { rows } = await sql<{ limit: string }>`select current_setting(${name}) as "limit"`.execute(db);
        limits.push(rows[0]?.limit);
      }
    },
  };
  await migrate(db, 0, [step]);
  expect(limits).toEqual(["0", "0", "0"]);
  const after = await sql<{ limit: string }>`select current_setting('statement_timeout') as "limit"`.execute(
    db,
  );
  expect(after.rows).toEqual([{ limit: "5s" }]);
  await db.destroy();
});

describe("the schema", () => {
  const open = (kind: string): Promise<Db> => {
    const engine = engines.find((engine) => engine.kind === kind);
    if (!engine) throw new Error(kind);
    return engine.open();
  };

  test("has the same tables, columns and types on both engines", async () => {
    const [sqlite, postgres] = await Promise.all(
      ["sqlite", "postgres"].map(async (kind) => {
        const db = await open(kind);
        const tables = await db.introspection.getTables();
        await db.destroy();
        return Object.fromEntries(
          tables
            .filter(({ name }) => !isSearchIndex(name))
            .map(({ name, columns }) => [name, columns.map(describeColumn).sort()]),
        );
      }),
    );
    expect(Object.keys(sqlite ?? {}).length).toBeGreaterThan(10);
    expect(sqlite).toEqual(postgres);
  });

  test("has the same indexes on both engines", async () => {
    const names = async (db: Kysely<never> | Db, query: string): Promise<unknown[]> => {
      const { rows } = await sql.raw<{ name: string }>(query).execute(db);
      await db.destroy();
      return rows
        .map(({ name }) => name)
        .filter((name) => !isSearchIndex(name))
        .sort();
    };
    const sqlite = await names(
      await open("sqlite"),
      "select name from sqlite_master where type = 'index' and name not like 'sqlite_%'",
    );
    const postgres = await names(
      await open("postgres"),
      `select indexname as name from pg_indexes where schemaname = 'public'
       and indexname not in (select conname from pg_constraint)`,
    );
    expect(sqlite).toEqual(postgres);
  });

  /** The one thing that each engine does its own way. */
  function isSearchIndex(name: string): boolean {
    return /^users?_search/.test(name);
  }

  function describeColumn(column: { name: string; dataType: string }): string {
    const type = { int8: "bigint", BIGINT: "bigint", TEXT: "text" }[column.dataType] ?? column.dataType;
    return `${column.name} ${type}`;
  }
});
