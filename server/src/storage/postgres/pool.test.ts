import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CamelCasePlugin, Kysely, sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newPostgresDatabase } from "../../testing/engines.ts";
import type { Db, Tables } from "../db.ts";
import { prepared } from "../prepared.ts";
import { transact } from "../transact.ts";
import { postgresDialect } from "./dialect.ts";
import type { OnTrouble } from "./trouble.ts";

let url: string;
let app: { db: Db };
let admin: pg.Client;
const onTrouble = vi.fn<OnTrouble>();

function open(options: { url: string; silenceMs?: number; size?: number }): Db {
  const dialect = postgresDialect({ ...options, onTrouble });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

beforeEach(async () => {
  onTrouble.mockReset();
  url = await newPostgresDatabase("template_svc");
  app = { db: open({ url }) };
  admin = new pg.Client(url);
  await admin.connect();
});

afterEach(async () => {
  await app.db.destroy();
  await admin.end();
});

async function insert(db: Db, key: string): Promise<void> {
  await db.insertInto("instanceSettings").values({ key, value: "x", updatedAt: 0 }).execute();
}

async function keys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("instanceSettings").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key);
}

/** Ends every connection of svc as an operator or a restart would, and waits until they are gone. */
async function killConnections(): Promise<void> {
  const others = "datname = current_database() and pid <> pg_backend_pid()";
  await admin.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${others}`);
}

const unavailable = { reason: "STORAGE_UNAVAILABLE" };

describe("a caller who waits too long for a connection is told", () => {
  let db: Db;
  beforeEach(() => {
    db = open({ url: `${url}?statement_timeout=400`, size: 1 });
  });
  afterEach(() => db.destroy());

  /** Has the only connection until it is released. */
  async function holdConnection(): Promise<() => void> {
    const { promise: held, resolve: taken } = Promise.withResolvers<void>();
    const { promise: end, resolve: release } = Promise.withResolvers<void>();
    void db.connection().execute(async (db) => {
      await keys(db);
      taken();
      await end;
    });
    await held;
    return release;
  }

  test("that the database does not answer, when nobody gets a connection", async () => {
    const release = await holdConnection();
    await expect(keys(db)).rejects.toMatchObject(unavailable);
    release();
  });

  test("that the server is overloaded, when others get one meanwhile", async () => {
    const releaseFirst = await holdConnection();
    const second = holdConnection();
    await nextTurn(); // it waits now
    const third = keys(db);
    third.catch(() => {});
    await nextTurn();
    releaseFirst();
    const releaseSecond = await second;
    await expect(third).rejects.toMatchObject({ reason: "OVERLOADED" });
    releaseSecond();
  });
});

describe("when PostgreSQL ends the connections", () => {
  test("idle ones are reported and replaced", async () => {
    const reported = new Promise<void>((resolve) => onTrouble.mockImplementation(() => resolve()));
    await keys(app.db);
    await killConnections();
    await reported;
    expect(await keys(app.db)).toEqual([]);
  });

  test("a transaction that rests between two queries fails as unavailable, and the next one works", async () => {
    const failing = transact(app, async ({ db }) => {
      await insert(db, "a");
      await killConnections();
      await insert(db, "b");
    });
    await expect(failing).rejects.toMatchObject(unavailable);
    await transact(app, ({ db }) => insert(db, "c"));
    expect(await keys(app.db)).toEqual(["c"]);
  });

  test("a commit without a connection is not reported as done", async () => {
    const failing = transact(app, async ({ db }) => {
      await insert(db, "a");
      await killConnections();
    });
    await expect(failing).rejects.toMatchObject(unavailable);
    expect(await keys(app.db)).toEqual([]);
  });

  test("a query that runs fails as unavailable", async () => {
    const running = sql`select pg_sleep(60)`.execute(app.db);
    const failed = expect(running).rejects.toMatchObject(unavailable);
    await vi.waitUntil(async () => {
      // Of this database alone: other tests share the server.
      const active =
        "select 1 from pg_stat_activity where query = 'select pg_sleep(60)' and datname = current_database()";
      return (await admin.query(active)).rowCount === 1;
    }, 60_000);
    await killConnections();
    await failed;
    // Another connection that was idle may not have been told yet.
    await expect.poll(() => keys(app.db).catch(() => undefined)).toEqual([]);
  });

  test("again and again, no place in the pool is lost", async () => {
    for (let n = 0; n < 15; n++) {
      await transact(app, async ({ db }) => {
        await insert(db, "a");
        await killConnections();
        await insert(db, "b");
      }).catch(() => {});
    }
    const names = Array.from({ length: 9 }, (_, n) => `k${n}`);
    const together = Promise.withResolvers<void>();
    let arrived = 0;
    await Promise.all(
      names.map((name) =>
        transact(app, async ({ db }) => {
          await insert(db, name);
          arrived += 1;
          if (arrived === names.length) together.resolve();
          await together.promise; // only nine connections at once get here
        }),
      ),
    );
    expect(await keys(app.db)).toEqual(names);
  });
});

describe("when PostgreSQL falls silent", () => {
  let proxy: Server;
  let isSilent = false;
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    isSilent = false;
    const { hostname, port } = new URL(url);
    proxy = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => {});
        socket.once("close", () => {
          near.destroy();
          far.destroy();
        });
      }
      near.on("data", (chunk) => isSilent || far.write(chunk));
      far.on("data", (chunk) => isSilent || near.write(chunk));
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
  });

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });

  async function openThroughProxy(): Promise<void> {
    const address = proxy.address();
    const through = new URL(url);
    through.port = String(typeof address === "object" ? address?.port : "");
    await app.db.destroy();
    app.db = open({ url: through.href, silenceMs: 150, size: 2 });
  }

  test("a frequent statement fails as unavailable, and it heals", async () => {
    const find = prepared((db, by: { key: string }) =>
      db.selectFrom("instanceSettings").select("key").where("key", "=", by.key),
    );
    await openThroughProxy();
    await insert(app.db, "a");
    for (let n = 0; n < 2; n++) expect(await find(app.db, { key: "a" })).toEqual([{ key: "a" }]);
    isSilent = true;
    await expect(find(app.db, { key: "a" })).rejects.toMatchObject(unavailable);
    isSilent = false;
    expect(await find(app.db, { key: "a" })).toEqual([{ key: "a" }]);
  });

  test("a query and a transaction fail as unavailable, and it heals", async () => {
    await openThroughProxy();
    const failing = transact(app, async ({ db }) => {
      await insert(db, "a");
      isSilent = true;
      await insert(db, "b");
    });
    await expect(failing).rejects.toMatchObject(unavailable);
    isSilent = false;
    await insert(app.db, "c");
    expect(await keys(app.db)).toEqual(["c"]);
  });
});

describe("what cannot be reached", () => {
  test.each([
    ["a port where nobody listens", "postgres://svc@127.0.0.1:1/x"],
    ["a name with several addresses, none of which answers", "postgres://svc@localhost:1/x"],
    ["a name that is none", "postgres://svc@no-such-host.invalid:5432/x"],
  ])("%s is unavailable, and the reason is told", async (_name, url) => {
    const db = open({ url });
    await expect(keys(db)).rejects.toMatchObject({
      ...unavailable,
      detail: expect.stringMatching(/E[A-Z]+/),
    });
    await db.destroy();
  });

  test("a database that does not exist is not an outage", async () => {
    const db = open({ url: `${url}_not` });
    await expect(keys(db)).rejects.toMatchObject({ code: "3D000" });
    await db.destroy();
  });
});

test("queries at the same time on one connection take one place in the pool", async () => {
  const db = open({ url, size: 1 });
  await db.connection().execute((db) => Promise.all([keys(db), keys(db)]));
  expect(await keys(db)).toEqual([]);
  await db.destroy();
});

test("statements are prepared once per connection", async () => {
  const names = await transact(app, async ({ db }) => {
    for (const key of ["a", "b", "c"]) await insert(db, key);
    const prepared = sql<{
      statement: string;
    }>`select statement from pg_prepared_statements where name <> ${""}`;
    return (await prepared.execute(db)).rows.filter(({ statement }) => statement.startsWith("insert"));
  });
  expect(names).toHaveLength(1);
});
