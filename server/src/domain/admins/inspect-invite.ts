import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import { findAdminInviteByHash } from "../../storage/admin-invites.ts";
import { findAdminRoles } from "../../storage/admin-roles.ts";
import { findAdminByEmail } from "../../storage/admins.ts";
import { type NamedRoleGrant, nameGrants, readGrants } from "./role-grants.ts";

export type InspectedInvite = Readonly<{ email: string; invitedBy: string; roles: NamedRoleGrant[] }>;

/** What an invitation is about, as long as it can be accepted: `acceptInvite` checks the same again. */
export async function inspectInvite(app: Pick<App, "clock" | "db">, token: string): Promise<InspectedInvite> {
  const invite = await findAdminInviteByHash(app.db, hashToken(token), app.clock());
  const roles = invite ? await nameGrants(app, readGrants(invite.roles)) : [];
  if (!invite || roles.length === 0 || !(await isOwner(app, invite.invitedBy))) {
    throw new AppError("EMAIL_TOKEN_INVALID", "no such invitation");
  }
  return { email: invite.email, invitedBy: invite.invitedBy, roles };
}

async function isOwner(app: Pick<App, "db">, email: string): Promise<boolean> {
  const admin = await findAdminByEmail(app.db, email);
  return admin !== undefined && (await findAdminRoles(app.db, admin.id)).some(({ role }) => role === "owner");
}
