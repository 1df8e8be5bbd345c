import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import { findProjectBySlugOrId, listProjectSlugs } from "../../storage/projects.ts";
import { projectNotFoundError } from "../projects/find-project.ts";
import { type ProjectRole, projectRoles, type Role } from "./rights.ts";

const MAX_GRANTS = 100;

/** A role and where it holds. */
export type RoleGrant = Readonly<{
  /** Empty for the instance. */
  projectId: string;
  role: Role;
}>;

/** With the slug of the project, for people. */
export type NamedRoleGrant = RoleGrant & Readonly<{ slug: string }>;

/** What an administrator of 0.1 may do. */
export const OWNER: RoleGrant = { projectId: "", role: "owner" };

/** A role that fits where it is given, or an error. */
export async function requireGrant(
  app: Pick<App, "db">,
  { project: named, role }: { project: string; role: Role | undefined },
): Promise<RoleGrant> {
  if (named === "") {
    if (role !== "owner") throw invalidRequest("role", "must be OWNER when no project is given");
    return OWNER;
  }
  if (role === undefined || !isProjectRole(role)) {
    throw invalidRequest("role", "must be ADMINISTRATOR, SUPPORT or VIEWER in a project");
  }
  const project = await findProjectBySlugOrId(app.db, named);
  if (!project) throw projectNotFoundError(named);
  return { projectId: project.id, role };
}

/** Without any, those of an owner, as in 0.1. */
export async function requireGrants(
  app: Pick<App, "db">,
  typed: readonly { project: string; role: Role | undefined }[],
): Promise<RoleGrant[]> {
  if (typed.length > MAX_GRANTS) throw invalidRequest("roles", `must be at most ${MAX_GRANTS}`);
  if (typed.length === 0) return [OWNER];
  const grants: RoleGrant[] = [];
  for (const one of typed) grants.push(await requireGrant(app, one));
  if (new Set(grants.map(({ projectId }) => projectId)).size < grants.length) {
    throw invalidRequest("roles", "must name each project once");
  }
  return grants;
}

/** The instance first, then projects by slug. Projects that were deleted are left out. */
export async function nameGrants(
  app: Pick<App, "db">,
  grants: readonly RoleGrant[],
): Promise<NamedRoleGrant[]> {
  const ids = grants.map(({ projectId }) => projectId).filter((id) => id !== "");
  const slugs = await listProjectSlugs(app.db, ids);
  return grants
    .flatMap((grant) => {
      const slug = grant.projectId === "" ? "" : slugs.get(grant.projectId);
      return slug === undefined ? [] : [{ ...grant, slug }];
    })
    .sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

export function writeGrants(grants: readonly RoleGrant[]): string {
  return JSON.stringify(grants);
}

export function readGrants(stored: string | null): readonly RoleGrant[] {
  return stored === null ? [OWNER] : (JSON.parse(stored) as RoleGrant[]);
}

/** As events show them. */
export function describeGrants(grants: readonly NamedRoleGrant[]): string[] {
  return grants.map(({ slug, role }) => (slug === "" ? role : `${role} of ${slug}`));
}

function isProjectRole(role: Role): role is ProjectRole {
  return (projectRoles as readonly Role[]).includes(role);
}
