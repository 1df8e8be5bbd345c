import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { CamelCasePlugin, Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import type { Db, Tables } from "../db.ts";
import { migrate } from "../migrate.ts";
import { oncePerReadSnapshot, preparedFirst } from "../prepared.ts";
import { transact } from "../transact.ts";
import { sqliteDialect } from "./dialect.ts";
import { LOG_PAGES } from "./driver.ts";
import { SqliteHandle } from "./handle.ts";

let file: string;
let app: { db: Db };

function open(busyMs?: number): Db {
  const dialect = sqliteDialect(file, busyMs === undefined ? {} : { busyMs });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

beforeEach(async () => {
  file = join(inject("scratch"), `${randomUUID()}.db`);
  app = { db: open() };
  await migrate(app.db, 0);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.db.destroy();
});

async function insert(db: Db, key: string): Promise<void> {
  await db.insertInto("instanceSettings").values({ key, value: "x", updatedAt: 0 }).execute();
}

async function keys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("instanceSettings").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key);
}

const messages = (results: PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => (result.status === "rejected" ? String(result.reason.message) : "done"));

describe("group commit", () => {
  test("transactions of one turn share one commit", async () => {
    const exec = vi.spyOn(DatabaseSync.prototype, "exec");
    const command = vi.spyOn(SqliteHandle.prototype, "command");
    await Promise.all(["a", "b", "c", "d"].map((key) => transact(app, ({ db }) => insert(db, key))));
    expect(exec.mock.calls.filter(([statement]) => statement === "commit")).toHaveLength(1);
    expect(command.mock.calls.filter(([statement]) => statement === "release t")).toHaveLength(4);
  });

  describe("of transactions that come in several turns", () => {
    /** So many in each turn, which takes no time unless `turnMs` says so; returns how many commits they took. */
    async function commitsOf(turns: readonly number[], turnMs = 0): Promise<number> {
      const exec = vi.spyOn(DatabaseSync.prototype, "exec");
      const clock = vi.spyOn(performance, "now").mockReturnValue(0);
      const writing: Promise<void>[] = [];
      for (const [turn, count] of turns.entries()) {
        clock.mockReturnValue(turn * turnMs);
        for (let n = 0; n < count; n++) writing.push(transact(app, ({ db }) => insert(db, `${turn}-${n}`)));
        await nextTurn();
      }
      await Promise.all(writing);
      return exec.mock.calls.filter(([statement]) => statement === "commit").length;
    }

    test("those that follow at once share one commit", async () => {
      expect(await commitsOf([1, 1, 3])).toBe(1);
    });

    test("nobody waits for others that do not come", async () => {
      expect(await commitsOf([3, 0, 0, 3])).toBe(2);
    });

    test("an endless crowd is committed now and then", async () => {
      expect(await commitsOf(Array(40).fill(16))).toBeGreaterThanOrEqual(5);
    });

    test("a batch that grows by one transaction a turn is committed after 5 ms", async () => {
      expect(await commitsOf(Array(40).fill(1), 1)).toBeGreaterThanOrEqual(40 / 6);
    });
  });

  test("nobody is answered before the commit", async () => {
    const order: string[] = [];
    const exec = DatabaseSync.prototype.exec;
    vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, statement) {
      exec.call(this, statement);
      if (statement === "commit") order.push("commit");
    });
    const answered = (key: string) => (): void => void order.push(key);
    await Promise.all([
      transact(app, ({ db }) => insert(db, "a")).then(answered("a")),
      insert(app.db, "b").then(answered("b")),
      transact(app, async ({ db }) => {
        await insert(db, "c");
        throw new Error("no");
      }).catch(answered("c")),
    ]);
    expect(order[0]).toBe("commit");
    expect(order).toHaveLength(4);
  });

  test("a failing commit rejects every waiter, leaves nothing behind and the next one works", async () => {
    await sql`create table child (parent text references instance_settings (key) deferrable initially deferred)`.execute(
      app.db,
    );
    const results = await Promise.allSettled([
      transact(app, ({ db }) => insert(db, "a")),
      // SQLite notices only at the outer COMMIT.
      transact(app, ({ db }) => sql`insert into child values ('nobody')`.execute(db)),
      transact(app, async ({ db }) => {
        await insert(db, "b");
        throw new Error("mine");
      }),
      insert(app.db, "c"),
    ]);
    expect(messages(results)).toEqual(Array(4).fill("FOREIGN KEY constraint failed"));
    expect(await keys(app.db)).toEqual([]);
    await insert(app.db, "d");
    expect(await keys(app.db)).toEqual(["d"]);
  });

  test("when SQLite rolls back by itself, everything before it in the batch fails and nothing of it is kept", async () => {
    await insert(app.db, "taken");
    const rollback = sql`insert or rollback into instance_settings values ('taken', 'x', 0)`;
    const alone = insert(app.db, "a");
    for (let step = 0; step < 50; step++) await Promise.resolve(); // in the same turn, and so in the same batch
    const results = await Promise.allSettled([
      alone,
      transact(app, ({ db }) => insert(db, "b")),
      transact(app, async ({ db }) => {
        await insert(db, "c");
        await rollback.execute(db);
      }),
      transact(app, ({ db }) => insert(db, "d")),
    ]);
    expect(messages(results)).toEqual([...Array(3).fill(expect.stringContaining("UNIQUE")), "done"]);
    expect(await keys(app.db)).toEqual(["d", "taken"]);
  });

  test("a transaction that SQLite rolled back cannot go on as if nothing had happened", async () => {
    await insert(app.db, "taken");
    const rollback = sql`insert or rollback into instance_settings values ('taken', 'x', 0)`;
    const failing = transact(app, async ({ db }) => {
      await rollback.execute(db).catch(() => {});
      await insert(db, "a");
    });
    await expect(failing).rejects.toThrow();
    expect(await keys(app.db)).toEqual(["taken"]);
  });

  test("closing waits for the transactions that run", async () => {
    const writing = transact(app, ({ db }) => insert(db, "a"));
    await Promise.resolve();
    await Promise.all([writing, app.db.destroy()]);
    app.db = open();
    expect(await keys(app.db)).toEqual(["a"]);
  });
});

