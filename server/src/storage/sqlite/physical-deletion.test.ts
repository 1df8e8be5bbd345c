import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { createSqlite } from "../../testing/engines.ts";
import { insertManyUsers } from "../../testing/many-users.ts";
import { TestApp } from "../../testing/test-app.ts";
import { findInstanceSetting, insertInstanceSetting } from "../instance-settings.ts";
import { openDatabase } from "../open.ts";
import { compactIfDue } from "./compact.ts";
import { emptyLog } from "./empty-log.ts";

const USERS = 2000;

describe("What SQLite deletes", () => {
  let t: TestApp;
  let file: string;
  let projectId: string;
  beforeEach(async () => {
    const database = await createSqlite();
    file = database.file;
    t = await TestApp.open({ kind: "sqlite" } as never, { database });
    const { project } = await t.addProject();
    projectId = project.id;
    await insertManyUsers(
      t.app,
      project,
      Array.from({ length: USERS }, (_, n) => ({
        email: `person${n}@example.com`,
        displayName: `Zuzana ${n}`,
      })),
    );
  });
  afterEach(() => t.close());

  const deleteUsers = () => t.app.db.deleteFrom("users").where("projectId", "=", projectId).execute();
  const count = (query: string) =>
    sql<{ n: number }>`${sql.raw(query)}`.execute(t.app.db).then(({ rows }) => Number(rows[0]?.n));
  const indexBytes = () => count("select coalesce(sum(length(block)), 0) as n from user_search_data");

  test("leaves the search index, which shrinks", async () => {
    await sql`create virtual table words using fts5vocab (user_search, row)`.execute(t.app.db);
    expect(await count("select count(*) as n from words where term = 'zuz'")).toBe(1);
    const before = await indexBytes();
    await deleteUsers();
    expect(await count("select count(*) as n from words")).toBe(0);
    expect(await indexBytes()).toBeLessThan(before);
  });

  test("leaves the write-ahead log when it is emptied", async () => {
    await deleteUsers();
    const log = `${file}-wal`;
    expect(readFileSync(log).includes("person77@example.com")).toBe(true);
    expect(await emptyLog(t.app.db)).toBe(true);
    expect(statSync(log).size).toBe(0);
    expect(readFileSync(file).includes("person77@example.com")).toBe(false);
  });

  test("stays in the log while somebody reads, who is not disturbed", async () => {
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec("begin");
    expect(reader.prepare("select count(*) as n from users").get()?.n).toBe(USERS);
    await deleteUsers();
    expect(await emptyLog(t.app.db)).toBe(false);
    expect(reader.prepare("select count(*) as n from users").get()?.n).toBe(USERS);
    reader.close();
    expect(await emptyLog(t.app.db)).toBe(true);
  });
});

describe("What was deleted before deleted values were overwritten", () => {
  /** A file with a deleted value, as an earlier version left it. */
  const oldFile = (): string => {
    const file = join(inject("scratch"), `${randomUUID()}.db`);
    copyFileSync(join(inject("scratch"), "template.db"), file);
    const old = new DatabaseSync(file);
    old.exec("pragma secure_delete=off; create table leftovers (text text)");
    old.prepare("insert into leftovers values (?)").run("ada@example.com");
    old.exec("delete from leftovers");
    old.close();
    return file;
  };
  const begun: number[] = [];
  const report = {
    onBegin: (bytes: number) => void begun.push(bytes),
    onFailure: () => expect.unreachable(),
  };

  test("is gone after the compaction, which is done once", async () => {
    const file = oldFile();
    expect(readFileSync(file).includes("ada@example.com")).toBe(true);
    const db = openDatabase({ kind: "sqlite", file });
    await insertInstanceSetting(db, "compaction", "due", 0);
    await compactIfDue(db, report);
    await compactIfDue(db, report);
    expect(begun).toHaveLength(1);
    expect(await findInstanceSetting(db, "compaction")).toBeUndefined();
    await db.destroy();
    expect(readFileSync(file).includes("ada@example.com")).toBe(false);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  test("stays until the next start when the compaction fails, and nothing is lost", async () => {
    const file = oldFile();
    const db = openDatabase({ kind: "sqlite", file });
    await insertInstanceSetting(db, "compaction", "due", 0);
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    const failures: unknown[] = [];
    await compactIfDue(db, { ...report, waitMs: 50, onFailure: (error) => failures.push(error) });
    other.close();
    expect(String(failures)).toContain("locked");
    expect(await findInstanceSetting(db, "compaction")).toBe("due");
    await compactIfDue(db, report);
    expect(await findInstanceSetting(db, "compaction")).toBeUndefined();
    await db.destroy();
  });
});
