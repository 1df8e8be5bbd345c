import type { Browser, BrowserContext, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, type TestContext, test } from "vitest";
import type { EmailCodes } from "../../sdk/typescript/src/email-code.ts";
import { type AuthClient, createAuthClient, memoryStorage } from "../../sdk/typescript/src/sdk.ts";
import { renderEmailCodeApp } from "../../sdk/typescript/test/web/render-email-code-app.ts";
import { Site } from "../../sdk/typescript/test/web/site.ts";
import { sharedBrowser } from "../src/testing/browser.ts";
import { engines } from "../src/testing/engines.ts";
import { notRun } from "../src/testing/not-run.ts";
import { TestApp } from "../src/testing/test-app.ts";

declare const own: { client: AuthClient; codes: EmailCodes };

const [engine = expect.fail()] = engines;
const ADA = "ada@example.com";
const GRACE = "grace@example.com";

let browser: Browser | undefined;
let whyNot = "";
let t: TestApp;
let site: Site;
beforeAll(async () => {
  try {
    browser = await sharedBrowser();
  } catch (error) {
    if (process.env.CI === "true") throw error;
    whyNot = error instanceof Error ? error.message : String(error);
  }
  t = await TestApp.open(engine);
  const { project } = await t.addProject("Demo", { allowEmailCodes: true });
  const { publishableKey } = project;
  const client = createAuthClient({ baseUrl: t.url, publishableKey, storage: memoryStorage() });
  const rendered = renderEmailCodeApp(client);
  const page = (isRendered: boolean) =>
    `<script>page = ${JSON.stringify({ baseUrl: t.url, publishableKey, isRendered })}</script>`;
  const script = "email-code-app.ts";
  site = await Site.open({
    app: { body: `${page(false)}<div id="root"></div>`, script },
    rendered: { body: `${page(true)}<div id="root">${rendered}</div>`, script },
  });
});
afterAll(async () => {
  site.close();
  await t.close();
});

let context: BrowserContext;
let problems: string[];
beforeEach(async (test: TestContext) => {
  if (!browser) notRun(test, whyNot);
  context = await browser.newContext();
  problems = [];
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  context.on("weberror", (error) => problems.push(String(error.error())));
  return () => context.close();
});

async function open(path: string): Promise<Tab> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.url}/${path}`);
  return page;
}

async function codeFor(email: string): Promise<string> {
  await t.deliverMail();
  return t.mails.findLast(({ to }) => to === email)?.link?.slice(-8) ?? "";
}

test.each(["app", "rendered"])(
  "useEmailCode on the page %s shows what to ask the user for, also after it was loaded again",
  async (path) => {
    const page = await open(path);
    const screen = () => page.textContent("#screen");
    await expect.poll(screen).toBe("address");
    await page.evaluate((email) => own.codes.requestEmailCode({ email }), ADA);
    await expect.poll(screen).toBe(`code to ${ADA}`);
    await page.reload();
    await expect.poll(screen).toBe(`code to ${ADA}`);
    const right = await codeFor(ADA);
    const wrong = await page.evaluate(() =>
      own.codes
        .signInWithEmailCode({ code: "12" })
        .catch(({ reason, attemptsLeft }) => [reason, attemptsLeft]),
    );
    expect(wrong).toEqual(["EMAIL_CODE_INVALID", 4]);
    problems.length = 0; // the browser reports the answer 401
    await page.evaluate((code) => own.codes.signInWithEmailCode({ code }), right);
    await expect.poll(screen).toBe("address");
    await expect.poll(() => page.textContent("#user")).toBe(ADA);
    await page.evaluate((email) => own.codes.requestEmailCode({ email }), ADA);
    await expect.poll(screen).toBe(`code to ${ADA}`);
    await page.evaluate(() => own.client.signOut());
    await expect.poll(screen).toBe("address");
    expect(Number(await page.getAttribute("main", "data-renders"))).toBeLessThan(20);
    expect(problems).toEqual([]);
  },
);

test("a tab signs in with the code that another one asked for", async () => {
  const [first, second] = [await open("app"), await open("app")];
  await first.evaluate((email) => own.codes.requestEmailCode({ email }), GRACE);
  await expect.poll(() => second.textContent("#screen")).toBe(`code to ${GRACE}`);
  await second.evaluate((code) => own.codes.signInWithEmailCode({ code }), await codeFor(GRACE));
  await expect.poll(() => first.textContent("#user")).toBe(GRACE);
  await expect.poll(() => first.textContent("#screen")).toBe("address");
});
