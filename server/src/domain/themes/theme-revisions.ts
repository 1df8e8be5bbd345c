import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { findThemeRevision, listThemeRevisions as listRows } from "../../storage/themes.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";
import { withoutMissingAssets } from "./asset.ts";
import { saveThemeRevision, type ThemeChange } from "./save-theme-revision.ts";
import { readTheme } from "./theme.ts";
import { firstRevision, readRevision, type ThemeRevision } from "./theme-revision.ts";

/** Newest first. The first one is in use. */
export async function listThemeRevisions(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: { pageSize: number; pageToken: string },
): Promise<Page<ThemeRevision>> {
  const list = `theme_revisions ${project.id}`;
  const cursor = readCursor(app, list, input);
  const rows = await listRows(app.db, project.id, cursor.limit + 1, cursor.after?.createdAt);
  const hasNone = rows.length === 0 && cursor.after === undefined;
  const revisions = hasNone ? [firstRevision(project)] : rows.map(readRevision);
  return pageOf(app, list, cursor, revisions);
}

/** Restores an earlier revision, without files that were deleted since. */
export function restoreThemeRevision(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  revisionId: string,
  change: ThemeChange,
): Promise<ThemeRevision> {
  return saveThemeRevision(app, project, change, async (app) => {
    const row = await findThemeRevision(app.db, project.id, revisionId);
    if (!row) throw new AppError("NOT_FOUND", revisionId, { resource: "theme_revision" });
    const theme = await withoutMissingAssets(app, project, readTheme(row.theme));
    return { theme, kind: "admin.theme_restored", data: { restored: revisionId } };
  });
}
