import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { enqueueEveryMail, projectMailKinds } from "../../testing/enqueue-every-mail.ts";
import { decodeWords, headerOf } from "../../testing/parse-mail.ts";
import { type ReceivedMail, TestRelay } from "../../testing/smtp.ts";
import { TestApp } from "../../testing/test-app.ts";
import { systemActor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { ProjectSettings } from "../projects/settings.ts";
import { updateProject } from "../projects/update-project.ts";
import { enqueueMail } from "./enqueue-mail.ts";

const MAX_BYTES = 60_000;
const header = ({ headers }: ReceivedMail, name: string): string => headerOf(headers, name);

describe.each(engines)("who an email is from, on $kind", (engine) => {
  let relay: TestRelay;
  let t: TestApp;
  beforeEach(async () => {
    relay = await TestRelay.start();
    const allowedSenders = ["no-reply@acme.example", "@fern.example"];
    t = await TestApp.open(engine, { smtp: { ...relay.settings, allowedSenders } });
  });
  afterEach(async () => {
    await t.close();
    await relay.down();
  });

  const withSender = async (name: string, sender: Partial<ProjectSettings["sender"]>): Promise<Project> => {
    const { project } = await t.addProject(name);
    return updateProject(t.app, systemActor, project.id, { settings: { sender } });
  };
  const sendOne = async (project: Project): Promise<ReceivedMail> => {
    await enqueueMail(t.app, project.id, { kind: "password_changed", recipient: "ada@users.example" });
    await t.deliverMail();
    return relay.mails.at(-1) ?? expect.fail("no email");
  };

  test("every kind of email of two projects is from its own project, in a form that mailboxes accept", async () => {
    const acme = await withSender("Acme", { address: "no-reply@acme.example", replyTo: "help@acme.example" });
    const fern = await withSender("Fern", { name: "Fernweh Reisen", address: "konto@fern.example" });
    const { hostname } = new URL(t.app.baseUrl);
    for (const [project, from, replyTo] of [
      [acme, "Acme <no-reply@acme.example>", "help@acme.example"],
      [fern, "Fernweh Reisen <konto@fern.example>", ""],
    ] as const) {
      relay.mails.length = 0;
      await enqueueEveryMail(t, project);
      expect(await t.deliverMail()).toEqual({ sent: projectMailKinds.length, failed: 0, skipped: 0 });
      const kinds = relay.mails.map(({ rcpt: [to = ""] }) => to.slice(0, to.indexOf("@")));
      expect(kinds.toSorted()).toEqual(projectMailKinds.toSorted());
      for (const mail of relay.mails) {
        expect(header(mail, "from")).toBe(from);
        expect(from).toContain(`<${mail.from}>`); // the envelope: bounces and SPF follow the sender
        expect(header(mail, "reply-to")).toBe(replyTo);
        expect(header(mail, "auto-submitted")).toBe("auto-generated");
        expect(header(mail, "message-id")).toMatch(new RegExp(`^<[\\w.-]+@${hostname}>$`));
        expect(header(mail, "list-unsubscribe")).toBe("");
        expect(mail.text.trim()).not.toBe("");
        expect(mail.html).toContain("prefers-color-scheme: dark");
        expect(mail.html).not.toMatch(/<img|<link|<script|url\(|@import|@font-face/i);
        expect(mail.raw.length).toBeLessThan(MAX_BYTES);
      }
    }
  });

  test("without a sender: the product's name beside the relay's address", async () => {
    const { project } = await t.addProject("Plain");
    const mail = await sendOne(project);
    expect(header(mail, "from")).toBe("Plain <auth@example.com>");
    expect(header(mail, "reply-to")).toBe("");
  });

  test("a name that is not ASCII arrives encoded, and the address stays", async () => {
    const mail = await sendOne(await withSender("Acme", { name: "Grüße, 東京 ✓" }));
    expect(header(mail, "from")).toMatch(/^=\?UTF-8\?[QB]\?[\x20-\x7e]+\?= <auth@example\.com>$/);
    expect(decodeWords(header(mail, "from"))).toBe("Grüße, 東京 ✓ <auth@example.com>");
  });

  test("an address that is not on the list any more is not used: the email is from the relay, and that is said", async () => {
    const { token } = await t.addAdmin();
    const bearer = { authorization: `Bearer ${token}` };
    const acme = await withSender("Acme", { name: "Acme Team", address: "no-reply@acme.example" });
    expect((await t.projects(token).getProject({ project: "acme" })).project?.senderNotAllowed).toBe(false);
    const { host, port } = relay.settings;
    const smtp = { host, port, fromAddress: "Example <auth@example.com>" };
    const instance = t.client(InstanceSettingsService, bearer);
    await instance.setSmtp({ ...smtp, allowedSenders: { senders: ["@acme.example.evil.test"] } });

    const mail = await sendOne(acme);
    expect(header(mail, "from")).toBe("Acme Team <auth@example.com>");
    expect(mail.from).toBe("auth@example.com");
    expect(t.logLines.join("")).toContain("sender is not allowed");
    expect((await t.projects(token).getProject({ project: "acme" })).project?.senderNotAllowed).toBe(true);
    const { projects } = await t.projects(token).listProjects({});
    expect(projects.map(({ senderNotAllowed }) => senderNotAllowed)).toEqual([true]);
    // Other settings can still be changed.
    await t.projects(token).updateProject({ project: "acme", settings: { signUpClosed: true } });

    await instance.setSmtp({ ...smtp, allowedSenders: { senders: ["NO-REPLY@ACME.example"] } });
    expect(header(await sendOne(acme), "from")).toBe("Acme Team <no-reply@acme.example>");
  });

  test.each([
    ['Evil" <ceo@bank.example>', "Evil ceo at bank.example"],
    ["Evil\r\nBcc: eve@evil.example", "Evil Bcc: eve at evil.example"],
    ["ceo@bank.example, Evil", "ceo at bank.example, Evil"],
    ["ceo\uff20bank.example", "ceo at bank.example"],
    ["\u202emoc.knab\u2069\u200f Evil", "moc.knab Evil"],
    ["Evil\\", "Evil"],
  ])("a product name cannot add a header, an address or a recipient: %j", async (name, shown) => {
    const { project } = await t.addProject("Acme");
    await t.app.db.updateTable("projects").set({ name }).where("id", "=", project.id).execute();
    const mail = await sendOne(project);
    expect(mail.rcpt).toEqual(["ada@users.example"]);
    expect(header(mail, "bcc")).toBe("");
    expect(mail.headers.filter(([header]) => header === "from")).toHaveLength(1);
    // One address, outside of the quotation marks.
    expect(header(mail, "from").replace(/"[^"]*"/, "")).toMatch(/^[^@]*<auth@example\.com>$/);
    expect(header(mail, "from")).toContain(shown);
  });
});
