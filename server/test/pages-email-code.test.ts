import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestRelay } from "../src/testing/smtp.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { CHROME, CodeDevice, codeIn } from "./code-device.ts";
import { headingOf, Visitor } from "./pages-visitor.ts";

const EMAIL = "ada@example.com";
const MINUTE = 60_000;
const FLOW = "F".repeat(43);
const DEAD = "This link no longer works";
const GROUPED = /<p class="code"><bdi dir="ltr">(\d{4} \d{4})<\/bdi><\/p>/;

describe.each(engines)("the page of a sign-in code, after a real email, on $kind", (engine) => {
  let t: TestApp;
  let relay: TestRelay;
  let project: Project;
  let visitor: Visitor;
  beforeEach(async () => {
    relay = await TestRelay.start();
    t = await TestApp.open(engine, { smtp: relay.settings });
    ({ project } = await t.addProject("Fernweh", { allowEmailCodes: true }));
    visitor = new Visitor(t, project);
  });
  afterEach(async () => {
    await t.close();
    await relay.down();
  });

  const asking = async (userAgent: string = CHROME): Promise<CodeDevice> => {
    const device = new CodeDevice(t, project, userAgent);
    await device.ask(EMAIL);
    return device;
  };
  const newestLink = async (): Promise<string> => {
    await t.deliverMail();
    return relay.links.at(-1) ?? expect.fail("no mail");
  };
  const open = (link: string, init?: RequestInit) => visitor.open(`app${new URL(link).search}`, init);
  const shownCode = async (link: string): Promise<string> =>
    GROUPED.exec((await open(link)).text)?.[1] ?? expect.fail("no code");

  test("on the device that asked, the link carries flow and code into the app", async () => {
    const device = await asking();
    const { flowId, code } = codeIn(await newestLink());
    expect((await device.signIn(code, flowId)).user?.email).toBe(EMAIL);
  });

  test("on another device, the page shows the code and who asked for it; typed on the first one it works", async () => {
    const device = await asking();
    const seen = await open(await newestLink());
    expect([seen.status, headingOf(seen)]).toEqual([200, "Your sign-in code"]);
    expect(seen.text).toContain(
      "Asked for with <strong>Chrome on Windows</strong>, on 1 January 2030 at 00:00 UTC. Type it in Fernweh on that device:",
    );
    expect(seen.text).toContain("If you did not ask for it, close this page and tell nobody the code.");
    const typed = GROUPED.exec(seen.text)?.[1] ?? "";
    expect((await device.signIn(typed)).user?.email).toBe(EMAIL);
  });

  test("is not cached, tells no other site, and has neither form, link nor script", async () => {
    await asking();
    const { headers, text } = await open(await newestLink());
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(headers.get("content-security-policy")).not.toContain("script-src");
    expect(text).not.toMatch(/<(form|button|script|iframe|img|a)\b|\son\w+=/);
    expect(text).toContain('<meta name="format-detection" content="telephone=no">');
  });

  test("opened with GET, HEAD and POST, the code still works and no attempt was used", async () => {
    const device = await asking();
    const link = await newestLink();
    const { code } = codeIn(link);
    const form = { method: "POST", body: new URLSearchParams({ code: "00000000", flow: device.flowId }) };
    for (const init of [{}, { method: "HEAD" }, form, { method: "POST" }])
      for (let n = 0; n < 3; n++) expect((await open(link, init)).status).toBe(200);
    const row = await t.app.db.selectFrom("oneTimeCodes").selectAll().executeTakeFirstOrThrow();
    expect([Number(row.attempts), row.usedAt]).toEqual([0, null]);
    expect(await t.app.db.selectFrom("sessions").select("id").execute()).toEqual([]);
    expect((await device.signIn(code)).user?.email).toBe(EMAIL);
  });

  test("says that the code is over once it expired or was used, and where to get a new one", async () => {
    const device = await asking();
    const link = await newestLink();
    await device.signIn(codeIn(link).code);
    const used = await open(link);
    expect([used.status, headingOf(used)]).toEqual([400, DEAD]);
    expect(used.text).toContain("go back to Fernweh and ask for a new code");
    await asking();
    const late = await newestLink();
    t.advance(10 * MINUTE);
    expect(headingOf(await open(late))).toBe(DEAD);
  });

  test("a newer code replaces the older one, and the page of the newer one shows it", async () => {
    const device = await asking();
    const older = codeIn(await newestLink()).code;
    await device.ask(EMAIL);
    const link = await newestLink();
    if (older !== codeIn(link).code) expect(await reasonOf(device.signIn(older))).toBe("EMAIL_CODE_INVALID");
    expect((await open(link)).text).toContain("Only the code in the newest email works.");
    expect((await device.signIn(await shownCode(link))).user?.email).toBe(EMAIL);
  });

  test("asked twice before the relay is reached, one email comes for each flow, and its code works", async () => {
    const [device, other] = [await asking(), await asking()];
    await device.ask(EMAIL);
    await t.deliverMail();
    const sent = relay.links.map(codeIn);
    expect(sent.map(({ flowId }) => flowId).sort()).toEqual([device.flowId, other.flowId].sort());
    const { code = "" } = sent.find(({ flowId }) => flowId === device.flowId) ?? {};
    expect((await device.signIn(code)).user?.email).toBe(EMAIL);
  });

  test("an email that the relay put off does not void the newer code that it took", async () => {
    relay.mood = { at: "rcpt", code: 451 };
    const device = await asking();
    await t.deliverMail();
    relay.mood = "accept";
    await device.ask(EMAIL);
    const { code } = codeIn(await newestLink());
    t.advance(MINUTE);
    await t.deliverMail();
    expect(relay.mails).toHaveLength(1);
    expect((await device.signIn(code)).user?.email).toBe(EMAIL);
  });

  test("a forwarded email signs nobody in on another device, not even with all that is in it", async () => {
    const device = await asking();
    const { flowId, code } = codeIn(await newestLink());
    const thief = new CodeDevice(t, project);
    expect(await reasonOf(thief.signIn(code, flowId))).toBe("EMAIL_CODE_INVALID");
    await thief.ask(EMAIL);
    expect(await reasonOf(thief.signIn(code))).toBe("EMAIL_CODE_INVALID");
    expect(await reasonOf(thief.signIn(code, flowId))).toBe("EMAIL_CODE_INVALID");
    expect((await device.signIn(code)).user?.email).toBe(EMAIL);
  });

  test("repeats nothing that the caller who asked has written", async () => {
    await asking("Call +49 30 1234 now <script>alert(1)</script>");
    const link = await newestLink();
    const seen = await open(link);
    expect(seen.text).toContain("Asked for on 1 January 2030 at 00:00 UTC.");
    const [{ text, html } = expect.fail()] = relay.mails;
    for (const shown of [seen.text, text, html]) expect(shown).not.toMatch(/\+49|alert|<script/);
  });

  test("flows of another project, and whatever is not well-formed, are dead links that repeat nothing", async () => {
    const device = await asking();
    const { code } = codeIn(await newestLink());
    const { project: elsewhere } = await t.addProject("Elsewhere", { allowEmailCodes: true });
    const foreign = await new Visitor(t, elsewhere).open(`app?flow=${device.flowId}&code=${code}`);
    expect(headingOf(foreign)).toBe(DEAD);
    const hostile = encodeURIComponent(`"><script>alert(1)</script>`);
    for (const query of [
      `flow=${FLOW}&code=${code}`,
      `flow=${device.flowId}`,
      `flow=${device.flowId}&code=`,
      `flow=${device.flowId}&code=1234567`,
      `flow=${device.flowId}&code=123456789`,
      `flow=${device.flowId}&code=1234%205678`,
      `flow=${device.flowId}&code=${encodeURIComponent("１２３４５６７８")}`,
      `flow=${device.flowId}&code=${code}${hostile}`,
      `flow=${device.flowId}&code=${code}%0a`,
      `flow=${device.flowId}${hostile}&code=${code}`,
      `flow=&code=${code}`,
    ]) {
      const seen = await visitor.open(`app?${query}`);
      expect([seen.status, headingOf(seen)], query).toEqual([400, DEAD]);
      expect(seen.text).not.toMatch(/alert|1234567|１２/);
      expect(seen.text).not.toContain(code);
      expect(seen.text).not.toContain(device.flowId);
    }
    expect((await device.signIn(code)).user?.email).toBe(EMAIL);
  });

  test("without a flow it is the page for people without the app", async () => {
    for (const page of ["app", "app?code=12345678", "app?code=x&state=y"])
      expect(headingOf(await visitor.open(page))).toBe("Go back to Fernweh");
  });
});
