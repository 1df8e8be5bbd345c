import type { App } from "../../app.ts";
import { listOpenAdminInvites } from "../../storage/admin-invites.ts";
import { findAdminRoles, listAdminRoles } from "../../storage/admin-roles.ts";
import { listAdminsWithFactor } from "../../storage/admin-totp.ts";
import { listAdmins as findAdmins } from "../../storage/admins.ts";
import type { Admin, AdminInvite, AdminRoleRow } from "../../storage/db.ts";
import { adminRpId } from "./admin-passkey-domain.ts";
import { type Rights, roleIn } from "./rights.ts";
import { type NamedRoleGrant, nameGrants, OWNER, type RoleGrant, readGrants } from "./role-grants.ts";

export type AdminWithRoles = Admin & Readonly<{ roles: readonly NamedRoleGrant[] }>;
export type InviteWithRoles = Omit<AdminInvite, "roles"> & Readonly<{ roles: readonly NamedRoleGrant[] }>;

type ListedAdmin = AdminWithRoles & Readonly<{ hasSecondFactor: boolean }>;

/** All administrators by email address, and the open invitations, newest first. */
export async function listAdmins(
  app: Pick<App, "baseUrl" | "clock" | "db">,
): Promise<{ admins: ListedAdmin[]; invites: InviteWithRoles[] }> {
  const withFactor = await listAdminsWithFactor(app.db, adminRpId(app) ?? "");
  const roles = Map.groupBy(await listAdminRoles(app.db), ({ adminId }) => adminId);
  const admins: ListedAdmin[] = [];
  for (const admin of await findAdmins(app.db)) {
    const grants = await nameGrants(app, (roles.get(admin.id) ?? []).map(grantOf));
    admins.push({ ...admin, roles: grants, hasSecondFactor: withFactor.has(admin.id) });
  }
  const invites: InviteWithRoles[] = [];
  for (const invite of await listOpenAdminInvites(app.db, app.clock())) {
    invites.push(await withRoles(app, invite));
  }
  return { admins, invites };
}

export async function withRoles(app: Pick<App, "db">, invite: AdminInvite): Promise<InviteWithRoles> {
  return { ...invite, roles: await nameGrants(app, readGrants(invite.roles)) };
}

export async function rolesOf(app: Pick<App, "db">, adminId: string): Promise<NamedRoleGrant[]> {
  return nameGrants(app, (await findAdminRoles(app.db, adminId)).map(grantOf));
}

/** The roles that hold with these rights: a limited token has none elsewhere. */
export async function grantsOfRights(app: Pick<App, "db">, rights: Rights): Promise<NamedRoleGrant[]> {
  const grants: RoleGrant[] = rights.isOwner && !rights.limits?.projectIds ? [OWNER] : [];
  for (const projectId of rights.limits?.projectIds ?? rights.roles.keys()) {
    const role = roleIn(rights, projectId);
    if (role !== undefined) grants.push({ projectId, role: role === "owner" ? "administrator" : role });
  }
  return nameGrants(app, grants);
}

function grantOf({ projectId, role }: AdminRoleRow): RoleGrant {
  return { projectId, role: role as RoleGrant["role"] };
}
