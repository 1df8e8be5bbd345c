import type { Language } from "./language.ts";

/** Codes of older Android versions, and their names of today. */
const RENAMED: Readonly<Record<string, string>> = { iw: "he", in: "id" };

/**
 * The first wanted language that is offered, by the lookup of RFC 4647: `de-AT` finds `de`. Chinese is found by its
 * script, so `zh-HK` finds `zh-Hant`, and Portuguese of any country finds the one that there is. It needs no
 * `Intl.Locale`, which Hermes lacks.
 */
export function chooseLanguage(
  wanted: readonly string[],
  offered: readonly Language[],
): Language | undefined {
  for (const locale of wanted) {
    for (const tag of candidatesFor(locale)) {
      const found = offered.find((language) => language.tag.toLowerCase() === tag);
      if (found) return found;
    }
    const base = `${languageOf(locale)}-`;
    const relative = base !== "zh-" && offered.find(({ tag }) => tag.toLowerCase().startsWith(base));
    if (relative) return relative;
  }
  return undefined;
}

/** The tag, then without its last part, and so on. */
function candidatesFor(locale: string): string[] {
  const [, ...rest] = partsOf(locale);
  const parts = [languageOf(locale), ...rest];
  const tags = parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
  if (parts[0] !== "zh") return tags;
  const isTraditional = parts.some((part) => ["hant", "tw", "hk", "mo"].includes(part));
  return parts.includes("hans") || !isTraditional ? ["zh-hans", "zh"] : ["zh-hant", "zh"];
}

function languageOf(locale: string): string {
  const [language = ""] = partsOf(locale);
  return RENAMED[language] ?? language;
}

const partsOf = (locale: string): string[] => locale.trim().toLowerCase().split(/[-_]/);
