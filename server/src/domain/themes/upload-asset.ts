import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { deleteAssets, listAssets, putAsset } from "../../storage/assets.ts";
import { lockProject } from "../../storage/projects.ts";
import { listThemeRevisions } from "../../storage/themes.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFoundError } from "../projects/find-project.ts";
import type { Project } from "../projects/project.ts";
import { type AssetFile, assetNameOf, contentTypeOf } from "./asset.ts";
import { readFont } from "./files/read-font.ts";
import { readImage } from "./files/read-image.ts";
import { readTheme, type Theme } from "./theme.ts";

type WriteApp = Pick<App, "clock" | "db" | "newId">;

const MAX_BYTES = 1024 * 1024;
const KEPT_ASSETS = 50;
const FRESH_MS = 3_600_000;
/** More revisions than a project keeps. */
const ALL_REVISIONS = 1000;

/** Returns the name of the stored file. */
export async function uploadLogo(
  app: WriteApp,
  project: Project,
  data: Uint8Array,
  by: Actor,
): Promise<string> {
  requireSize(data);
  return store(app, project, readImage(data), "admin.logo_uploaded", by);
}

/** Returns the name of the stored file. */
export async function uploadFont(
  app: WriteApp,
  project: Project,
  data: Uint8Array,
  by: Actor,
): Promise<string> {
  requireSize(data);
  return store(app, project, await readFont(data), "admin.font_uploaded", by);
}

function requireSize(data: Uint8Array): void {
  if (data.length <= MAX_BYTES) return;
  throw new AppError("REQUEST_TOO_LARGE", `${data.length} bytes`, { max_bytes: String(MAX_BYTES) });
}

async function store(
  app: WriteApp,
  { id }: Project,
  file: AssetFile,
  kind: "admin.logo_uploaded" | "admin.font_uploaded",
  by: Actor,
): Promise<string> {
  const name = assetNameOf(file);
  const contentType = contentTypeOf(file);
  const data = Buffer.from(file.bytes).toString("base64");
  await transact(app, async (app) => {
    // Locked, so that no concurrent theme can name a file that this upload deletes.
    if (!(await lockProject(app.db, { id }))) throw projectNotFoundError(id);
    await putAsset(app.db, { projectId: id, name, contentType, data, createdAt: app.clock() });
    await deleteAssets(app.db, id, await assetsToDelete(app, id, name));
    const facts = { asset: name, bytes: file.bytes.length };
    await recordEvent(app, { kind, projectId: id, by, data: facts });
  });
  return name;
}

/**
 * The files above the limit, oldest first: files that no revision names, then files that only earlier revisions name,
 * then recent uploads, whose theme may not be saved yet. Never the new file, nor files in use.
 */
async function assetsToDelete(
  app: Pick<App, "clock" | "db">,
  projectId: string,
  uploaded: string,
): Promise<string[]> {
  const assets = await listAssets(app.db, projectId);
  if (assets.length <= KEPT_ASSETS) return [];
  const rows = await listThemeRevisions(app.db, projectId, ALL_REVISIONS);
  const [inUse = [], ...earlier] = rows.map(({ theme }) => filesOf(readTheme(theme)));
  const isEarlier = new Set(earlier.flat());
  const freshSince = app.clock() - FRESH_MS;
  const deletionOrder = ({ name, createdAt }: (typeof assets)[number]): number =>
    isEarlier.has(name) ? 1 : createdAt > freshSince ? 2 : 0;
  return assets
    .filter(({ name }) => name !== uploaded && !inUse.includes(name))
    .toSorted((a, b) => deletionOrder(a) - deletionOrder(b))
    .slice(0, assets.length - KEPT_ASSETS)
    .map(({ name }) => name);
}

function filesOf({ logoAsset, fontAsset }: Theme): string[] {
  return [logoAsset, fontAsset];
}
