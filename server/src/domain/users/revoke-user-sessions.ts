import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import { LINKS_OF_SESSIONS, voidMailedLinks, voidQueuedLinks } from "../mail/void-links.ts";
import { endSessions } from "../sessions/end-session.ts";
import { recordUserEvent, requireUser, type UserScope } from "./scope.ts";

/** Signs the user out everywhere, and voids the links that a session asked for. Returns how many sessions that ended. */
export function revokeUserSessions(
  app: Pick<App, "clock" | "db" | "newId">,
  scope: UserScope,
  userId: string,
): Promise<number> {
  return transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    await voidMailedLinks(app, user, LINKS_OF_SESSIONS);
    const ended = await endSessions(app, scope.project, user.id, "revoked");
    await voidQueuedLinks(app, user, LINKS_OF_SESSIONS);
    await recordUserEvent(app, scope, user.id, "user.sessions_revoked", { sessions: ended });
    return ended;
  });
}
