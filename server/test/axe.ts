import axe, { type Result, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** Every rule; it does not list every element that is as it should be. */
const OPTIONS: RunOptions = { resultTypes: ["violations"], preload: false };

declare global {
  // biome-ignore lint/suspicious/noVar: only `var` declares a global variable.
  var axe: typeof import("axe-core") | undefined;
}

/**
 * What axe finds in the page, `excluded` elements left out. Its source is 650 KB: it is sent once per document, where
 * the package for Playwright sends it before every look.
 */
export async function axeViolations(page: Page, excluded: readonly string[] = []): Promise<Result[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([exclude, options]) => {
      const seen = await globalThis.axe?.run({ include: ["html"], exclude: [...exclude] }, options);
      if (!seen) throw new Error("axe is not in the page");
      return seen.violations;
    },
    [excluded, OPTIONS] as const,
  );
}
