import { type AppError, invalidRequest } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import type { LanguageTag } from "../../wording/languages.ts";
import { isLanguageTag, languageTags } from "../../wording/languages.ts";
import { loadWords } from "../../wording/load-words.ts";
import { hasDirectionMarks } from "../direction-marks.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";

/** Own texts by their key. An empty one means our own text. */
export type GivenTexts = Readonly<Record<string, string>>;

const MAX_BYTES = 100 * 1024;
const LONGEST_KEY = 60;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const BRACED = /\{([^{}]*)\}/g;

export function requireLanguage(language: string, field = "language"): LanguageTag {
  if (isLanguageTag(language)) return language;
  throw invalidRequest(field, `must be one of ${languageTags.join(", ")}`);
}

/**
 * The texts in the form in which they are stored. Throws INVALID_REQUEST with the first wrong one, as
 * `wording.<language>.<key>`.
 */
export async function requireTexts(
  language: LanguageTag,
  given: GivenTexts,
): Promise<Record<string, string>> {
  const sentences = await sentencesByKey(language);
  const checked = Object.entries(given).map(([key, text]): [string, string] => {
    const sentence = sentences.get(key);
    const field = `wording.${language}.${key.slice(0, LONGEST_KEY)}`;
    if (sentence === undefined) throw unknownSentence(field, key, [...sentences.keys()]);
    const plain = plainForm(text);
    const problem = problemOf(plain, sentence);
    if (problem !== undefined) throw invalidRequest(field, problem);
    return [key, plain];
  });
  return Object.fromEntries(checked);
}

/** The texts of a draft that could be saved. The others are shown as ours. */
export async function savableTexts(
  language: LanguageTag,
  given: GivenTexts,
): Promise<Record<string, string>> {
  const sentences = await sentencesByKey(language);
  const plain = Object.entries(given).map(([key, text]): [string, string] => [key, plainForm(text)]);
  const savable = plain.filter(([key, text]) => {
    const sentence = sentences.get(key);
    return sentence !== undefined && problemOf(text, sentence) === undefined;
  });
  return Object.fromEntries(savable);
}

async function sentencesByKey(language: LanguageTag): Promise<Map<string, Sentence>> {
  return new Map(sentencesOf(language, await loadWords(language)).map((one) => [one.key, one]));
}

function plainForm(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

/** Throws when the own texts of a project, in all its languages, are more than it may have. */
export function requireFewTexts(texts: readonly string[]): void {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > MAX_BYTES)
    throw invalidRequest("wording", "must have at most 100 KB in all languages together");
}

function problemOf(text: string, { variables, hasParagraphs, maxCharacters }: Sentence): string | undefined {
  if ([...text].length > maxCharacters) return `must have at most ${maxCharacters} characters`;
  if (!hasParagraphs && text.includes("\n")) return "must be one line";
  if (CONTROL.test(text.replaceAll("\n", " ")) || hasDirectionMarks(text) || !text.isWellFormed()) {
    return "must be plain text without control characters";
  }
  const unknown = [...text.matchAll(BRACED)]
    .map(([, name = ""]) => name)
    .find((name) => !variables.includes(name));
  const hasOtherBraces = /[{}]/.test(text.replace(BRACED, ""));
  if (unknown === undefined && !hasOtherBraces) return undefined;
  const shown =
    unknown === undefined ? "a brace that belongs to no variable" : `{${unknown.slice(0, LONGEST_KEY)}}`;
  return `has ${shown}; ${allowed(variables)}`;
}

function allowed(variables: readonly string[]): string {
  if (variables.length === 0) return "this sentence has no variables";
  return `the variables of this sentence are ${variables.map((name) => `{${name}}`).join(", ")}`;
}

function unknownSentence(field: string, key: string, known: readonly string[]): AppError {
  const suggestion = nearest(key.slice(0, LONGEST_KEY), known);
  const hint = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
  return invalidRequest(field, `is no sentence of this language${hint}`);
}
