import type { App } from "../../app.ts";
import { insertAppleNotification } from "../../storage/apple-notifications.ts";
import type { Identity, User } from "../../storage/db.ts";
import { findIdentity, updateIdentity } from "../../storage/identities.ts";
import { transact } from "../../storage/transact.ts";
import { findUser, listIdentities, lockUserForUpdate } from "../../storage/users.ts";
import { eraseUser } from "../accounts/erase-user.ts";
import { recordEvent, systemActor } from "../analytics/record-event.ts";
import { notifyUser } from "../mail/notify-user.ts";
import { lockLinks } from "../mail/void-links.ts";
import { requireProjectNamed } from "../projects/find-project.ts";
import type { Project } from "../projects/project.ts";
import { endSessionsOpenedWith } from "../sessions/end-session.ts";
import { type AppleNotification, payloadOf, readAppleNotification } from "./apple-notification.ts";
import { dropIdentities } from "./drop-identities.ts";

type HeedApp = Pick<App, "clock" | "db" | "identityProviders" | "mailIsWaiting" | "newId">;

/** Acts upon a notification of Apple's. Once: Apple sends it again until it is told that it arrived. */
export async function heedApple(app: HeedApp, slug: string, body: string): Promise<void> {
  const project = await requireProjectNamed(app, slug);
  const notification = await readAppleNotification(app, project, payloadOf(body));
  const attempt = () => transact(app, (app) => actOnce(app, project, notification));
  try {
    await attempt();
  } catch (error) {
    // The user got another way in after we checked; the second attempt keeps them.
    if (!(error instanceof ChangedMeanwhileError)) throw error;
    await attempt();
  }
  app.mailIsWaiting();
}

class ChangedMeanwhileError extends Error {
  override readonly name = "ChangedMeanwhileError";
}

async function actOnce(app: HeedApp, project: Project, notification: AppleNotification): Promise<void> {
  const { jti, subject } = notification;
  const isNew = await insertAppleNotification(app.db, {
    projectId: project.id,
    jti,
    receivedAt: app.clock(),
  });
  const identity = isNew ? await findIdentity(app.db, project.id, "apple", subject) : undefined;
  if (identity) await act(app, project, identity, notification);
}

async function act(
  app: HeedApp,
  project: Project,
  identity: Identity,
  { type, happenedAt }: AppleNotification,
): Promise<void> {
  switch (type) {
    case "email-disabled":
      await updateIdentity(app.db, project.id, identity.id, { relayDisabledAt: happenedAt });
      return;
    case "email-enabled":
      await updateIdentity(app.db, project.id, identity.id, { relayDisabledAt: null });
      return;
    case "consent-revoked":
      await withdraw(app, project, identity, happenedAt);
      return;
    // Apple's page has the one spelling, what it sends has been seen with the other.
    case "account-deleted":
    case "account-delete":
      await forget(app, project, identity, happenedAt);
  }
}

/**
 * The sessions that Apple opened end. The account stays the user's: whoever consents again comes back
 * with it. Nothing that happened after the withdrawal is touched, however late we learn of it.
 */
async function withdraw(
  app: HeedApp,
  project: Project,
  identity: Identity,
  happenedAt: number,
): Promise<void> {
  const until = { reason: "provider_revoked", until: happenedAt } as const;
  await endSessionsOpenedWith(app, project, identity.userId, "apple", until);
  if ((identity.lastUsedAt ?? 0) > happenedAt) return;
  // Worthless from now on: Apple has revoked it already.
  const none = { refreshTokenSealed: null, refreshTokenClientId: null };
  await updateIdentity(app.db, project.id, identity.id, none);
}

/** Nobody can sign in with it ever again. A user to whom no way in is left goes with it. */
async function forget(app: HeedApp, project: Project, identity: Identity, happenedAt: number): Promise<void> {
  const { userId } = identity;
  await lockLinks(app, userId); // before sessions and identities, as everywhere
  await withdraw(app, project, identity, happenedAt);
  const user = await findUser(app.db, project.id, userId);
  if (!user) return;
  const others = (await listIdentities(app.db, project.id, userId)).filter(({ id }) => id !== identity.id);
  const readsMail = user.email !== null && !(user.email === identity.email && identity.isPrivateEmail === 1);
  const hasPassword = user.passwordHash !== null && user.email !== null; // one without the other lets nobody in
  if (!hasPassword && others.length === 0 && !readsMail) {
    await eraseUser(app, project, user, {
      by: systemActor,
      reason: "apple_account_deleted",
      check: (now, identities) => requireNoOtherWayIn(user, now, identities),
    });
    return;
  }
  const dropped = await dropIdentities(app, project, userId, ["apple"]);
  if (dropped.length === 0) return; // unlinked meanwhile
  // Locked, so that of this and an UnlinkIdentity of the other account the second sees what the first has done.
  await lockUserForUpdate(app.db, project.id, userId);
  const left = await listIdentities(app.db, project.id, userId);
  if (!hasPassword && !readsMail && left.length === 0) throw new ChangedMeanwhileError();
  const about = { projectId: project.id, userId, by: systemActor, data: { provider: "apple" } };
  await recordEvent(app, { kind: "user.identity_unlinked", ...about });
  await notifyUser(app, project, user, { kind: "method_removed", detail: "apple" });
}

/** A user who got a password, an address or another identity meanwhile stays. */
function requireNoOtherWayIn(before: User, now: User | undefined, identities: readonly Identity[]): void {
  if (!now) return;
  const isSame =
    now.passwordHash === before.passwordHash && now.email === before.email && identities.length === 1;
  if (!isSame) {
    throw new ChangedMeanwhileError();
  }
}
