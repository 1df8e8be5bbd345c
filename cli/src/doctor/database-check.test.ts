import { expect, test } from "vitest";
import { databaseCheck } from "./database-check.ts";

test.each([
  [{ database: "sqlite" }, "SQLite in the data directory"],
  [{ database: "postgres" }, "PostgreSQL"],
  [
    { database: "postgres", databasePooler: true },
    "PostgreSQL through a pooler such as PgBouncer, which must be in transaction mode",
  ],
])("%o is reported as %s", (instance, seen) => {
  expect(databaseCheck(instance)).toMatchObject({ id: "database", status: "ok", seen });
});
