import { AppError } from "../../errors.ts";
import { projectNotFoundError } from "../projects/find-project.ts";

/** In a project. Each may do what those before it may. */
export const projectRoles = ["viewer", "support", "administrator"] as const;

export type ProjectRole = (typeof projectRoles)[number];

/** An owner may do everything, in every project and on the instance. */
export type Role = ProjectRole | "owner";

/**
 * What a call needs: the lowest role that may make it, and whether it only reads. `account` is for what belongs to the
 * administrator's own account, and `anybody` for what every administrator may read.
 */
export type Needs = `${"account" | Role}:${"read" | "write"}` | "anybody:read";

/** What the maker of a personal access token did not want it to do. */
export type TokenLimits = Readonly<{
  /** The projects that it works in; all if undefined. */
  projectIds?: readonly string[] | undefined;
  isReadOnly?: boolean | undefined;
}>;

/** What an administrator may do with the credential of this call. */
export type Rights = Readonly<{
  isOwner: boolean;
  /** By the project's id. */
  roles: ReadonlyMap<string, ProjectRole>;
  /** Of a limited token. */
  limits?: TokenLimits | undefined;
}>;

/** What an administrator was allowed to do, for the check in the transaction. */
export type Right = Readonly<{ needs: Needs; projectId?: string | undefined }>;

/** The role in the project; undefined when the project does not exist for this administrator. */
export function roleIn({ isOwner, roles, limits }: Rights, projectId: string): Role | undefined {
  if (limits?.projectIds === undefined) return isOwner ? "owner" : roles.get(projectId);
  if (!limits.projectIds.includes(projectId)) return undefined;
  return isOwner ? "administrator" : roles.get(projectId);
}

/** The ids of the projects that exist for this administrator; undefined when all do. */
export function visibleProjects({ isOwner, roles, limits }: Rights): readonly string[] | undefined {
  if (isOwner) return limits?.projectIds;
  const all = [...roles.keys()];
  return limits?.projectIds === undefined ? all : all.filter((id) => limits.projectIds?.includes(id));
}

/** Whether the administrator is asked for help by the users of any project. */
export function supportsAProject(rights: Rights): boolean {
  const projects = visibleProjects(rights);
  return projects === undefined || projects.some((id) => rankOf(roleIn(rights, id)) >= rankOf("support"));
}

export function isAllowed(rights: Rights, needs: Needs, projectId?: string): boolean {
  return whatIsMissing(rights, needs, projectId) === undefined;
}

/** Throws unless the rights are enough. A project in which the administrator has no role does not exist for them. */
export function requireRights(rights: Rights, needs: Needs, project?: { id: string; named: string }): void {
  if (project && roleIn(rights, project.id) === undefined) throw projectNotFoundError(project.named);
  const missing = whatIsMissing(rights, needs, project?.id);
  if (missing !== undefined) throw forbiddenError(missing);
}

export function forbiddenError(missing: string): AppError {
  return new AppError("ADMIN_FORBIDDEN", `needs ${missing}`, { needs: missing });
}

/** The role, or what else the credential lacks. */
function whatIsMissing(rights: Rights, needs: Needs, projectId: string | undefined): string | undefined {
  const [role, act] = needs.split(":") as [Role | "account" | "anybody", "read" | "write"];
  const { isOwner, limits } = rights;
  if (act === "write" && limits?.isReadOnly) return "token_that_writes";
  if (role === "anybody") return undefined;
  const isUnlimited = limits?.projectIds === undefined;
  if (role === "account") return isUnlimited ? undefined : "token_without_limits";
  if (isOwner && isUnlimited) return undefined;
  if (role === "owner") return isOwner ? "token_without_limits" : "owner";
  const has = projectId === undefined ? undefined : roleIn(rights, projectId);
  return rankOf(has) >= rankOf(role) ? undefined : role;
}

function rankOf(role: Role | undefined): number {
  if (role === "owner") return projectRoles.length;
  return role === undefined ? -1 : projectRoles.indexOf(role);
}
