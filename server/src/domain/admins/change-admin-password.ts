import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import {
  deleteAdminSessions,
  holdAdminSession,
  type LiveAdminSession,
} from "../../storage/admin-sessions.ts";
import { updateAdminIfUnchanged } from "../../storage/admins.ts";
import type { Admin } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Device } from "../sessions/device.ts";
import { requireStrongAdminPassword } from "./admin-password.ts";
import { openAdminSession } from "./admin-session.ts";
import { factorsDue } from "./factors/factors-due.ts";

/**
 * Changes the password and ends every session of the administrator. If the call was made with a session, a new session
 * with the same end replaces it, and its token is returned. Personal access tokens stay valid.
 */
export async function changeAdminPassword(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "passwords">,
  admin: Admin,
  session: LiveAdminSession | undefined, // undefined for a call with a personal access token
  input: { currentPassword: string; newPassword: string },
  device: Device,
): Promise<{ admin: Admin; token: string | undefined }> {
  const isRight = await app.passwords.verify(admin.passwordHash, input.currentPassword);
  if (!isRight) throw new AppError("INVALID_CREDENTIALS");
  await requireStrongAdminPassword(input.newPassword, admin.email);
  const passwordHash = await app.passwords.hash(input.newPassword);

  return transact(app, async (app) => {
    const changed = await updateAdminIfUnchanged(app.db, admin, { passwordHash, updatedAt: app.clock() });
    if (!changed) throw new AppError("INVALID_CREDENTIALS", "removed or given a new password meanwhile");
    // Otherwise the new one would outlive a change of the factors, which ends the other sessions.
    const held = session && (await holdAdminSession(app.db, admin.id, session.hash, app.clock()));
    if (session && !held) throw new AppError("ADMIN_UNAUTHENTICATED", "the session has ended meanwhile");
    await deleteAdminSessions(app.db, admin.id);
    await recordEvent(app, {
      kind: "admin.password_changed",
      projectId: null,
      by: { actor: `admin:${admin.email}`, ip: device.ip, userAgent: device.userAgent },
      data: { adminId: admin.id },
    });
    if (!held) return { admin: changed, token: undefined };
    const { endsAt, passkeyId, factorProvenAt } = held;
    // The password is proven anew, but where a factor is due that is no recent sign-in.
    const due = (await factorsDue(app, admin.id)) ?? [];
    const provenAt = due.length > 0 ? held.provenAt : app.clock();
    const facts = { endsAt, passkeyId, provenAt, factorProvenAt };
    return { admin: changed, token: await openAdminSession(app, admin, device, facts) };
  });
}
