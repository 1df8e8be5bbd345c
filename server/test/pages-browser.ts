import type { Browser } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { sharedBrowser } from "../src/testing/browser.ts";
import { notRun } from "../src/testing/not-run.ts";
import type { Session } from "./pages-inspector.ts";

/**
 * Runs the tests around it in a real browser, which it returns: `open` before each test, `close` after it. Where there
 * is no browser they are not run, except on CI, where that is a failure.
 */
export function inBrowser(
  open: (browser: Browser) => Promise<void>,
  close: () => Promise<void>,
): () => Browser {
  let browser: Browser | undefined;
  let whyNot = "";
  beforeAll(async () => {
    try {
      browser = await sharedBrowser();
    } catch (error) {
      if (process.env.CI === "true") throw error;
      whyNot = error instanceof Error ? error.message : String(error);
    }
  });
  beforeEach(async (context) => {
    if (!browser) notRun(context, whyNot);
    await open(browser);
  });
  afterEach(async () => {
    if (browser) await close();
  });
  return () => browser ?? expect.fail(whyNot);
}

/** What the tests of every page do with the page that is open. */
export function onPage(current: () => Session): {
  heading: () => Promise<string>;
  press: (name: string) => Promise<void>;
} {
  return {
    heading: () => current().page.getByRole("heading", { level: 1 }).innerText(),
    press: (name) => current().page.getByRole("button", { name }).click(),
  };
}
