import { describe, expect, test } from "vitest";
import { parseAddress } from "./address.ts";

describe("the servers of a database URL", () => {
  test.each<[string, string[]]>([
    ["postgres://svc:secret@db/svc", ["postgres://svc:secret@db/svc"]],
    ["postgresql://db:6432/svc?sslmode=disable", ["postgresql://db:6432/svc?sslmode=disable"]],
    [
      "postgres://svc:p%40ss@one:5432,two:5433/svc?target_session_attrs=read-write",
      ["postgres://svc:p%40ss@one:5432/svc", "postgres://svc:p%40ss@two:5433/svc"],
    ],
    [
      "postgres://svc@one,[::1]:5433,three/svc",
      ["postgres://svc@one/svc", "postgres://svc@[::1]:5433/svc", "postgres://svc@three/svc"],
    ],
    [
      "postgres:///svc?host=one,two&port=5432,5433",
      ["postgres:///svc?host=one&port=5432", "postgres:///svc?host=two&port=5433"],
    ],
    [
      "postgres:///svc?host=one,two&port=6432",
      ["postgres:///svc?host=one&port=6432", "postgres:///svc?host=two&port=6432"],
    ],
    ["postgres:///svc?host=/run/postgresql", ["postgres:///svc?host=%2Frun%2Fpostgresql"]],
  ])("%s", (url, servers) => {
    expect(parseAddress(url).servers).toEqual(servers);
  });

  test.each(["mysql://db/svc", "db/svc", "postgres://one:port/svc", "postgres://one:5432,two:port/svc", ""])(
    "%s is none",
    (url) => {
      expect(() => parseAddress(url)).toThrow("is not a PostgreSQL URL");
    },
  );

  test("a list of ports must match the hosts", () => {
    expect(() => parseAddress("postgres:///svc?host=one,two,three&port=1,2")).toThrow("number of ports");
  });
});

test.each(["any", "read-write", "primary"])("target_session_attrs=%s is accepted", (attributes) => {
  const { servers } = parseAddress(`postgres://db/svc?target_session_attrs=${attributes}`);
  expect(servers).toEqual(["postgres://db/svc"]);
});

test.each(["read-only", "standby", "prefer-standby", "master"])(
  "target_session_attrs=%s is refused",
  (attributes) => {
    expect(() => parseAddress(`postgres://db/svc?target_session_attrs=${attributes}`)).toThrow(
      `has target_session_attrs=${attributes} in it, but svc needs a server that it can write to`,
    );
  },
);

test("time limits of the URL replace those of svc and are not sent at the start of a connection", () => {
  const { servers, limits } = parseAddress("postgres://db/svc?statement_timeout=60000&lock_timeout=9s");
  expect(servers).toEqual(["postgres://db/svc"]);
  expect(limits).toEqual({
    statement_timeout: "60000",
    lock_timeout: "9s",
    idle_in_transaction_session_timeout: "10000",
  });
});
