import { describe, expect, test } from "vitest";
import { renderMail } from "../../src/domain/mail/render-mail.ts";
import { defaultTheme } from "../../src/domain/themes/theme.ts";
import { everyMail } from "../../src/testing/every-mail.ts";
import { times } from "../../src/testing/full.ts";
import { words as arabic } from "../../src/wording/ar/words.ts";
import { words as german } from "../../src/wording/de/words.ts";
import { words as hebrew } from "../../src/wording/he/words.ts";
import { words as japanese } from "../../src/wording/ja/words.ts";
import { Wording } from "../../src/wording/wording.ts";
import { inBrowser } from "../pages-browser.ts";
import { inspect, openSession, type Session } from "../pages-inspector.ts";
import { pseudoWording } from "./pseudo-language.ts";

const theme = { ...defaultTheme, productName: "Fernweh", supportEmail: "help@example.com" };

/** Pictures and axe for some; all of them in the long run. */
const looked = everyMail.filter(
  ({ kind }, n) => ["verify_email", "reset_password", "email_code"].includes(kind) || n < times(0, 1000),
);

const wordings: [string, Wording][] = [
  ["pseudo", await pseudoWording()],
  ["pseudo-rtl", await pseudoWording("ar")],
  ["de", new Wording("de", german)],
  ["ja", new Wording("ja", japanese)],
  ["ar", new Wording("ar", arabic)],
  ["he", new Wording("he", hebrew)],
];

/** Mail programs show an email inside of their own page, which has the landmarks. */
function asShown(html: string): string {
  return html.replace(/<body[^>]*>/, (body) => `${body}<main>`).replace("</body>", "</main></body>");
}

describe("an email in a mail program", () => {
  let session: Session;
  inBrowser(
    async (browser) => {
      session = await openSession(browser);
    },
    async () => {
      await session.context.close();
    },
  );

  test.each(wordings)("fits phones and desktops, by day and by night, in %s", async (name, wording) => {
    for (const [n, mail] of looked.entries()) {
      const { html } = renderMail(mail.kind, theme, wording, mail);
      await session.page.setContent(asShown(html));
      await inspect(session, `email-${mail.kind}-${n}-${name}`, "a.button");
    }
    expect(session.requests.filter((url) => !url.startsWith("about:"))).toEqual([]);
  });

  test("a code and a link read from left to right in right-to-left text", async () => {
    const mail = everyMail.find(({ kind }) => kind === "email_code") ?? expect.fail();
    await session.page.setContent(renderMail("email_code", theme, new Wording("ar", arabic), mail).html);
    const code = session.page.getByText("4071 8263");
    const [first, last] = await code.evaluate((element) => {
      const text = element.firstChild ?? element;
      const place = (at: number) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      };
      return [place(0), place(8)];
    });
    expect(first).toBeLessThan(last ?? 0);
    const heading = await session.page.getByRole("heading").evaluate((element) => ({
      align: getComputedStyle(element).textAlign,
      direction: getComputedStyle(element).direction,
    }));
    expect(heading).toEqual({ align: "start", direction: "rtl" });
  });
});
