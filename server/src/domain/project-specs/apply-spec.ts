import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { findProject, findProjectBySlug, lockProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Right, requireRights, roleIn } from "../admins/rights.ts";
import type { Actor } from "../analytics/record-event.ts";
import { type CatalogImpact, catalogImpacts } from "../billing/catalog-impacts.ts";
import { requireEtag } from "../etag.ts";
import { defaultRpId } from "../passkeys/default-rp-id.ts";
import { insertNewProject, newProject } from "../projects/create-project.ts";
import { holdForSender } from "../projects/guarded-changes.ts";
import { type Project, readProject } from "../projects/project.ts";
import { detailsOf, type ProjectDetails } from "../projects/project-details.ts";
import { writeSecrets } from "../projects/provider-secrets.ts";
import { requireAllowedSender } from "../projects/require-allowed-sender.ts";
import { changedFields, requireValidState, saveProject } from "../projects/save-project.ts";
import { settingsOf } from "../projects/setting-fields.ts";
import { requireSlug } from "../projects/slug.ts";
import { requireAssets } from "../themes/asset.ts";
import { currentTheme, installTheme, resetTheme } from "../themes/current-theme.ts";
import { ownWording, saveWording } from "../wording/own-wording.ts";
import { parseSpec, type SpecToApply } from "./parse-spec.ts";
import { type LiveProject, planSpec, type SpecPlan } from "./plan-spec.ts";
import type { ThemePlan } from "./plan-theme.ts";
import { requireWording } from "./plan-wording.ts";
import { withPlace } from "./spec-error.ts";
import { NO_PROJECT_ETAG, specEtag } from "./spec-etag.ts";

type ApplyApp = Pick<App, "baseUrl" | "clock" | "configuredSmtp" | "db" | "newId" | "secretBox">;

export type AppliedSpec = {
  plan: SpecPlan;
  isNew: boolean;
  /** The project after the change; undefined when a dry run would create it. */
  project?: ProjectDetails;
  /** How the change of the catalog affects existing purchases. */
  impacts: readonly CatalogImpact[];
  /** The secret key of a new project. It is returned only once. */
  secretKey?: string;
  /** In a dry run the version for which the plan was made, otherwise the version after the change. */
  etag: string;
};

/** Applies the spec to a project, or only returns what that would change. */
export async function applySpec(
  app: ApplyApp,
  by: Actor,
  input: { specYaml: string; dryRun: boolean; merge: boolean; etag?: string },
): Promise<AppliedSpec> {
  const parsed = parseSpec(input.specYaml);
  try {
    requireSlug(parsed.slug);
    const wording = await requireWording(parsed.wording);
    const spec: SpecToApply = { ...parsed, wording, etag: input.etag || parsed.etag, merge: input.merge };
    return await (input.dryRun ? dryRun(app, by, spec) : apply(app, by, spec));
  } catch (error) {
    throw withPlace(error, parsed.places);
  }
}

async function dryRun(app: ApplyApp, by: Actor, spec: SpecToApply): Promise<AppliedSpec> {
  const row = await findProjectBySlug(app.db, spec.slug);
  withRightToApply(by, row, "read");
  if (!row) {
    requireEtag(spec.etag, NO_PROJECT_ETAG, "project");
    const plan = await creationPlan(app, by, spec);
    await requireAssets(app, { id: "" }, plan.theme.theme); // a new project has no files
    return { plan, isNew: true, impacts: [], etag: NO_PROJECT_ETAG };
  }
  const project = readProject(row);
  const { etag, ...live } = await liveProject(app, project, spec);
  const plan = await planned(app, spec, live);
  requireValidState(plan.before, plan.after, plan.secrets);
  await requireAllowedSender(app, by, plan.before.values, plan.after.values);
  await requireAssets(app, project, plan.theme.theme);
  const after = { ...project, name: plan.after.name, settings: settingsOf(plan.after.values) };
  const impacts = await catalogImpacts(app, project, after);
  return { plan, isNew: false, project: await detailsOf(app, after), impacts, etag };
}

async function apply(app: ApplyApp, by: Actor, spec: SpecToApply): Promise<AppliedSpec> {
  const found = await findProjectBySlug(app.db, spec.slug);
  const allowed = withRightToApply(by, found, "write");
  const created = found ? undefined : await create(app, allowed, spec);
  return created ?? transact(app, (app) => change(app, by, spec));
}

