import { CamelCasePlugin, Kysely, sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newPostgresDatabase } from "../../testing/engines.ts";
import type { Db, Tables } from "../db.ts";
import { transact } from "../transact.ts";
import { postgresDialect } from "./dialect.ts";

let url: string;
let db: Db;
let admin: pg.Client;

beforeEach(async () => {
  url = await newPostgresDatabase("template_svc");
  admin = new pg.Client(url);
  await admin.connect();
});
afterEach(async () => {
  await db.destroy();
  await admin.end();
});

function open(url: string, options: { size: number; silenceMs?: number }): Db {
  const dialect = postgresDialect({ url, ...options });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

async function backends(): Promise<number> {
  const others =
    "datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'";
  const { rows } = await admin.query(`select count(*)::int as count from pg_stat_activity where ${others}`);
  return rows[0].count;
}

test("commits that the server does not confirm never leave more backends than the pool has places", async () => {
  const size = 3;
  db = open(url, { size, silenceMs: 300 });
  await admin.query("create table things (id text)");
  // The commit takes as long as when it waits for a standby.
  await admin.query(`create function stall() returns trigger language plpgsql as
    'begin perform pg_sleep(3); return null; end'`);
  await admin.query(`create constraint trigger stalls after insert on things deferrable initially deferred
    for each row execute function stall()`);
  const most: number[] = [];
  const insert = () => transact({ db }, ({ db }) => sql`insert into things values ('a')`.execute(db));
  const calls = Array.from({ length: 9 }, () => insert().catch((error) => error.reason));
  for (const call of calls) {
    expect(await call).toBe("STORAGE_UNAVAILABLE");
    most.push(await backends());
  }
  expect(Math.max(...most)).toBeLessThanOrEqual(size);
  await admin.query("alter table things disable trigger stalls");
  await expect
    .poll(() =>
      insert().then(
        () => "works",
        () => "waits",
      ),
    )
    .toBe("works");
  expect(await backends()).toBeLessThanOrEqual(size);
});

test("a process can end although a commit is not confirmed", async () => {
  db = open(url, { size: 3, silenceMs: 300 });
  await admin.query("create table things (id text)");
  await admin.query(`create function stall() returns trigger language plpgsql as
    'begin perform pg_sleep(20); return null; end'`);
  await admin.query(`create constraint trigger stalls after insert on things deferrable initially deferred
    for each row execute function stall()`);
  const insert = transact({ db }, ({ db }) => sql`insert into things values ('a')`.execute(db));
  await expect(insert).rejects.toMatchObject({ reason: "STORAGE_UNAVAILABLE" });
  const since = performance.now();
  await db.destroy();
  expect(performance.now() - since).toBeLessThan(10_000);
  db = open(url, { size: 1 });
});

test("a read that the server does not answer is cancelled", async () => {
  db = open(url, { size: 1, silenceMs: 300 });
  await expect(db.selectNoFrom(sql`pg_sleep(60)`.as("slept")).execute()).rejects.toMatchObject({
    reason: "STORAGE_UNAVAILABLE",
  });
  const sleeping =
    "select count(*)::int as count from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
  await expect.poll(async () => (await admin.query(sleeping)).rows[0].count).toBe(0);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test("a pool that cannot grow waits for the connections that it has", async () => {
  const role = `small_${Date.now()}`;
  await admin.query(`create role ${role} login connection limit 2`);
  await admin.query(`grant select on instance_settings to ${role}`);
  const limited = new URL(url);
  limited.username = role;
  db = open(limited.href, { size: 10 });
  const calls = Array.from({ length: 50 }, () =>
    transact({ db }, async ({ db }) => {
      await sql`select pg_sleep(0.01)`.execute(db);
      return db.selectFrom("instanceSettings").select("key").execute();
    }),
  );
  expect(await Promise.all(calls)).toHaveLength(50);
});

test("a process that gets no connection at all says so after its time limit", async () => {
  const role = `none_${Date.now()}`;
  await admin.query(`create role ${role} login connection limit 0`);
  const limited = new URL(`${url}?statement_timeout=400`);
  limited.username = role;
  db = open(limited.href, { size: 10 });
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({
    ...{ reason: "STORAGE_UNAVAILABLE", detail: expect.stringContaining("too many connections") },
  });
});
