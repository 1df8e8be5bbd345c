import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import type { Db, InstanceSettingRow } from "./db.ts";
import { transact } from "./transact.ts";

const setting = (key: string, value = "x"): InstanceSettingRow => ({
  key,
  value,
  updatedAt: 1_900_000_000_000,
});

async function insert(db: Db, ...keys: string[]): Promise<void> {
  for (const key of keys) await db.insertInto("instanceSettings").values(setting(key)).execute();
}

async function keys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("instanceSettings").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key);
}

const outcomes = (results: PromiseSettledResult<unknown>[]): string[] => results.map(({ status }) => status);

describe.each(engines)("transact on $kind", (engine) => {
  let app: { db: Db };
  beforeEach(async () => {
    app = { db: await engine.open() };
  });
  afterEach(() => app.db.destroy());

  test("of transactions that run together, one that fails rolls back alone", async () => {
    const results = await Promise.allSettled(
      ["a", "b", "c", "d"].map((key) =>
        transact(app, async ({ db }) => {
          await insert(db, key);
          if (key === "b") throw new Error("no");
          return key;
        }),
      ),
    );
    expect(outcomes(results)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(await keys(app.db)).toEqual(["a", "c", "d"]);
  });

  test("the error that rolled it back is the error that the caller gets", async () => {
    const mine = new Error("mine");
    const failing = transact(app, async ({ db }) => {
      await insert(db, "a");
      throw mine;
    });
    await expect(failing).rejects.toBe(mine);
  });

  test("a unique violation fails its own transaction only", async () => {
    const results = await Promise.allSettled(
      ["a", "b", "a", "c"].map((key) => transact(app, ({ db }) => insert(db, key))),
    );
    expect(outcomes(results).filter((status) => status === "rejected")).toHaveLength(1);
    expect(await keys(app.db)).toEqual(["a", "b", "c"]);
  });

  test("transact inside transact joins the outer transaction", async () => {
    const failing = transact(app, async (app) => {
      await transact(app, ({ db }) => insert(db, "a"));
      throw new Error("outer");
    });
    await expect(failing).rejects.toThrow("outer");
    expect(await keys(app.db)).toEqual([]);
  });

  test("the handle of a transaction that is over is refused, also by a statement that is built on the spot", async () => {
    let over: Db | undefined;
    const keep = async (app: { db: Db }): Promise<void> => {
      over = app.db;
      await insert(app.db, "a");
    };
    await transact(app, keep);
    if (!over) throw new Error("no handle");
    await expect(insert(over, "b")).rejects.toThrow(/transaction is (over|already committed)/i);
    await expect(keys(over)).rejects.toThrow(/transaction is (over|already committed)/i);
    await expect(
      transact(app, async (app) => {
        await keep(app);
        throw new Error("no");
      }),
    ).rejects.toThrow();
    await expect(keys(over)).rejects.toThrow(/transaction is (over|already rolled back)/i);
    expect(await keys(app.db)).toEqual(["a"]);
  });

  test("reads outside see committed rows only", async () => {
    const inserted = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const writing = transact(app, async ({ db }) => {
      await insert(db, "a");
      expect(await keys(db)).toEqual(["a"]);
      inserted.resolve();
      await mayEnd.promise;
    });
    await inserted.promise;
    expect(await keys(app.db)).toEqual([]);
    mayEnd.resolve();
    await writing;
    expect(await keys(app.db)).toEqual(["a"]);
  });

  test("a transaction that waits longer than a turn still commits, and its neighbours with it", async () => {
    await Promise.all([
      transact(app, async ({ db }) => {
        await insert(db, "a");
        for (let turn = 0; turn < 20; turn++) await nextTurn();
        await insert(db, "b");
      }),
      transact(app, ({ db }) => insert(db, "c")),
      insert(app.db, "d"),
    ]);
    expect(await keys(app.db)).toEqual(["a", "b", "c", "d"]);
  });

  test("many more callers than connections all get their turn", async () => {
    const names = Array.from({ length: 300 }, (_, n) => `k${String(n).padStart(3, "0")}`);
    await Promise.all(names.map((name) => transact(app, ({ db }) => insert(db, name))));
    expect(await keys(app.db)).toEqual(names);
  });

  test("of callers that race for one row, a conditional update lets exactly one win", async () => {
    await app.db.insertInto("instanceSettings").values(setting("token", "fresh")).execute();
    const consume = (by: string): Promise<{ value: string } | undefined> =>
      transact(app, ({ db }) =>
        db
          .updateTable("instanceSettings")
          .set({ value: by })
          .where("key", "=", "token")
          .where("value", "=", "fresh")
          .returning("value")
          .executeTakeFirst(),
      );
    const winners = await Promise.all(Array.from({ length: 40 }, (_, n) => consume(`caller ${n}`)));
    const won = winners.filter((row) => row !== undefined);
    expect(won).toHaveLength(1);
    const row = await app.db.selectFrom("instanceSettings").select("value").executeTakeFirstOrThrow();
    expect(row).toEqual(won[0]);
  });

  test("on conflict do nothing returns nothing, counts are exact, bigint is a number", async () => {
    const insertOnce = (): Promise<InstanceSettingRow | undefined> =>
      app.db
        .insertInto("instanceSettings")
        .values(setting("a"))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
    expect(await insertOnce()).toEqual(setting("a"));
    expect(await insertOnce()).toBeUndefined();
    const updated = await app.db.updateTable("instanceSettings").set({ value: "z" }).executeTakeFirst();
    expect(updated.numUpdatedRows).toBe(1n);
    const deleted = await app.db.deleteFrom("instanceSettings").where("key", "=", "b").executeTakeFirst();
    expect(deleted.numDeletedRows).toBe(0n);
  });

  describe("a query on the outer handle inside a transaction is an error", () => {
    const mistakes: [string, (db: Db) => Promise<unknown>][] = [
      ["a read", (db) => keys(db)],
      ["a write", (db) => insert(db, "outside")],
      ["raw SQL", (db) => sql`select 1`.execute(db)],
      ["a transaction", (db) => db.transaction().execute((db) => insert(db, "outside"))],
    ];

    test.each(mistakes)("%s: the transaction rolls back and the next one works", async (_name, mistake) => {
      const failing = transact(app, async ({ db }) => {
        await insert(db, "a");
        await mistake(app.db);
      });
      await expect(failing).rejects.toThrow("outer handle");
      expect(await keys(app.db)).toEqual([]);
      await transact(app, ({ db }) => insert(db, "b"));
      expect(await keys(app.db)).toEqual(["b"]);
    });

    test.each(mistakes)("%s: whoever catches the error may still commit", async (_name, mistake) => {
      await transact(app, async ({ db }) => {
        await insert(db, "a");
        await expect(mistake(app.db)).rejects.toThrow("outer handle");
      });
      expect(await keys(app.db)).toEqual(["a"]);
    });

    test("beside a transaction, not inside it, the outer handle works", async () => {
      const started = Promise.withResolvers<void>();
      const mayEnd = Promise.withResolvers<void>();
      const running = transact(app, async ({ db }) => {
        await insert(db, "a");
        started.resolve();
        await mayEnd.promise;
      });
      await started.promise;
      const outside = insert(app.db, "b");
      expect(await keys(app.db)).not.toContain("a");
      mayEnd.resolve();
      await Promise.all([running, outside]);
      expect(await keys(app.db)).toEqual(["a", "b"]);
    });
  });
});
