import type { CertificateStatusJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { expect, test } from "vitest";
import { renewalCheck } from "./renewal-check.ts";

const now = Date.parse("2030-01-01T00:00:00Z");
const [later, muchLater] = ["2030-03-02T00:00:00Z", "2030-04-01T00:00:00Z"];
const acme: CertificateStatusJson = {
  source: "CERTIFICATE_SOURCE_ACME",
  names: ["auth.example.com", "b.example.com"],
};
const files: CertificateStatusJson = { source: "CERTIFICATE_SOURCE_FILES", names: ["auth.example.com"] };
const failed = { failures: 3, lastFailure: "no route", nextAttemptAt: later };

test.each<[CertificateStatusJson, string, string, string]>([
  [
    { ...acme, notAfter: muchLater, renewAt: later },
    "ok",
    `auth.example.com, b.example.com: renews at ${later}`,
    "",
  ],
  [
    { ...acme, notAfter: muchLater, renewAt: later, ...failed },
    "warning",
    `valid until ${muchLater}; the last attempt failed: no route, next attempt ${later}`,
    "port 80",
  ],
  [{ ...acme, ...failed }, "failure", "none yet; the last attempt failed: no route", "port 80"],
  [{ ...acme }, "failure", "none yet", "port 80"],
  [{ ...acme, notAfter: "2029-12-31T00:00:00Z" }, "failure", "expired 2029-12-31T00:00:00Z", "port 80"],
  [{ ...files, notAfter: muchLater }, "ok", `auth.example.com: from files, valid until ${muchLater}`, ""],
  [
    { ...files, notAfter: muchLater, failures: 1, lastFailure: "cannot read key.pem" },
    "warning",
    "the last attempt failed: cannot read key.pem",
    "tls_key_file",
  ],
])("%j", (certificate, status, seen, remedy) => {
  expect(renewalCheck({ certificate }, now)).toMatchObject({
    id: "certificate",
    status,
    seen: expect.stringContaining(seen),
    remedy: expect.stringContaining(remedy),
  });
});

test("there is nothing to say where a proxy has the certificate", () => {
  expect(renewalCheck({}, now)).toBeUndefined();
});
