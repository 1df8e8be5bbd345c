import type { emails } from "./en/emails.ts";
import type { pages } from "./en/pages.ts";

/** One text for each plural category of the language, chosen by the number in `{count}`. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

type Translated<Reference> = Readonly<{
  [Key in keyof Reference]: Reference[Key] extends string ? string : Plural;
}>;

export type EmailWords = Translated<typeof emails>;
export type PageWords = Translated<typeof pages>;

/** Every sentence of a language. A language that lacks one does not compile. */
export type Words = EmailWords & PageWords;

export type SentenceKey = keyof Words;

/** The sentences with one text. */
export type TextKey = { [Key in SentenceKey]: Words[Key] extends string ? Key : never }[SentenceKey];
/** The sentences with a text for each plural category. */
export type PluralKey = Exclude<SentenceKey, TextKey>;
