import { type Admin, AdminRole, type AdminRoleGrant } from "@svc/proto/svc/admin/v1/admin_pb";
import { roles as text } from "../../strings/roles.ts";

export type ProjectRole = "administrator" | "support" | "viewer";
export type RoleName = "owner" | ProjectRole;

export const projectRoles: readonly ProjectRole[] = ["administrator", "support", "viewer"];

const NAMES: Readonly<Partial<Record<AdminRole, RoleName>>> = {
  [AdminRole.OWNER]: "owner",
  [AdminRole.ADMINISTRATOR]: "administrator",
  [AdminRole.SUPPORT]: "support",
  [AdminRole.VIEWER]: "viewer",
};

export function nameOfRole(role: AdminRole): RoleName | undefined {
  return NAMES[role];
}

export function roleNamed(name: RoleName | "none"): AdminRole {
  if (name === "none") return AdminRole.NONE;
  return Number(Object.entries(NAMES).find(([, known]) => known === name)?.[0] ?? AdminRole.UNSPECIFIED);
}

/** "Owner", or "Support of demo, Viewer of other". */
export function rolesText(grants: readonly AdminRoleGrant[]): string {
  if (grants.some(({ role }) => role === AdminRole.OWNER)) return text.names.owner;
  const names = grants.flatMap(({ project, role }) => {
    const name = nameOfRole(role);
    return name ? [text.of(text.names[name], project)] : [];
  });
  return names.length === 0 ? text.none : names.join(", ");
}

export function isOwner({ roles }: Pick<Admin, "roles">): boolean {
  return roles.some(({ project, role }) => project === "" && role === AdminRole.OWNER);
}

/** The role in the project; undefined for none. */
export function roleIn({ roles }: Pick<Admin, "roles">, slug: string): ProjectRole | undefined {
  const name = nameOfRole(roles.find(({ project }) => project === slug)?.role ?? AdminRole.NONE);
  return name === "owner" ? undefined : name;
}
