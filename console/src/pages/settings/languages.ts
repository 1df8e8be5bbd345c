import { autonyms } from "../../strings/wording.ts";

/** The languages of emails and pages, in the order of the server. A test compares them with its list. */
export const languageTags: readonly string[] = [
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
];

/** What the language calls itself: `Deutsch`. */
export function ownName(tag: string): string {
  return autonyms[tag] ?? tag;
}

/** What the console, which is in English, calls it: `German`. */
export function englishName(tag: string): string {
  return new Intl.DisplayNames(["en"], { type: "language" }).of(tag) ?? tag;
}

/** Both names in one: `Deutsch – German`. */
export function languageName(tag: string): string {
  const [own, english] = [ownName(tag), englishName(tag)];
  return own === english ? own : `${own} – ${english}`;
}
