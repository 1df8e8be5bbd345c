import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { deleteAdminSessionById, listLiveAdminSessions } from "../../storage/admin-sessions.ts";
import type { Admin, AdminSession } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { ADMIN_SESSION_IDLE_MS } from "./admin-session.ts";

/** The least recently used sessions are left out. */
const MAX_LISTED = 100;

/** Last used first. */
export async function listOwnSessions(
  app: Pick<App, "clock" | "db">,
  admin: Pick<Admin, "id">,
): Promise<AdminSession[]> {
  const now = app.clock();
  return listLiveAdminSessions(app.db, admin.id, now, now - ADMIN_SESSION_IDLE_MS, MAX_LISTED);
}

export async function endOwnSession(
  app: Pick<App, "clock" | "db" | "newId">,
  admin: Pick<Admin, "id">,
  sessionId: string,
  by: Actor,
): Promise<void> {
  await transact(app, async (app) => {
    const session = await deleteAdminSessionById(app.db, admin.id, sessionId);
    if (!session) throw new AppError("NOT_FOUND", "no such session", { resource: "admin_session" });
    const data = { adminId: admin.id, sessionId };
    await recordEvent(app, { kind: "admin.session_ended", projectId: null, by, data });
  });
}
