import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, inject, test } from "vitest";
import { scrubPages, scrubWhenUnused } from "./scrub-pages.ts";

const ROWS = 20_000;

/** Rows that grow, so that SQLite moves them, and of which every second is deleted. Returns the deleted texts. */
function fileWithCopies(): { file: string; deleted: string[] } {
  const file = join(inject("scratch"), `${randomUUID()}.db`);
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode=wal; pragma secure_delete=on");
  db.exec("create table people (id text primary key, email text unique, claims text)");
  const insert = db.prepare("insert into people values (?, ?, ?)");
  const grow = db.prepare("update people set claims = ? where email = ?");
  const remove = db.prepare("delete from people where email = ?");
  const texts = Array.from({ length: ROWS }, () => `<${randomBytes(12).toString("hex")}>`);
  db.exec("begin");
  for (const [n, text] of texts.entries()) insert.run(randomUUID(), text, text.repeat(1 + (n % 4)));
  for (const text of texts.filter((_, n) => n % 3 === 0)) grow.run(text.repeat(10), text);
  db.exec("commit; begin");
  const deleted = texts.filter((_, n) => n % 2 === 0);
  for (const text of deleted) remove.run(text);
  db.exec("commit");
  db.close();
  return { file, deleted };
}

const leftIn = (file: string, texts: readonly string[]): number => {
  const found = new Set(
    readFileSync(file)
      .toString("latin1")
      .match(/<[0-9a-f]{24}>/g),
  );
  return texts.filter((text) => found.has(text)).length;
};

function expectWhole(file: string): void {
  const db = new DatabaseSync(file);
  expect(db.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(db.prepare("select count(*) as n from people where length(claims) > 20").get()?.n).toBe(ROWS / 2);
  db.close();
}

test("no copy of a deleted row stays in a page, and the rest is unharmed", async () => {
  const { file, deleted } = fileWithCopies();
  expect(leftIn(file, deleted)).toBeGreaterThan(0); // otherwise SQLite does without this
  expect(await scrubPages(file)).toBeGreaterThan(0);
  expect(leftIn(file, deleted)).toBe(0);
  expectWhole(file);
  expect(await scrubPages(file)).toBe(0);
});

test("a file with a pointer map, whose pages begin alike, is left alone", async () => {
  const file = join(inject("scratch"), `${randomUUID()}.db`);
  const db = new DatabaseSync(file);
  db.exec("pragma auto_vacuum=incremental; create table t0 (t text); create table t1 (t text); begin");
  for (let n = 0; n < 4000; n++) db.prepare(`insert into t${n % 2} values (?)`).run("x".repeat(900));
  db.exec("delete from t0 where rowid % 3 = 0; commit");
  db.close();
  expect(await scrubPages(file)).toBe(0);
  const again = new DatabaseSync(file);
  expect(again.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  again.close();
});

test("a database that another connection uses is left alone", async () => {
  const { file, deleted } = fileWithCopies();
  const other = new DatabaseSync(file);
  other.exec("begin");
  other.prepare("select count(*) from people").get();
  expect(await scrubWhenUnused(file).catch(() => 0)).toBe(0);
  expect(leftIn(file, deleted)).toBeGreaterThan(0);
  other.close();
  expect(await scrubWhenUnused(file)).toBeGreaterThan(0);
  expect(leftIn(file, deleted)).toBe(0);
  expectWhole(file);
});
