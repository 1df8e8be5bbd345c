import { CamelCasePlugin, Kysely } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type PostgresPair, startPostgresPair } from "../../testing/postgres-pair.ts";
import type { Db, Tables } from "../db.ts";
import { engineOf } from "../engine.ts";
import { migrate } from "../migrate.ts";
import { prepared } from "../prepared.ts";
import { transact } from "../transact.ts";
import { PostgresClient } from "./client.ts";
import { postgresDialect } from "./dialect.ts";
import { provenRead } from "./proven-read.ts";

let pair: PostgresPair;
let db: Db;

beforeAll(async () => {
  pair = await startPostgresPair();
  db = open(pair.primary());
  await migrate(db, 0);
  await db.destroy();
});
afterAll(() => pair.stop());
afterEach(() => db.destroy());

function open(url: string, size?: number): Db {
  const dialect = postgresDialect({ url, size });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** As `/readyz` asks. */
const readiness = (): Promise<string> =>
  engineOf(db)
    .ping(db)
    .then(
      () => "ready",
      () => "not ready",
    );

const unavailable = { reason: "STORAGE_UNAVAILABLE" };

let written = 0;
async function insert(db: Db): Promise<string> {
  const key = `k${written++}`;
  await db.insertInto("instanceSettings").values({ key, value: "x", updatedAt: 0 }).execute();
  return key;
}
const find = prepared((db, by: { key: string }) =>
  db.selectFrom("instanceSettings").select("key").where("key", "=", by.key),
);

test("a standby is refused, and the error says what it is", async () => {
  db = open(pair.standby());
  const standby = { ...unavailable, detail: "the server is a standby, which can only be read" };
  await expect(find(db, { key: "any" })).rejects.toMatchObject(standby);
  await expect(engineOf(db).ping(db)).rejects.toMatchObject(standby);
  await expect(transact({ db }, ({ db }) => insert(db))).rejects.toMatchObject(standby);
});

test("of several servers the primary is found, wherever it stands in the list", async () => {
  const [primary, standby] = [new URL(pair.primary()).host, new URL(pair.standby()).host];
  for (const hosts of [
    `${standby},${primary}`,
    `${primary},${standby}`,
    `127.0.0.1:1,${standby},${primary}`,
  ]) {
    db = open(`postgres://svc@${hosts}/postgres?target_session_attrs=primary`);
    const key = await insert(db);
    expect(await find(db, { key })).toEqual([{ key }]);
    await db.destroy();
  }
  db = open(`postgres://svc@${standby},127.0.0.1:1/postgres`);
  await expect(insert(db)).rejects.toMatchObject(unavailable);
});

test("a server that accepts no changes is not ready, and its connections are replaced", async () => {
  db = open(pair.primary());
  await insert(db);
  await pair.run("alter system set default_transaction_read_only = on");
  await pair.run("select pg_reload_conf()");
  await expect.poll(readiness).toBe("not ready");
  await expect(insert(db)).rejects.toMatchObject(unavailable);
  await pair.run("alter system reset default_transaction_read_only");
  await pair.run("select pg_reload_conf()");
  await expect
    .poll(() =>
      insert(db).then(
        () => "written",
        () => "refused",
      ),
    )
    .toBe("written");
});

test("what a standby reads is not used, whether it finds rows or none, and the connection is outdated", async () => {
  db = open(pair.primary());
  const key = await insert(db);
  await pair.caughtUp();
  const client = new pg.Client(pair.standby());
  await client.connect();
  const onOutdated = vi.fn();
  const reader = new PostgresClient(client as unknown as pg.PoolClient, {
    ...{
      nameOf: () => "read",
      silenceMs: 5_000,
      isPlain: false,
      isPooled: false,
      onOutdated,
      giveUp: Object.assign(async () => {}, { stop: () => {} }),
    },
    limits: { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" },
  });
  const text = "select key from instance_settings where key = $1";
  for (const sought of [key, "nobody", key]) {
    await expect(reader.read(text, [sought])).rejects.toMatchObject(unavailable);
    // The first execution prepares the statement, the later ones have their own way.
    await expect(reader.execute(provenRead(text), [sought], true)).rejects.toMatchObject(unavailable);
  }
  expect(onOutdated).toHaveBeenCalledTimes(6);
  await client.end();
});

test("after a switchover and a failover everything goes on at the new primary, and nothing is lost", async () => {
  db = open(pair.both());
  const keys = [await insert(db)];
  await pair.caughtUp();
  await pair.switchOver();
  // The first call may find only what is left of the old connections.
  await expect.poll(readiness).toBe("ready");
  keys.push(await insert(db));
  await pair.caughtUp();
  await pair.failOver();
  await expect.poll(readiness).toBe("ready");
  keys.push(await insert(db));
  for (const key of keys) expect(await find(db, { key })).toEqual([{ key }]);
});
