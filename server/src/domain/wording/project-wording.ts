import type { App } from "../../app.ts";
import { listProjectTexts } from "../../storage/project-texts.ts";
import type { LanguageTag } from "../../wording/languages.ts";
import { type OwnTexts, type Wording, wordingOf } from "../../wording/wording.ts";
import type { Project } from "../projects/project.ts";
import type { Theme } from "../themes/theme.ts";
import { textsOfTheme } from "./texts-of-theme.ts";

/** The sentences of a project in a language, with the project's own texts. `drafts`: texts that are not saved. */
export async function projectWording(
  app: Pick<App, "db">,
  project: Pick<Project, "id" | "settings">,
  theme: Pick<Theme, "texts">,
  language: LanguageTag,
  drafts: OwnTexts = {},
): Promise<Wording> {
  const ofTheme = language === project.settings.defaultLanguage ? textsOfTheme(theme) : {};
  const saved = await listProjectTexts(app.db, project.id, language);
  // An empty draft hides the saved text, so that what a reset leads to is shown.
  const own = Object.entries({ ...saved, ...drafts }).filter(([, text]) => text !== "");
  return wordingOf(language, { ...ofTheme, ...Object.fromEntries(own) });
}
