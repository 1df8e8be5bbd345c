import type { App } from "../../app.ts";
import type { SigningKey } from "../../storage/db.ts";
import { listPublishedSigningKeys } from "../../storage/signing-keys.ts";
import { projectNotFoundError, requireProjectNamed } from "../projects/find-project.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf, jwksUrlOf } from "../projects/urls.ts";

/** The current keys of the JWKS, and what a backend needs to verify tokens. */
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
  if (!active) throw projectNotFoundError(project.slug); // deleted since it was found
  return {
    active,
    grace: keys.filter((key) => key !== active),
    issuer: issuerOf(app, project),
    audience: project.slug,
    jwksUrl: jwksUrlOf(app, project),
  };
}
