import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/**
 * Every rule of axe. It runs in the page itself, where otherwise a second page would put the parts of frames at other
 * origins together, which we have none of; and it does not list every element that is as it should be.
 */
export function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
}
