import { describe, expect, test } from "vitest";
import { languageTags } from "../../../server/src/wording/languages.ts";
import { languages as published } from "../entries.ts";
import { ar } from "../src/words/ar.ts";
import { chooseLanguage } from "../src/words/choose-language.ts";
import { de } from "../src/words/de.ts";
import { en } from "../src/words/en.ts";
import { es } from "../src/words/es.ts";
import { fr } from "../src/words/fr.ts";
import { he } from "../src/words/he.ts";
import { hi } from "../src/words/hi.ts";
import { id } from "../src/words/id.ts";
import { it } from "../src/words/it.ts";
import { ja } from "../src/words/ja.ts";
import { ko } from "../src/words/ko.ts";
import type { Language } from "../src/words/language.ts";
import { nl } from "../src/words/nl.ts";
import { pl } from "../src/words/pl.ts";
import { ptBR } from "../src/words/pt-br.ts";
import { ru } from "../src/words/ru.ts";
import { tr } from "../src/words/tr.ts";
import { uk } from "../src/words/uk.ts";
import { vi } from "../src/words/vi.ts";
import { zhHans } from "../src/words/zh-hans.ts";
import { zhHant } from "../src/words/zh-hant.ts";

const all: readonly Language[] = [
  ...[en, de, fr, es, ptBR, it, nl, pl, tr, ru],
  ...[uk, ja, ko, zhHans, zhHant, ar, he, hi, id, vi],
];

test("the library has the languages of the server's emails and pages, each as an entry of its own", () => {
  expect(all.map(({ tag }) => tag)).toEqual([...languageTags]);
  expect(published.map(({ tag }) => tag)).toEqual([...languageTags]);
});

describe.each(all)("$tag", ({ tag, formOf, sentences }) => {
  test("its plural forms are those of Unicode", () => {
    const rules = new Intl.PluralRules(tag);
    for (let count = 0; count < 1000; count++) expect(formOf(count), String(count)).toBe(rules.select(count));
  });

  test("every sentence says something, with the variables of the English one and no others", () => {
    expect(Object.keys(sentences).sort()).toEqual(Object.keys(en.sentences).sort());
    for (const [key, reference] of Object.entries(en.sentences)) {
      const said: unknown = Object.entries(sentences).find(([name]) => name === key)?.[1];
      const isCounted = typeof reference === "object";
      expect(typeof said, key).toBe(isCounted ? "object" : "string");
      for (const text of isCounted ? Object.values(said as object) : [said]) {
        expect(String(text).trim(), key).not.toBe("");
        // Arabic and Hebrew say one and two without a digit.
        const wanted = isCounted ? ["", "{count}"] : [variablesIn(reference)];
        expect(wanted, key).toContain(variablesIn(String(text)));
      }
    }
  });
});

const variablesIn = (text: string): string => (text.match(/\{[^}]*\}/g) ?? []).sort().join(" ");

describe("the closest language is found", () => {
  test.each([
    ["de-AT", "de"],
    ["de_AT", "de"],
    ["DE", "de"],
    ["en-US", "en"],
    ["pt", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant-HK", "zh-Hant"],
    ["zh-Hans-HK", "zh-Hans"],
    ["ar-EG-u-nu-latn", "ar"],
    ["iw-IL", "he"],
    ["in-ID", "id"],
    ["sv", undefined],
    ["", undefined],
    ["-", undefined],
  ])("%s: %s", (wanted, tag) => {
    expect(chooseLanguage([wanted], all)?.tag).toBe(tag);
  });

  test("of several wanted languages, the first that there is", () => {
    expect(chooseLanguage(["sv", "fr-CA", "de"], all)?.tag).toBe("fr");
  });

  test("simplified characters are not shown to readers of traditional ones", () => {
    expect(chooseLanguage(["zh-TW", "ja"], [zhHans, ja])?.tag).toBe("ja");
  });
});
