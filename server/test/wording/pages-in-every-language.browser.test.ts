import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { PreviewedView } from "../../src/pages/previewed-views.ts";
import { wordingOf } from "../../src/wording/wording.ts";
import { axeViolations } from "../axe.ts";
import { inBrowser } from "../pages-browser.ts";
import { DESKTOP, expectToFit, openSession, PHONE, type Session, takePicture } from "../pages-inspector.ts";
import { renderPage, viewNames } from "./every-page.ts";
import { pseudoWording } from "./pseudo-language.ts";

/** Those that stand on their own; a link in a sentence is as high as its line. */
const TARGETS = "button, a.button, footer a, label.check, input:not([type=checkbox])";

const PICTURES = { verify: "verify", reset: "reset", code: "email-code" } as const;

describe("the pages of every language in a real browser", () => {
  let session: Session;
  inBrowser(
    async (browser) => {
      session = await openSession(browser);
    },
    () => session.context.close(),
  );

  const show = async (html: string): Promise<Page> => {
    await session.page.setContent(html, { waitUntil: "domcontentloaded" });
    return session.page;
  };

  test.each(["en", "ar"] as const)(
    "fit in the direction of %s with words that are 40 percent longer",
    async (tag) => {
      const wording = await pseudoWording(tag);
      for (const view of viewNames) {
        const page = await show(renderPage(view, wording));
        await expectToFit(page, view, TARGETS);
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 700 });
          expect(await elementsOutside(page), `${view} at ${width} px`).toEqual([]);
        }
      }
    },
  );

  test.each(["ar", "he"] as const)("have nothing for axe to find from right to left, in %s", async (tag) => {
    const wording = await wordingOf(tag);
    for (const view of viewNames) {
      for (const isDark of [false, true]) {
        const page = await show(renderPage(view, wording, { isDark }));
        for (const viewport of [PHONE, DESKTOP]) {
          await page.setViewportSize(viewport);
          const name = `${view}, ${isDark ? "dark" : "light"}, ${viewport.width} px`;
          expect(await axeViolations(page), name).toEqual([]);
        }
      }
    }
  });

  test("run from right to left in Arabic, except addresses and codes", async () => {
    const wording = await wordingOf("ar");
    await session.page.setViewportSize(PHONE);
    const sides = async (view: PreviewedView, selector: string) => {
      const page = await show(renderPage(view, wording));
      return page.locator(selector).first().evaluate(sidesOf);
    };
    const heading = await sides("verify", "h1");
    expect(heading.textAlign).toBe("start");
    expect(heading.direction).toBe("rtl");
    expect((await sides("verify", ".icon")).left).toBeGreaterThan(PHONE.width / 2);
    expect((await sides("verify", ".monogram")).left).toBeGreaterThan(PHONE.width / 2);
    expect((await sides("delete-account", ".check input")).left).toBeGreaterThan(PHONE.width / 2);
    expect((await sides("reset", ".show")).left).toBeLessThan(PHONE.width / 2);
    expect((await sides("delete-account", "ul")).paddingRight).not.toBe("0px");
    expect((await sides("verify-done", "strong bdi")).direction).toBe("ltr");

    const code = await sides("email-code", ".code bdi");
    expect([code.direction, code.text]).toEqual(["ltr", "1234 5678"]);
    expect(code.left).toBeGreaterThan(PHONE.width / 4);
    expect((await sides("reset", "#password")).direction).toBe("ltr");
  });

  test.each(["de", "ja", "ar"] as const)("can be looked at in %s", async (tag) => {
    const wording = await wordingOf(tag);
    const project = { projectName: "Fernweh", passwordPolicy: { minLength: 12 } };
    for (const [name, view] of Object.entries(PICTURES)) {
      for (const isDark of [false, true]) {
        const page = await show(renderPage(view, wording, { isDark, project }));
        for (const viewport of [PHONE, DESKTOP]) {
          await page.setViewportSize(viewport);
          expect(await elementsOutside(page), name).toEqual([]);
          await takePicture(page, `${name}-${tag}-${viewport.width}-${isDark ? "dark" : "light"}`);
        }
      }
    }
  });
});

/** What sticks out of the window on either side. From right to left, that does not always make it scroll. */
function elementsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -0.5 || right > document.documentElement.clientWidth + 0.5);
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
}

/** Runs in the browser. */
function sidesOf(element: Element) {
  const { direction, textAlign, paddingRight } = getComputedStyle(element);
  const { left } = element.getBoundingClientRect();
  return { direction, textAlign, paddingRight, left, text: element.textContent };
}
