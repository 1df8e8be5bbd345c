import type { App } from "../../app.ts";
import type { Wording } from "../../wording/wording.ts";
import { projectOfPublishableKey } from "../projects/find-project.ts";
import { offeredLanguage } from "../projects/languages.ts";
import { currentTheme } from "../themes/current-theme.ts";
import { projectWording } from "./project-wording.ts";

/** The sentences of a project's pages, in the first wanted language that it offers, or else in its default language. */
export async function wordingOfPages(
  app: Pick<App, "db">,
  publishableKey: string,
  wanted: readonly string[],
): Promise<Wording> {
  const project = await projectOfPublishableKey(app.db, publishableKey);
  const { settings } = project;
  const language = offeredLanguage(settings, wanted) ?? settings.defaultLanguage;
  return projectWording(app, project, await currentTheme(app, project), language);
}
