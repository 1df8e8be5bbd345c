import { describe, expect, test } from "vitest";
import { AppError, causeOf } from "../errors.ts";
import * as postgres from "./postgres/errors.ts";
import * as sqlite from "./sqlite/errors.ts";

const withErrcode = (errcode: number): Error => Object.assign(new Error("sqlite"), { errcode });
const engines = { sqlite, postgres };
const withCode = (code: string, message = "x"): Error => Object.assign(new Error(message), { code });

describe("a database that does not answer is STORAGE_UNAVAILABLE", () => {
  test.each([
    ["SQLITE_BUSY", "sqlite", withErrcode(5)],
    ["SQLITE_BUSY_RECOVERY", "sqlite", withErrcode(261)],
    ["SQLITE_FULL", "sqlite", withErrcode(13)],
    ["SQLITE_IOERR_FSYNC", "sqlite", withErrcode(1034)],
    ["SQLITE_READONLY", "sqlite", withErrcode(8)],
    ["PostgreSQL shuts down", "postgres", withCode("57P01")],
    ["too many connections", "postgres", withCode("53300")],
    ["a statement timed out", "postgres", withCode("57014")],
    ["a lock timed out", "postgres", withCode("55P03")],
    ["a deadlock", "postgres", withCode("40P01")],
    ["a standby after a failover", "postgres", withCode("25006")],
    ["nobody listens", "postgres", withCode("ECONNREFUSED")],
    ["silence", "postgres", new Error("Query read timeout")],
    ["no free connection", "postgres", new Error("timeout exceeded when trying to connect")],
  ] as const)("%s", (_name, engine, error) => {
    const translated = engines[engine].translateError(error);
    expect(translated).toMatchObject({ reason: "STORAGE_UNAVAILABLE", detail: error.message });
    expect((translated as AppError).cause).toBe(error);
  });

  test("all addresses of a name: the first one's message is kept", () => {
    const error = Object.assign(new AggregateError([new Error("connect ECONNREFUSED ::1:5432")]), {
      code: "ECONNREFUSED",
    });
    expect(postgres.translateError(error)).toMatchObject({ detail: "connect ECONNREFUSED ::1:5432" });
  });
});

test.each([
  ["sqlite", withErrcode(787)],
  ["postgres", withCode("23503")],
] as const)("a row whose owner was deleted meanwhile is NOT_FOUND on %s", (engine, error) => {
  const told = { reason: "NOT_FOUND", metadata: { resource: "owner" } };
  expect(engines[engine].translateStatementError(error)).toMatchObject({ ...told, cause: error });
});

describe("a wrong query stays what it is", () => {
  test.each([
    ["a unique violation on SQLite", withErrcode(2067)],
    ["a damaged file", withErrcode(11)],
    ["a unique violation on PostgreSQL", withCode("23505")],
    ["a syntax error on PostgreSQL", withCode("42601")],
    ["a refusal", new AppError("NOT_FOUND")],
    ["anything else", new Error("boom")],
    ["what is not even an error", "boom"],
  ])("%s", (_name, error) => {
    expect(sqlite.translateError(error)).toBe(error);
    expect(postgres.translateError(error)).toBe(error);
  });
});

test("only an error that leaves the disk in doubt forbids further writing", () => {
  expect(sqlite.isIoError(withErrcode(1034))).toBe(true);
  expect(sqlite.isIoError(withErrcode(10))).toBe(true);
  expect(sqlite.isIoError(withErrcode(13))).toBe(false);
  expect(sqlite.isIoError(withErrcode(4874))).toBe(false);
  expect(sqlite.isIoError(withCode("57P01"))).toBe(false);
});

test("busy is told by the primary code", () => {
  expect(sqlite.isBusy(withErrcode(5))).toBe(true);
  expect(sqlite.isBusy(withErrcode(517))).toBe(true);
  expect(sqlite.isBusy(withErrcode(6))).toBe(false);
});

describe("the cause in words", () => {
  const told = (engine: keyof typeof engines, error: unknown) =>
    causeOf(engines[engine].translateError(error) as AppError);

  test("has PostgreSQL's code, SQLite's own code, or the first of several addresses", () => {
    expect(told("postgres", withCode("57P01", "terminating connection"))).toBe(
      "57P01 terminating connection",
    );
    const full = Object.assign(withErrcode(13), { code: "ERR_SQLITE_ERROR" });
    expect(told("sqlite", full)).toBe("ERR_SQLITE_ERROR 13 sqlite");
    const nobody = new AggregateError([new Error("connect ECONNREFUSED ::1:5432")]);
    expect(told("postgres", Object.assign(nobody, { code: "ECONNREFUSED" }))).toBe(
      "ECONNREFUSED connect ECONNREFUSED ::1:5432",
    );
    expect(causeOf(new AppError("NOT_FOUND"))).toBeUndefined();
  });
});
