import type { DocsSection } from "./docs-sections.ts";
import { partsOfNames, synonymsOf, wordsOf } from "./search-words.ts";

/** Where a word weighs more: a page that is called like the question answers it. */
const WEIGHTS = { title: 1, summary: 0.7, heading: 1.2, text: 1, code: 0.3 };
const PREFIX = 0.6;
const SYNONYM = 0.5;
const TYPO = 0.5;
/** "expo" in "expo-iap" is less about Expo than "Expo" is. */
const PART_OF_NAME = 0.5;
/** For a section that has the whole question as it was asked: a message that was pasted. */
const PHRASE = 2;

/** The parameters of BM25: how soon repeating a word stops to count, how much long sections lose, what is long. */
const K = 1.2;
const B = 0.5;
const TYPICAL_LENGTH = 150;

const MAX_WORDS = 10;
const MIN_PREFIX = 3;
const MAX_PREFIXED = 40;
const MIN_TYPO_LENGTH = 5;

export type Ranked = Readonly<{ section: DocsSection; score: number }>;

type Postings = Map<number, number>;

/**
 * Finds sections by words: BM25 with weights for titles and headings, phrases, beginnings of words, synonyms and one
 * typing error. Our own, because a library would bring the index and leave us the stemming, the synonyms and the pages'
 * weights: what is here is the smaller part.
 */
export class SearchIndex {
  readonly #sections: DocsSection[] = [];
  readonly #weights: number[] = [];
  /** The words of each section in their order, with a space around each. */
  readonly #sequences: string[] = [];
  readonly #postings = new Map<string, Postings>();
  readonly #stems = new Map<string, string>();
  #words: readonly string[] = [];
  #byLength: ReadonlyMap<number, readonly string[]> = new Map();

  /** `summary` is what the list of pages says about it; `weight` how likely a newcomer looks for it, 1 or less. */
  add(section: DocsSection, { summary, weight }: { summary: string; weight: number }): void {
    const number = this.#sections.push(section) - 1;
    this.#weights.push(weight);
    this.#count(number, section.page.title, WEIGHTS.title);
    this.#count(number, section.anchor === "" ? section.page.title : section.heading, WEIGHTS.heading);
    const text = this.#count(number, section.passages.join("\n"), WEIGHTS.text);
    this.#sequences.push(` ${wordsOf(section.heading, this.#stems).join(" ")} | ${text.join(" ")} `);
    this.#count(number, section.code, WEIGHTS.code);
    if (section.anchor === "") this.#count(number, summary, WEIGHTS.summary);
  }

  /** After the last `add`, before the first `find`. */
  finish(): void {
    this.#stems.clear();
    this.#words = [...this.#postings.keys()].sort();
    this.#byLength = Map.groupBy(this.#words, ({ length }) => length);
  }

  /** The best section of each page, best first, and the words that were looked for. */
  find(query: string, limit: number): { words: readonly string[]; found: readonly Ranked[] } {
    const words = [...new Set(wordsOf(query))].slice(0, MAX_WORDS);
    const scores = new Map<number, number>();
    const matched = new Map<number, number>();
    let asked = 0;
    for (const word of words) {
      const best = this.#scoresOf(word);
      const rarity = this.#rarity(this.#postings.get(word)?.size ?? 0);
      asked += rarity;
      for (const [number, score] of best) {
        scores.set(number, (scores.get(number) ?? 0) + score);
        matched.set(number, (matched.get(number) ?? 0) + rarity);
      }
    }
    const bestOfPage = new Map<string, Ranked>();
    for (const [number, sum] of scores) {
      const section = this.#sections[number];
      if (!section) continue;
      const isPhrase = words.length > 1 && this.#sequences[number]?.includes(` ${words.join(" ")} `);
      const weight = (this.#weights[number] ?? 1) * (isPhrase ? PHRASE : 1);
      const score = sum * ((matched.get(number) ?? 0) / asked) * weight;
      const rival = bestOfPage.get(section.page.path);
      if (!rival || rival.score < score) bestOfPage.set(section.page.path, { section, score });
    }
    const found = [...bestOfPage.values()].sort((a, b) => b.score - a.score).slice(0, limit);
    return { words, found };
  }

  #count(number: number, text: string, weight: number): readonly string[] {
    const words = wordsOf(text, this.#stems);
    const long = K * (1 - B + (B * words.length) / TYPICAL_LENGTH);
    const inNames = Map.groupBy(partsOfNames(text, this.#stems), (word) => word);
    for (const [word, { length }] of Map.groupBy(words, (word) => word)) {
      const count = length - (1 - PART_OF_NAME) * (inNames.get(word)?.length ?? 0);
      const postings = this.#postings.get(word) ?? new Map<number, number>();
      postings.set(number, (postings.get(number) ?? 0) + (weight * count * (K + 1)) / (count + long));
      this.#postings.set(word, postings);
    }
    return words;
  }

  /** What one word of the question gives to each section: by the best of its forms, not by their sum. */
  #scoresOf(word: string): ReadonlyMap<number, number> {
    const best = new Map<number, number>();
    const limit = this.#rarity(this.#postings.get(word)?.size ?? 1);
    for (const [form, factor] of this.#formsOf(word)) {
      const postings = this.#postings.get(form);
      if (!postings) continue;
      const rarity = Math.min(limit, this.#rarity(postings.size)) * factor;
      for (const [number, count] of postings) {
        if (rarity * count > (best.get(number) ?? 0)) best.set(number, rarity * count);
      }
    }
    return best;
  }

  #formsOf(word: string): ReadonlyMap<string, number> {
    const forms = new Map<string, number>();
    const take = (form: string, factor: number): void => {
      if ((forms.get(form) ?? 0) < factor) forms.set(form, factor);
    };
    for (const other of synonymsOf(word)) take(other, SYNONYM);
    if (word.length >= MIN_PREFIX) for (const longer of this.#startingWith(word)) take(longer, PREFIX);
    const isKnown = this.#postings.has(word);
    if (isKnown) take(word, 1);
    if (!isKnown && word.length >= MIN_TYPO_LENGTH) {
      for (const near of this.#near(word)) {
        take(near, TYPO);
        for (const other of synonymsOf(near)) take(other, TYPO * SYNONYM);
      }
    }
    return forms;
  }

  #rarity(sections: number): number {
    return Math.log(1 + (this.#sections.length - sections + 0.5) / (sections + 0.5));
  }

  #startingWith(start: string): readonly string[] {
    const words = this.#words;
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((words[middle] ?? "") < start) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end - low < MAX_PREFIXED && words[end]?.startsWith(start)) end++;
    return words.slice(low, end);
  }

  #near(word: string): readonly string[] {
    const lengths = [word.length - 1, word.length, word.length + 1];
    return lengths.flatMap((length) =>
      (this.#byLength.get(length) ?? []).filter((other) => isOneEditAway(word, other)),
    );
  }
}

/** One letter changed, added or left out, or two neighbours swapped. */
export function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  const longest = Math.min(a.length, b.length) - start;
  while (end < longest && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