describe("prepared statements", () => {
  test("are kept: the same query is prepared once for writing and once for reading", async () => {
    const writeAndRead = async (key: string): Promise<void> => {
      await transact(app, ({ db }) => insert(db, key));
      await keys(app.db);
    };
    for (const key of ["a", "b"]) await writeAndRead(key); // the second ends what the first began to read
    const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
    for (const key of ["c", "d", "e"]) await writeAndRead(key);
    expect(prepare).not.toHaveBeenCalled();
  });

  test("are not kept without end", async () => {
    for (let n = 0; n < 600; n++) await sql.raw(`select ${n}`).execute(app.db);
    const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
    await sql.raw("select 0").execute(app.db);
    expect(prepare).toHaveBeenCalledTimes(1);
  });
});

test("what another process has written is seen by whoever reads next, also right after a commit", async () => {
  const other = new DatabaseSync(file);
  await insert(app.db, "ours");
  await keys(app.db); // between two turns, because a commit has ended one
  other.exec("insert into instance_settings (key, value, updated_at) values ('theirs', 'x', 0)");
  other.close();
  const due = performance.now() + 20;
  const turn = sleep(1); // timers come first in a turn, if they are due by then
  while (performance.now() < due);
  await turn;
  expect(await keys(app.db)).toContain("theirs");
});

describe("another process that holds the write lock", () => {
  let other: DatabaseSync;
  beforeEach(() => {
    other = new DatabaseSync(file);
    other.exec("begin immediate; insert into instance_settings values ('other', 'x', 0)");
  });
  afterEach(() => other.close());

  test("for a while only delays, while timers and reads go on", async () => {
    const writing = Promise.all([transact(app, ({ db }) => insert(db, "a")), insert(app.db, "b")]);
    for (let tick = 0; tick < 10; tick++) await sleep(10);
    expect(await keys(app.db)).toEqual([]);
    other.exec("commit");
    await writing;
    expect(await keys(app.db)).toEqual(["a", "b", "other"]);
  });

  test("for too long is STORAGE_UNAVAILABLE for everybody who waited, after one wait and not one each", async () => {
    await app.db.destroy();
    app.db = open(200);
    const exec = vi.spyOn(DatabaseSync.prototype, "exec");
    const results = await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, n) => transact(app, ({ db }) => insert(db, `a${n}`))),
      insert(app.db, "b"),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: { reason: "STORAGE_UNAVAILABLE" } });
    }
    const begun = exec.mock.calls.filter(
      ([statement], n) =>
        statement === "begin immediate" && (exec.mock.contexts[n] as DatabaseSync).location() === file,
    );
    expect(begun).toHaveLength(10); // of this database: the process may have others open
    other.exec("commit");
    await insert(app.db, "c");
    expect(await keys(app.db)).toEqual(["c", "other"]);
  });

  test("keeps the database from closing only as long as writes wait for it", async () => {
    await app.db.destroy();
    app.db = open(100);
    expect(await keys(app.db)).toEqual([]);
    const writing = [insert(app.db, "a"), insert(app.db, "b")].map((write) =>
      expect(write).rejects.toMatchObject({ reason: "STORAGE_UNAVAILABLE" }),
    );
    await nextTurn();
    const closing = app.db.destroy();
    await Promise.all([...writing, closing]);
    app.db = open();
  });
});

