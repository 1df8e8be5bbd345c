import { describe, expect, test } from "vitest";
import { AppError, causeOf } from "../errors.ts";
import { isBusy, isIoError, translateFailure, translateStatementFailure } from "./sqlite/errors.ts";

const sqlite = (errcode: number): Error => Object.assign(new Error("sqlite"), { errcode });
const withCode = (code: string, message = "x"): Error => Object.assign(new Error(message), { code });

describe("a database that does not answer is STORAGE_UNAVAILABLE", () => {
  test.each([
    ["SQLITE_BUSY", sqlite(5)],
    ["SQLITE_BUSY_RECOVERY", sqlite(261)],
    ["SQLITE_FULL", sqlite(13)],
    ["SQLITE_IOERR_FSYNC", sqlite(1034)],
    ["SQLITE_READONLY", sqlite(8)],
    ["PostgreSQL shuts down", withCode("57P01")],
    ["too many connections", withCode("53300")],
    ["a statement timed out", withCode("57014")],
    ["a lock timed out", withCode("55P03")],
    ["a deadlock", withCode("40P01")],
    ["a standby after a failover", withCode("25006")],
    ["nobody listens", withCode("ECONNREFUSED")],
    ["silence", new Error("Query read timeout")],
    ["no free connection", new Error("timeout exceeded when trying to connect")],
  ])("%s", (_name, error) => {
    const translated = translateFailure(error);
    expect(translated).toMatchObject({ reason: "STORAGE_UNAVAILABLE", detail: error.message });
    expect((translated as AppError).cause).toBe(error);
  });

  test("all addresses of a name: the first one's message is kept", () => {
    const error = Object.assign(new AggregateError([new Error("connect ECONNREFUSED ::1:5432")]), {
      code: "ECONNREFUSED",
    });
    expect(translateFailure(error)).toMatchObject({ detail: "connect ECONNREFUSED ::1:5432" });
  });
});

test.each([
  ["SQLite", sqlite(787)],
  ["PostgreSQL", withCode("23503")],
])("a row whose owner was deleted meanwhile is NOT_FOUND on %s", (_name, error) => {
  const told = { reason: "NOT_FOUND", metadata: { resource: "owner" } };
  expect(translateStatementFailure(error)).toMatchObject({ ...told, cause: error });
});

describe("a wrong query stays what it is", () => {
  test.each([
    ["a unique violation on SQLite", sqlite(2067)],
    ["a damaged file", sqlite(11)],
    ["a unique violation on PostgreSQL", withCode("23505")],
    ["a syntax error on PostgreSQL", withCode("42601")],
    ["a refusal", new AppError("NOT_FOUND")],
    ["anything else", new Error("boom")],
    ["what is not even an error", "boom"],
  ])("%s", (_name, error) => {
    expect(translateFailure(error)).toBe(error);
  });
});

test("only an error that leaves the disk in doubt forbids further writing", () => {
  expect(isIoError(sqlite(1034))).toBe(true);
  expect(isIoError(sqlite(10))).toBe(true);
  expect(isIoError(sqlite(13))).toBe(false);
  expect(isIoError(sqlite(4874))).toBe(false);
  expect(isIoError(withCode("57P01"))).toBe(false);
});

test("busy is told by the primary code", () => {
  expect(isBusy(sqlite(5))).toBe(true);
  expect(isBusy(sqlite(517))).toBe(true);
  expect(isBusy(sqlite(6))).toBe(false);
});

describe("the cause in words", () => {
  const told = (error: unknown) => causeOf(translateFailure(error) as AppError);

  test("has PostgreSQL's code, SQLite's own code, or the first of several addresses", () => {
    expect(told(withCode("57P01", "terminating connection"))).toBe("57P01 terminating connection");
    const full = Object.assign(sqlite(13), { code: "ERR_SQLITE_ERROR" });
    expect(told(full)).toBe("ERR_SQLITE_ERROR 13 sqlite");
    const nobody = new AggregateError([new Error("connect ECONNREFUSED ::1:5432")]);
    expect(told(Object.assign(nobody, { code: "ECONNREFUSED" }))).toBe(
      "ECONNREFUSED connect ECONNREFUSED ::1:5432",
    );
    expect(causeOf(new AppError("NOT_FOUND"))).toBeUndefined();
  });
});
