import type { App } from "../../app.ts";
import { lockProject, updateProject } from "../../storage/projects.ts";
import {
  deleteOldThemeRevisions,
  findNewestThemeRevision,
  insertThemeRevision,
} from "../../storage/themes.ts";
import { transact } from "../../storage/transact.ts";
import { changesBetween, contractNames } from "../analytics/changes.ts";
import type { EventData, EventKind } from "../analytics/event-kinds.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { requireEtag } from "../etag.ts";
import { projectNotFoundError } from "../projects/find-project.ts";
import type { Project } from "../projects/project.ts";
import { isSameTheme, storedForm, type Theme } from "./theme.ts";
import { firstRevision, readRevision, type ThemeRevision } from "./theme-revision.ts";

type WriteApp = Pick<App, "clock" | "db" | "newId">;

type ThemeEventKind = Extract<EventKind, `admin.theme_${string}`>;

export type NextTheme = { theme: Theme; kind: ThemeEventKind; data?: EventData<ThemeEventKind> };

/** Who changes the theme, and the version on which the change is based; none for a change in any case. */
export type ThemeChange = Readonly<{ by: Actor; etag?: string | undefined }>;

const KEPT_REVISIONS = 50;

/**
 * Saves the theme that `decide` returns as a new revision, unless it is the current one. The project
 * stays locked meanwhile, so nobody else changes its theme or files.
 */
export function saveThemeRevision(
  app: WriteApp,
  { id }: Pick<Project, "id">,
  { by, etag }: ThemeChange,
  decide: (app: WriteApp) => Promise<NextTheme>,
): Promise<ThemeRevision> {
  return transact(app, async (app) => {
    const project = await lockProject(app.db, { id });
    if (!project) throw projectNotFoundError(id);
    const row = await findNewestThemeRevision(app.db, id);
    const current = row ? readRevision(row) : firstRevision(project);
    requireEtag(etag, current.etag, "theme");
    const next = await decide(app);
    if (isSameTheme(next.theme, current.theme)) return current;

    // The default theme of a new project becomes a revision too, so that it can be restored.
    if (!row) {
      const first = { id: app.newId(), projectId: id, theme: null, createdBy: "" };
      await insertThemeRevision(app.db, { ...first, createdAt: current.createdAt });
    }
    const revision = {
      id: app.newId(),
      projectId: id,
      theme: storedForm(next.theme),
      // The newest revision is in use, so it must be newer even if the clock went back.
      createdAt: Math.max(app.clock(), current.createdAt + 1),
      createdBy: by.actor.replace(/^admin:/, ""),
    };
    await insertThemeRevision(app.db, revision);
    await deleteOldThemeRevisions(app.db, id, KEPT_REVISIONS);
    await updateProject(app.db, id, { updatedAt: app.clock() });
    const data = {
      revision: revision.id,
      ...next.data,
      ...changesBetween(contractNames(current.theme), contractNames(next.theme)),
    };
    await recordEvent(app, { kind: next.kind, projectId: id, by, data });
    return readRevision(revision);
  });
}
