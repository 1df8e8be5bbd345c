import { sql } from "kysely";
import { expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { migrations } from "../migrate.ts";
import { createdTables } from "./created-tables.ts";
import { postgresEngine } from "./engine.ts";

test.each(engines)("the migrations tell every table that a $kind database has", async (engine) => {
  const db = await engine.open();
  const { rows } =
    engine.kind === "postgres"
      ? await sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
      : await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(db);
  await db.destroy();
  // SQLite has tables of its own, and its search index takes some.
  const present = rows.map(({ name }) => name).filter((name) => !/^(sqlite_|user_search)/.test(name));
  expect((await createdTables(postgresEngine, migrations)).concat("migrations").sort()).toEqual(
    present.sort(),
  );
});

test("a table comes after those it refers to", async () => {
  const made = await createdTables(postgresEngine, migrations);
  expect(made.indexOf("projects")).toBeLessThan(made.indexOf("users"));
  expect(made.indexOf("sessions")).toBeLessThan(made.indexOf("push_devices"));
  expect(new Set(made).size).toBe(made.length);
});
