import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newPostgresDatabase } from "../../testing/engines.ts";
import type { Db } from "../db.ts";
import { openDatabase } from "../open.ts";
import { prepared } from "../prepared.ts";
import { transact } from "../transact.ts";

const unavailable = { reason: "STORAGE_UNAVAILABLE" };
/** Locks of this test alone: tests share the server. */
const GATE = Math.floor(Math.random() * 2 ** 30) * 2;
const SECOND_GATE = GATE + 1;

let url: string;
let app: { db: Db };
let admin: pg.Client;
const opponents: pg.Client[] = [];
const commits: Promise<unknown>[] = [];

beforeEach(async () => {
  url = await newPostgresDatabase("template_svc");
  // PostgreSQL ends the one that looks for a deadlock first. svc looks at once, its opponents never do.
  app = { db: openDatabase({ kind: "postgres", url: `${url}?options=-c%20deadlock_timeout%3D1ms` }) };
  admin = await connected("");
  for (const key of ["a", "b"]) {
    await app.db.insertInto("instanceSettings").values({ key, value: "", updatedAt: 0 }).execute();
  }
});

afterEach(async () => {
  await app.db.destroy();
  await Promise.all(commits.splice(0));
  for (const client of [...opponents.splice(0), admin]) await client.end();
});

async function connected(options: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...(options && { options }) });
  await client.connect();
  return client;
}

const write = (db: Db, key: string, value: string): Promise<unknown> =>
  db.updateTable("instanceSettings").set({ value }).where("key", "=", key).execute();

/** What the table holds once the opponents have committed. */
async function values(): Promise<Record<string, string>> {
  await Promise.all(commits);
  const rows = await app.db.selectFrom("instanceSettings").select(["key", "value"]).execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Another transaction that has written b. */
async function opponentWithB() {
  const client = await connected("-c deadlock_timeout=1h");
  opponents.push(client);
  const set = (key: string) =>
    client.query("update instance_settings set value = value || $1 where key = $2", ["opponent ", key]);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  await client.query("begin");
  await set("b");
  return {
    /** Until its commit. */
    closeGate: () => client.query(`select pg_advisory_xact_lock(${GATE})`),
    /** Resolves when it waits for a, which somebody else has; it commits once it gets it. */
    async wantA(): Promise<void> {
      commits.push(set("a").then(() => client.query("commit")));
      await vi.waitUntil(async () => {
        const waiting = "select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'";
        return (await admin.query(waiting, [rows[0]?.pid])).rowCount === 1;
      }, 60_000);
    },
  };
}

describe("the victim of a deadlock", () => {
  test("is run once more, and both transactions succeed", async () => {
    let runs = 0;
    const afterwards = vi.fn<() => void>();
    await transact(app, async ({ db }) => {
      runs += 1;
      await Promise.all(commits); // or it may get a before the opponent, which was woken, does
      const opponent = runs === 1 ? await opponentWithB() : undefined;
      await write(db, "a", `run ${runs}`);
      await opponent?.wantA();
      await write(db, "b", `run ${runs}`);
    });
    afterwards();
    expect(runs).toBe(2);
    expect(afterwards).toHaveBeenCalledOnce();
    expect(await values()).toEqual({ a: "run 2", b: "run 2" });
  });

  test("leaves nothing of its first run", async () => {
    let runs = 0;
    await transact(app, async ({ db }) => {
      runs += 1;
      await db
        .insertInto("instanceSettings")
        .values({ key: `run ${runs}`, value: "", updatedAt: 0 })
        .execute();
      if (runs > 1) return;
      const opponent = await opponentWithB();
      await write(db, "a", "x");
      await opponent.wantA();
      await write(db, "b", "x");
    });
    expect(await values()).toEqual({ a: "opponent ", b: "opponent ", "run 2": "" });
  });

  test("fails as unavailable when its second run is a victim, too", async () => {
    let runs = 0;
    const failing = transact(app, async ({ db }) => {
      runs += 1;
      const opponent = await opponentWithB();
      await write(db, "a", "x");
      await opponent.wantA();
      await write(db, "b", "x");
    });
    await expect(failing).rejects.toMatchObject(unavailable);
    expect(runs).toBe(2);
    expect(await values()).toEqual({ a: "opponent opponent ", b: "opponent opponent " });
  });

  test("may be a single statement, which runs again", async () => {
    // It writes a, waits at a gate until its opponent waits for a, and then writes b. When it runs again, it waits for the
    // opponent's commit at another gate: otherwise it might get a before the opponent, which was woken, does.
    const writeBoth = prepared((db, by: { value: string }) => ({
      compile: () =>
        sql<{ key: string }>`
          with gate as materialized (
              select pg_advisory_lock(${sql.lit(GATE)}), pg_advisory_unlock(${sql.lit(GATE)})
            ),
            a as (
              update instance_settings set value = ${by.value} where key = 'a' and exists (select from gate) returning key
            ),
            second_gate as (select pg_advisory_xact_lock_shared(${sql.lit(SECOND_GATE)}) from a)
          update instance_settings set value = ${by.value} where key = 'b' and exists (select from second_gate)
          returning key`.compile(db),
    }));
    await admin.query(`select pg_advisory_lock(${SECOND_GATE})`);
    const opponent = await opponentWithB();
    const written = writeBoth(app.db, { value: "svc" });
    await vi.waitUntil(async () => {
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = ${SECOND_GATE} and not granted`;
      return (await admin.query(waiting)).rowCount === 1;
    }, 60_000);
    await opponent.closeGate();
    await opponent.wantA();
    await admin.query(`select pg_advisory_unlock(${SECOND_GATE})`);
    expect(await written).toEqual([{ key: "b" }]);
    expect(await values()).toEqual({ a: "svc", b: "svc" });
  });
});

test("a transaction that fails for another reason is not run again", async () => {
  let runs = 0;
  const failing = transact(app, async ({ db }) => {
    runs += 1;
    await db.insertInto("instanceSettings").values({ key: "a", value: "", updatedAt: 0 }).execute();
  });
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect(runs).toBe(1);
});
