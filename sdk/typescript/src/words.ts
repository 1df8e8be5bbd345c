import { isAuthError } from "./auth-error.ts";
import { chooseLanguage } from "./words/choose-language.ts";
import { deviceLocales } from "./words/device-locales.ts";
import { en } from "./words/en.ts";
import { fillSentence } from "./words/fill-sentence.ts";
import type { Language } from "./words/language.ts";
import { sentencesFor } from "./words/sentence-of.ts";

export type { Language } from "./words/language.ts";

/** The options of `describeError`. */
export type DescribeOptions = Readonly<{
  /** The languages of your app besides English, imported from `@svc/sdk/words/de` and so on. */
  languages?: readonly Language[];
  /**
   * The language of the user, such as `de-AT`, or several, the most wanted first. The closest of `languages` is taken,
   * and English when none is close. Default: the languages of the device.
   */
  locale?: string | readonly string[] | undefined;
}>;

/**
 * Returns what to tell the user about an error, in the user's language: what went wrong, and what to do. It is plain
 * text. Empty for `CANCELLED`, because the user turned back and knows.
 *
 * An error that is no `AuthError`, or has a reason that this version of the package does not know, gets a general
 * sentence. No translation has been checked by a native speaker.
 *
 * @example
 * import { describeError } from "@svc/sdk/words";
 * import { de } from "@svc/sdk/words/de";
 * import { ja } from "@svc/sdk/words/ja";
 *
 * try {
 *   await auth.signInWithPassword({ email, password });
 * } catch (error) {
 *   show(describeError(error, { languages: [de, ja] }));
 * }
 */
export function describeError(error: unknown, options: DescribeOptions = {}): string {
  const { languages = [], locale = deviceLocales() } = options;
  const wanted = typeof locale === "string" ? [locale] : locale;
  const language = chooseLanguage(wanted, [...languages, en]) ?? en;
  if (!isAuthError(error)) return language.sentences.general;
  if (error.reason === "CANCELLED") return "";
  for (const key of sentencesFor(error)) {
    const text = fillSentence(language, key, error);
    if (text) return text;
  }
  return en.sentences.general;
}
