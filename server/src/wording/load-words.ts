import type { LanguageTag } from "./languages.ts";
import type { Words } from "./words.ts";

const LANGUAGES: Readonly<Record<LanguageTag, () => Promise<{ words: Words }>>> = {
  en: () => import("./en/words.ts"),
  de: () => import("./de/words.ts"),
  fr: () => import("./fr/words.ts"),
  es: () => import("./es/words.ts"),
  "pt-BR": () => import("./pt-BR/words.ts"),
  it: () => import("./it/words.ts"),
  nl: () => import("./nl/words.ts"),
  pl: () => import("./pl/words.ts"),
  tr: () => import("./tr/words.ts"),
  ru: () => import("./ru/words.ts"),
  uk: () => import("./uk/words.ts"),
  ja: () => import("./ja/words.ts"),
  ko: () => import("./ko/words.ts"),
  "zh-Hans": () => import("./zh-Hans/words.ts"),
  "zh-Hant": () => import("./zh-Hant/words.ts"),
  ar: () => import("./ar/words.ts"),
  he: () => import("./he/words.ts"),
  hi: () => import("./hi/words.ts"),
  id: () => import("./id/words.ts"),
  vi: () => import("./vi/words.ts"),
};

/** The sentences of a language as we wrote them. A language is loaded when it is first used. */
export async function loadWords(language: LanguageTag): Promise<Words> {
  return (await LANGUAGES[language]()).words;
}
