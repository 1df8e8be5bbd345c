import { WordingService } from "@svc/proto/svc/admin/v1/wording_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { previewedMails } from "../../domain/wording/places.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestRelay } from "../../testing/smtp.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "root@example.com";
const SUBJECT = "email.verify_email.subject";
const BODY = "email.verify_email.body";
const place = "email.verify_email";
const project = "fernweh";
const language = "de";
const HOSTILE = `"></style><script>alert(1)</script><img src=x onerror=alert(1)>`;

describe.each(engines)("a preview of the wording on $kind", (engine) => {
  let relay: TestRelay;
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    relay = await TestRelay.start();
    t = await TestApp.open(engine, { smtp: relay.settings });
    await t.addProject("Fernweh");
    token = (await t.addAdmin(EMAIL)).token;
  });
  afterEach(async () => {
    await t.close();
    await relay.down();
  });

  const wording = () => t.client(WordingService, { authorization: `Bearer ${token}` });
  const preview = (texts: Record<string, string>, of = place, dark = false) =>
    wording().previewWording({ project, place: of, language, texts, dark });
  const send = (texts: Record<string, string> = {}) =>
    wording().sendPreviewEmail({ project, place, language, texts });

  test("shows drafts over saved texts, and changes nothing", async () => {
    await wording().updateWording({ project, language, texts: { [SUBJECT]: "Gespeichert" } });
    expect((await preview({})).subject).toBe("Gespeichert");
    const shown = await preview({ [SUBJECT]: "Hallo von {product}", [BODY]: "Eins.\nZwei: {lifetime}." });
    expect(shown.subject).toBe("Hallo von Fernweh");
    expect(shown.text).toContain("Eins.\n\nZwei: 24 Stunden.");
    expect(shown.html).toContain('<p style="margin:0 0 16px">Eins.</p>');
    expect((await preview({ [SUBJECT]: "" })).subject).not.toBe("Gespeichert");
    expect((await preview({})).subject).toBe("Gespeichert");
  });

  test("a draft that could not be saved is shown as the default", async () => {
    const { subject } = await preview({ [SUBJECT]: "Hallo {code}", "no.such.key": "x" });
    expect(subject).toContain("Fernweh");
    expect(subject).not.toContain("{");
  });

  test("what looks like HTML is text", async () => {
    const { html, subject } = await preview({ [SUBJECT]: HOSTILE, [BODY]: HOSTILE });
    expect(subject).toBe(HOSTILE);
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain("&lt;script&gt;");
  });

  test("every email of a project can be shown, with all its variables", async () => {
    for (const of of previewedMails.keys()) {
      const { subject, text, html } = await preview({}, of);
      expect([of, subject, text, html].join("\n")).not.toMatch(/\{[a-z_]+\}|undefined/);
      expect([of, subject === "", text === ""]).toEqual([of, false, false]);
    }
  });

  test("pages are shown, in light and dark", async () => {
    const light = await preview({}, "page.reset");
    const dark = await preview({}, "page.reset", true);
    expect(light).toMatchObject({ subject: "", text: "" });
    expect(light.html).toContain("<form");
    const own = await preview(
      { "page.reset.heading": "Neues <b>Passwort", "page.reset.body": "Eins\nZwei" },
      "page.reset",
    );
    expect(own.html).toContain("Neues &#60;b&#62;Passwort");
    expect(own.html).toContain("<p>Zwei</p>");
    expect(own.html).toContain('lang="de"');
    expect(dark.html).not.toBe(light.html);
  });

  test.each(["", "email.invite_admin", "page.nothing", "toString", "__proto__"])(
    "there is no preview of %j",
    async (of) => {
      expect(await failureOf(preview({}, of))).toMatchObject({ metadata: { field: "place" } });
    },
  );

  test("is sent to the administrator who asks, marked, with a link that leads nowhere", async () => {
    const answer = await send({ [SUBJECT]: "Hallo", [BODY]: HOSTILE });
    expect(answer).toMatchObject({ accepted: true, to: EMAIL, printed: false });
    expect(relay.mails).toHaveLength(1);
    const [mail] = relay.mails;
    expect(mail?.rcpt).toEqual([EMAIL]);
    expect(mail?.subject).toBe("[Preview] Hallo");
    expect(mail?.text).toMatch(/^This is a preview that you sent to yourself\./);
    expect(mail?.html).toContain("This is a preview that you sent to yourself.");
    expect(mail?.html).not.toContain("<script");
    const [link = ""] = relay.links;
    expect(link).toContain("/verify?token=xxx");
    expect(await (await fetch(link)).text()).toContain("no longer works");
    expect(await t.app.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
    expect(await t.app.db.selectFrom("emailTokens").selectAll().execute()).toEqual([]);
    const [event] = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "=", "admin.wording_preview_sent")
      .execute();
    expect(JSON.parse(event?.data ?? "")).toEqual({ place, language, accepted: true });
  });

  test("a header cannot be put into it", async () => {
    for (const text of [
      "Hi\nBcc: eve@example.com",
      "Hi\r\nBcc: eve@example.com",
      "Hi\rBcc: eve@example.com",
    ]) {
      expect(await reasonOf(send({ [SUBJECT]: text }))).toBe("INVALID_REQUEST");
    }
    expect(relay.mails).toEqual([]);
  });

  test("says what the mail server answered", async () => {
    relay.mood = { at: "rcpt", code: 550, text: "no such mailbox here" };
    expect(await send()).toMatchObject({
      accepted: false,
      answer: expect.stringContaining("550 no such mailbox here"),
    });
  });

  test("only emails are sent, and only so many", async () => {
    const page = wording().sendPreviewEmail({ project, place: "page.reset", language });
    expect(await failureOf(page)).toMatchObject({ metadata: { field: "place" } });
    for (let i = 1; i < 30; i++) await send();
    expect(await reasonOf(send())).toBe("RATE_LIMITED");
    expect(relay.mails).toHaveLength(29);
    t.advance(60 * 60 * 1000);
    expect(await send()).toMatchObject({ accepted: true });
  });
});
