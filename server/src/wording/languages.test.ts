import { describe, expect, test } from "vitest";
import { variablesIn } from "./fill.ts";
import { directionOf, languageTags } from "./languages.ts";
import { loadWords } from "./load-words.ts";
import type { Plural, Words } from "./words.ts";

const english = await loadWords("en");
const others = languageTags.filter((tag) => tag !== "en");

/** Each text of a sentence; plural sentences have several. */
function textsOf(sentence: string | Plural): string[] {
  return typeof sentence === "string" ? [sentence] : Object.values(sentence);
}

describe.each(others)("%s", async (tag) => {
  const words = await loadWords(tag);
  const keys = Object.keys(english) as (keyof Words)[];

  test("has the sentences of English in the same order", () => {
    expect(Object.keys(words)).toEqual(keys);
  });

  test("has the variables of English in every sentence", () => {
    const wrong = keys.filter((key) => {
      const wanted = [...variablesIn(textsOf(english[key]).at(-1) ?? "")].sort().join();
      return textsOf(words[key]).some((text) => {
        const found = [...variablesIn(text)].sort().join();
        // The category of one, zero or two things may say the number in words.
        const isSaid = typeof words[key] !== "string" && wanted.replace(/\bcount\b,?/, "") === found;
        return found !== wanted && !isSaid;
      });
    });
    expect(wrong).toEqual([]);
  });

  test("has a text for each of its plural categories", () => {
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted();
    for (const key of keys) {
      const sentence = words[key];
      if (typeof sentence !== "string") expect(Object.keys(sentence).toSorted(), key).toEqual(categories);
    }
  });

  test("is translated, and well-formed", () => {
    const same = keys.filter((key) => JSON.stringify(words[key]) === JSON.stringify(english[key]));
    // Words such as “Support” or “{role} ({project})” may be the same.
    expect(same.length, same.join()).toBeLessThan(12);
    for (const key of keys) {
      for (const text of textsOf(words[key])) {
        expect(text, key).not.toMatch(/^\s|\s$|\s\n|\n\s| {2}|[\u202a-\u202e\u2066-\u2069]|<[a-z/]/i);
        expect(text.replace(/\{[a-z_]+\}/g, ""), key).not.toMatch(/[{}]/);
        expect(text.split("\n").length, key).toBe(textsOf(english[key]).at(-1)?.split("\n").length);
      }
    }
  });
});

test("right to left are the languages that Intl says", () => {
  for (const tag of languageTags) {
    const locale = new Intl.Locale(tag) as Intl.Locale & { getTextInfo(): { direction: string } };
    expect(directionOf(tag), tag).toBe(locale.getTextInfo().direction);
  }
});
