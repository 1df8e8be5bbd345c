import type { App } from "../../app.ts";
import { findNewestThemeRevision } from "../../storage/themes.ts";
import type { Project } from "../projects/project.ts";
import { requireAssets } from "./asset.ts";
import { requireTheme, type ThemeInput } from "./check-theme.ts";
import { saveThemeRevision, type ThemeChange } from "./save-theme-revision.ts";
import { defaultTheme, readTheme, type Theme } from "./theme.ts";
import { type ThemeChanges, withChanges } from "./theme-changes.ts";
import { firstRevision, readRevision, type ThemeRevision } from "./theme-revision.ts";

type WriteApp = Pick<App, "clock" | "db" | "newId">;

/** The theme as it was saved. */
export async function currentTheme(app: Pick<App, "db">, project: Pick<Project, "id">): Promise<Theme> {
  const row = await findNewestThemeRevision(app.db, project.id);
  return readTheme(row?.theme ?? null);
}

/** The theme for pages, emails and apps. Its product name is the project's name unless it has its own. */
export async function themeOf(app: Pick<App, "db">, project: Pick<Project, "id" | "name">): Promise<Theme> {
  const theme = await currentTheme(app, project);
  return { ...theme, productName: theme.productName || project.name };
}

export async function currentRevision(
  app: Pick<App, "db">,
  project: Pick<Project, "id" | "createdAt">,
): Promise<ThemeRevision> {
  const row = await findNewestThemeRevision(app.db, project.id);
  return row ? readRevision(row) : firstRevision(project);
}

/** Replaces the whole theme. Creates no revision if the theme is already in use. */
export async function installTheme(
  app: WriteApp,
  project: Pick<Project, "id">,
  input: ThemeInput,
  change: ThemeChange,
): Promise<ThemeRevision> {
  const theme = requireTheme(input);
  return saveThemeRevision(app, project, change, async (app) => {
    await requireAssets(app, project, theme);
    return { theme, kind: "admin.theme_updated" };
  });
}

/** Changes parts of the theme. The other parts keep their current values. */
export function changeTheme(
  app: WriteApp,
  project: Pick<Project, "id">,
  changes: ThemeChanges,
  change: ThemeChange,
): Promise<ThemeRevision> {
  return saveThemeRevision(app, project, change, async (app) => {
    const theme = requireTheme(withChanges(await currentTheme(app, project), changes));
    await requireAssets(app, project, theme);
    return { theme, kind: "admin.theme_updated" };
  });
}

/** Restores the default theme. */
export function resetTheme(
  app: WriteApp,
  project: Pick<Project, "id">,
  change: ThemeChange,
): Promise<ThemeRevision> {
  return saveThemeRevision(app, project, change, async () => ({
    theme: defaultTheme,
    kind: "admin.theme_reset",
  }));
}
