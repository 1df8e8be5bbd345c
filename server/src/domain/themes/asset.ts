import { hash } from "node:crypto";
import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { findAsset, findAssetType, listAssets } from "../../storage/assets.ts";
import { findProjectBySlug } from "../../storage/projects.ts";
import type { Project } from "../projects/project.ts";
import type { Theme } from "./theme.ts";

/** A file that is safe to serve. The type is derived from the content, and metadata is removed. */
export type AssetFile = Readonly<{ type: AssetType; bytes: Uint8Array }>;

export type AssetType = keyof typeof contentTypes;

const contentTypes = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  svg: "image/svg+xml",
  woff2: "font/woff2",
} as const;

/** A file of a project, without its content. */
export type Asset = Readonly<{ projectId: string; name: string; contentType: string }>;

export function contentTypeOf({ type }: AssetFile): string {
  return contentTypes[type];
}

/** A hash of the content, so that a URL always serves the same file. */
export function assetNameOf({ type, bytes }: AssetFile): string {
  return `${hash("sha256", bytes, "hex").slice(0, 32)}.${type}`;
}

/** The public URL of the file; empty when there is none. */
export function assetUrlOf(app: Pick<App, "baseUrl">, project: Pick<Project, "slug">, name: string): string {
  return name === "" ? "" : `${app.baseUrl}/assets/${project.slug}/${name}`;
}

export async function getAsset(app: Pick<App, "db">, slug: string, name: string): Promise<Asset> {
  const project = await findProjectBySlug(app.db, slug);
  const contentType = project && (await findAssetType(app.db, project.id, name));
  if (!project || contentType === undefined) throw notFoundError();
  return { projectId: project.id, name, contentType };
}

export async function readAsset(app: Pick<App, "db">, { projectId, name }: Asset): Promise<Buffer> {
  const row = await findAsset(app.db, projectId, name);
  if (!row) throw notFoundError();
  return Buffer.from(row.data, "base64");
}

function notFoundError(): AppError {
  return new AppError("NOT_FOUND", undefined, { resource: "asset" });
}

/** Refuses a theme that names a file that the project does not have, or that has another type. */
export async function requireAssets(
  app: Pick<App, "db">,
  project: Pick<Project, "id">,
  { logoAsset, fontAsset }: Theme,
): Promise<void> {
  if (logoAsset === "" && fontAsset === "") return;
  const names = (await listAssets(app.db, project.id)).map(({ name }) => name);
  const hasLogo = logoAsset === "" || (names.includes(logoAsset) && !isFont(logoAsset));
  if (!hasLogo) throw invalidRequest("theme.logo_asset", "is not a logo uploaded to this project");
  const hasFont = fontAsset === "" || (names.includes(fontAsset) && isFont(fontAsset));
  if (!hasFont) throw invalidRequest("theme.font_asset", "is not a font uploaded to this project");
}

export async function withoutMissingAssets(
  app: Pick<App, "db">,
  project: Pick<Project, "id">,
  theme: Theme,
): Promise<Theme> {
  const names = (await listAssets(app.db, project.id)).map(({ name }) => name);
  const present = (name: string): string => (names.includes(name) ? name : "");
  return { ...theme, logoAsset: present(theme.logoAsset), fontAsset: present(theme.fontAsset) };
}

function isFont(name: string): boolean {
  return name.endsWith(".woff2");
}