/** Returns undefined when a concurrent call created the project first. */
async function create(app: ApplyApp, by: Actor, spec: SpecToApply): Promise<AppliedSpec | undefined> {
  requireEtag(spec.etag, NO_PROJECT_ETAG, "project");
  const plan = await creationPlan(app, by, spec);
  const settings = settingsOf(plan.after.values);
  const fresh = newProject(app, { name: plan.after.name, slug: spec.slug, settings });
  return transact(app, async (app) => {
    await holdForSender(app, by, { id: fresh.row.id, settings }, changedFields(plan.before, plan.after));
    const project = await insertNewProject(app, by, fresh);
    if (!project) return undefined;
    await requireAllowedSender(app, by, plan.before.values, plan.after.values);
    await writeSecrets(app, project.id, plan.secrets);
    await saveTheme(app, by, project, plan.theme);
    await saveWording(app, project, by, plan.wording.given);
    const details = await detailsOf(app, project);
    const etag = specEtag(details, plan.theme.theme, plan.wording.wording);
    return { plan, isNew: true, project: details, impacts: [], secretKey: fresh.secretKey, etag };
  });
}

async function change(app: ApplyApp, by: Actor, spec: SpecToApply): Promise<AppliedSpec> {
  const row = await lockProject(app.db, { slug: spec.slug });
  if (!row) throw new AppError("NOT_FOUND", "deleted meanwhile", { resource: "project" });
  const allowed = withRightToApply(by, row, "write");
  const project = readProject(row);
  const plan = await planned(app, spec, await liveProject(app, project, spec));
  const impacts = await catalogImpacts(app, project, { ...project, settings: settingsOf(plan.after.values) });
  const saved = await saveProject(app, allowed, project, plan.after, plan.secrets);
  await saveTheme(app, allowed, project, plan.theme);
  await saveWording(app, project, allowed, plan.wording.given);
  const { updatedAt } = (await findProject(app.db, project.id)) ?? saved; // a new theme and new texts date it, too
  const details = await detailsOf(app, { ...saved, updatedAt });
  const etag = specEtag(details, plan.theme.theme, plan.wording.wording);
  return { plan, isNew: false, project: details, impacts, etag };
}

/** The project as it is, with its version. Throws if the spec is based on another version. */
async function liveProject(
  app: ApplyApp,
  project: Project,
  spec: SpecToApply,
): Promise<LiveProject & { etag: string }> {
  const [theme, wording] = [await currentTheme(app, project), await ownWording(app, project)];
  const etag = specEtag(await detailsOf(app, project), theme, wording);
  requireEtag(spec.etag, etag, "project");
  return { project, theme, wording, etag };
}

/**
 * The actor with the right to change this project or, if there is none, to create one. For an administrator without a
 * role in the project it does not exist, so they are told the same in both cases.
 */
function withRightToApply(by: Actor, project: { id: string } | undefined, act: "read" | "write"): Actor {
  const rights = by.credential?.rights;
  if (!rights) return by;
  const exists = project !== undefined && roleIn(rights, project.id) !== undefined;
  const right: Right = exists
    ? { needs: `administrator:${act}`, projectId: project.id }
    : { needs: `owner:${act}` };
  requireRights(rights, right.needs, exists ? { id: project.id, named: "" } : undefined);
  return { ...by, right };
}

async function saveTheme(app: ApplyApp, by: Actor, project: Project, plan: ThemePlan): Promise<void> {
  if (plan.changes.length === 0) return;
  if (plan.isGiven) await installTheme(app, project, plan.theme, { by });
  else await resetTheme(app, project, { by });
}

/** The plan, with the domain of passkeys that are switched on without one. */
async function planned(app: ApplyApp, spec: SpecToApply, live: LiveProject | undefined): Promise<SpecPlan> {
  const plan = planSpec(spec, live);
  const rpId = await defaultRpId(app, live?.project.id, plan.after.values);
  if (rpId === undefined) return plan;
  return planSpec({ ...spec, values: new Map([...spec.values, ["passkeys.rp_id", rpId]]) }, live);
}

async function creationPlan(app: ApplyApp, by: Actor, spec: SpecToApply): Promise<SpecPlan> {
  if (spec.name === undefined) throw invalidRequest("name", "is required for a new project");
  const plan = await planned(app, spec, undefined);
  requireValidState(plan.before, plan.after, plan.secrets);
  await requireAllowedSender(app, by, plan.before.values, plan.after.values);
  return plan;
}
