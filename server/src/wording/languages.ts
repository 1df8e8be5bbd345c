/** The languages of emails and pages. English is the reference: the others have the same sentences. */
export const languageTags = [
  "en",
  "de",
  "fr",
  "es",
  "pt-BR",
  "it",
  "nl",
  "pl",
  "tr",
  "ru",
  "uk",
  "ja",
  "ko",
  "zh-Hans",
  "zh-Hant",
  "ar",
  "he",
  "hi",
  "id",
  "vi",
] as const;

export type LanguageTag = (typeof languageTags)[number];

export const REFERENCE: LanguageTag = "en";

export function isLanguageTag(text: string): text is LanguageTag {
  return (languageTags as readonly string[]).includes(text);
}

export function directionOf(language: LanguageTag): "ltr" | "rtl" {
  return language === "ar" || language === "he" ? "rtl" : "ltr";
}
