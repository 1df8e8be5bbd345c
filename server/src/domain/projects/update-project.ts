import type { App } from "../../app.ts";
import { lockProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import type { Actor } from "../analytics/record-event.ts";
import { requireEtag } from "../etag.ts";
import { defaultRpId } from "../passkeys/default-rp-id.ts";
import { projectNotFoundError, requireProjectNamed } from "./find-project.ts";
import { type Project, readProject } from "./project.ts";
import { detailsOf, type ProjectDetails } from "./project-details.ts";
import { billingEtag, projectEtag } from "./project-etag.ts";
import { differingSecrets, type SecretChanges } from "./provider-secrets.ts";
import { changedFields, type ProjectState, saveProject, stateOf } from "./save-project.ts";
import { valuesOf } from "./setting-fields.ts";
import type { SettingsChanges } from "./settings.ts";

export type ProjectUpdate = Readonly<{
  name?: string | undefined;
  settings?: SettingsChanges;
  secrets?: SecretChanges;
  /** The version of the project, or of its billing settings, on which the change is based. */
  etag?: string;
  billingEtag?: string;
}>;

/** The project after the change, and the changed fields. */
export type UpdatedProject = ProjectDetails & { changedFields: string[] };

/** Changes the given fields that differ. Concurrent updates do not overwrite each other's fields. */
export async function updateProject(
  app: Pick<App, "baseUrl" | "clock" | "configuredSmtp" | "db" | "newId" | "secretBox">,
  by: Actor,
  slugOrId: string,
  update: ProjectUpdate,
): Promise<UpdatedProject> {
  const { id } = await requireProjectNamed(app, slugOrId);
  return transact(app, async (app) => {
    const row = await lockProject(app.db, { id });
    if (!row) throw projectNotFoundError(slugOrId);
    const project = readProject(row);
    await requireSameVersion(app, project, update);
    const { after, secrets, changedFields } = await planUpdate(app, project, update);
    const saved = await saveProject(app, by, project, after, secrets);
    return { ...(await detailsOf(app, saved)), changedFields };
  });
}

async function requireSameVersion(
  app: Pick<App, "db">,
  project: Project,
  { etag, billingEtag: etagOfBilling }: ProjectUpdate,
): Promise<void> {
  if (!etag && !etagOfBilling) return;
  const details = await detailsOf(app, project);
  requireEtag(etag, projectEtag(details), "project");
  requireEtag(etagOfBilling, billingEtag(details), "billing_settings");
}

type PlannedUpdate = Readonly<{ after: ProjectState; secrets: SecretChanges; changedFields: string[] }>;

/** The state after the update, the secrets that differ, and the fields that would change. */
export async function planUpdate(
  app: Pick<App, "baseUrl" | "db" | "secretBox">,
  project: Project,
  { name, settings = {}, secrets = new Map() }: ProjectUpdate,
): Promise<PlannedUpdate> {
  const values = new Map([...valuesOf(project.settings), ...valuesOf(settings)]);
  const rpId = await defaultRpId(app, project.id, values);
  if (rpId !== undefined) values.set("passkeys.rp_id", rpId);
  const after = { name: name === undefined ? project.name : name.trim(), values };
  const differing = await differingSecrets(app, project.id, secrets);
  const touched = [...differing.keys()].map((path) => `settings.${path}`);
  return {
    after,
    secrets: differing,
    changedFields: [...changedFields(stateOf(project), after), ...touched],
  };
}
