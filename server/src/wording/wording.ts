import { fill, type Values } from "./fill.ts";
import { isolated } from "./isolated.ts";
import { directionOf, type LanguageTag } from "./languages.ts";
import { loadWords } from "./load-words.ts";
import { oneLine } from "./one-line.ts";
import type { PluralKey, TextKey, Words } from "./words.ts";

/** A project's own texts by their key. Plural sentences have one for each category: `page.password.at_least.other`. */
export type OwnTexts = Readonly<Record<string, string>>;

/** The sentences of emails and pages in one language, with a project's own texts in place of ours. */
export class Wording {
  readonly language: LanguageTag;
  readonly direction: "ltr" | "rtl";
  readonly #words: Words;
  readonly #own: OwnTexts;

  constructor(language: LanguageTag, words: Words, own: OwnTexts = {}) {
    this.language = language;
    this.direction = directionOf(language);
    this.#words = words;
    this.#own = own;
  }

  /** The own text is not used while one of its variables has no value. Empty when ours cannot be said either. */
  text(key: TextKey, values: Values = {}): string {
    return this.#filled(key, this.#words[key], values);
  }

  /** Paragraphs. One with a variable that has no value is left out. */
  paragraphs(key: TextKey, values: Values = {}): string[] {
    const safe = this.#safe(values);
    const own = paragraphsOf(this.#own[key] ?? "", safe);
    return own.length > 0 ? own : paragraphsOf(this.#words[key], safe);
  }

  plural(key: PluralKey, count: number, values: Values = {}): string {
    const category = new Intl.PluralRules(this.locale).select(count);
    const texts = this.#words[key];
    const found = texts[category] ?? texts.other;
    return this.#filled(`${key}.${category}`, found, { ...values, count: this.number(count) });
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.locale).format(value);
  }

  /** Such as `24 hours`. Days are said only where the caller counts in days. */
  duration(ms: number, unit?: "day"): string {
    const [amount, found] = inUnits(ms, unit);
    return new Intl.NumberFormat(this.locale, { style: "unit", unit: found, unitDisplay: "long" }).format(
      amount,
    );
  }

  day(at: number): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: "long", timeZone: "UTC" }).format(at);
  }

  /** The reader's time zone is not known, so the time is given in UTC. */
  time(at: number): string {
    const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
    return `${new Intl.DateTimeFormat(this.locale, format).format(at)} UTC`;
  }

  /** Such as `Google and Apple`. */
  list(items: readonly string[]): string {
    return new Intl.ListFormat(this.locale, { type: "conjunction" }).format(items);
  }

  /** What stands between two sentences: Japanese and Chinese have no space there. */
  get space(): string {
    return /^(ja|zh)/.test(this.language) ? "" : " ";
  }

  /** For `Intl`: English dates are written day first, and digits are those that codes and links have. */
  get locale(): string {
    if (this.language === "en") return "en-GB";
    return `${this.language}-u-nu-latn`;
  }

  /**
   * Values of one line without direction marks. A name or an address that is read in the other direction does not move
   * what stands beside it.
   */
  #safe(values: Values): Values {
    const safe = (value: string): string => isolated(oneLine(value), this.direction);
    const entries = Object.entries(values).map(([name, value]) => [name, value && safe(value)]);
    return Object.fromEntries(entries) as Values;
  }

  #filled(key: string, ours: string, values: Values): string {
    const safe = this.#safe(values);
    return fill(oneLine(this.#own[key] ?? ""), safe) || (fill(ours, safe) ?? "");
  }
}

export async function wordingOf(language: LanguageTag, own: OwnTexts = {}): Promise<Wording> {
  return new Wording(language, await loadWords(language), own);
}

function paragraphsOf(text: string, values: Values): string[] {
  return text.split(/\r?\n|\r/).flatMap((line) => fill(oneLine(line), values) || []);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function inUnits(ms: number, unit?: "day"): [number, "day" | "hour" | "minute"] {
  if (unit === "day") return [Math.ceil(ms / (24 * HOUR_MS)), "day"];
  return ms % HOUR_MS === 0 ? [ms / HOUR_MS, "hour"] : [Math.ceil(ms / MINUTE_MS), "minute"];
}
