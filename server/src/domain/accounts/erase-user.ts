import type { App } from "../../app.ts";
import type { SubscriptionRow, User } from "../../storage/db.ts";
import { erasePersonalEventData } from "../../storage/events.ts";
import { deleteOutboxMailTo } from "../../storage/outbox.ts";
import { deleteUser, lockUser } from "../../storage/users.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { leaveSubscriptions } from "../billing/leave-subscriptions.ts";
import { dropIdentities } from "../oauth/drop-identities.ts";
import type { Project } from "../projects/project.ts";
import { endSessions } from "../sessions/end-session.ts";

/**
 * Deletes the user with identities, sessions, push devices and links, and what else of theirs lies
 * about: mails not yet sent, addresses in the event log. Returns the subscriptions that only the user
 * can end. Call it in a transaction.
 */
export async function eraseUser(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Pick<Project, "id" | "settings">,
  user: Pick<User, "id" | "email">,
  by: Actor,
  reason: string,
): Promise<SubscriptionRow[]> {
  // Sessions before the user, as in refreshing: otherwise the two could wait for each other.
  await endSessions(app, project, user.id, "revoked");
  await dropIdentities(app, project, user.id);
  // From here on nobody gives the user a subscription: it would go with them.
  await lockUser(app.db, project.id, user.id);
  const goingOn = await leaveSubscriptions(app, project, user.id);
  await deleteUser(app.db, project.id, user.id);
  await erasePersonalEventData(app.db, project.id, user.id);
  if (user.email !== null) await deleteOutboxMailTo(app.db, project.id, user.email);
  await recordEvent(app, {
    kind: "user.deleted",
    projectId: project.id,
    userId: user.id,
    by: by.actor.startsWith("user:") ? { ...by, ip: null } : by,
    data: { reason },
  });
  return goingOn;
}
