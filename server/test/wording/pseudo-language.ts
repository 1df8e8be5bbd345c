import { VARIABLE } from "../../src/wording/fill.ts";
import type { LanguageTag } from "../../src/wording/languages.ts";
import { loadWords } from "../../src/wording/load-words.ts";
import { Wording } from "../../src/wording/wording.ts";
import type { Words } from "../../src/wording/words.ts";

/** Letters that the fonts of the test browser have. */
const LETTERS = "åßçđéƒĝĥîĵķłμñöþφřšťûνŵχýžÅΒÇĐÉΦĜĤÎĴĶŁΜÑÖÞΘŘŠŤÛΛŴΧÝŽ";
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** English with every letter marked, and every word 40 % longer. Variables stay as they are. */
export function pseudoText(text: string): string {
  return text
    .split(VARIABLE)
    .map((part, index) => (index % 2 === 1 ? `{${part}}` : lengthened(part)))
    .join("");
}

function lengthened(text: string): string {
  let count = 0;
  return text.replace(/[a-z]/gi, (letter) => {
    const marked = LETTERS[PLAIN.indexOf(letter)] ?? letter;
    count += 1;
    return count % 5 < 2 ? marked.repeat(2) : marked;
  });
}

/** A language that nobody speaks. What is not marked on a page did not come from the sentences. */
export class PseudoWording extends Wording {
  override day(at: number): string {
    return lengthened(super.day(at));
  }

  override time(at: number): string {
    return lengthened(super.time(at));
  }

  override duration(ms: number, unit?: "day"): string {
    return lengthened(super.duration(ms, unit));
  }

  override list(items: readonly string[]): string {
    return lengthened(super.list(items));
  }
}

/** As a language of its own; with the tag of another one, it runs in that one's direction. */
export async function pseudoWording(language: LanguageTag = "en"): Promise<Wording> {
  const words = await loadWords("en");
  const pseudo = Object.entries(words).map(([key, text]) => [
    key,
    typeof text === "string" ? pseudoText(text) : pseudoPlural(text),
  ]);
  return new PseudoWording(language, Object.fromEntries(pseudo) as Words);
}

function pseudoPlural(texts: object): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([category, text]) => [category, pseudoText(text)]));
}
