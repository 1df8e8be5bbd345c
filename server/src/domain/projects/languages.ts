import { type LanguageTag, languageTags } from "../../wording/languages.ts";
import { chooseLanguage } from "../../wording/negotiate.ts";
import type { ProjectSettings } from "./settings.ts";

type LanguageSettings = Pick<ProjectSettings, "defaultLanguage" | "languages">;

/** The languages of a project's emails and pages. */
export function offeredLanguages({ defaultLanguage, languages }: LanguageSettings): readonly LanguageTag[] {
  return languages.length === 0 ? languageTags : [...new Set([defaultLanguage, ...languages])];
}

/** The first wanted language that the project offers; undefined when it offers none of them. */
export function offeredLanguage(
  settings: LanguageSettings,
  wanted: readonly string[],
): LanguageTag | undefined {
  return chooseLanguage(wanted, offeredLanguages(settings));
}
