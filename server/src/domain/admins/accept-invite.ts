import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import { consumeAdminInvite, findAdminInviteByHash } from "../../storage/admin-invites.ts";
import { insertAdmin, keepAdmin } from "../../storage/admins.ts";
import type { Admin } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { requireStrongAdminPassword } from "./admin-password.ts";
import { newAdmin } from "./new-admin.ts";

/** Makes an administrator of whoever has the newest link, once. A refused password leaves the link valid. */
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
    // First, in the order of a removal; an invitation counts for as long as its inviter is an administrator.
    const inviter = await keepAdmin(app.db, invite.invitedBy);
    const consumed = inviter && (await consumeAdminInvite(app.db, hash, app.clock()));
    const admin = consumed && (await insertAdmin(app.db, newAdmin(app, consumed.email, passwordHash)));
    if (!admin) throw new AppError("EMAIL_TOKEN_INVALID", "used meanwhile");
    await recordEvent(app, {
      kind: "admin.joined",
      projectId: null,
      by: { actor: `admin:${admin.email}`, ip },
      data: { adminId: admin.id, invitedBy: consumed.invitedBy },
    });
    return admin;
  });
}
