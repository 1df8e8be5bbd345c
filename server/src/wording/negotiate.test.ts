import { describe, expect, test } from "vitest";
import { languageTags } from "./languages.ts";
import { canonicalLocale, chooseLanguage, readAcceptLanguage } from "./negotiate.ts";

describe("the language of a request", () => {
  test.each([
    ["de-AT", "de"],
    ["de_CH", "de"],
    ["en-US", "en"],
    ["pt", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant-MO", "zh-Hant"],
    ["iw", "he"],
    ["in-ID", "id"],
    ["sr-Latn", undefined],
    ["", undefined],
    ["not a tag", undefined],
    ["x", undefined],
  ])("%s is answered in %s", (tag, expected) => {
    expect(chooseLanguage([tag], languageTags)).toBe(expected);
  });

  test("is the first wanted one that is offered", () => {
    expect(chooseLanguage(["sv", "fr-CA", "de"], languageTags)).toBe("fr");
    expect(chooseLanguage(["sv", "fr-CA", "de"], ["de", "en"])).toBe("de");
    expect(chooseLanguage(["sv", "fr"], ["de", "en"])).toBeUndefined();
  });
});

describe("Accept-Language", () => {
  test.each([
    ["de-AT,de;q=0.9,en;q=0.8", ["de-AT", "de", "en"]],
    ["en;q=0.5, ja", ["ja", "en"]],
    ["*", []],
    ["fr;q=0, de", ["de"]],
    ["de;q=x", []],
    [";;,,", []],
    ["", []],
    ["de\u0000", []],
  ])("%s", (header, tags) => {
    expect(readAcceptLanguage(header)).toEqual(tags);
  });

  test("is read only as far as people write it", () => {
    expect(readAcceptLanguage("de,".repeat(100_000))).toHaveLength(20);
  });
});

test("a locale has one spelling", () => {
  expect(canonicalLocale("DE-at")).toBe("de-AT");
  expect(canonicalLocale("iw_IL")).toBe("he-IL");
  expect(canonicalLocale("a".repeat(36))).toBeUndefined();
});

test("what is left of a tag in its usual spelling is a tag too, or there is none", () => {
  expect(canonicalLocale("zh-a-true")).toBeUndefined();
  expect(canonicalLocale("en-u-kn-true")).toBe("en-u-kn");
  expect(chooseLanguage(["zh-a-true", "de"], ["de", "en"])).toBe("de");
  expect(readAcceptLanguage("zh-a-true, de")).toEqual(["de"]);
});
