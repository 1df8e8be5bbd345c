import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestRelay } from "../src/testing/smtp.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { axeViolations } from "./axe.ts";
import { CodeDevice, codeIn } from "./code-device.ts";
import { inBrowser, onPage } from "./pages-browser.ts";
import { inspect, openSession, type Session } from "./pages-inspector.ts";

const EMAIL = "ada@example.com";

describe("a sign-in code by a real email in a real browser", () => {
  let t: TestApp;
  let relay: TestRelay;
  let project: Project;
  let session: Session;
  let device: CodeDevice;

  inBrowser(
    async (browser) => {
      relay = await TestRelay.start();
      t = await TestApp.open(engines[0] ?? expect.fail(), { smtp: relay.settings });
      ({ project } = await t.addProject("Fernweh", { allowEmailCodes: true }));
      session = await openSession(browser);
      device = new CodeDevice(t, project);
      await device.ask(EMAIL);
      await t.deliverMail();
    },
    async () => {
      await session.context.close();
      await t.close();
      await relay.down();
    },
  );

  const link = (): string => relay.links.at(-1) ?? expect.fail("no mail");
  const { heading } = onPage(() => session);
  const expectPeace = (): void => {
    expect(session.requests.filter((url) => !url.startsWith(`${t.url}/p/fernweh/`))).toEqual([]);
    expect(session.complaints).toEqual([]);
  };

  test("the page shows it to people, one click selects it, and pasted on the first device it signs in", async () => {
    const { page } = session;
    await page.goto(link());
    expect(await page.title()).toBe("Your sign-in code · Fernweh");
    await inspect(session, "email-code");
    expect(await page.getByRole("main").innerText()).toContain("Chrome on Windows");
    await page.locator(".code").click();
    const selected = await page.evaluate(() => String(getSelection()).trim());
    expect(selected).toMatch(/^\d{4} \d{4}$/);
    expect((await device.signIn(selected)).user?.email).toBe(EMAIL);

    await page.reload();
    expect(await heading()).toBe("This link no longer works");
    await inspect(session, "email-code-dead");
    expectPeace();
  });

  test("a scanner that follows every link, runs scripts, presses and submits everything uses nothing up", async () => {
    const [mail = expect.fail()] = relay.mails;
    const links = [...new Set([...relay.links, ...(await linksIn(mail.html))])];
    expect(links).toEqual([link()]);
    for (const method of ["HEAD", "GET", "POST"]) await fetch(link(), { method });
    await scan(session.page, links);
    expect(await session.context.cookies()).toEqual([]);
    expect(await t.app.db.selectFrom("sessions").select("id").execute()).toEqual([]);
    expect(await t.app.db.selectFrom("users").select("id").execute()).toEqual([]);
    const row = await t.app.db.selectFrom("oneTimeCodes").select("attempts").executeTakeFirstOrThrow();
    expect(Number(row.attempts)).toBe(0);
    expect((await device.signIn(codeIn(link()).code)).user?.email).toBe(EMAIL);
    expectPeace();
  });

  test("a scanner that calls the server with all that the email says is not signed in either", async () => {
    const { flowId, code } = codeIn(link());
    for (let n = 0; n < 8; n++)
      expect(await reasonOf(new CodeDevice(t, project).signIn(code, flowId))).toBe("EMAIL_CODE_INVALID");
    expect((await device.signIn(code)).user?.email).toBe(EMAIL);
  });

  test("the email is readable on phones and desktops, by day and by night, and loads nothing", async () => {
    const [{ html } = expect.fail()] = relay.mails;
    const { page } = session;
    await page.setContent(html);
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [320, 390, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(needed).toBe(width);
        // Landmarks are for pages: an email is a part of the mail program's.
        const violations = (await axeViolations(page)) as { tags: string[] }[];
        expect(violations.filter(({ tags }) => tags.some((tag) => tag.startsWith("wcag")))).toEqual([]);
      }
    const shown = await page.locator("body").innerText();
    expect(shown).toMatch(/\b\d{4} \d{4}\b/);
    expect(session.requests).toEqual([]);
  });

  async function linksIn(html: string): Promise<string[]> {
    await session.page.setContent(html);
    return session.page.locator("a").evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
  }
});

/** Opens each address, then presses every button, follows every link and submits every form on its page. */
async function scan(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    const targets = await page.locator("button, input[type=submit], a, [onclick], form, .code").count();
    for (let at = 0; at < targets; at++) {
      await page.goto(address);
      const target = page.locator("button, input[type=submit], a, [onclick], form, .code").nth(at);
      await target.evaluate((element) => {
        if (element instanceof HTMLFormElement) element.requestSubmit();
        else (element as HTMLElement).click();
      });
      await page.waitForLoadState();
    }
    // As a scanner that makes up its own form.
    await page.evaluate(() => {
      const form = document.createElement("form");
      form.method = "post";
      document.body.append(form);
      form.submit();
    });
    await page.waitForLoadState();
  }
}
