import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { engines } from "../../testing/engines.ts";
import { TestRelay } from "../../testing/smtp.ts";
import { TestApp } from "../../testing/test-app.ts";
import { systemActor } from "../analytics/record-event.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import { clearSmtpSettings, effectiveSmtp, saveSmtpSettings } from "./smtp-settings.ts";

const input = {
  host: "mail.example.com",
  port: 0,
  username: "svc",
  password: "a secret for the relay",
  from: "Example <Auth@Example.com>",
};

describe.each(engines)("SMTP settings on $kind", (engine) => {
  let relay: TestRelay;
  let t: TestApp;
  beforeEach(async () => {
    relay = await TestRelay.start();
    t = await TestApp.open(engine, { smtp: relay.settings });
  });
  afterEach(async () => {
    await t.close();
    await relay.down();
  });

  const save = (changes: Partial<typeof input> = {}): Promise<void> =>
    saveSmtpSettings(t.app, systemActor, { ...input, ...changes });

  async function fieldOf(call: Promise<unknown>): Promise<string | undefined> {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return error instanceof AppError && error.reason === "INVALID_REQUEST" ? error.metadata.field : undefined;
  }

  test("the database goes before the configuration, that before the console", async () => {
    expect(await effectiveSmtp({ ...t.app, configuredSmtp: undefined })).toEqual({ source: "console" });
    expect(await effectiveSmtp(t.app)).toEqual({ source: "config", smtp: relay.settings });
    await save();
    expect(await effectiveSmtp(t.app)).toEqual({
      source: "database",
      smtp: {
        host: "mail.example.com",
        port: 587,
        username: "svc",
        password: "a secret for the relay",
        from: "Example <auth@example.com>",
      },
    });
    await clearSmtpSettings(t.app, systemActor);
    await clearSmtpSettings(t.app, systemActor);
    expect(await effectiveSmtp(t.app)).toMatchObject({ source: "config" });
  });

  test("the password is stored sealed and told to nobody", async () => {
    await save();
    const stored = await t.app.db.selectFrom("instanceSettings").selectAll().execute();
    const events = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "like", "admin.smtp%")
      .execute();
    expect(events).toMatchObject([{ kind: "admin.smtp_set", projectId: null, actor: "system" }]);
    expect(JSON.stringify([stored, events])).not.toContain("a secret for the relay");
  });

  test("an empty password keeps the stored one, but not for another host", async () => {
    await save();
    await save({ password: "", from: "other@example.com", port: 2525 });
    expect(await effectiveSmtp(t.app)).toMatchObject({
      smtp: { password: "a secret for the relay", from: "other@example.com", port: 2525 },
    });
    expect(await fieldOf(save({ password: "", host: "evil.example" }))).toBe("password");
    expect(await effectiveSmtp(t.app)).toMatchObject({ smtp: { host: "mail.example.com" } });
  });

  test("an empty user name drops the credentials", async () => {
    await save();
    await save({ username: "", password: "" });
    const { smtp } = (await effectiveSmtp(t.app)) as { smtp: object };
    expect(smtp).toEqual({ host: "mail.example.com", port: 587, from: "Example <auth@example.com>" });
    expect(await fieldOf(save({ password: "" }))).toBe("password");
  });

  test.each([
    ["host", { host: "" }],
    ["host", { host: "mail.example.com\r\nX" }],
    ["host", { host: "http://mail.example.com/" }],
    ["host", { host: "mail.example.com\u0000" }],
    ["host", { host: "169.254.169.254" }],
    ["host", { host: "2852039166" }],
    ["host", { host: "0xa9.0xfe.0xa9.0xfe" }],
    ["host", { host: "0251.0376.43518" }],
    ["host", { host: "fe80::1" }],
    ["host", { host: "FEBF::1" }],
    ["host", { host: "::ffff:169.254.169.254" }],
    ["host", { host: "::FFFF:A9FE:A9FE" }],
    ["host", { host: "::169.254.1.1" }],
    ["host", { host: "64:ff9b::169.254.169.254" }],
    ["port", { port: 65_536 }],
    ["port", { port: -1 }],
    ["port", { port: 1.5 }],
    ["username", { username: "a\nb" }],
    ["username", { username: "", password: "x" }],
    ["from_address", { from: "" }],
    ["from_address", { from: "Example" }],
    ["from_address", { from: "Example <auth@example.com>, evil@example.com" }],
    ["from_address", { from: "a@example.com,b@example.com" }],
    ["from_address", { from: "Example\r\nBcc: x <auth@example.com>" }],
  ])("%s is refused: %j", async (field, changes) => {
    expect(await fieldOf(save(changes))).toBe(field);
  });

  test("mails use the new settings at once", async () => {
    const { project } = await t.addProject();
    const other = await TestRelay.start();
    const { host, port } = other.settings;
    await save({ host, port, username: "", password: "" });
    await enqueueMail(t.app, project.id, { kind: "email_changed", recipient: "old@example.com" });
    expect(await t.deliverMail()).toMatchObject({ sent: 1 });
    expect(other.mails).toMatchObject([{ from: "auth@example.com", rcpt: ["old@example.com"] }]);
    expect(relay.mails).toEqual([]);
    await other.down();
  });
});
