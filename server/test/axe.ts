import { type Result, type RunOptions, source } from "axe-core";
import type { Page } from "playwright-core";

/** Every rule; it does not list every element that is as it should be. */
const OPTIONS: RunOptions = { resultTypes: ["violations"], preload: false };

/** A page that the source of axe was sent to. */
type Inspected = { axe: typeof import("axe-core") };

/**
 * What axe finds in the page, without the `excluded` elements. Its source is 650 KB: it is sent once per document, where
 * the package for Playwright sends it before every look.
 */
export async function axeViolations(page: Page, excluded: readonly string[] = []): Promise<Result[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ([exclude, options]) => {
      const { axe } = globalThis as unknown as Inspected;
      const { violations } = await axe.run({ include: ["html"], exclude: [...exclude] }, options);
      return violations;
    },
    [excluded, OPTIONS] as const,
  );
}
