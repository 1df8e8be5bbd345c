import type { App } from "../../app.ts";
import type { SigningKey } from "../../storage/db.ts";
import { listPublishedSigningKeys } from "../../storage/signing-keys.ts";
import { projectNotFound, requireProjectNamed } from "../projects/find-project.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf, jwksUrlOf } from "../projects/urls.ts";

/** All keys in the JWKS at this moment, and what a backend checks tokens against. */
export type ProjectKeys = {
  active: SigningKey;
  /** The newest first. */
  grace: SigningKey[];
  issuer: string;
  audience: string;
  jwksUrl: string;
};

export async function getProjectKeys(
  app: Pick<App, "baseUrl" | "clock" | "db">,
  slugOrId: string,
): Promise<ProjectKeys> {
  return projectKeys(app, await requireProjectNamed(app, slugOrId));
}

export async function projectKeys(
  app: Pick<App, "baseUrl" | "clock" | "db">,
  project: Pick<Project, "id" | "slug">,
): Promise<ProjectKeys> {
  const keys = await listPublishedSigningKeys(app.db, project.id, app.clock());
  const active = keys.find(({ graceUntil }) => graceUntil === null);
  if (!active) throw projectNotFound(project.slug); // deleted since it was found
  return {
    active,
    grace: keys.filter((key) => key !== active),
    issuer: issuerOf(app, project),
    audience: project.slug,
    jwksUrl: jwksUrlOf(app, project),
  };
}
