import { describe, expect, test } from "vitest";
import { BadValue } from "./bad-value.ts";
import {
  checkAddressRange,
  checkHostName,
  parseAddress,
  parseBaseUrl,
  parseBoolean,
  parseConnectionAge,
  parseCount,
  parseDatabaseUrl,
  parseDuration,
  parseList,
  parsePort,
} from "./parsers.ts";

describe("an address", () => {
  test.each([
    [":8080", undefined, 8080],
    [":0", undefined, 0],
    ["localhost:80", "localhost", 80],
    ["127.0.0.1:65535", "127.0.0.1", 65535],
    ["auth.example.com:443", "auth.example.com", 443],
    ["[::1]:8080", "::1", 8080],
    ["[::]:0", "::", 0],
  ])("%s is understood", (text, host, port) => {
    expect(parseAddress(text)).toEqual({ host, port });
  });

  test.each([
    "",
    "8080",
    ":",
    ":65536",
    ":99999",
    "::1:8080",
    "[::1]",
    "[127.0.0.1]:80",
    "a b:80",
    "http://x:80",
    ":-1",
    "x:8e1",
    8080,
  ])("%s is refused", (raw) => {
    expect(() => parseAddress(raw)).toThrow(BadValue);
  });
});

test("the age of a connection is a duration of at least a second", () => {
  expect(parseConnectionAge("30m")).toBe(1_800_000);
  expect(() => parseConnectionAge("999ms")).toThrow(BadValue);
  expect(() => parseConnectionAge("30")).toThrow(BadValue);
});

describe("a base URL", () => {
  test.each([
    ["https://auth.example.com", "https://auth.example.com"],
    ["https://auth.example.com/", "https://auth.example.com"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["https://auth.example.com:443", "https://auth.example.com"],
    ["http://[::1]:9000/", "http://[::1]:9000"],
  ])("%s becomes %s", (text, origin) => {
    expect(parseBaseUrl(text)).toBe(origin);
  });

  test.each([
    "",
    "auth.example.com",
    "ftp://x",
    "https://x/path",
    "https://x?a",
    "https://x/?",
    "https://x#",
    "https://me@x",
    "https://me:pw@x",
    "https://",
  ])("%s is refused", (raw) => {
    expect(() => parseBaseUrl(raw)).toThrow(BadValue);
  });
});

describe("a duration", () => {
  test.each([
    ["24h", 86_400_000],
    ["1h30m", 5_400_000],
    ["90s", 90_000],
    ["500ms", 500],
    ["7d", 604_800_000],
    ["1.5h", 5_400_000],
    ["1m1ms", 60_001],
  ])("%s is understood", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(["", "24", "h", "24 h", "-1h", "0s", "1h x", "1w", "1e3s", "0.1ms", "9999999999999999d", 24])(
    "%s is refused",
    (raw) => {
      expect(() => parseDuration(raw)).toThrow(BadValue);
    },
  );
});

describe("a list of trusted proxies", () => {
  const parse = parseList(checkAddressRange);

  test("takes commas, spaces and arrays, IPv4 and IPv6, addresses and ranges", () => {
    const all = ["10.0.0.0/8", "192.168.1.1", "fd00::/8", "::1"];
    expect(parse("10.0.0.0/8, 192.168.1.1,fd00::/8,::1")).toEqual(all);
    expect(parse(all)).toEqual(all);
    expect(parse("")).toEqual([]);
  });

  test.each([
    "10.0.0.0/33",
    "fd00::/129",
    "10.0.0",
    "example.com",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "10.0.0.1/ 8",
  ])("%s is refused", (text) => {
    expect(() => parse(text)).toThrow(BadValue);
  });

  test("what is not text is refused", () => {
    expect(() => parse([1])).toThrow(BadValue);
    expect(() => parse({})).toThrow(BadValue);
  });
});

test("host names for HTTPS are names, not addresses", () => {
  const parse = parseList(checkHostName);
  expect(parse("Auth.example.com,id.example.com")).toEqual(["auth.example.com", "id.example.com"]);
  for (const text of ["10.0.0.1", "localhost", "a..b", "https://a.b", "-a.b"])
    expect(() => parse(text)).toThrow(BadValue);
});

test("a database URL is PostgreSQL's", () => {
  for (const text of ["postgres://u:p@h/db", "postgresql:///db?host=/run/postgresql"])
    expect(parseDatabaseUrl(text)).toBe(text);
  for (const text of ["mysql://h/db", "sqlite:x", "h/db", "postgres"])
    expect(() => parseDatabaseUrl(text)).toThrow(BadValue);
});

test("switches, ports and counts take what a file and a variable can say", () => {
  expect([true, "true", "1", false, "false", "0"].map(parseBoolean)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(["25", 587].map(parsePort)).toEqual([25, 587]);
  expect(["0", 7, "30"].map(parseCount)).toEqual([0, 7, 30]);
  for (const raw of ["yes", "", 1, null]) expect(() => parseBoolean(raw)).toThrow(BadValue);
  for (const raw of ["0", 0, 65_536, "x", 1.5, ""]) expect(() => parsePort(raw)).toThrow(BadValue);
  for (const raw of ["-1", -1, 1.5, "many", "", true]) expect(() => parseCount(raw)).toThrow(BadValue);
});
