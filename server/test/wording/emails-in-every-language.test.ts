import { describe, expect, test } from "vitest";
import { renderMail } from "../../src/domain/mail/render-mail.ts";
import { defaultTheme, type Theme } from "../../src/domain/themes/theme.ts";
import { everyMail } from "../../src/testing/every-mail.ts";
import { directionOf, languageTags } from "../../src/wording/languages.ts";
import { wordingOf } from "../../src/wording/wording.ts";
import { pseudoWording } from "./pseudo-language.ts";

const MAX_BYTES = 60 * 1024;

/** Names that sentences of any language have to live with. */
const products = ["Demo", "Éclair & Söhne", "اكمي", "旅の友", "a"];

const themed = (productName: string, supportEmail = ""): Theme => ({
  ...defaultTheme,
  productName,
  supportEmail,
  privacyUrl: "https://example.com/privacy",
  termsUrl: "https://example.com/terms",
});

describe.each(languageTags)("every email in %s", async (language) => {
  const wording = await wordingOf(language);

  test.each(everyMail)("$kind $detail", (mail) => {
    for (const product of products) {
      for (const supportEmail of ["", "help@example.com"]) {
        const { subject, text, html } = renderMail(mail.kind, themed(product, supportEmail), wording, mail);
        for (const form of [subject, text, html.replace(/<style>.*?<\/style>/s, "")]) {
          expect(form).not.toMatch(/[{}]|\bundefined\b|\bnull\b|\bNaN\b/);
        }
        expect(subject).not.toMatch(/[\u2066-\u2069]/);
        expect(subject.length).toBeGreaterThan(product.length + 3);
        expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);
        expect(html).not.toMatch(/<(img|link|script|iframe|object|form)\b|url\(|@import|\bsrc=/i);
        // In quoted-printable, a character of three bytes becomes nine.
        expect(Buffer.byteLength(html.replace(/[^\n -~]/gu, "=00=00=00"))).toBeLessThan(MAX_BYTES);
        if (mail.link) expect(text.split("\n")).toContain(mail.link);
        if (mail.code) expect(text.split("\n")).toContain("4071 8263");
      }
    }
  });
});

test.each(everyMail)("no sentence of $kind $detail is written anywhere else", async (mail) => {
  const { subject, text } = renderMail(mail.kind, themed("1", "2@3.4"), await pseudoWording(), mail);
  const rest = `${subject} ${text}`.replace(/https?:\S+|UTC|root@example\.com|auth\.example\.com/g, "");
  // Names of products and of what a device is called are the same in every language.
  expect(rest.replace(/\b(Google|Apple|Chrome|Windows)\b/g, "")).not.toMatch(/[a-z]/i);
});
