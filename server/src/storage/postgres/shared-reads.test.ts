import { setTimeout as sleep } from "node:timers/promises";
import { CamelCasePlugin, Kysely, sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newPostgresDatabase } from "../../testing/engines.ts";
import { type PostgresRelay, startPostgresRelay } from "../../testing/postgres-relay.ts";
import type { Db, Tables } from "../db.ts";
import { prepared } from "../prepared.ts";
import { transact } from "../transact.ts";
import { postgresDialect } from "./dialect.ts";

// Made anew for each test: what is prepared belongs to the statement.
const statements = () => ({
  find: prepared((db, by: { id: string }) =>
    db
      .selectFrom(sql<{ id: string; n: number }>`things`.as("things"))
      .selectAll()
      .where("things.id", "=", by.id),
  ),
  /** Fails for 0. */
  share: prepared((db, by: { of: number }) => db.selectNoFrom(sql<number>`100 / ${by.of}::int`.as("share"))),
  wait: prepared((db, by: { key: number }) =>
    db
      .selectFrom(sql`pg_advisory_xact_lock_shared(${by.key}::int)`.as("lock"))
      .select(sql<number>`1`.as("done")),
  ),
});

/** One of the ten is kept for questions about the others. */
const POOL = 9;
const CONNECT_MS = 1_000;

const ways = [
  { way: "that share connections", isPlain: false },
  { way: "that take a connection each", isPlain: true },
];

