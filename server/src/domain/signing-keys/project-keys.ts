import type { App } from "../../app.ts";
import type { Millis, SigningKey } from "../../storage/db.ts";
import { listPublishedSigningKeys, STAND_BY_UNTIL } from "../../storage/signing-keys.ts";
import { projectNotFoundError, requireProjectNamed } from "../projects/find-project.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf, jwksUrlOf } from "../projects/urls.ts";

/**
 * After this time, every cache of the JWKS has the key: five minutes in a shared cache, as the response allows, and ten in
 * the verifier, which is the longest default of common libraries.
 */
const KNOWN_AFTER_SECONDS = 15 * 60;

/** The current keys of the JWKS, and what a backend needs to verify tokens. */
export type ProjectKeys = {
  active: SigningKey;
  /** Published and not used yet: the next rotation lets it sign. A project of 0.1.0 has none until the job adds it. */
  standBy: SigningKey | undefined;
  /** For how long caches may lack the key that the next rotation lets sign. */
  standByWaitSeconds: number;
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
  const now = app.clock();
  const keys = await listPublishedSigningKeys(app.db, project.id, now);
  const active = keys.find(({ graceUntil }) => graceUntil === null);
  const standBy = keys.find(({ graceUntil }) => graceUntil === STAND_BY_UNTIL);
  if (!active) throw projectNotFoundError(project.slug); // deleted since it was found
  return {
    active,
    standBy,
    standByWaitSeconds: waitSeconds(standBy, now),
    grace: keys.filter((key) => key !== active && key !== standBy),
    issuer: issuerOf(app, project),
    audience: project.slug,
    jwksUrl: jwksUrlOf(app, project),
  };
}

function waitSeconds(standBy: SigningKey | undefined, now: Millis): number {
  if (!standBy) return KNOWN_AFTER_SECONDS;
  const left = Math.ceil(KNOWN_AFTER_SECONDS - (now - standBy.createdAt) / 1000);
  // The clock of the replica that made the key may be ahead.
  return Math.min(Math.max(left, 0), KNOWN_AFTER_SECONDS);
}
