import { expect, test } from "vitest";
import { passkeyOriginProblem, rpIdOfServer, rpIdProblem } from "./rp-id.ts";

test.each(["example.com", "id.example.com", "xn--mnchen-3ya.de", "localhost", "a-1.b2.io"])(
  "%s is a domain",
  (rpId) => {
    expect(rpIdProblem(rpId)).toBeUndefined();
  },
);

test.each([
  ...[
    "Example.com",
    "https://example.com",
    "example.com:443",
    "example.com/",
    "example.com.",
    ".example.com",
  ],
  ...[
    "com",
    "127.0.0.1",
    "127.1",
    "1.2.3.0x4",
    "[::1]",
    "münchen.de",
    "a..b",
    "-a.com",
    "a_b.com",
    "*.example.com",
  ],
  ...["app.localhost", "printer.local", "metadata.google.internal", "10.in-addr.arpa", "localhost."],
  ...["user@example.com", "exa mple.com", "xn--a-.com", `${"a".repeat(64)}.com`, `${"a.".repeat(130)}com`],
])("%s is none", (rpId) => {
  expect(rpIdProblem(rpId)).toBeDefined();
});

test("pages are named by https origins, and by http only on localhost", () => {
  for (const origin of ["https://app.example.com", "https://example.org:8443", "https://localhost"]) {
    expect(passkeyOriginProblem(origin, "example.com")).toBeUndefined();
  }
  expect(passkeyOriginProblem("http://localhost:8081", "localhost")).toBeUndefined();
  for (const origin of [
    "http://localhost:8081",
    "http://example.com",
    "https://example.com/",
    "https://*.example.com",
    "https://example.com.",
    "https://10.0.0.1",
    "https://[::1]:8443",
  ]) {
    expect(passkeyOriginProblem(origin, "example.com")).toBeDefined();
  }
  const others = [
    "http://127.0.0.1:8081",
    "http://localhost.evil.test",
    "android:apk-key-hash:AA",
    "null",
    "",
  ];
  for (const origin of others) expect(passkeyOriginProblem(origin, "localhost")).toBeDefined();
});

test("the server's host is a domain of passkeys unless it is an address", () => {
  expect(rpIdOfServer("https://auth.example.com:8443")).toBe("auth.example.com");
  expect(rpIdOfServer("http://localhost:8080")).toBe("localhost");
  expect(rpIdOfServer("http://127.0.0.1:8080")).toBeUndefined();
  expect(rpIdOfServer("http://[::1]:8080")).toBeUndefined();
  expect(rpIdOfServer("http://intranet")).toBeUndefined();
  expect(rpIdOfServer("https://auth.corp.internal")).toBe("auth.corp.internal"); // for administrators
});
