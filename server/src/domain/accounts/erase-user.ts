import type { App } from "../../app.ts";
import type { Identity, Session, SubscriptionRow, User } from "../../storage/db.ts";
import { erasePersonalEventData } from "../../storage/events.ts";
import { countHashes } from "../../storage/hash-counts.ts";
import { deleteOutboxMailOf } from "../../storage/outbox.ts";
import { deleteUser, lockUserForDelete } from "../../storage/users.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { leaveSubscriptions } from "../billing/leave-subscriptions.ts";
import { ALL_LINKS, voidMailedLinks } from "../mail/void-links.ts";
import { dropIdentities } from "../oauth/drop-identities.ts";
import type { Project } from "../projects/project.ts";
import { endSessions } from "../sessions/end-session.ts";
import { holdSession } from "../sessions/hold-session.ts";

type Erasure = Readonly<{
  by: Actor;
  reason: string;
  /** The caller's own session, which must still be open. */
  session?: Pick<Session, "id">;
  /** Sees the user as they are then, and the provider accounts that go with them; throws if they must stay. */
  check?: (user: User | undefined, identities: readonly Identity[]) => void;
}>;

/**
 * Deletes the user with identities, sessions, push devices and links, and what else of theirs lies
 * about: mails not yet sent, addresses in the event log. Returns the subscriptions that only the user
 * can end. Call it in a transaction.
 */
export async function eraseUser(
  app: Pick<App, "clock" | "db" | "newId" | "stores">,
  project: Pick<Project, "id" | "settings">,
  user: Pick<User, "id" | "projectId">,
  { by, reason, session, check }: Erasure,
): Promise<SubscriptionRow[]> {
  // In the order in which everybody locks: otherwise two callers could wait for each other.
  await voidMailedLinks(app, user, ALL_LINKS);
  if (session) await holdSession(app, project, session);
  await endSessions(app, project, user.id, "revoked");
  const identities = await dropIdentities(app, project, user.id);
  // From here on nobody gives the user a subscription: it would go with them.
  const locked = await lockUserForDelete(app.db, project.id, user.id);
  check?.(locked, identities);
  if (!locked) return [];
  const goingOn = await leaveSubscriptions(app, project, user.id);
  await deleteUser(app.db, project.id, user.id);
  await countHashes(app.db, project.id, [{ userId: user.id, before: locked.passwordHash, after: null }]);
  await erasePersonalEventData(app.db, project.id, user.id);
  await deleteOutboxMailOf(app.db, project.id, locked);
  await recordEvent(app, {
    kind: "user.deleted",
    projectId: project.id,
    userId: user.id,
    by: by.actor.startsWith("user:") ? { ...by, ip: null } : by,
    data: { reason },
  });
  return goingOn;
}
