import type { App } from "../../app.ts";
import { findAdminRoles, holdAdminRoles } from "../../storage/admin-roles.ts";
import type { AdminRoleRow } from "../../storage/db.ts";
import type { AdminCredential } from "./admin-credential.ts";
import {
  forbiddenError,
  isAllowed,
  type ProjectRole,
  projectRoles,
  type Right,
  type Rights,
} from "./rights.ts";

type Checked = Readonly<{ credential?: AdminCredential | undefined; right?: Right | undefined }>;

/** Read on every call, so that a role which was taken away ends at once on every replica. */
export async function rightsOfAdmin(
  app: Pick<App, "db">,
  adminId: string,
  limits: Rights["limits"],
): Promise<Rights> {
  return rightsOf(await findAdminRoles(app.db, adminId), limits);
}

/**
 * Checks that the actor may still do what the call was allowed for. Call it just before something outside of the database
 * is done that cannot be taken back; `actedOutside` then records it whatever has happened to the role meanwhile.
 */
export async function requireStillAllowed(app: Pick<App, "db">, by: Checked): Promise<void> {
  if (by.credential && by.right) await holdRight(app, by.credential, by.right);
}

/** The actor of something that is done already: to refuse it now would only keep it out of the audit log. */
export function actedOutside<By extends Checked>(by: By): By {
  return { ...by, right: undefined };
}

/**
 * Checks in the transaction that the administrator may still do what the call was allowed for, and keeps their roles as
 * they are until it ends.
 */
export async function holdRight(
  app: Pick<App, "db">,
  { adminId, rights }: AdminCredential,
  { needs, projectId }: Right,
): Promise<void> {
  const held = rightsOf(await holdAdminRoles(app.db, adminId, projectId), rights.limits);
  if (!isAllowed(held, needs, projectId)) throw forbiddenError(needs.split(":")[0] ?? needs);
}

function rightsOf(rows: readonly AdminRoleRow[], limits: Rights["limits"]): Rights {
  const isOwner = rows.some(({ projectId, role }) => projectId === "" && role === "owner");
  const roles = new Map<string, ProjectRole>();
  for (const { projectId, role } of rows) {
    if (projectId !== "" && isProjectRole(role)) roles.set(projectId, role);
  }
  return { isOwner, roles, limits };
}

function isProjectRole(role: string): role is ProjectRole {
  return (projectRoles as readonly string[]).includes(role);
}
