import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { docsRoutes } from "../src/http/docs/docs-routes.ts";
import { createListener } from "../src/http/listener.ts";
import { protosRoutes } from "../src/http/protos/protos.ts";
import { pubRoutes } from "../src/http/pub/pub-routes.ts";
import { requestListener } from "../src/http/routes.ts";
import { sharedBrowser } from "../src/testing/browser.ts";
import { librariesOf } from "../src/testing/native-packages.ts";
import { notRun } from "../src/testing/not-run.ts";
import { inspect, openSession } from "./pages-inspector.ts";

const TARGETS =
  ".top a, .side:not(.outline) a, .side summary, .below a, .search input, .search button, .copy, .pager a, .results a";

const listener = createListener();
let browser: Browser | undefined;
let whyNot = "";
let url = "";

beforeAll(async () => {
  const app = { baseUrl: "https://auth.example.com", log: () => {}, newId: () => "id" };
  const pub = pubRoutes(app, librariesOf("0.1.0", "2026-03-01"));
  listener.serve(requestListener(app, () => false, [...docsRoutes(app), ...pub, ...protosRoutes(app)]));
  url = `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
  try {
    browser = await sharedBrowser();
  } catch (error) {
    if (process.env.CI === "true") throw error;
    whyNot = error instanceof Error ? error.message : String(error);
  }
});
afterAll(async () => {
  await listener.drain();
});
beforeEach((context) => {
  if (!browser) notRun(context, whyNot);
});

test.each([
  ["docs", "/docs/", "Documentation"],
  ["docs-errors", "/docs/errors", "Errors"],
  ["docs-operations", "/docs/operations", "Running the server"],
  ["docs-decisions", "/docs/adr", "Decisions"],
  ["docs-guide", "/docs/guides/verify-go", "Verify tokens in Go"],
  ["docs-search", "/docs/search?q=log%20out%20everywhere", "Search"],
  ["docs-nothing-found", "/docs/search?q=xyzzyqwertz", "Search"],
  ["not-found", "/docs/guides/logging-out", "Page not found"],
  ["pub", "/pub/", "Client libraries"],
  ["protos", "/protos/", "API"],
])(
  "%s: readable by everybody, at any size, by day and by night, and nobody else is asked",
  async (name, path, title) => {
    const session = await openSession(browser ?? expect.fail());
    await session.page.goto(`${url}${path}`);
    expect(await session.page.getByRole("heading", { level: 1 }).innerText()).toBe(title);
    await inspect(session, name, TARGETS);
    expect(session.requests.filter((asked) => !asked.startsWith(`${url}/`))).toEqual([]);
    expect(session.complaints).toEqual([]);
    await session.context.close();
  },
);

test("from the start page to an error, on a phone and without a script", async () => {
  const { page, context } = await openSession(browser ?? expect.fail(), { javaScriptEnabled: false });
  await page.goto(`${url}/docs/operations`);
  await page.getByText("Contents").first().click();
  await page.getByRole("link", { name: "Errors", exact: true }).first().click();
  expect(page.url()).toBe(`${url}/docs/errors`);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Errors");
  await page.getByRole("link", { name: "Client libraries" }).click();
  expect(page.url()).toBe(`${url}/pub/`);
  await context.close();
});
