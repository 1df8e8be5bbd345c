import type { en } from "./en.ts";

/** How a language says a number of things, by the names of Unicode. */
export type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";

type English = (typeof en)["sentences"];

/** The sentences with one text. */
export type TextKey = { [Key in keyof English]: English[Key] extends string ? Key : never }[keyof English];
/** The sentences with a text for each plural form, chosen by the number in `{count}`. */
export type CountedKey = Exclude<keyof English, TextKey>;

/** The sentences in one language. One that lacks a sentence, or a form of it that the language has, does not compile. */
export type LanguageWith<Form extends PluralForm> = Readonly<{
  /** The language tag, such as `pt-BR`. */
  tag: string;
  /** The form for a whole number. Not from `Intl.PluralRules`, because Hermes has none. */
  formOf: (count: number) => Form;
  /** A sentence for each reason. `{...}` are variables. */
  sentences: Readonly<Record<TextKey, string> & Record<CountedKey, Readonly<Record<Form, string>>>>;
}>;

/** A language for `describeError`. For your own wording, copy one of ours and replace sentences. */
export type Language = Readonly<{
  /** The language tag, such as `pt-BR`. */
  tag: string;
  /** The plural form for a whole number. */
  formOf: (count: number) => PluralForm;
  /** A sentence for each reason. `{...}` are variables. */
  sentences: Readonly<
    Record<TextKey, string> & Record<CountedKey, Readonly<Partial<Record<PluralForm, string>>>>
  >;
}>;
