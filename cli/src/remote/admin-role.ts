import type { AdminRoleGrantJson, AdminRoleJson } from "@svc/proto/svc/admin/v1/admin_pb";
import { usageFailure } from "../failure.ts";

/** The roles as they are typed. */
export const adminRoleNames = ["owner", "administrator", "support", "viewer"] as const;

/** `administrator` -> `ADMIN_ROLE_ADMINISTRATOR`. */
export function roleOfName(name: string): AdminRoleJson {
  return `ADMIN_ROLE_${name.toUpperCase()}` as AdminRoleJson;
}

/** `owner`, or `support of demo, viewer of other`. */
export function describeRoles(roles: readonly AdminRoleGrantJson[] = []): string {
  const names = roles.map(({ project = "", role = "" }) => {
    const name = role.replace("ADMIN_ROLE_", "").toLowerCase();
    return project === "" ? name : `${name} of ${project}`;
  });
  return names.length === 0 ? "no role" : names.join(", ");
}

/** Owners are owners of the instance, and every other role is one in a project. */
export function requirePlaces(role: string, projects: readonly string[]): readonly string[] {
  if (role === "owner") {
    if (projects.length === 0) return [""];
    throw usageFailure("an owner has every project", "leave --project out, or choose another --role");
  }
  if (projects.length > 0) return projects;
  throw usageFailure(`the role ${role} is one in a project`, "name it: --project <slug>, once for each");
}
