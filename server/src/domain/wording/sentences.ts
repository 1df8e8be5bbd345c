import { words as english } from "../../wording/en/words.ts";
import type { LanguageTag } from "../../wording/languages.ts";
import { Wording } from "../../wording/wording.ts";
import type { Plural, Words } from "../../wording/words.ts";
import { variablesOf } from "./sentence-variables.ts";

/** A sentence that a project can word itself. A plural sentence is one for each category of the language. */
export type Sentence = Readonly<{
  key: string;
  /** Where it appears: `email.verify_email`, `page.reset`, or `email`, `page` and `device` for what several have. */
  place: string;
  /** Such as `subject`. */
  part: string;
  /** The text as we wrote it. */
  text: string;
  /** The variables that the own text may have. */
  variables: readonly string[];
  /** Whether a line break begins a new paragraph. Otherwise the text is one line. */
  hasParagraphs: boolean;
  maxCharacters: number;
}>;

export const MAX_TEXT = 2000;
export const MAX_SHORT_TEXT = 200;

/** What administrators get. It belongs to the server, not to a project. */
const OF_THE_SERVER = /^(email\.(invite_admin|admin_factors_changed)|page\.accept_invite)\./;

const SHORT = /^(?:.*_)?(?:subject|preview|heading|button|label)$/;

/** Every sentence of a language that a project can word itself, in the order of the reference. */
export function sentencesOf(language: LanguageTag, words: Words): Sentence[] {
  const keys = (Object.keys(english) as Array<keyof Words>).filter((key) => !OF_THE_SERVER.test(key));
  return keys.flatMap((key) => {
    const text = words[key];
    if (typeof text === "string") return [sentence(key, key, text)];
    return categoriesOf(language, words).map((category) =>
      sentence(`${key}.${category}`, key, (text as Plural)[category] ?? (text as Plural).other),
    );
  });
}

function sentence(key: string, name: string, text: string): Sentence {
  const { place, part } = placeOf(name);
  return {
    key,
    place,
    part: `${part}${key.slice(name.length)}`,
    text,
    variables: variablesOf(name, place, part),
    hasParagraphs: hasParagraphs(place, part),
    maxCharacters: SHORT.test(part) ? MAX_SHORT_TEXT : MAX_TEXT,
  };
}

function placeOf(name: string): { place: string; part: string } {
  const end = name.lastIndexOf(".");
  return { place: name.slice(0, end), part: name.slice(end + 1) };
}

/** The renderers split the bodies of pages, and what stands between heading and footer of an email. */
function hasParagraphs(place: string, part: string): boolean {
  return part === "body" || (place.startsWith("email.") && !SHORT.test(part));
}

function categoriesOf(language: LanguageTag, words: Words): Intl.LDMLPluralRule[] {
  const { locale } = new Wording(language, words);
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
}
