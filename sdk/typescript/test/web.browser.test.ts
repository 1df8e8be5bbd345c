import type { Browser, BrowserContext, Page as Tab } from "playwright-core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, beforeEach, expect, type TestContext, test } from "vitest";
import { sharedBrowser } from "../../../server/src/testing/browser.ts";
import { notRun } from "../../../server/src/testing/not-run.ts";
import { TestProject } from "./test-project.ts";
import { App } from "./web/react-app.ts";
import { Site } from "./web/site.ts";
import type { Tab as Sdk } from "./web/tab.ts";

declare const tab: Sdk;
type Own = { client: ReturnType<Sdk["createAuthClient"]>; clock: InstanceType<Sdk["DeviceClock"]> };

let browser: Browser | undefined;
let whyNot = "";
let project: TestProject;
let site: Site;
beforeAll(async () => {
  try {
    browser = await sharedBrowser();
  } catch (error) {
    if (process.env.CI === "true") throw error;
    whyNot = error instanceof Error ? error.message : String(error);
  }
  project = await TestProject.create();
  await project.sell();
  const page = (isRendered: boolean) =>
    `<script>page = ${JSON.stringify({ baseUrl: project.url, publishableKey: project.publishableKey, isRendered })}</script>`;
  const rendered = renderToString(createElement(App, { client: project.client() }));
  site = await Site.open({
    tab: { body: "", script: "tab.ts" },
    app: { body: `${page(false)}<div id="root"></div>`, script: "react-app.ts" },
    rendered: { body: `${page(true)}<div id="root">${rendered}</div>`, script: "react-app.ts" },
  });
});
afterAll(async () => {
  site.close();
});

let context: BrowserContext;
let refreshes: number;
let problems: string[];
beforeEach(async (test: TestContext) => {
  if (!browser) notRun(test, whyNot);
  context = await browser.newContext();
  refreshes = 0;
  problems = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/RefreshToken") && request.method() === "POST") refreshes++;
  });
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  context.on("weberror", (error) => problems.push(String(error.error())));
  return () => context.close();
});

async function openTab(timeoutMs = 15_000): Promise<Tab> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.url}/tab`);
  const options = { baseUrl: project.url, publishableKey: project.publishableKey, timeoutMs };
  await page.evaluate(async (options) => {
    const clock = new tab.DeviceClock();
    const client = tab.createAuthClient({ ...options, clock, storage: tab.webStorage() });
    Object.assign(globalThis, { own: { client, clock } });
    await client.ready;
  }, options);
  return page;
}

declare const own: Own;
const stateIn = (page: Tab) => page.evaluate(() => own.client.state);
const refreshIn = (page: Tab) =>
  page.evaluate(() => {
    own.clock.pass(20 * 60_000);
    return own.client.getAccessToken();
  });

test("two tabs refresh once, and follow each other's signing in and out", async () => {
  const [one, two] = [await openTab(), await openTab()];
  await one.evaluate(() => own.client.signInAnonymously());
  await expect.poll(() => stateIn(two)).toMatchObject({ status: "signedIn" });

  const tokens = await Promise.all([refreshIn(one), refreshIn(two)]);
  expect(tokens[0]).toMatch(/^ey/);
  expect(tokens[1]).toBe(tokens[0]);
  expect(refreshes).toBe(1);

  await one.evaluate(() => own.client.signOut());
  await expect.poll(() => stateIn(two)).toEqual({ status: "signedOut", reason: "user" });
  expect(problems).toEqual([]);
});

test("ten tabs at once refresh once", async () => {
  const tabs = await Promise.all(Array.from({ length: 10 }, () => openTab()));
  await tabs[0]?.evaluate(() => own.client.signInAnonymously());
  for (const each of tabs) await expect.poll(() => stateIn(each)).toMatchObject({ status: "signedIn" });
  const tokens = await Promise.all(tabs.map(refreshIn));
  expect(new Set(tokens).size).toBe(1);
  expect(refreshes).toBe(1);
});

test("a tab that never lets go of the lock does not keep the others from refreshing", async () => {
  const [stuck, other] = [await openTab(), await openTab(1500)];
  await other.evaluate(() => own.client.signInAnonymously());
  await stuck.evaluate((name) => {
    void navigator.locks.request(name, () => new Promise(() => {}));
    void navigator.locks.request(`${name}.disk`, () => new Promise(() => {}));
  }, project.storageKey);
  expect(await refreshIn(other)).toMatch(/^ey/);
  expect(await stateIn(other)).toMatchObject({ status: "signedIn", stale: false });
});

test("a page that comes back online renews its token by itself", async () => {
  const page = await openTab();
  await page.evaluate(() => own.client.signInAnonymously());
  await context.setOffline(true);
  expect(await refreshIn(page).catch(String)).toContain("no answer");
  expect(await stateIn(page)).toMatchObject({ status: "signedIn", stale: true });
  await context.setOffline(false);
  await expect.poll(() => stateIn(page)).toMatchObject({ status: "signedIn", stale: false });
});

test("a browser sends its own languages, unless the app names one", async () => {
  await context.close();
  context = (await browser?.newContext({ locale: "sv-SE" })) ?? context;
  const page = await openTab();
  const languages: Array<string | undefined> = [];
  page.on("request", async (request) => {
    if (request.method() === "POST") languages.push((await request.allHeaders())["accept-language"]);
  });
  const configFor = (locale?: string) =>
    page.evaluate(
      ([options, locale]) =>
        tab
          .createAuthClient({ ...options, storage: tab.webStorage(), ...(locale && { locale }) })
          .getProjectConfig(),
      [{ baseUrl: project.url, publishableKey: project.publishableKey }, locale] as const,
    );
  await configFor();
  // The last has more than the 128 characters that need no permission of the server.
  for (const locale of ["pt_BR", "日本語", Array(40).fill("de-AT").join()]) await configFor(locale);
  await expect.poll(() => languages.length).toBe(4);
  expect(languages).toEqual(["sv-SE", "pt-BR", "sv-SE", expect.stringMatching(/^de-AT,de-AT,/)]);
});

test.each(["app", "rendered"])("the hooks follow the client on a page that is %s", async (path) => {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.url}/${path}`);
  const facts = async () => JSON.parse((await page.textContent("#facts")) ?? "");
  await expect.poll(() => page.textContent("#screen")).toBe("signed out");
  const nobody = {
    status: "signedOut",
    isSignedIn: false,
    isGuest: false,
    hasSession: false,
    hasToken: false,
  };
  expect(await facts()).toEqual(nobody);

  await page.click("#in");
  await expect.poll(() => page.textContent("#screen")).toBe("signed in");
  const guest = { status: "signedIn", isSignedIn: true, isGuest: true, hasSession: true, hasToken: true };
  expect(await facts()).toEqual(guest);
  await page.click("#rename");
  await expect.poll(() => page.textContent("#name")).toBe("Ada");

  await page.reload();
  await expect.poll(() => page.textContent("#screen")).toBe("signed in");
  expect(await page.textContent("#name")).toBe("Ada");
  await page.click("#out");
  await expect.poll(() => page.textContent("#screen")).toBe("signed out");
  expect(await facts()).toEqual(nobody);
  expect(problems).toEqual([]);
});

