import type { App } from "../../app.ts";
import { updateProject } from "../../storage/projects.ts";
import { changesBetween, contractNames } from "../analytics/changes.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { keepTiers } from "../billing/keep-tiers.ts";
import { requireValidSettings } from "./check-settings.ts";
import { projectNotFoundError } from "./find-project.ts";
import { holdForChanges } from "./guarded-changes.ts";
import { type Project, readProject } from "./project.ts";
import { requireProjectName } from "./project-name.ts";
import { requireValidSecrets, type SecretChanges, writeSecrets } from "./provider-secrets.ts";
import { requireAllowedSender } from "./require-allowed-sender.ts";
import { isSameValue, type SettingPath, type SettingValue, settingsOf, valuesOf } from "./setting-fields.ts";

/** Everything about a project that administrators can change, except secrets. */
export type ProjectState = Readonly<{
  name: string;
  values: ReadonlyMap<SettingPath, SettingValue>;
}>;

/** Throws if the new state is invalid, before anything is saved. */
export function requireValidState(before: ProjectState, after: ProjectState, secrets: SecretChanges): void {
  if (after.name !== before.name) requireProjectName(after.name);
  requireValidSettings(after.values, changedSettings(before, after));
  requireValidSecrets(secrets);
}

/**
 * Saves the differences and the given secrets. When nothing differs, nothing is written. Call it in a transaction that
 * has locked the project.
 */
export async function saveProject(
  app: Pick<App, "baseUrl" | "clock" | "configuredSmtp" | "db" | "newId" | "secretBox">,
  by: Actor,
  project: Project,
  after: ProjectState,
  secrets: SecretChanges,
): Promise<Project> {
  const before = stateOf(project);
  requireValidState(before, after, secrets);
  await requireAllowedSender(app, by, before.values, after.values);
  const fields = changedFields(before, after);
  const settings = settingsOf(after.values);
  await holdForChanges(app, by, { ...project, settings }, fields, secrets);
  await writeSecrets(app, project.id, secrets);
  if (fields.length === 0 && secrets.size === 0) return project;

  const data = {
    fields: fields.join(","),
    secrets: [...secrets.keys()].join(","),
    ...changesBetween(
      loggedState(before),
      loggedState(after),
      [...secrets.keys()].map((path) => `settings.${path}`),
    ),
  };
  await recordEvent(app, { kind: "admin.project_updated", projectId: project.id, by, data });
  if (fields.length === 0) return project;

  await keepTiers(app, project, { ...project, settings });
  const changes = { name: after.name, settings: JSON.stringify(settings), updatedAt: app.clock() };
  const saved = await updateProject(app.db, project.id, changes);
  if (!saved) throw projectNotFoundError(project.id);
  return readProject(saved);
}

export function stateOf(project: Pick<Project, "name" | "settings">): ProjectState {
  return { name: project.name, values: valuesOf(project.settings) };
}

/** By the full paths of a spec. */
function loggedState({ name, values }: ProjectState): object {
  const settings = Object.fromEntries([...values].map(([path, value]) => [`settings.${path}`, value]));
  return contractNames({ name, ...settings });
}

/** Full paths, as in a spec. */
export function changedFields(before: ProjectState, after: ProjectState): string[] {
  const settings = [...changedSettings(before, after)].map((path) => `settings.${path}`);
  return after.name === before.name ? settings : ["name", ...settings];
}

function changedSettings(before: ProjectState, after: ProjectState): Set<SettingPath> {
  const paths = [...after.values.keys()];
  return new Set(paths.filter((path) => !isSameValue(before.values.get(path), after.values.get(path))));
}
