import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { axeViolations } from "./axe.ts";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };
const SCHEMES = ["light", "dark"] as const;

/** Where screenshots go; nowhere unless it is set. */
const SCREENSHOTS = process.env.SVC_SCREENSHOTS;

/** A browser at the pages of one server: what it asked for and what it complained about is kept. */
export type Session = {
  page: Page;
  context: BrowserContext;
  requests: string[];
  complaints: string[];
};

/** Scripts are on only because the inspection needs them; a test with a keyboard does without. */
export async function openSession(browser: Browser, options: BrowserContextOptions = {}): Promise<Session> {
  const context = await browser.newContext({ viewport: PHONE, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const session: Session = { page, context, requests: [], complaints: [] };
  context.on("request", (request) => session.requests.push(request.url()));
  context.on("requestfailed", (request) =>
    session.complaints.push(`${request.failure()?.errorText} ${request.url()}`),
  );
  context.on("console", (message) => {
    // Every answer that is not 2xx is written to the console, too.
    if (!message.text().startsWith("Failed to load resource")) session.complaints.push(message.text());
  });
  return session;
}

const TARGETS = "button, a, label.check, input:not([type=checkbox])";

/**
 * Looks at the page as it stands: both widths, day and night, small screens, large letters. Every target must be
 * large enough for a finger; in a text with links in its lines, name those that stand on their own.
 */
export async function inspect({ page }: Session, name: string, targets: string = TARGETS): Promise<void> {
  await expectToFit(page, name, targets);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await takePicture(page, `${name}-${viewport.width}-${colorScheme}`);
    }
    expect(await axeViolations(page), `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize(PHONE);
}

/** Only where pictures are wanted. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** 320 pixels are a desktop at 400 %, 640 one at 200 %; large letters are a setting of phones. */
export async function expectToFit(page: Page, name: string, selector: string): Promise<void> {
  for (const width of [320, 390, 640, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    for (const fontSize of ["100%", "200%"]) {
      const looked = { size: fontSize, selector };
      const seen = await page.evaluate(({ size, selector }) => {
        const root = document.documentElement;
        root.style.fontSize = size;
        const targets = [...document.querySelectorAll(selector)];
        return {
          isCutOff: root.scrollWidth > root.clientWidth,
          heights: targets.map((target) => target.getBoundingClientRect().height).filter((px) => px > 0),
        };
      }, looked);
      expect(seen.isCutOff, `${name} at ${width} px and ${fontSize}`).toBe(false);
      for (const height of seen.heights) expect(height, `${name}: a target`).toBeGreaterThanOrEqual(44);
    }
    await page.evaluate(() => document.documentElement.removeAttribute("style"));
  }
}