describe.each(ways)("frequent reads at the same time $way", ({ isPlain }) => {
  let url: string;
  let relay: PostgresRelay;
  let app: { db: Db };
  let admin: pg.Client;
  let { find, share, wait } = statements();

  beforeEach(async () => {
    url = await newPostgresDatabase("template_svc");
    relay = await startPostgresRelay(url);
    admin = new pg.Client(url);
    await admin.connect();
    await admin.query("create table things (id text primary key, n int)");
    await admin.query("insert into things select 't' || n, n from generate_series(1, 200) as n");
    app = open(relay.url);
    ({ find, share, wait } = statements());
    const release = await holdAll(app, async (db) => {
      await find(db, { id: "t1" });
      await share(db, { of: 1 });
      await wait(db, { key: 1 });
    });
    await release();
  });
  afterEach(async () => {
    await app.db.destroy();
    await admin.end();
    await relay.close();
  });

  function open(url: string): { db: Db } {
    const dialect = postgresDialect({ url, isPlain });
    return { db: new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] }) };
  }

  /** Takes all connections of the pool at the same time, uses each, and holds them until they are released. */
  async function holdAll(app: { db: Db }, use: (db: Db) => Promise<unknown>): Promise<() => Promise<void>> {
    const end = Promise.withResolvers<void>();
    const begun = Array.from({ length: POOL }, () => Promise.withResolvers<void>());
    const transactions = begun.map(({ resolve }) =>
      transact(app, async ({ db }) => {
        await use(db);
        resolve();
        await end.promise;
      }),
    );
    await Promise.all(begun.map(({ promise }) => promise));
    return async () => {
      end.resolve();
      await Promise.all(transactions);
    };
  }

  const isAnyBlocked = async (): Promise<boolean> =>
    (await admin.query("select 1 from pg_locks where not granted")).rowCount !== 0;

  const ids = Array.from({ length: 200 }, (_, n) => `t${n + 1}`);

  test("return each its own rows", async () => {
    const found = await Promise.all([...ids, "nobody"].map((id) => find(app.db, { id })));
    expect(found).toEqual([...ids.map((id, n) => [{ id, n: n + 1 }]), []]);
  });

  test("take fewer round trips than reads, where they share", async () => {
    const before = relay.roundTrips();
    await Promise.all(ids.map((id) => find(app.db, { id })));
    const taken = relay.roundTrips() - before;
    if (isPlain) expect(taken).toBe(200);
    else expect(taken).toBeLessThanOrEqual(10);
  });

  test("fail alone, and those that PostgreSQL skipped are read", async () => {
    const results = await Promise.allSettled(
      [4, 0, 5, 0, 0, 2].map((of) => Promise.resolve(share(app.db, { of }))),
    );
    const shares = results.map((result) =>
      result.status === "fulfilled" ? result.value[0]?.share : result.reason.code,
    );
    expect(shares).toEqual([25, "22012", 20, "22012", "22012", 50]);
  });

  test("see what was committed before they were asked for", async () => {
    let stale = 0;
    for (let n = 0; n < 50; n++) {
      const others = ids.slice(0, 20).map((id) => find(app.db, { id }));
      await admin.query("update things set n = $1 where id = 't200'", [1000 + n]);
      const [row] = await find(app.db, { id: "t200" });
      if (row?.n !== 1000 + n) stale += 1;
      await Promise.all(others);
    }
    expect(stale).toBe(0);
  });

  test("go on while others wait, also those that go together with them", async () => {
    await admin.query("select pg_advisory_lock(7)");
    const waiting = [1, 2, 3].map(() => Promise.resolve(wait(app.db, { key: 7 })));
    const found = ids.slice(0, 20).map((id) => find(app.db, { id }));
    await Promise.all(found);
    for (let n = 0; n < 20; n++) expect(await find(app.db, { id: "t3" })).toEqual([{ id: "t3", n: 3 }]);
    expect(await isAnyBlocked()).toBe(true);
    await admin.query("select pg_advisory_unlock(7)");
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => [{ done: 1 }]));
  });

  test("never deadlock with a change of their tables", async () => {
    const change = new pg.Client(url);
    await change.connect();
    await change.query("set deadlock_timeout = '700ms'"); // so that it would fail, and not the reads
    await change.query("begin");
    await change.query("select pg_advisory_xact_lock(9)");
    const reads = Promise.all([find(app.db, { id: "t3" }), wait(app.db, { key: 9 })]);
    await expect.poll(isAnyBlocked).toBe(true);
    await change.query("alter table things alter column n set not null");
    await change.query("commit");
    await change.end();
    expect(await reads).toEqual([[{ id: "t3", n: 3 }], [{ done: 1 }]]);
  });

  test("do not fail for the time that earlier ones have waited for a connection", async () => {
    const { db } = open(`${url}?statement_timeout=${CONNECT_MS}`);
    const release = await holdAll({ db }, async () => {});
    const early = Promise.resolve(find(db, { id: "t1" }));
    const late = sleep(0.7 * CONNECT_MS).then(() => find(db, { id: "t2" }));
    await expect(early).rejects.toMatchObject({ reason: "STORAGE_UNAVAILABLE" });
    await release();
    expect(await late).toEqual([{ id: "t2", n: 2 }]);
    await db.destroy();
  });

  test("are answered when the connection ends that one of them waited on", async () => {
    await wait(app.db, { key: 8 });
    await admin.query("select pg_advisory_lock(8)");
    const reads = [wait(app.db, { key: 8 }), ...ids.map((id) => find(app.db, { id }))];
    const settled = Promise.allSettled(reads);
    const waiting =
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted";
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1);
    const [waited, ...found] = await settled;
    expect(waited).toMatchObject({ status: "rejected", reason: { reason: "STORAGE_UNAVAILABLE" } });
    expect(found.map(({ status }) => status)).toEqual(ids.map(() => "fulfilled"));
  });

  test("do not leave a transaction, and see what it has changed", async () => {
    await transact(app, async ({ db }) => {
      await sql`update things set n = -1 where id = 't5'`.execute(db);
      const [inside, other] = await Promise.all([find(db, { id: "t5" }), find(db, { id: "t6" })]);
      expect([inside, other]).toEqual([[{ id: "t5", n: -1 }], [{ id: "t6", n: 6 }]]);
      await expect(Promise.resolve().then(() => find(app.db, { id: "t5" }))).rejects.toThrow("outer handle");
    });
  });

  test("return the columns that their table has now", async () => {
    await admin.query("alter table things add column colour text default 'red'");
    const found = await Promise.all(ids.slice(0, 20).map((id) => find(app.db, { id })));
    expect(found).toEqual(ids.slice(0, 20).map((id, n) => [{ id, n: n + 1, colour: "red" }]));
  });
});