test("useAccessToken renews the token before it expires, as long as the page is looked at", async () => {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.clock.install();
  await page.goto(`${site.url}/app`);
  await expect.poll(() => page.textContent("#screen")).toBe("signed out");
  await page.click("#in");
  const token = () => page.textContent("#token");
  await expect.poll(token).toMatch(/^ey/);
  const first = await token();
  await page.clock.fastForward(10 * 60_000);
  expect(await token()).toBe(first);
  await page.clock.fastForward(4.5 * 60_000);
  await expect.poll(token).not.toBe(first);
  expect(await token()).toMatch(/^ey/);

  const second = await token();
  await page.evaluate(() =>
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true }),
  );
  await page.clock.fastForward(14.5 * 60_000);
  expect(await token()).toBe(second);
  await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => false }));
  await page.clock.fastForward(60_000);
  await expect.poll(token).not.toBe(second);
});

test("useEntitlement follows the user, and what is bought while the page is away", async () => {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${site.url}/app`);
  const pro = () => page.textContent("#pro");
  await expect.poll(() => page.textContent("#screen")).toBe("signed out");
  expect(await pro()).toBe("undefined");
  await page.click("#in");
  await expect.poll(pro).toBe("false");
  const [, token = ""] = String(await page.textContent("#token")).split(".");
  await project.grant(JSON.parse(Buffer.from(token, "base64url").toString()).sub);
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await expect.poll(pro).toBe("true");
  await page.route("**/ListEntitlements", (route) => route.abort());
  await page.reload();
  await expect.poll(pro).toBe("true");
  await page.click("#out");
  await expect.poll(pro).toBe("undefined");
});

test("a server that renders the page shows the loading state, whoever is signed in", async () => {
  const client = project.client();
  await client.signInAnonymously();
  const html = renderToString(createElement(App, { client }));
  expect(html).toContain('id="screen">loading<');
  expect(html).not.toContain(String(client.user?.id));
});

test("hooks outside of a provider say what is missing", async () => {
  const { useUser } = await import("../src/react.ts");
  const Lonely = () => createElement("p", null, String(useUser()));
  expect(() => renderToString(createElement(Lonely))).toThrow("AuthProvider");
});
