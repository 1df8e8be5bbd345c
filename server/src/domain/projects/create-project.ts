import type { App } from "../../app.ts";
import { newApiKey } from "../../crypto/api-keys.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { ProjectRow, SigningKey } from "../../storage/db.ts";
import { insertProject } from "../../storage/projects.ts";
import { insertSigningKey, insertStandByKey } from "../../storage/signing-keys.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { newSigningKey } from "../signing-keys/new-signing-key.ts";
import { requireFactorsKnown } from "./guarded-changes.ts";
import { noOldSecretKey } from "./old-secret-key.ts";
import { type Project, readProject } from "./project.ts";
import type { ProjectDetails } from "./project-details.ts";
import { requireProjectName } from "./project-name.ts";
import { defaultSettings, type ProjectSettings } from "./settings.ts";
import { requireSlug, slugFromName } from "./slug.ts";

/** Creates a project with its keys. The secret key is returned only once. */
export async function createProject(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  by: Actor,
  input: { name: string; slug: string },
): Promise<{ project: ProjectDetails; secretKey: string }> {
  const name = requireProjectName(input.name);
  const slug = requireSlug(input.slug || slugFromName(name));
  const fresh = newProject(app, { name, slug, settings: defaultSettings });

  const project = await transact(app, (app) => insertNewProject(app, by, fresh));
  if (!project) throw new AppError("ALREADY_EXISTS", `slug ${slug}`, { resource: "project", field: "slug" });
  return { project: { ...project, secrets: new Map() }, secretKey: fresh.secretKey };
}

export type NewProject = {
  row: ProjectRow;
  signingKey: SigningKey;
  standByKey: SigningKey;
  secretKey: string;
};

/** Call it outside the transaction, because creating the keys takes CPU time. */
export function newProject(
  app: Pick<App, "clock" | "newId" | "secretBox">,
  { name, slug, settings }: { name: string; slug: string; settings: ProjectSettings },
): NewProject {
  const id = app.newId();
  const now = app.clock();
  const secretKey = newApiKey("sk_");
  const row = {
    id,
    slug,
    name,
    publishableKey: newApiKey("pk_"),
    secretKeyHash: hashToken(secretKey),
    secretKeyLast4: secretKey.slice(-4),
    ...noOldSecretKey,
    settings: JSON.stringify(settings),
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  return { row, signingKey: newSigningKey(app, id), standByKey: newSigningKey(app, id), secretKey };
}

/** Returns undefined when the slug is taken. Call it in a transaction. */
export async function insertNewProject(
  app: Pick<App, "clock" | "db" | "newId">,
  by: Actor,
  { row, signingKey, standByKey }: NewProject,
): Promise<Project | undefined> {
  const inserted = await insertProject(app.db, row);
  if (!inserted) return undefined;
  const project = readProject(inserted);
  await requireFactorsKnown(app, project.settings);
  await insertSigningKey(app.db, signingKey);
  await insertStandByKey(app.db, standByKey);
  const data = { slug: row.slug, name: row.name };
  await recordEvent(app, { kind: "admin.project_created", projectId: row.id, by, data });
  // In the audit log of the instance too, because the project's own is deleted with it.
  const ofInstance = { project_id: row.id, ...data };
  await recordEvent(app, { kind: "admin.project_created", projectId: null, by, data: ofInstance });
  return project;
}
