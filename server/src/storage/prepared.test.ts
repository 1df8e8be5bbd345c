import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import type { Db, InstanceSettingRow } from "./db.ts";
import { prepared, preparedChange } from "./prepared.ts";
import { transact } from "./transact.ts";

const insertion = prepared((db, row: InstanceSettingRow) => db.insertInto("instanceSettings").values(row));

const settingWith = prepared((db, by: { key: string; since: number }) =>
  db
    .selectFrom("instanceSettings")
    .select(["key", "value"])
    .where("key", "=", by.key)
    .where("updatedAt", ">=", by.since)
    .where("updatedAt", "<", 9_000_000_000_000),
);

const change = preparedChange((db, by: { value: string; since: number }) =>
  db.updateTable("instanceSettings").set({ value: by.value }).where("updatedAt", ">=", by.since),
);

const whole = prepared((db, by: { key: string }) =>
  db.selectFrom("instanceSettings").selectAll().where("key", "=", by.key),
);

describe.each(engines)("a prepared statement on $kind", (engine) => {
  let app: { db: Db };
  beforeEach(async () => {
    app = { db: await engine.open() };
  });
  afterEach(() => app.db.destroy());

  const insert = async (db: Db, key: string, value: string) =>
    insertion(db, { key, value, updatedAt: 1_000 });

  test("runs with the values of each call, and keeps those that are part of the statement", async () => {
    await insert(app.db, "a", "first");
    await insert(app.db, "b", "second");
    expect(await settingWith(app.db, { key: "a", since: 0 })).toEqual([{ key: "a", value: "first" }]);
    expect(await settingWith(app.db, { key: "b", since: 1_000 })).toEqual([{ key: "b", value: "second" }]);
    expect(await settingWith(app.db, { key: "b", since: 1_001 })).toEqual([]);
  });

  test("takes part in the transaction it is run in", async () => {
    await insert(app.db, "kept", "x");
    const failing = transact(app, async ({ db }) => {
      await insert(db, "undone", "x");
      expect(await settingWith(db, { key: "undone", since: 0 })).toHaveLength(1);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await settingWith(app.db, { key: "undone", since: 0 })).toEqual([]);
    expect(await settingWith(app.db, { key: "kept", since: 0 })).toHaveLength(1);
  });

  test("that changes rows tells how many, alone and in a transaction", async () => {
    await insert(app.db, "a", "first");
    await insert(app.db, "b", "second");
    expect(await change(app.db, { value: "x", since: 1_000 })).toBe(2);
    expect(await change(app.db, { value: "y", since: 1_001 })).toBe(0);
    const inside = await transact(app, async ({ db }) => [
      await change(db, { value: "z", since: 0 }),
      await change(db, { value: "z", since: 9_000 }),
    ]);
    expect(inside).toEqual([2, 0]);
    expect(await settingWith(app.db, { key: "b", since: 0 })).toEqual([{ key: "b", value: "z" }]);
  });

  test("gives a column the name that the code has for it", async () => {
    await insert(app.db, "a", "first");
    expect(await whole(app.db, { key: "a" })).toEqual([{ key: "a", value: "first", updatedAt: 1_000 }]);
  });

  test("is refused on the handle of a transaction that is over", async () => {
    const over = await transact(app, async ({ db }) => {
      await insert(db, "a", "x");
      return { db };
    });
    await expect(insert(over.db, "b", "x")).rejects.toThrow(/transaction is (over|already committed)/i);
    expect(await settingWith(app.db, { key: "b", since: 0 })).toEqual([]);
  });

  test("is refused on the outer handle inside a transaction", async () => {
    const outer = app.db;
    await insert(outer, "a", "x");
    const inside = transact(app, () => insert(outer, "b", "x"));
    await expect(inside).rejects.toThrow("outer handle");
  });

  test("does not mix up the values of calls that overlap", async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `key ${n}`);
    await Promise.all(keys.map((key) => transact(app, ({ db }) => insert(db, key, key))));
    const found = await Promise.all(keys.map((key) => settingWith(app.db, { key, since: 0 })));
    expect(found).toEqual(keys.map((key) => [{ key, value: key }]));
  });
});
