import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { findSession } from "../../storage/sessions.ts";
import { transact } from "../../storage/transact.ts";
import { endSession } from "../sessions/end-session.ts";
import { recordUserEvent, requireUser, type UserScope } from "./scope.ts";

/** Signs the user out on one device. Returns whether the session was still open. */
export function revokeUserSession(
  app: Pick<App, "clock" | "db" | "newId">,
  scope: UserScope,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  return transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    const session = await findSession(app.db, scope.project.id, sessionId);
    // Another user's session gets the same answer as one that does not exist.
    if (session?.userId !== user.id) throw new AppError("NOT_FOUND", "session", { resource: "session" });
    if (!(await endSession(app, scope.project, session.id, "revoked"))) return false;
    const data = { sessions: 1, session_id: session.id };
    await recordUserEvent(app, scope, user.id, "user.sessions_revoked", data);
    return true;
  });
}