test("the writer is durable and checks foreign keys; the file carries our id", async () => {
  const pragma = async (name: string): Promise<unknown> => {
    const { rows } = await transact(app, ({ db }) =>
      sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db),
    );
    return Object.values(rows[0] ?? {})[0];
  };
  expect(await pragma("journal_mode")).toBe("wal");
  expect(await pragma("synchronous")).toBe(2);
  expect(await pragma("foreign_keys")).toBe(1);
  expect(await pragma("application_id")).toBe(0x73766331);
});

describe("reading", () => {
  const row = preparedFirst((db, by: { key: string }) =>
    db.selectFrom("instanceSettings").selectAll().where("key", "=", by.key),
  );
  const find = oncePerReadSnapshot(async (db, key) => row(db, { key }));
  const read = async (key: string): Promise<string | undefined> => (await find(app.db, key))?.value;

  test("what is read in one turn is read in one snapshot", async () => {
    await nextTurn();
    const command = vi.spyOn(SqliteHandle.prototype, "command");
    await Promise.all([keys(app.db), keys(app.db), read("a")]);
    await nextTurn();
    await keys(app.db);
    expect(command.mock.calls.map(([statement]) => statement)).toEqual(["begin", "commit", "begin"]);
  });

  /** Writes, and has a snapshot begun before the commit that lasts after it, unless the commit ends it. */
  async function writeBesideASnapshot(key: string, value: string): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const written = transact(app, async ({ db }) => {
      await sql`insert or replace into instance_settings values (${key}, ${value}, 0)`.execute(db);
      begun.resolve();
    });
    await begun.promise;
    await read("a");
    await written;
  }

  test("whoever reads after a commit sees it, in the same turn too", async () => {
    await insert(app.db, "a");
    await nextTurn();
    await writeBesideASnapshot("a", "y");
    expect(await Promise.all([read("a"), keys(app.db)])).toEqual(["y", ["a"]]);
  });

  test("a snapshot that an error of the disk has ended takes nothing else with it", async () => {
    await insert(app.db, "a");
    await read("a");
    const command = SqliteHandle.prototype.command;
    vi.spyOn(SqliteHandle.prototype, "command").mockImplementation(function (this: SqliteHandle, text) {
      command.call(this, text);
      if (text === "begin") this.db.exec("rollback");
    });
    await nextTurn();
    expect(await read("a")).toBe("x");
    await nextTurn();
    await insert(app.db, "b");
    expect(await keys(app.db)).toEqual(["a", "b"]);
  });

  test("what was found in a snapshot is refused on the outer handle inside a transaction", async () => {
    await insert(app.db, "a");
    await nextTurn();
    await expect(transact(app, () => read("a"))).rejects.toThrow("outer handle");
  });

  test("what another process has committed is seen from the next turn on", async () => {
    await insert(app.db, "a");
    expect(await read("a")).toBe("x");
    const other = new DatabaseSync(file);
    other.exec("update instance_settings set value = 'y'");
    other.close();
    await nextTurn();
    expect(await read("a")).toBe("y");
  });

  test("a row that was found once in a snapshot is not found in a transaction that changes it", async () => {
    await insert(app.db, "a");
    await read("a");
    await transact(app, async ({ db }) => {
      await db.updateTable("instanceSettings").set({ value: "y" }).execute();
      expect((await find(db, "a"))?.value).toBe("y");
    });
  });

  test("the log does not grow while somebody reads in every turn", async () => {
    for (let n = 0; n < 1_000; n++) await writeBesideASnapshot(`${n}`, "x".repeat(40_000));
    // SQLite empties it as soon as it has so many pages that nobody reads any more.
    expect(statSync(`${file}-wal`).size).toBeLessThan(2 * LOG_PAGES * 4_096);
  });
});
