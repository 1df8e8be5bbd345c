import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, ConsoleMessage, Locator, Page, Request, WebError } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, type TestContext, vi } from "vitest";
import { sharedBrowser } from "../src/testing/browser.ts";
import { engines } from "../src/testing/engines.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { shrinkPng } from "../src/testing/shrink-png.ts";
import { TestApp, type TestAppOptions } from "../src/testing/test-app.ts";
import { axeViolations } from "./axe.ts";
import { pictureDifference } from "./picture-difference.ts";

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

  readonly #stopListening: () => void;

  private constructor(t: TestApp, context: BrowserContext, page: Page) {
    this.t = t;
    this.page = page;
    this.#context = context;
    const onRequest = (request: Request) => this.#requests.push(request.url());
    // Content security policy violations and failed assertions of libraries are console messages, too.
    const onConsole = (message: ConsoleMessage) => {
      if (BLOCKED_CLOCK.test(message.text())) return;
      if (["error", "warning"].includes(message.type())) this.#complaints.push(message.text());
    };
    const onError = (error: WebError) => this.#complaints.push(String(error.error()));
    context.on("request", onRequest).on("console", onConsole).on("weberror", onError);
    this.#stopListening = () =>
      context.off("request", onRequest).off("console", onConsole).off("weberror", onError);
  }

  static async open(context: BrowserContext, t: TestApp): Promise<ConsolePage> {
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
   * Looks at the screen as it stands, on a desktop and on a phone, by day and by night: axe finds nothing, nothing is cut
   * off or scrolls by a few pixels only, and SVC_SCREENSHOTS=<folder> keeps a picture of each.
   */
  async inspect(name: string): Promise<void> {
    await this.#inEveryVariant(name, async (where) => {
      // It would wait forever for an answer from a frame that runs no script; those pages have their own tests.
      const violations = await axeViolations(this.page, ["iframe[sandbox]"]);
      expect(violations.map(brief), where).toEqual([]);
      const isCutOff = await this.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        // A card clips what is too wide, so tables are looked at by themselves.
        const isWider = (table: Element): boolean =>
          table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1;
        return scrollWidth > clientWidth || [...document.querySelectorAll("main table")].some(isWider);
      });
      expect(isCutOff, `${where}: wider than the screen`).toBe(false);
      const scrolling = await this.page.evaluate(() =>
        [...document.querySelectorAll("body *")]
          .filter(({ scrollHeight, clientHeight }) => [1, 2, 3].includes(scrollHeight - clientHeight))
          .filter((element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowY))
          .map(({ className }) => className),
      );
      expect(scrolling, `${where}: a scrollbar for a few pixels`).toEqual([]);
    });
  }

  /** The share of pixels in which the screen differs from a picture that was taken at this width. */
  async differenceTo(
    picture: Uint8Array,
    { width, colorScheme }: { width: number; colorScheme: "light" | "dark" },
  ): Promise<number> {
    const { viewport } = EVERY_VARIANT.find(({ viewport }) => viewport.width === width) ?? expect.fail();
    await this.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await this.page.setViewportSize(viewport);
    const share = await pictureDifference(this.#context, await this.page.screenshot(), picture);
    await this.page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    return share;
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

  /** Leaves nothing of the test in the browser but the files of the console, which never change. */
  async close(): Promise<void> {
    this.#stopListening();
    await this.page.evaluate(() => localStorage.clear()).catch(() => {}); // the page may be gone, or be an error
    await Promise.all(
      this.#context
        .pages()
        .slice(1)
        .map((page) => page.close()),
    );
    await this.#context.clearCookies();
  }
}

type Violation = { id: string; nodes: readonly { html: string; failureSummary?: string }[] };

function brief({ id, nodes }: Violation): string[] {
  return [id, ...nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`)];
}

/** Loading the console for the first time takes twice as long: the tests of a worker share a profile and a port. */
let shared: Promise<BrowserContext> | undefined;
let lastPort: number | undefined;

function sharedContext(): Promise<BrowserContext> {
  shared ??= sharedBrowser().then(async (browser) => {
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await context.newPage(); // stays, and with it the process that has compiled the console
    return context.once("close", () => {
      shared = undefined;
    });
  });
  return shared;
}

/**
 * A server and a page for every test of a file; both are gone afterwards.
 *
 *     const current = useConsole();
 *     test("…", async () => { const { t, page } = current(); … });
 *
 * `options` are asked for before each test.
 */
export function useConsole(options: () => TestAppOptions = () => ({})): () => ConsolePage {
  // `inspect` looks at a screen four times, which takes a busy machine a while.
  vi.setConfig({ testTimeout: 900_000 });
  let profile: BrowserContext | undefined;
  let whyNot = "";
  let opened: ConsolePage | undefined;
  beforeAll(async () => {
    try {
      profile = await sharedContext();
    } catch (error) {
      if (process.env.CI === "true") throw error;
      whyNot = error instanceof Error ? error.message : String(error);
    }
  });
  beforeEach(async (context: TestContext) => {
    if (!profile) return notRun(context, whyNot);
    const t = await TestApp.open(engines[0] ?? expect.fail(), { port: lastPort ?? 0, ...options() });
    lastPort = Number(new URL(t.url).port);
    opened = await ConsolePage.open(profile, t);
  });
  afterEach(async () => {
    await opened?.close();
    await opened?.t.close();
    opened = undefined;
  });
  return () => opened ?? expect.fail("no console");
}
