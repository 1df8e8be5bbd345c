import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { deleteAdminSessions, insertAdmin, updateAdminPassword } from "../../storage/admins.ts";
import type { Admin } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { canonicalAdminEmail } from "./admin-email.ts";
import { checkAdminPassword } from "./admin-password.ts";
import { type Actor, localActor, recordAdminEvent } from "./record-admin-event.ts";

type Created = Readonly<{ admin: Readonly<{ id: string; email: string }>; created: boolean }>;

/**
 * Creates an administrator, or gives the one who has this e-mail a new password. Whoever knew the
 * old password is signed out; personal access tokens stay.
 */
export async function createAdmin(
  app: Pick<App, "clock" | "db" | "newId" | "passwords">,
  input: { email: string; password: string },
  by: Actor = localActor,
): Promise<Created> {
  const email = canonicalAdminEmail(input.email);
  checkAdminPassword(input.password);
  const passwordHash = await app.passwords.hash(input.password);
  return transact(app, async (app) => {
    const now = app.clock();
    const fresh = { id: app.newId(), email, passwordHash, createdAt: now, updatedAt: now };
    const created = await insertAdmin(app.db, fresh);
    const admin = created ?? (await resetPassword(app, email, passwordHash));
    const kind = created ? "admin.created" : "admin.password_reset";
    await recordAdminEvent(app, kind, by, { adminId: admin.id, email });
    return { admin: { id: admin.id, email }, created: created !== undefined };
  });
}

async function resetPassword(
  app: Pick<App, "clock" | "db">,
  email: string,
  passwordHash: string,
): Promise<Admin> {
  const admin = await updateAdminPassword(app.db, email, passwordHash, app.clock());
  if (!admin)
    throw new AppError("NOT_FOUND", "the administrator was removed meanwhile", { resource: "admin" });
  await deleteAdminSessions(app.db, admin.id);
  return admin;
}
