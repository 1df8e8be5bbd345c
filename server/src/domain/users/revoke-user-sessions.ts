import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import { raiseCredentialEpoch } from "../../storage/users.ts";
import { LINKS_REQUESTED_BY_SESSION, voidMailedLinks, voidQueuedLinks } from "../mail/void-links.ts";
import { endSessions } from "../sessions/end-session.ts";
import { recordUserEvent, requireUser, type UserScope } from "./scope.ts";

/** Ends all sessions and device tokens of the user, and voids links that a session requested. Returns how many sessions were ended. */
export function revokeUserSessions(
  app: Pick<App, "clock" | "db" | "newId">,
  scope: UserScope,
  userId: string,
): Promise<number> {
  return transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    await voidMailedLinks(app, user, LINKS_REQUESTED_BY_SESSION);
    const ended = await endSessions(app, scope.project, user.id, "revoked");
    await raiseCredentialEpoch(app.db, scope.project.id, user.id);
    // Until the line before locked the user, a sign-in that waited for its second factor could be completed.
    const late = await endSessions(app, scope.project, user.id, "revoked");
    await voidQueuedLinks(app, user, LINKS_REQUESTED_BY_SESSION);
    await recordUserEvent(app, scope, user.id, "user.sessions_revoked", { sessions: ended + late });
    return ended + late;
  });
}
