import type { AuthError } from "../auth-error.ts";
import type { CountedKey, Language, TextKey } from "./language.ts";
import { attemptsLeftOf } from "./sentence-of.ts";

/** Names that are the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
  google: "Google",
  apple: "Apple",
  app_store: "App Store",
  play_store: "Google Play",
};

/** The sentence with the facts of the error, or undefined when the language has none or the error lacks the number. */
export function fillSentence(language: Language, key: string, error: AuthError): string | undefined {
  const text = textOf(language, key, error);
  const values: Readonly<Record<string, () => string>> = {
    wait: () => waitOf(language, error),
    left: () => attemptsOf(language, error),
    provider: () => nameOf(language, error.metadata.provider),
    store: () => nameOf(language, error.metadata.store),
    methods: () => methodsOf(language, error),
  };
  return text?.replace(/\{(\w+)\}/g, (_, name: string) => values[name]?.() ?? "").trim();
}

function textOf(language: Language, key: string, { metadata }: AuthError): string | undefined {
  const text = (language.sentences as Readonly<Record<string, string | object>>)[key];
  if (typeof text !== "object") return typeof text === "string" ? text : undefined;
  // `min_length` of `WEAK_PASSWORD.min_length` is the name of its number, too.
  const count = Number(metadata[key.replace(/.*\./, "")]);
  return count > 0 ? counted(language, key as CountedKey, count) : undefined;
}

/** Digits are those that codes have, in every language. */
function counted({ sentences, formOf }: Language, key: CountedKey, count: number): string {
  const texts = sentences[key];
  const text = texts[formOf(count)] ?? texts.other ?? "";
  return text.replace("{count}", String(count));
}

function waitOf(language: Language, { retryAfterMs, metadata }: AuthError): string {
  const { retry_after_ms: ms, retry_after_seconds: said } = metadata;
  const seconds = Math.ceil((retryAfterMs ?? (Number(ms) || Number(said) * 1000)) / 1000);
  if (!(seconds > 0)) return language.sentences["wait.later"];
  if (seconds < 60) return counted(language, "wait.seconds", seconds);
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return counted(language, "wait.minutes", minutes);
  return counted(language, "wait.hours", Math.ceil(minutes / 60));
}

function attemptsOf(language: Language, error: AuthError): string {
  const left = attemptsLeftOf(error);
  return left ? counted(language, "attempts.left", left) : "";
}

function methodsOf(language: Language, { metadata }: AuthError): string {
  const methods = (metadata.sign_in_methods ?? "").split(",");
  return methods.map((method) => nameOf(language, method)).join(", ");
}

function nameOf({ sentences }: Language, name = ""): string {
  return NAMES[name] ?? sentences[`method.${name}` as TextKey] ?? name;
}
