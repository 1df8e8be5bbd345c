import { generateKeyPairSync } from "node:crypto";
import type { Client } from "@connectrpc/connect";
import { DkimService } from "@svc/proto/svc/admin/v1/dkim_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findDkimSigner } from "../../domain/mail/dkim-keys.ts";
import { TestDns } from "../../testing/dns.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const pemOf = (modulusLength: number): string =>
  generateKeyPairSync("rsa", { modulusLength })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
const KEY = pemOf(2048);
const OTHER = pemOf(2048);
const NAME = "s1._domainkey.example.com";

describe.each(engines)("DkimService on $kind", (engine) => {
  let dns: TestDns;
  let t: TestApp;
  let dkim: Client<typeof DkimService>;
  beforeEach(async () => {
    dns = await TestDns.start();
    t = await TestApp.open(engine, { dns: dns.address });
    const { token } = await t.addAdmin();
    dkim = t.client(DkimService, { authorization: `Bearer ${token}` });
  });
  afterEach(async () => {
    await t.close();
    await dns.stop();
  });

  const set = (changes: object = {}) =>
    dkim.setDkimKey({ domain: "example.com", selector: "s1", privateKey: KEY, ...changes });
  const check = async () => {
    const { published, detail } = await dkim.checkDkimKey({ domain: "example.com" });
    return { published, detail };
  };

  test("a key is listed with the record to publish, replaced, and removed", async () => {
    const { key } = await set({ domain: "Example.COM", selector: "S1" });
    expect(key).toMatchObject({ domain: "example.com", selector: "s1", recordName: NAME });
    expect(key?.recordText).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{300,}={0,2}$/);
    await set({ domain: "a.example" });
    const { key: second } = await set({ selector: "s2", privateKey: OTHER });
    expect(second?.recordText).not.toBe(key?.recordText);
    const { keys } = await dkim.listDkimKeys({});
    expect(keys.map(({ domain, selector }) => [domain, selector])).toEqual([
      ["a.example", "s1"],
      ["example.com", "s2"],
    ]);
    await dkim.removeDkimKey({ domain: "example.com" });
    expect((await dkim.listDkimKeys({})).keys.map(({ domain }) => domain)).toEqual(["a.example"]);
    expect(await failureOf(dkim.removeDkimKey({ domain: "example.com" }))).toMatchObject({
      reason: "NOT_FOUND",
    });
    expect(await failureOf(dkim.checkDkimKey({ domain: "example.com" }))).toMatchObject({
      reason: "NOT_FOUND",
    });
  });

  test("the private key is sealed, is bound to its domain, and is in no answer, event or log line", async () => {
    const answers = [
      await set(),
      await dkim.listDkimKeys({}),
      await dkim.checkDkimKey({ domain: "example.com" }),
    ];
    const rows = await t.app.db.selectFrom("instanceSettings").selectAll().execute();
    const events = await t.app.db.selectFrom("events").selectAll().execute();
    expect(events.map(({ kind }) => kind)).toContain("admin.dkim_set");
    const told = JSON.stringify([answers, rows, events, t.logLines], (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(told).not.toContain("PRIVATE KEY");
    for (const line of KEY.split("\n")
      .filter((text) => text.length === 64)
      .slice(1, -1))
      expect(told).not.toContain(line);

    // Copied to another domain's row, it signs nothing there.
    const stored = rows.find(({ key }) => key === "dkim/example.com") ?? expect.fail("no row");
    await t.app.db
      .insertInto("instanceSettings")
      .values({ ...stored, key: "dkim/evil.example" })
      .execute();
    expect(await findDkimSigner(t.app, "example.com")).toMatchObject({ privateKey: KEY });
    await expect(findDkimSigner(t.app, "evil.example")).rejects.toThrow();
  });

  test.each([
    ["domain", { domain: "" }],
    ["domain", { domain: "localhost" }],
    ["domain", { domain: "127.0.0.1" }],
    ["domain", { domain: "169.254.169.254" }],
    ["domain", { domain: "example.com; p=x" }],
    ["domain", { domain: "example.com\r\nX: y" }],
    ["domain", { domain: "a@example.com" }],
    ["selector", { selector: "" }],
    ["selector", { selector: "s1; d=evil" }],
    ["selector", { selector: "_x" }],
    ["selector", { selector: "a".repeat(101) }],
    ["private_key", { privateKey: "" }],
    ["private_key", { privateKey: "secret-canary" }],
    ["private_key", { privateKey: pemOf(1024) }],
    [
      "private_key",
      {
        privateKey: generateKeyPairSync("ed25519")
          .privateKey.export({ type: "pkcs8", format: "pem" })
          .toString(),
      },
    ],
    [
      "private_key",
      {
        privateKey: generateKeyPairSync("rsa", { modulusLength: 2048 })
          .privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
          .toString(),
      },
    ],
  ])("%s is refused: %j", async (field, changes) => {
    const failure = await failureOf(set(changes));
    expect(failure).toMatchObject({ reason: "INVALID_REQUEST", metadata: { field } });
    expect(JSON.stringify(failure)).not.toContain("canary");
    expect((await dkim.listDkimKeys({})).keys).toEqual([]);
  });

  test("the check says whether DNS has the record of this key", async () => {
    const { key } = await set();
    const { key: other } = await set({ domain: "other.example", privateKey: OTHER });
    const [own = "", wrong = ""] = [key?.recordText, other?.recordText];
    expect(await check()).toEqual({ published: false, detail: `${NAME} has no TXT record of a key` });
    dns.records.set(NAME, ["google-site-verification=x", own]);
    expect(await check()).toEqual({ published: true, detail: `${NAME} has the record of the key` });
    // As DNS providers write it: in another order, with spaces in the key.
    const spaced = own.replace("v=DKIM1; k=rsa; ", "").replace(/(.{100})/g, "$1 ");
    dns.records.set(NAME, [`k=rsa;t=s; ${spaced}`]);
    expect(await check()).toMatchObject({ published: true });
    dns.records.set(NAME, [wrong]);
    expect(await check()).toEqual({ published: false, detail: `${NAME} has the record of another key` });
    dns.records.set(NAME, ["v=DKIM1; p="]); // revoked
    expect(await check()).toMatchObject({ published: false });
    dns.records.set(NAME, [own, wrong]);
    expect(await check()).toEqual({ published: false, detail: `${NAME} has 2 records of keys; publish one` });
    expect(new Set(dns.asked)).toEqual(new Set([NAME])); // nothing else is asked for
  });

  test("DNS that does not answer is said, and what it answers is not repeated", async () => {
    await set();
    dns.records.set(NAME, ["v=DKIM1; p=internal-canary"]);
    expect(JSON.stringify(await check())).not.toContain("canary");
    dns.isSilent = true;
    expect(await check()).toEqual({
      published: false,
      detail: expect.stringContaining("DNS did not answer"),
    });
  });

  test("50 domains have a key at most", async () => {
    for (let at = 0; at < 50; at++) {
      const value = JSON.stringify({ selector: "s1", publicKey: "", keySealed: "", createdAt: 0 });
      await t.app.db
        .insertInto("instanceSettings")
        .values({ key: `dkim/d${at}.example`, value, updatedAt: 0 })
        .execute();
    }
    expect(await failureOf(set())).toMatchObject({ metadata: { field: "domain" } });
    expect(await set({ domain: "d0.example" })).toMatchObject({ key: { domain: "d0.example" } });
  });
});
