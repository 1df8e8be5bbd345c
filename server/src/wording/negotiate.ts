import { isLanguageTag, type LanguageTag } from "./languages.ts";

const MAX_HEADER = 512;
const MAX_RANGES = 20;

/**
 * The first wanted language that is offered, by the lookup of RFC 4647: `de-AT` finds `de`. Chinese is found by its
 * script, so `zh-HK` finds `zh-Hant`, and Portuguese of any country finds the one that there is.
 */
export function chooseLanguage(
  wanted: readonly string[],
  offered: readonly LanguageTag[],
): LanguageTag | undefined {
  for (const tag of wanted) {
    const found = candidatesFor(tag).find((candidate) => offered.includes(candidate));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The language tags of an Accept-Language header, the most wanted first. A header that makes no sense names none. */
export function readAcceptLanguage(header: string): string[] {
  return header
    .slice(0, MAX_HEADER)
    .split(",", MAX_RANGES)
    .map(readRange)
    .filter(({ tag, quality }) => tag !== "" && tag !== "*" && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .flatMap(({ tag }) => canonicalLocale(tag) ?? []);
}

/** A language tag in its usual spelling, or undefined when it is none: `iw_IL` is `he-IL`. */
export function canonicalLocale(text: string): string | undefined {
  const tag = text.trim().replaceAll("_", "-");
  if (tag === "" || tag.length > 35) return undefined;
  try {
    const [canonical = ""] = Intl.getCanonicalLocales(tag);
    // `zh-a-true` becomes `zh-a`, which is no tag: what is stored must be readable again.
    return Intl.getCanonicalLocales(canonical)[0];
  } catch {
    return undefined;
  }
}

function readRange(range: string): { tag: string; quality: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
  const given = parameters.find((parameter) => parameter.toLowerCase().startsWith("q="));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return { tag, quality: Number.isFinite(quality) ? quality : 0 };
}

function candidatesFor(tag: string): LanguageTag[] {
  const canonical = canonicalLocale(tag);
  if (canonical === undefined) return [];
  const { language, script } = new Intl.Locale(canonical).maximize();
  return [canonical, `${language}-${script}`, language === "pt" ? "pt-BR" : language].filter(isLanguageTag);
}
