import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ThemeRevisionSchema } from "@svc/proto/svc/admin/v1/themes_pb";
import type { App } from "../../app.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import type { Project } from "../../domain/projects/project.ts";
import { assetUrlOf } from "../../domain/themes/asset.ts";
import { draftTheme } from "../../domain/themes/check-theme.ts";
import { changeTheme, currentRevision, installTheme, resetTheme } from "../../domain/themes/current-theme.ts";
import type { ThemeRevision } from "../../domain/themes/theme-revision.ts";
import { listThemeRevisions, restoreThemeRevision } from "../../domain/themes/theme-revisions.ts";
import { uploadFont, uploadLogo } from "../../domain/themes/upload-asset.ts";
import { invalidRequest } from "../../errors.ts";
import { encodeTheme } from "../auth/encode.ts";
import { adminActor } from "../context.ts";
import type { AdminThemeHandlers } from "../methods/admin-projects.ts";
import { type PreviewPage, previewTheme } from "./preview-theme.ts";

type ThemeApp = App & { previewPage: PreviewPage };

export function themeService(app: ThemeApp): AdminThemeHandlers {
  return { ...themeHandlers(app), ...uploadHandlers(app) };
}

function themeHandlers(app: ThemeApp): AdminThemeHandlers {
  return {
    async getTheme(request) {
      const project = await requireProjectNamed(app, request.project);
      return { revision: encodeRevision(app, project, await currentRevision(app, project)) };
    },

    async updateTheme({ project: name, theme, changes, etag }, context) {
      if (theme && changes) throw invalidRequest("changes", "cannot be set together with theme");
      if (!theme && !changes) throw invalidRequest("theme", "is required");
      const project = await requireProjectNamed(app, name);
      const change = { by: adminActor(context), etag };
      const revision = theme
        ? await installTheme(app, project, theme, change)
        : await changeTheme(app, project, changes ?? {}, change);
      return { revision: encodeRevision(app, project, revision) };
    },

    async resetTheme(request, context) {
      const project = await requireProjectNamed(app, request.project);
      const revision = await resetTheme(app, project, { by: adminActor(context), etag: request.etag });
      return { revision: encodeRevision(app, project, revision) };
    },

    async listThemeRevisions(request) {
      const project = await requireProjectNamed(app, request.project);
      const { items, nextPageToken } = await listThemeRevisions(app, project, request);
      return { revisions: items.map((item) => encodeRevision(app, project, item)), nextPageToken };
    },

    async restoreThemeRevision({ project: name, revisionId, etag }, context) {
      const project = await requireProjectNamed(app, name);
      const change = { by: adminActor(context), etag };
      const revision = await restoreThemeRevision(app, project, revisionId, change);
      return { revision: encodeRevision(app, project, revision) };
    },

    async previewTheme({ project: name, theme, ...what }) {
      if (!theme) throw invalidRequest("theme", "is required");
      return previewTheme(app, await requireProjectNamed(app, name), draftTheme(theme), what);
    },
  };
}

function uploadHandlers(app: App): AdminThemeHandlers {
  return {
    async uploadLogo(request, context) {
      const project = await requireProjectNamed(app, request.project);
      const asset = await uploadLogo(app, project, request.data, adminActor(context));
      return { asset, url: assetUrlOf(app, project, asset) };
    },

    async uploadFont(request, context) {
      const project = await requireProjectNamed(app, request.project);
      const asset = await uploadFont(app, project, request.data, adminActor(context));
      return { asset, url: assetUrlOf(app, project, asset) };
    },
  };
}

function encodeRevision(
  app: Pick<App, "baseUrl">,
  project: Project,
  { id, theme, isDefault, createdAt, createdBy, etag }: ThemeRevision,
): MessageInitShape<typeof ThemeRevisionSchema> {
  return {
    id,
    theme: encodeTheme(app, project, theme),
    createdAt: timestampFromMs(createdAt),
    createdBy,
    isDefault,
    etag,
  };
}
