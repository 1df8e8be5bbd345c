import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newPostgresDatabase } from "../testing/engines.ts";
import { isFull, times } from "../testing/full.ts";
import type { Db } from "./db.ts";
import { LAST_RELEASED, type Migration, migrate, migrations } from "./migrate.ts";
import { openDatabase } from "./open.ts";
import { buildIndexes } from "./postgres/build-indexes.ts";

/** Replicas of the last release run while a newer one migrates their database. These tests hold what they rely on. */
const released = migrations.filter(({ name }) => name <= LAST_RELEASED);
const pending = migrations.filter(({ name }) => name > LAST_RELEASED);
const USERS = times(300, 1_000_000);

let db: Db;
let admin: pg.Client;
beforeEach(async () => {
  const url = await newPostgresDatabase();
  db = openDatabase({ kind: "postgres", url });
  admin = new pg.Client(url);
  await admin.connect();
  await migrate(db, 0, released);
  await admin.query(`insert into projects (id, slug, name, publishable_key, secret_key_hash, secret_key_last4, settings,
    created_at, updated_at) values ('p', 'p', 'P', 'pk', 'sk', '0000', '{}', 0, 0)`);
});
afterEach(async () => {
  await admin.end();
  await db.destroy();
});

/** The whole new version, as it starts beside the old one. */
const upgrade = (): Promise<void> => migrate(db, 1);

async function column(name: string, query: string): Promise<string[]> {
  const { rows } = await admin.query(query);
  return rows.map((row) => row[name] as string);
}

/** What statements of the last release can fail without. */
const FACTS = {
  columns: `select format('%s.%s %s%s', table_name, column_name, data_type,
      case when is_nullable = 'YES' then ' null' end) as fact
    from information_schema.columns where table_schema = 'public'`,
  constraints: `select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as fact
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`,
  indexes: "select indexdef as fact from pg_indexes where schemaname = 'public'",
  // A table that is rewritten gets another file.
  files: `select format('%s %s', relname, relfilenode) as fact from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`,
};

const facts = async () =>
  (await Promise.all(Object.values(FACTS).map((query) => column("fact", query)))).flat();

test("what the last release uses is not dropped, renamed, rewritten or made stricter", async () => {
  const before = await facts();
  await upgrade();
  const after = new Set(await facts());
  const changed = before.filter((fact) => !after.has(fact));
  // A column may accept more than before.
  expect(changed.filter((fact) => !after.has(`${fact} null`))).toEqual([]);
});

test("a new column of an old table can be left out by the last release", async () => {
  const before = new Set(await facts());
  const tables = new Set([...before].map((fact) => fact.split(/[ .]/)[0]));
  await upgrade();
  const required = await column(
    "fact",
    `select format('%s.%s', table_name, column_name) as fact from information_schema.columns
      where table_schema = 'public' and is_nullable = 'NO' and column_default is null`,
  );
  const old = [...before].map((fact) => fact.split(" ")[0]);
  expect(required.filter((name) => tables.has(name.split(".")[0]) && !old.includes(name))).toEqual([]);
});

test("each migration locks the tables that it says, and no others", async () => {
  const tables = new Set(await column("name", "select relname as name from pg_class where relkind = 'r'"));
  const told: Migration[] = pending.map((step) => ({
    ...step,
    up: async (db) => {
      await step.up(db);
      const locked = await column(
        "name",
        `select distinct relation::regclass::text as name from pg_locks
          where mode = 'AccessExclusiveLock' and relation is not null
            and database = (select oid from pg_database where datname = current_database())`,
      );
      expect({ [step.name]: locked.filter((name) => tables.has(name)).sort() }).toEqual({
        [step.name]: step.locks,
      });
    },
  }));
  await migrate(db, 1, [...released, ...told]);
  expect(told.map(({ locks }) => locks)).not.toContain(undefined);
});

async function addUsers(count: number): Promise<void> {
  await admin.query("set synchronous_commit = off");
  await admin.query(`insert into users (id, project_id, email, display_name, avatar_url, custom_claims, search_text,
      credential_epoch, last_sign_in_at, last_active_at, created_at, updated_at)
    select 'u' || n, 'p', 'user' || n || '@example.com', 'User ' || n, '', '{}', 'user' || n, 0, n, n, n, n
    from generate_series(1, ${count}) as n`);
  await admin.query(`insert into sessions (id, project_id, user_id, method, user_agent, ip, created_at, last_used_at, ends_at)
    select 's' || n, 'p', 'u' || n, 'password', 'phone', '10.0.0.1', n, n, n from generate_series(1, ${count}) as n`);
}

/** Reads and writes the hot tables all the time. Returns how long the slowest of these calls took. */
async function slowestCallDuring(work: () => Promise<void>): Promise<number> {
  const { host, port, database, user } = admin;
  let slowest = 0;
  let isOver = false;
  const call = async (statement: string): Promise<void> => {
    const client = new pg.Client({ host, port, database, user } as pg.ClientConfig);
    await client.connect();
    while (!isOver) {
      const since = performance.now();
      await client.query(statement);
      slowest = Math.max(slowest, performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await client.end();
  };
  const calls = [
    "select * from sessions where id = 's7'",
    "update sessions set last_used_at = last_used_at + 1 where id = 's7'",
    "select * from users where id = 'u7'",
    "update users set last_active_at = last_active_at + 1 where id = 'u7'",
  ].map(call);
  await work();
  isOver = true;
  await Promise.all(calls);
  return slowest;
}

test(`calls beside the upgrade of ${USERS} users wait for less than a second`, async () => {
  await addUsers(USERS);
  const slowest = await slowestCallDuring(upgrade);
  if (isFull) process.stderr.write(`\n${USERS} users: the slowest call took ${Math.round(slowest)} ms\n`);
  expect(slowest).toBeLessThan(1_000);
});

test("an index that a killed process left unfinished is built anew, by one of several processes", async () => {
  await addUsers(10);
  const statement = "create unique index by_agent on sessions (user_agent)";
  // It cannot be unique, and stays behind as an index that is not valid.
  await expect(buildIndexes(db, [statement])).rejects.toMatchObject({ code: "23505" });
  const good = "create unique index by_agent on sessions (user_agent, id)";
  await Promise.all([buildIndexes(db, [good]), buildIndexes(db, [good]), buildIndexes(db, [good])]);
  const built = "select indisvalid::text as valid from pg_index where indexrelid = 'by_agent'::regclass";
  expect(await column("valid", built)).toEqual(["true"]);
  const limit = sql<{
    limit: string;
  }>`select current_setting('statement_timeout') as "limit" from pg_sleep(0.01)`;
  const limits = await Promise.all(Array.from({ length: 10 }, () => limit.execute(db)));
  expect(new Set(limits.map(({ rows }) => rows[0]?.limit))).toEqual(new Set(["5s"]));
});
