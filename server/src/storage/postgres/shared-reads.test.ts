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

const ways = [
  { way: "that share connections", isPlain: false },
  { way: "that take a connection each", isPlain: true },
];

describe.each(ways)("frequent reads at the same time $way", ({ isPlain }) => {
  let relay: PostgresRelay;
  let app: { db: Db };
  let admin: pg.Client;
  let { find, share, wait } = statements();

  beforeEach(async () => {
    const url = await newPostgresDatabase("template_svc");
    relay = await startPostgresRelay(url);
    admin = new pg.Client(url);
    await admin.connect();
    await admin.query("create table things (id text primary key, n int)");
    await admin.query("insert into things select 't' || n, n from generate_series(1, 200) as n");
    const dialect = postgresDialect({ url: relay.url, isPlain });
    app = { db: new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] }) };
    ({ find, share, wait } = statements());
    // Each connection prepares the statements.
    for (let n = 0; n < 3; n++) {
      await Promise.all(
        Array.from({ length: 9 }, () => [find(app.db, { id: "t1" }), share(app.db, { of: 1 })]).flat(),
      );
    }
  });
  afterEach(async () => {
    await app.db.destroy();
    await admin.end();
    await relay.close();
  });

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

  test("go on while one of them waits", async () => {
    await wait(app.db, { key: 7 });
    await admin.query("select pg_advisory_lock(7)");
    const waiting = Promise.resolve(wait(app.db, { key: 7 }));
    await expect
      .poll(async () => (await admin.query("select 1 from pg_locks where not granted")).rowCount)
      .toBe(1);
    for (let n = 0; n < 20; n++) expect(await find(app.db, { id: "t3" })).toEqual([{ id: "t3", n: 3 }]);
    await admin.query("select pg_advisory_unlock(7)");
    expect(await waiting).toEqual([{ done: 1 }]);
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
