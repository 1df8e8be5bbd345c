import type { App } from "../../app.ts";
import type { Session, SubscriptionRow, User } from "../../storage/db.ts";
import { deleteFactors } from "../../storage/factors.ts";
import { countHashes } from "../../storage/hash-counts.ts";
import { deleteMfaChallengesOf } from "../../storage/mfa-challenges.ts";
import { deletePasskeys } from "../../storage/passkeys.ts";
import { deleteUser, lockUserForDelete } from "../../storage/users.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { banErasedUser } from "../bans/ban-erased-user.ts";
import { leaveSubscriptions } from "../billing/leave-subscriptions.ts";
import { ALL_LINKS, lockLinks, voidMailedLinks } from "../mail/void-links.ts";
import { dropIdentities } from "../oauth/drop-identities.ts";
import type { Project } from "../projects/project.ts";
import { endSessions } from "../sessions/end-session.ts";
import { holdSession } from "../sessions/hold-session.ts";
import { findAddressesOf, forgetUsers } from "./forget-users.ts";
import type { RemovedMethods } from "./removed-methods.ts";

type Erasure = Readonly<{
  by: Actor;
  reason: string;
  /** The caller's own session, which must still be open. */
  session?: Pick<Session, "id">;
  /** Gets the locked user and their provider accounts and passkeys. Throws if the user must not be deleted. */
  check?: (user: User | undefined, methods: RemovedMethods) => void;
  /** Whether the project's ban applies. If it is left out: to users who are disabled. */
  bans?: boolean;
}>;

/**
 * Deletes the user with identities, passkeys, second factors, sessions, push devices and links, and what the event log, the
 * statistics and the outbox tell about them. Returns the subscriptions that only the user can cancel. Call it in a transaction.
 */
export async function eraseUser(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox" | "stores">,
  project: Pick<Project, "id" | "settings">,
  user: Pick<User, "id" | "projectId">,
  { by, reason, session, check, bans }: Erasure,
): Promise<SubscriptionRow[]> {
  const whose = { projectId: project.id, userId: user.id };
  // Every caller locks in this order, so that two of them cannot deadlock.
  await lockLinks(app, user.id);
  await deleteMfaChallengesOf(app.db, whose);
  const addresses = await findAddressesOf(app, project.id, [user.id]);
  await voidMailedLinks(app, user, ALL_LINKS);
  if (session) await holdSession(app, project, session);
  await endSessions(app, project, user.id, "revoked");
  const identities = await dropIdentities(app, project, user.id);
  const passkeys = await deletePasskeys(app.db, whose);
  await deleteFactors(app.db, whose);
  // Locked, so that no subscription can be assigned to the user, which would be deleted with them.
  const locked = await lockUserForDelete(app.db, project.id, user.id);
  check?.(locked, { identities, passkeys });
  if (!locked) return [];
  if (locked.email !== null) addresses.get(user.id)?.add(locked.email); // changed meanwhile
  const isBanned =
    (bans ?? locked.disabledAt !== null) && (await banErasedUser(app, project, locked, identities));
  const continuing = await leaveSubscriptions(app, project, user.id);
  await deleteUser(app.db, project.id, user.id);
  await countHashes(app.db, project.id, [{ userId: user.id, before: locked.passwordHash, after: null }]);
  await forgetUsers(app, project.id, [user.id], addresses, { isBanned });
  await recordEvent(app, {
    kind: "user.deleted",
    projectId: project.id,
    userId: user.id,
    by: /^(admin:|backend$)/.test(by.actor) ? by : { ...by, ip: null, userAgent: null },
    data: { reason },
  });
  return continuing;
}
