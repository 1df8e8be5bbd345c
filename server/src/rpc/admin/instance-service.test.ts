import { timestampMs } from "@bufbuild/protobuf/wkt";
import { Health } from "@svc/proto/grpc/health/v1/health_pb";
import { InstanceSettingsService, SmtpSource } from "@svc/proto/svc/admin/v1/instance_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestRelay } from "../../testing/smtp.ts";
import { TestApp } from "../../testing/test-app.ts";

const ROOT = "root@example.com";
const CANARY = "canary-9f2c-relay-password";

describe.each(engines)("InstanceSettingsService on $kind", (engine) => {
  let configured: TestRelay;
  let relay: TestRelay;
  let t: TestApp;
  let startedAt: number;
  beforeEach(async () => {
    configured = await TestRelay.start();
    relay = await TestRelay.start({ disabledCommands: ["STARTTLS"], authOptional: true });
    t = await TestApp.open(engine, { smtp: configured.settings });
    startedAt = t.app.clock();
  });
  afterEach(async () => {
    await t.close();
    await Promise.all([configured.down(), relay.down()]);
  });

  const instance = async (to: TestApp = t) => {
    const { token } = await to.addAdmin(ROOT);
    return to.client(InstanceSettingsService, { authorization: `Bearer ${token}` });
  };
  const checkThroughProxy = (to: TestApp) =>
    to.client(Health, { "x-forwarded-for": "198.51.100.7" }).check({});
  const settings = () => ({
    host: relay.settings.host,
    port: relay.settings.port,
    username: "svc",
    password: "right",
    fromAddress: "Example <Auth@Example.com>",
  });
  const audit = async () =>
    (await t.app.db.selectFrom("events").selectAll().orderBy("id").execute()).filter(({ kind }) =>
      kind.startsWith("admin.smtp"),
    );

  test("a proxy that is not trusted is told by GetInstance, and in the log once an hour", async () => {
    const service = await instance();
    const ask = () => checkThroughProxy(t);
    const warnings = () => t.logLines.filter((line) => line.includes("X-Forwarded-For"));
    expect((await service.getInstance({})).untrustedProxy).toBeUndefined();

    await Promise.all([ask(), ask(), ask()]);
    expect(warnings()).toHaveLength(1);
    expect(JSON.parse(warnings()[0] ?? "")).toMatchObject({
      level: "warn",
      peer: "127.0.0.1",
      remedy: "if it is your proxy, add it to trusted_proxies",
    });
    t.advance(60 * 60 * 1000);
    await ask();
    expect(warnings()).toHaveLength(2);

    const { untrustedProxy } = await service.getInstance({});
    expect(untrustedProxy).toMatchObject({ peer: "127.0.0.1", requests: 4n });
    expect(untrustedProxy?.lastSeenAt && timestampMs(untrustedProxy.lastSeenAt)).toBe(t.app.clock());
  });

  test("a proxy that is trusted is no news", async () => {
    const other = await TestApp.open(engine, { trustedProxies: ["127.0.0.1"] });
    const service = await instance(other);
    await checkThroughProxy(other);
    expect((await service.getInstance({})).untrustedProxy).toBeUndefined();
    expect(other.logLines.join("")).not.toContain("X-Forwarded-For");
    await other.close();
  });

  test("GetInstance tells base URL, version, engine, start and the mail transport of the configuration", async () => {
    const service = await instance();
    t.advance(5000);
    const answer = await service.getInstance({});
    expect(answer).toMatchObject({
      baseUrl: t.url,
      version: "0.0.0-test",
      database: engine.kind,
      smtp: {
        source: SmtpSource.CONFIG,
        host: "127.0.0.1",
        port: configured.settings.port,
        username: "",
        hasPassword: false,
        fromAddress: "Example Accounts <auth@example.com>",
      },
    });
    expect(answer.startedAt && timestampMs(answer.startedAt)).toBe(startedAt);
    expect(answer.lastBackupAt).toBeUndefined();
  });

  test("without any relay mails go to the console, and the test says so", async () => {
    const bare = await TestApp.open(engine);
    const service = await instance(bare);
    expect((await service.getInstance({})).smtp).toMatchObject({ source: SmtpSource.CONSOLE, host: "" });
    const answer = await service.sendTestEmail({ to: "ops@example.com" });
    expect(answer).toMatchObject({ accepted: true, smtp: { source: SmtpSource.CONSOLE } });
    expect(bare.mails).toMatchObject([{ to: "ops@example.com", subject: "Test email from svc" }]);
    await bare.close();
  });

  test("SetSmtp goes before the configuration, and ClearSmtp goes back to it", async () => {
    const service = await instance();
    const stored = {
      source: SmtpSource.DATABASE,
      host: "127.0.0.1",
      port: relay.settings.port,
      username: "svc",
      hasPassword: true,
      fromAddress: "Example <auth@example.com>",
    };
    expect((await service.setSmtp(settings())).smtp).toMatchObject(stored);
    expect((await service.getInstance({})).smtp).toMatchObject(stored);
    expect(await service.sendTestEmail({ to: "Ops@Example.com" })).toMatchObject({
      accepted: true,
      answer: expect.stringMatching(/^250 /),
      smtp: stored,
    });
    expect(relay.mails).toMatchObject([
      { from: "auth@example.com", rcpt: ["ops@example.com"], user: "svc", subject: "Test email from svc" },
    ]);

    expect((await service.clearSmtp({})).smtp).toMatchObject({
      source: SmtpSource.CONFIG,
      hasPassword: false,
    });
    expect((await service.clearSmtp({})).smtp).toMatchObject({ source: SmtpSource.CONFIG });
    await service.sendTestEmail({ to: "ops@example.com" });
    expect(configured.mails).toHaveLength(1);
    expect(
      (await audit()).map(({ kind, actor, ip, data }) => [kind, actor, ip, JSON.parse(data)]),
    ).toMatchObject([
      [
        "admin.smtp_set",
        `admin:${ROOT}`,
        "127.0.0.1",
        { host: "127.0.0.1", port: relay.settings.port, username: "svc", from: "Example <auth@example.com>" },
      ],
      [
        "admin.smtp_tested",
        `admin:${ROOT}`,
        "127.0.0.1",
        { to: "ops@example.com", source: "database", accepted: true },
      ],
      ["admin.smtp_cleared", `admin:${ROOT}`, "127.0.0.1", {}],
      [
        "admin.smtp_tested",
        `admin:${ROOT}`,
        "127.0.0.1",
        { to: "ops@example.com", source: "config", accepted: true },
      ],
    ]);
  });

  test("an empty password keeps the stored one, which still works", async () => {
    const service = await instance();
    await service.setSmtp(settings());
    const { smtp } = await service.setSmtp({ ...settings(), password: "", fromAddress: "other@example.com" });
    expect(smtp).toMatchObject({ hasPassword: true, fromAddress: "other@example.com" });
    expect(await service.sendTestEmail({ to: "ops@example.com" })).toMatchObject({ accepted: true });
    expect(relay.mails).toMatchObject([{ user: "svc", from: "other@example.com" }]);
  });

  test("port 0 is 587", async () => {
    const { smtp } = await (await instance()).setSmtp({ ...settings(), port: 0 });
    expect(smtp?.port).toBe(587);
  });

  test.each([
    ["host", { host: "" }],
    ["host", { host: "169.254.169.254" }],
    ["host", { host: "fe80::1" }],
    ["host", { host: "mail.example.com\n" + "x" }],
    ["port", { port: -1 }],
    ["port", { port: 65_536 }],
    ["username", { username: "a\u0000b" }],
    ["password", { password: "a\u0000b" }],
    ["from_address", { fromAddress: "nobody" }],
    ["from_address", { fromAddress: "A <a@example.com>\r\nBcc: b@example.com" }],
  ])("SetSmtp refuses a wrong %s: %j", async (field, changes) => {
    const service = await instance();
    expect(await failureOf(service.setSmtp({ ...settings(), ...changes }))).toMatchObject({
      code: "InvalidArgument",
      reason: "INVALID_REQUEST",
      metadata: { field },
    });
    expect((await service.getInstance({})).smtp?.source).toBe(SmtpSource.CONFIG);
  });

  test("SendTestEmail returns what the mail server really said", async () => {
    const service = await instance();
    await service.setSmtp(settings());
    const to = "ops@example.com";
    const test = async () => {
      const { accepted, answer } = await service.sendTestEmail({ to });
      return { accepted, answer };
    };
    relay.mood = { at: "rcpt", code: 550, text: "no such mailbox here" };
    expect(await test()).toEqual({
      accepted: false,
      answer: expect.stringContaining("550 no such mailbox here"),
    });
    relay.mood = { at: "data", code: 451, text: "greylisted" };
    expect(await test()).toEqual({ accepted: false, answer: expect.stringContaining("451 greylisted") });
    relay.mood = "accept";
    await service.setSmtp({ ...settings(), password: "not this one" });
    expect(await test()).toEqual({ accepted: false, answer: expect.stringContaining("wrong password") });
    await relay.down();
    expect(await test()).toEqual({ accepted: false, answer: expect.stringContaining("ECONNREFUSED") });
    expect((await audit()).filter(({ data }) => data.includes('"accepted":false'))).toHaveLength(4);
  });

  test.each(["", "nobody", "a@example.com, b@example.com", "a@example.com\r\nRCPT TO:<b@example.com>"])(
    "SendTestEmail refuses to send to %j",
    async (to) => {
      expect(await failureOf((await instance()).sendTestEmail({ to }))).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "to" },
      });
    },
  );

  test("the relay's password is in no answer, log line, event or table, not even when the relay repeats it", async () => {
    const service = await instance();
    const echo = `535 ${CANARY} and ${Buffer.from(CANARY).toString("base64")} are wrong`;
    const rude = await TestRelay.start({
      disabledCommands: ["STARTTLS"],
      onAuth: (_auth, _session, done) => done(Object.assign(new Error(echo), { responseCode: 535 })),
    });
    const { port } = rude.settings;
    const said = [
      await service.setSmtp({ ...settings(), port, password: CANARY }),
      await service.getInstance({}),
      await service.sendTestEmail({ to: "ops@example.com" }),
    ];
    expect(said[2]).toMatchObject({ accepted: false, answer: expect.stringContaining("535") });
    const rows = await Promise.all(
      (["instanceSettings", "events", "outbox"] as const).map((table) =>
        t.app.db.selectFrom(table).selectAll().execute(),
      ),
    );
    const everything = JSON.stringify([said, rows, t.logLines], (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(everything).not.toContain(CANARY);
    expect(everything).not.toContain(Buffer.from(CANARY).toString("base64"));
    await rude.down();
  });
});
