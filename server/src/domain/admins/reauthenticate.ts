import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { type LiveAdminSession, proveAdminSession } from "../../storage/admin-sessions.ts";
import { updateAdminIfUnchanged } from "../../storage/admins.ts";
import type { Admin, Millis } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { recentUntil } from "./recent-sign-in.ts";

type ReauthenticateApp = Pick<App, "clock" | "db" | "newId" | "passwords">;

/** Verifies the password again for a session. Returns until when that counts as a recent sign-in. */
export async function reauthenticate(
  app: ReauthenticateApp,
  admin: Admin,
  session: LiveAdminSession,
  password: string,
  by: Actor,
): Promise<Millis> {
  const isRight = await app.passwords.verify(admin.passwordHash, password);
  if (!isRight) {
    await record(app, "admin.reauthentication_failed", admin, session, by);
    throw new AppError("INVALID_CREDENTIALS");
  }
  return transact(app, async (app) => {
    const { passwordHash } = admin;
    // Changes nothing. It fails if the hash is no longer the one that was verified.
    const proven = await updateAdminIfUnchanged(app.db, admin, { passwordHash });
    if (!proven) throw new AppError("INVALID_CREDENTIALS", "removed or given a new password meanwhile");
    const held = await proveAdminSession(app.db, session.hash, app.clock());
    if (!held) throw new AppError("ADMIN_UNAUTHENTICATED", "the session has ended meanwhile");
    await record(app, "admin.reauthenticated", admin, session, by);
    return recentUntil(held);
  });
}

function record(
  app: Pick<App, "clock" | "db" | "newId">,
  kind: "admin.reauthenticated" | "admin.reauthentication_failed",
  admin: Admin,
  session: LiveAdminSession,
  by: Actor,
): Promise<void> {
  const data = { adminId: admin.id, sessionId: session.id };
  return recordEvent(app, { kind, projectId: null, by, data });
}
