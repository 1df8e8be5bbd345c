import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import { consumeAdminInvite, findAdminInviteByHash } from "../../storage/admin-invites.ts";
import { holdAdminRoles, writeAdminRole } from "../../storage/admin-roles.ts";
import { insertAdmin, keepAdmin } from "../../storage/admins.ts";
import type { Admin } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { requireStrongAdminPassword } from "./admin-password.ts";
import { newAdmin } from "./new-admin.ts";
import { nameGrants, readGrants } from "./role-grants.ts";

/** Creates the invited administrator and uses up the link. A rejected password leaves the link valid. */
export async function acceptInvite(
  app: Pick<App, "clock" | "db" | "newId" | "passwords">,
  input: { token: string; password: string },
  ip: string,
): Promise<Admin> {
  const hash = hashToken(input.token);
  const invite = await findAdminInviteByHash(app.db, hash, app.clock());
  if (!invite) throw new AppError("EMAIL_TOKEN_INVALID", "no such invitation");
  await requireStrongAdminPassword(input.password, invite.email);
  const passwordHash = await app.passwords.hash(input.password);

  return transact(app, async (app) => {
    // Locked first, in the same order as a removal. An invitation is valid only while its inviter is an owner.
    const inviter = await keepAdmin(app.db, invite.invitedBy);
    const consumed =
      inviter && (await isOwner(app, inviter)) && (await consumeAdminInvite(app.db, hash, app.clock()));
    // Without those of projects that were deleted since. If none is left, there is nothing to accept.
    const grants = consumed ? await nameGrants(app, readGrants(consumed.roles)) : [];
    const admin =
      consumed &&
      grants.length > 0 &&
      (await insertAdmin(app.db, newAdmin(app, consumed.email, passwordHash)));
    if (!admin) throw new AppError("EMAIL_TOKEN_INVALID", "used, or its inviter was removed, meanwhile");
    for (const { projectId, role } of grants)
      await writeAdminRole(app.db, { adminId: admin.id, projectId, role });
    await recordEvent(app, {
      kind: "admin.joined",
      projectId: null,
      by: { actor: `admin:${admin.email}`, ip },
      data: { adminId: admin.id, invitedBy: consumed.invitedBy },
    });
    return admin;
  });
}

async function isOwner(app: Pick<App, "db">, { id }: Pick<Admin, "id">): Promise<boolean> {
  return (await holdAdminRoles(app.db, id, undefined)).some(({ role }) => role === "owner");
}
