import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { deleteAdminSessions } from "../../storage/admin-sessions.ts";
import { lockAdmin } from "../../storage/admins.ts";
import type { Admin } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { requireEmail } from "../accounts/email.ts";
import { recordEvent, systemActor } from "../analytics/record-event.ts";
import { type RemovedFactors, removeFactors } from "./factors/remove-factors.ts";

/** Removes every passkey, the authenticator app and the recovery codes of an administrator and ends their sessions. The password stays. */
export async function resetFactors(
  app: Pick<App, "clock" | "db" | "newId">,
  typedEmail: string,
): Promise<{ admin: Pick<Admin, "id" | "email"> } & RemovedFactors> {
  const email = requireEmail(typedEmail);
  return transact(app, async (app) => {
    // Locked first, so that no sign-in and no addition with an old proof comes after it.
    const admin = await lockAdmin(app.db, { email });
    if (!admin) throw new AppError("NOT_FOUND", "no such administrator", { resource: "admin" });
    const removed = await removeFactors(app, admin.id);
    await deleteAdminSessions(app.db, admin.id);
    const data = { adminId: admin.id, email, passkeys: removed.removedPasskeys, totp: removed.removedTotp };
    await recordEvent(app, { kind: "admin.factors_reset", projectId: null, by: systemActor, data });
    return { admin: { id: admin.id, email }, ...removed };
  });
}
