import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { docsRoutes } from "../src/http/docs/docs-routes.ts";
import { createListener } from "../src/http/listener.ts";
import { requestListener } from "../src/http/routes.ts";
import { sharedBrowser } from "../src/testing/browser.ts";
import { notRun } from "../src/testing/not-run.ts";
import { inspect, openSession, type Session } from "./pages-inspector.ts";

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const KEY = `pk_${"Ab1".repeat(15)}Z`;

const listener = createListener();
let browser: Browser | undefined;
let whyNot = "";
let url = "";

beforeAll(async () => {
  const app = { baseUrl: "https://auth.example.com", log: () => {}, newId: () => "id" };
  listener.serve(requestListener(app, () => false, docsRoutes(app)));
  url = `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
  try {
    browser = await sharedBrowser();
  } catch (error) {
    if (process.env.CI === "true") throw error;
    whyNot = error instanceof Error ? error.message : String(error);
  }
});
afterAll(() => listener.drain());
beforeEach((context) => {
  if (!browser) notRun(context, whyNot);
});

async function open(path: string, options: Parameters<typeof openSession>[1] = DESKTOP): Promise<Session> {
  const session = await openSession(browser ?? expect.fail(), options);
  await session.page.goto(`${url}${path}`);
  return session;
}

test("pages appear while somebody types, and the keyboard chooses one", async () => {
  const { page, context, complaints } = await open("/docs/");
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type("log out everywhere");
  const options = page.getByRole("option");
  await options.first().waitFor();
  expect(await options.first().innerText()).toContain("Offline and refresh");
  expect(await field.getAttribute("aria-expanded")).toBe("true");

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const active = (await field.getAttribute("aria-activedescendant")) ?? "";
  expect(await page.locator(`#${active}`).getAttribute("aria-selected")).toBe("true");

  await page.keyboard.press("Escape");
  expect(await options.count()).toBe(0);
  expect(await field.getAttribute("aria-expanded")).toBe("false");
  expect(await field.inputValue()).toBe("log out everywhere");

  await page.keyboard.type(" ");
  await options.first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${url}/docs/guides/offline-and-refresh#the-rules`);
  expect(complaints).toEqual([]);
  await context.close();
});

test("without a choice, Enter opens the page of results; a tap opens a suggestion", async () => {
  const { page, context } = await open("/docs/", { hasTouch: true, isMobile: true });
  const field = page.getByRole("combobox");
  await field.fill("guests");
  await page.getByRole("option").first().tap();
  await page.waitForURL(`${url}/docs/guides/guests`);
  await field.fill("guests");
  await field.press("Enter");
  await page.waitForURL(`${url}/docs/search?q=guests`);
  await page.getByRole("link", { name: "Guests", exact: true }).last().click();
  await page.waitForURL(`${url}/docs/guides/guests`);
  await context.close();
});

test("the suggestions are readable by everybody", async () => {
  const session = await open("/docs/guides/guests", {});
  await session.page.getByRole("combobox").fill("verify tokens");
  await session.page.getByRole("option").first().waitFor();
  await inspect(session, "docs-suggestions", ".search input, .search button, [role=option]");
  await session.context.close();
});

test("code is copied as it is shown; what a command prints has no button", async () => {
  const { page, context, complaints } = await open("/docs/guides/guests");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const block = page.locator(".code").first();
  await block.hover();
  await block.getByRole("button", { name: "Copy" }).click();
  await block.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.getByRole("status").innerText()).toBe("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    (await block.locator("pre").innerText()).trimEnd(),
  );
  expect(await page.locator("pre.output").count()).toBeGreaterThan(0);
  expect(await page.locator(".code pre.output").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a page that the console opened has the project's name and publishable key in its examples", async () => {
  const session = await open(`/docs/guides/quick-start-web#project=shop&key=${KEY}`);
  const { page, context } = session;
  const note = page.getByText("The examples use your project shop.");
  await note.waitFor();
  expect(page.url()).toBe(`${url}/docs/guides/quick-start-web`);
  const code = page.locator("pre", { hasText: "publishableKey" }).first();
  expect(await code.innerText()).toContain(`publishableKey: "${KEY}"`);
  expect(await code.innerText()).toContain('baseUrl: "https://auth.example.com"');
  await inspect(session, "docs-project", ".project button");

  await page.goto(`${url}/docs/guides/verify-node`);
  await page.locator("pre", { hasText: 'project: "shop"' }).first().waitFor();
  await page.getByRole("button", { name: "Show placeholders" }).click();
  await page.locator("pre", { hasText: 'project: "demo"' }).first().waitFor();
  await page.reload();
  expect(await note.count()).toBe(0);
  await context.close();
});

test.each([
  `#project=shop&key=sk_${"a".repeat(46)}`,
  "#project=shop&key=pk_short",
  `#project=${encodeURIComponent("<img src=x>")}&key=${KEY}`,
  `#key=${KEY}`,
  "#project=shop",
])("nothing else is ever filled in: %s", async (fragment) => {
  const { page, context, complaints } = await open(`/docs/guides/quick-start-web${fragment}`);
  expect(await page.locator(".project").count()).toBe(0);
  expect(await page.locator("pre", { hasText: 'publishableKey: "pk_..."' }).count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await context.close();
});
