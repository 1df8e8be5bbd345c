import { en as reference } from "./en.ts";
import type { LanguageWith } from "./language.ts";

/** English, which `describeError` always has. Import it only to change sentences. */
export const en: LanguageWith<"one" | "other"> = reference;
