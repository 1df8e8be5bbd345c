import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, type TestContext, vi } from "vitest";
import { sharedBrowser } from "../src/testing/browser.ts";
import { engines } from "../src/testing/engines.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { shrinkPng } from "../src/testing/shrink-png.ts";
import { TestApp, type TestAppOptions } from "../src/testing/test-app.ts";
import { axeOn } from "./axe.ts";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

/** The clock that a test gives to every frame is a script, which the sandboxed preview of the branding does not run. */
const BLOCKED_CLOCK = /^Blocked script execution in .* frame is sandboxed/;

/** Where screenshots go; nowhere unless it is set. */
const SCREENSHOTS = process.env.SVC_SCREENSHOTS;

const EVERY_VARIANT = (["light", "dark"] as const).flatMap((colorScheme) =>
  [PHONE, DESKTOP].map((viewport) => ({ colorScheme, viewport })),
);

/** Every colour and every width once; each with each where time does not matter. */
const VARIANTS =
  isFull || SCREENSHOTS
    ? EVERY_VARIANT
    : [EVERY_VARIANT[0], EVERY_VARIANT[3]].filter((one) => one !== undefined);

/** The console of one server in a real browser. What it asked for and complained about is kept. */
export class ConsolePage {
  readonly page: Page;
  readonly t: TestApp;
  readonly #context: BrowserContext;
  readonly #requests: string[] = [];
  readonly #complaints: string[] = [];

  private constructor(t: TestApp, context: BrowserContext, page: Page) {
    this.t = t;
    this.page = page;
    this.#context = context;
    context.on("request", (request) => this.#requests.push(request.url()));
    // Content security policy violations and failed assertions of libraries are console messages, too.
    context.on("console", (message) => {
      if (BLOCKED_CLOCK.test(message.text())) return;
      if (["error", "warning"].includes(message.type())) this.#complaints.push(message.text());
    });
    context.on("weberror", (error) => this.#complaints.push(String(error.error())));
  }

  static async open(browser: Browser, t: TestApp): Promise<ConsolePage> {
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    // The server's clock is the test's: without this, everything would seem to happen in years.
    await page.clock.setFixedTime(t.app.clock());
    return new ConsolePage(t, context, page);
  }

  /** Opens a screen as the first administrator, whose session the browser gets: `goto("/p/demo/users")`. */
  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.t.url}/console${path}`);
  }

  /** Makes the administrator's session the browser's, without the page to sign in. */
  async signIn(email?: string): Promise<void> {
    const [name = "", value = ""] = (await this.t.login(email)).split("=");
    await this.#context.addCookies([{ name, value, url: this.t.url, sameSite: "Strict", httpOnly: true }]);
  }

  async signOut(): Promise<void> {
    await this.#context.clearCookies();
  }

  heading(name: string): Promise<void> {
    return this.page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  }

  press(name: string): Promise<void> {
    return this.page.getByRole("button", { name, exact: true }).click();
  }

  /** The dialog or drawer that is open; a toast calls itself a dialog, too, but not a modal one. */
  dialog(): Locator {
    return this.page.locator('[role="dialog"]:not([aria-modal="false"])');
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** A complaint that the test itself provoked, for example by a wrong password: forgotten if it matches. */
  forgive(pattern: RegExp): void {
    const kept = this.#complaints.filter((text) => !pattern.test(text));
    this.#complaints.splice(0, this.#complaints.length, ...kept);
  }

  /** Nothing was asked of anybody else, no policy was violated, and the browser's console is empty. */
  expectPeace(): void {
    expect(
      this.#requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(`${this.t.url}/`)),
    ).toEqual([]);
    expect(this.#complaints).toEqual([]);
  }

  /**
   * Looks at the screen as it stands, on a desktop and on a phone, by day and by night: axe finds
   * nothing, nothing is cut off, and SVC_SCREENSHOTS=<folder> keeps a picture of each.
   */
  async inspect(name: string): Promise<void> {
    await this.#inEveryVariant(name, async (where) => {
      // It would wait forever for an answer from a frame that runs no script; those pages have their own tests.
      const { violations } = await axeOn(this.page).exclude("iframe[sandbox]").analyze();
      expect(violations.map(brief), where).toEqual([]);
      const isCutOff = await this.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        // A card clips what is too wide, so tables are looked at by themselves.
        const isWider = (table: Element): boolean =>
          table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1;
        return scrollWidth > clientWidth || [...document.querySelectorAll("main table")].some(isWider);
      });
      expect(isCutOff, `${where}: wider than the screen`).toBe(false);
    });
  }

  /** Only the pictures. */
  async photograph(name: string): Promise<void> {
    await this.#inEveryVariant(name, async () => {});
  }

  async #inEveryVariant(name: string, look: (where: string) => Promise<void>): Promise<void> {
    for (const { colorScheme, viewport } of VARIANTS) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await this.page.setViewportSize(viewport);
      if (SCREENSHOTS) {
        mkdirSync(SCREENSHOTS, { recursive: true });
        const path = join(SCREENSHOTS, `${name}-${viewport.width}-${colorScheme}.png`);
        writeFileSync(path, shrinkPng(await this.page.screenshot()));
      }
      await look(`${name} at ${viewport.width} px, ${colorScheme}`);
    }
    await this.page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}

type Violation = { id: string; nodes: readonly { html: string; failureSummary?: string }[] };

function brief({ id, nodes }: Violation): string[] {
  return [id, ...nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`)];
}

/**
 * A server and a browser for every test of a file; both are gone afterwards.
 *
 *     const current = useConsole();
 *     test("…", async () => { const { t, page } = current(); … });
 *
 * `options` are asked for before each test.
 */
export function useConsole(options: () => TestAppOptions = () => ({})): () => ConsolePage {
  // `inspect` looks at a screen four times, which takes a busy machine a while.
  vi.setConfig({ testTimeout: 900_000 });
  let browser: Browser | undefined;
  let whyNot = "";
  let opened: ConsolePage | undefined;
  beforeAll(async () => {
    try {
      browser = await sharedBrowser();
    } catch (error) {
      if (process.env.CI === "true") throw error;
      whyNot = error instanceof Error ? error.message : String(error);
    }
  });
  beforeEach(async (context: TestContext) => {
    if (!browser) return notRun(context, whyNot);
    const t = await TestApp.open(engines[0] ?? expect.fail(), options());
    opened = await ConsolePage.open(browser, t);
  });
  afterEach(async () => {
    await opened?.close();
    await opened?.t.close();
    opened = undefined;
  });
  return () => opened ?? expect.fail("no console");
}
