import { describe, expect, test } from "vitest";
import { neutralBrand } from "../../src/pages/brand.ts";
import { styleSheet } from "../../src/pages/style.ts";
import { languageTags } from "../../src/wording/languages.ts";
import { loadWords } from "../../src/wording/load-words.ts";
import { Wording, wordingOf } from "../../src/wording/wording.ts";
import type { Words } from "../../src/wording/words.ts";
import { PROJECT, renderPage, viewNames, wordsOf } from "./every-page.ts";
import { pseudoText, pseudoWording } from "./pseudo-language.ts";

/** They are the same in every language. */
const NAMES = /\b(Google|Apple|Chrome|Windows|demo)\b/g;

describe.each(languageTags)("the pages in %s", (language) => {
  test("leave no variable unresolved, and say which language they are in", async () => {
    const wording = await wordingOf(language);
    const direction = language === "ar" || language === "he" ? "rtl" : "ltr";
    for (const view of viewNames) {
      const page = renderPage(view, wording);
      expect(page, view).toContain(`<html lang="${language}" dir="${direction}">`);
      expect(wordsOf(page), view).not.toMatch(/\{\w*\}|undefined|\[object/);
      expect(page, view).toMatch(/<h1>[^<]+<\/h1>/);
    }
  });
});

describe("a language that nobody speaks", () => {
  test("is on every page, and nothing but it", async () => {
    const wording = await pseudoWording();
    for (const view of viewNames) {
      expect(wordsOf(renderPage(view, wording)).replace(NAMES, ""), view).not.toMatch(/[a-z]/i);
    }
  });

  test("is as long as the longest languages", () => {
    const english = "Confirm your {product} email address";
    const longer = pseudoText(english).replace("{product}", "").length;
    expect(longer / english.replace("{product}", "").length).toBeGreaterThan(1.33);
    expect(pseudoText(english)).toContain("{product}");
  });
});

test("every sentence of pages and devices is on a page", async () => {
  const seen = new Set<string>();
  const words = new Proxy(await loadWords("en"), {
    get(target, key) {
      seen.add(String(key));
      return target[key as keyof Words];
    },
  });
  const wording = new Wording("en", words);
  for (const view of viewNames) {
    for (const project of [PROJECT, {}]) renderPage(view, wording, { project });
  }
  const sentences = Object.keys(words).filter((key) => /^(page|device)\./.test(key));
  expect(sentences.filter((key) => !seen.has(key))).toEqual([]);
});

test("the style sheet names no side, except where it means one in both directions", () => {
  const style = styleSheet(neutralBrand).replace(/^\[dir=rtl\].*$/gm, "");
  expect(style).not.toMatch(/(margin|padding|border)-(left|right)|(^|[\s;{])(left|right|float):/m);
  expect(style).not.toMatch(/text-align: (left|right)/);
  // A shorthand with two different sides would not be mirrored.
  for (const [rule = "", right, left] of style.matchAll(
    /(?:margin|padding): [^\s;]+ ([^\s;]+) [^\s;]+ ([^\s;]+);/g,
  )) {
    expect(right, rule).toBe(left);
  }
});
