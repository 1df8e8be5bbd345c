import type { Browser, BrowserContext, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, type TestContext, test } from "vitest";
import type { Mfa } from "../../sdk/typescript/src/mfa.ts";
import { type AuthClient, createAuthClient, memoryStorage } from "../../sdk/typescript/src/sdk.ts";
import { renderMfaApp } from "../../sdk/typescript/test/web/render-mfa-app.ts";
import { Site } from "../../sdk/typescript/test/web/site.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { sharedBrowser } from "../src/testing/browser.ts";
import { engines } from "../src/testing/engines.ts";
import { fromBase32, shownCode } from "../src/testing/factors.ts";
import { notRun } from "../src/testing/not-run.ts";
import { TestApp } from "../src/testing/test-app.ts";

declare const own: { client: AuthClient; factors: Mfa };

const [engine = expect.fail()] = engines;
const MINUTE_MS = 60_000;
const password = "correct horse battery";

let browser: Browser | undefined;
let whyNot = "";
let t: TestApp;
let project: Project;
let site: Site;
beforeAll(async () => {
  try {
    browser = await sharedBrowser();
  } catch (error) {
    if (process.env.CI === "true") throw error;
    whyNot = error instanceof Error ? error.message : String(error);
  }
  t = await TestApp.open(engine);
  ({ project } = await t.addProject("Demo", { mfa: { policy: "required", claim: "", claimValues: [] } }));
  const { publishableKey } = project;
  const client = createAuthClient({ baseUrl: t.url, publishableKey, storage: memoryStorage() });
  const page = (isRendered: boolean) =>
    `<script>page = ${JSON.stringify({ baseUrl: t.url, publishableKey, isRendered })}</script>`;
  const script = "mfa-app.ts";
  site = await Site.open({
    app: { body: `${page(false)}<div id="root"></div>`, script },
    rendered: { body: `${page(true)}<div id="root">${renderMfaApp(client)}</div>`, script },
  });
});
afterAll(async () => {
  site.close();
  await t.close();
});

let context: BrowserContext;
beforeEach(async (test: TestContext) => {
  if (!browser) notRun(test, whyNot);
  context = await browser.newContext();
  return () => context.close();
});

async function open(path: string): Promise<Tab> {
  const tab = await context.newPage();
  tab.setDefaultTimeout(120_000);
  await tab.goto(`${site.url}/${path}`);
  return tab;
}

async function send(tab: Tab, form: string, fields: Record<string, string> = {}): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await tab.fill(`#${form} [name=${name}]`, value);
  await tab.click(`#${form} button`);
}

/** Signs in for the first time: enrolls an app, whose secret is returned. */
async function enroll(tab: Tab, email: string): Promise<Buffer> {
  await send(tab, "sign-in", { email, password });
  await send(tab, "enroll");
  const secret = fromBase32((await tab.textContent("#secret")) ?? "");
  await send(tab, "confirm", { totpCode: shownCode(t, secret) });
  expect((await tab.textContent("#codes"))?.split(" ")).toHaveLength(10);
  await tab.click("#done");
  await tab.waitForSelector("#user");
  return secret;
}

test.each(["app", "rendered"])(
  "on the page %s, a user enrolls at the first sign-in and proves the factor at the next",
  async (path) => {
    const email = `${path}@example.com`;
    await t
      .auth(project)
      .signUp({ email, password })
      .catch(() => {});
    const tab = await open(path);
    const secret = await enroll(tab, email);
    await expect.poll(() => tab.textContent("#user")).toBe(`${email}: 10`);
    await tab.evaluate(() => own.client.signOut());
    t.advance(MINUTE_MS);
    await send(tab, "sign-in", { email, password });
    await send(tab, "prove", { totpCode: "000000" });
    await expect.poll(() => tab.title()).toBe("MFA_CODE_INVALID 4");
    await send(tab, "prove", { totpCode: shownCode(t, secret) });
    await expect.poll(() => tab.textContent("#user")).toBe(`${email}: 10`);
  },
);

test("a sign-in that is completed in one tab ends the same step in the other, and a reload forgets it", async () => {
  const email = "tabs@example.com";
  await t
    .auth(project)
    .signUp({ email, password })
    .catch(() => {});
  const [one, other] = [await open("app"), await open("app")];
  const secret = await enroll(one, email);
  await other.waitForSelector("#user");
  await one.evaluate(() => own.client.signOut());
  t.advance(MINUTE_MS);
  for (const tab of [one, other]) await send(tab, "sign-in", { email, password });
  await other.waitForSelector("#prove");
  await other.reload();
  await send(other, "sign-in", { email, password });
  await other.waitForSelector("#prove");
  await send(one, "prove", { totpCode: shownCode(t, secret) });
  await one.waitForSelector("#user");
  await other.waitForSelector("#user");
  expect(await other.evaluate(() => own.factors.mfaStep())).toBeNull();
  const tokens = await Promise.all(
    [one, other].map((tab) => tab.evaluate(() => own.client.getAccessToken())),
  );
  expect(tokens[0]).toBe(tokens[1]);
});
