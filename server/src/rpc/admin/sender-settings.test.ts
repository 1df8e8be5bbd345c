import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const RELAY = {
  ...{ host: "127.0.0.1", port: 9, from: "Example <auth@example.com>" },
  allowedSenders: ["no-reply@acme.example", "@fern.example"],
};

describe.each(engines)("the sender of a project on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { smtp: RELAY });
    ({ token } = await t.addAdmin());
    await t.addProject("Demo");
  });
  afterEach(() => t.close());

  const update = (sender: { name?: string; address?: string; replyTo?: string }, by = token) =>
    t.projects(by).updateProject({ project: "demo", settings: { sender } });
  const stored = async () =>
    (await t.projects(token).getProject({ project: "demo" })).project?.settings?.sender;
  const apply = (sender: string, slug = "demo", dryRun = false) =>
    t
      .projects(token)
      .applyProjectSpec({ specYaml: `slug: ${slug}\nname: X\nsettings: {sender: ${sender}}`, dryRun });
  const instance = () => t.client(InstanceSettingsService, { authorization: `Bearer ${token}` });

  test.each(["auth@example.com", "no-reply@acme.example", "anybody@fern.example", ""])(
    "%j is allowed: the relay's own, one of the list, one of a listed domain, or none",
    async (address) => {
      await update({ address, name: "Acme", replyTo: "help@elsewhere.example" });
      expect(await stored()).toMatchObject({ address, name: "Acme", replyTo: "help@elsewhere.example" });
    },
  );

  test.each([
    "other@example.com",
    "ceo@acme.example",
    "a@sub.fern.example",
    "a@fern.example.evil.test",
    "a@evilfern.example",
    "No-Reply@acme.example",
    "no-reply@acme.example, eve@evil.test",
    "no-reply@acme.example\r\nBcc: eve@evil.test",
    "Acme <no-reply@acme.example>",
    "@fern.example",
    "eve@evil.test@fern.example",
  ])("%j is refused, by UpdateProject, by a spec, and in a new project", async (address) => {
    const refused = { reason: "INVALID_REQUEST", metadata: { field: "settings.sender.address" } };
    expect(await failureOf(update({ address }))).toMatchObject(refused);
    const yaml = `{address: ${JSON.stringify(address)}}`;
    expect(await failureOf(apply(yaml))).toMatchObject(refused);
    expect(await failureOf(apply(yaml, "demo", true))).toMatchObject(refused);
    expect(await failureOf(apply(yaml, "fresh"))).toMatchObject(refused);
    expect(await failureOf(apply(yaml, "fresh", true))).toMatchObject(refused);
    expect(await stored()).toMatchObject({ address: "" });
  });

  test.each([
    "a\r\nb",
    "ceo@bank.test",
    "ceo\uff20bank.test",
    "<b>",
    'a"b',
    "a\\b",
    "a\u202eb",
    "a\u200bb",
    " a",
    "x".repeat(101),
  ])("the name %j is refused", async (name) => {
    expect(await failureOf(update({ name }))).toMatchObject({
      metadata: { field: "settings.sender.name" },
    });
  });

  test.each(["x", "a@b.test,c@d.test", "a@b.test\r\nBcc: c@d.test", "A <a@b.test>"])(
    "the address for answers %j is refused",
    async (replyTo) => {
      const failure = await failureOf(update({ replyTo }));
      expect(failure).toMatchObject({ metadata: { field: "settings.sender.reply_to" } });
    },
  );

  test("a spec that leaves the sender out keeps it, and an old spec stays valid", async () => {
    await update({ address: "no-reply@acme.example", name: "Acme" });
    await t.projects(token).applyProjectSpec({ specYaml: "slug: demo\nname: Demo\n" });
    await apply("{reply_to: help@acme.example}");
    expect(await stored()).toMatchObject({
      ...{ address: "no-reply@acme.example", name: "Acme", replyTo: "help@acme.example" },
    });
  });

  test("an administrator of a project cannot give it an address: the list is one for all projects", async () => {
    const { adminId } = await t.addAdmin("eve@example.com");
    const accounts = t.client(AdminAccountService, { authorization: `Bearer ${token}` });
    await accounts.setAdminRole({ adminId, project: "", role: AdminRole.NONE });
    await accounts.setAdminRole({ adminId, project: "demo", role: AdminRole.ADMINISTRATOR });
    const cookie = await t.login("eve@example.com");
    const asEve = t.client(ProjectService, { cookie });
    const byEve = (sender: object) => asEve.updateProject({ project: "demo", settings: { sender } });
    expect(await failureOf(byEve({ address: "no-reply@acme.example" }))).toMatchObject({
      reason: "ADMIN_FORBIDDEN",
    });
    const spec = { specYaml: "slug: demo\nname: Demo\nsettings: {sender: {address: no-reply@acme.example}}" };
    expect(await failureOf(asEve.applyProjectSpec(spec))).toMatchObject({ reason: "ADMIN_FORBIDDEN" });
    // Nor are they told whether the list has an address.
    for (const address of ["no-reply@acme.example", "no-reply@unknown.example"]) {
      const asked = { specYaml: `slug: demo\nname: Demo\nsettings: {sender: {address: ${address}}}` };
      const failures = [
        await failureOf(byEve({ address })),
        await failureOf(asEve.applyProjectSpec({ ...asked, dryRun: true })),
        await failureOf(asEve.applyProjectSpec(asked)),
      ];
      for (const failure of failures) expect(failure).toMatchObject({ reason: "ADMIN_FORBIDDEN" });
    }
    await byEve({ name: "Acme", replyTo: "help@acme.example" });
    t.advance(11 * 60_000);
    expect(await failureOf(byEve({ name: "Other" }))).toMatchObject({ reason: "REAUTHENTICATION_REQUIRED" });
    expect(await stored()).toMatchObject({ address: "", name: "Acme" });
    // The list has the addresses of other projects: only owners see it.
    const seen = await t.client(InstanceSettingsService, { cookie }).getInstance({});
    expect(seen.smtp).toBeUndefined();
  });

  test("a new project gets a sender from an owner who signed in a short time ago", async () => {
    const asOwner = t.client(ProjectService, { cookie: await t.login() });
    const create = (slug: string, sender: string) =>
      asOwner.applyProjectSpec({ specYaml: `slug: ${slug}\nname: X\nsettings: {sender: ${sender}}` });
    await create("first", "{address: no-reply@acme.example}");
    t.advance(11 * 60_000);
    for (const sender of ["{address: no-reply@acme.example}", "{name: Acme}", "{reply_to: eve@evil.test}"]) {
      expect(await failureOf(create("second", sender))).toMatchObject({
        reason: "REAUTHENTICATION_REQUIRED",
      });
    }
    await create("second", "{}");
  });

  test("SetSmtp keeps the list unless it is given, and an outdated etag is refused", async () => {
    const relay = { host: "mail.example.com", fromAddress: "auth@example.com" };
    const { smtp: configured } = await instance().getInstance({});
    expect(configured?.allowedSenders).toEqual(RELAY.allowedSenders);
    const senders = ["@B.example", "a@b.example", "@b.example"];
    const first = await instance().setSmtp({
      ...relay,
      allowedSenders: { senders },
      etag: configured?.etag ?? "",
    });
    expect(first.smtp?.allowedSenders).toEqual(["@b.example", "a@b.example"]);
    const { smtp: kept } = await instance().setSmtp({ ...relay, port: 25 });
    expect(kept?.allowedSenders).toEqual(["@b.example", "a@b.example"]);
    const late = instance().setSmtp({ ...relay, etag: first.smtp?.etag ?? "" });
    expect(await failureOf(late)).toMatchObject({ reason: "ETAG_MISMATCH" });
    const { smtp: none } = await instance().setSmtp({ ...relay, allowedSenders: {}, etag: kept?.etag ?? "" });
    expect(none?.allowedSenders).toEqual([]);
  });

  test.each(["example.com", "@localhost", "@", "a b@c.example", "@a.example,@b.example", "a@b.example\r\nx"])(
    "%j is no entry of the list",
    async (entry) => {
      const set = instance().setSmtp({
        ...{ host: "mail.example.com", fromAddress: "auth@example.com" },
        allowedSenders: { senders: [entry] },
      });
      expect(await failureOf(set)).toMatchObject({ metadata: { field: "allowed_senders" } });
    },
  );
});
