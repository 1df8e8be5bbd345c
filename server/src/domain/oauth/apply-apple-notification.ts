import type { App } from "../../app.ts";
import { insertAppleNotification } from "../../storage/apple-notifications.ts";
import type { Identity, User } from "../../storage/db.ts";
import { findIdentity, updateIdentity } from "../../storage/identities.ts";
import { listPasskeys } from "../../storage/passkeys.ts";
import { transact } from "../../storage/transact.ts";
import { findUser, listIdentities, lockUserForUpdate } from "../../storage/users.ts";
import { eraseUser } from "../accounts/erase-user.ts";
import type { RemovedMethods } from "../accounts/removed-methods.ts";
import { hasIdentityOrPasskey, hasPassword } from "../accounts/require-sign-in-method.ts";
import { recordEvent, systemActor } from "../analytics/record-event.ts";
import { notifyUser } from "../mail/notify-user.ts";
import { lockLinks } from "../mail/void-links.ts";
import { requireProjectNamed } from "../projects/find-project.ts";
import type { Project } from "../projects/project.ts";
import { endSessionsOpenedWith } from "../sessions/end-session.ts";
import { type AppleNotification, payloadOf, readAppleNotification } from "./apple-notification.ts";
import { dropIdentities } from "./drop-identities.ts";

type NotificationApp = Pick<
  App,
  "clock" | "db" | "identityProviders" | "newId" | "secretBox" | "stores" | "wakeMailJob"
>;

/** Applies a notification from Apple. Apple repeats it until it is acknowledged; a repeated one changes nothing. */
export async function applyAppleNotification(
  app: NotificationApp,
  slug: string,
  body: string,
): Promise<void> {
  const project = await requireProjectNamed(app, slug);
  const notification = await readAppleNotification(app, project, payloadOf(body));
  const attempt = () => transact(app, (app) => applyOnce(app, project, notification));
  try {
    await attempt();
  } catch (error) {
    // A concurrent call added or removed a sign-in method after we had decided whether to delete the user. The
    // second attempt decides again.
    if (!(error instanceof ChangedMeanwhileError)) throw error;
    await attempt();
  }
  app.wakeMailJob();
}

/** Undoes the transaction: the decision whether to delete the user is out of date. */
class ChangedMeanwhileError extends Error {
  override readonly name = "ChangedMeanwhileError";
}

async function applyOnce(
  app: NotificationApp,
  project: Project,
  notification: AppleNotification,
): Promise<void> {
  const { jti, subject } = notification;
  const isNew = await insertAppleNotification(app.db, {
    projectId: project.id,
    jti,
    receivedAt: app.clock(),
  });
  const identity = isNew ? await findIdentity(app.db, project.id, "apple", subject) : undefined;
  if (identity) await applyEvent(app, project, identity, notification);
}

async function applyEvent(
  app: NotificationApp,
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
      await revokeConsent(app, project, identity, happenedAt);
      return;
    // Apple documents the first spelling, and has sent the second.
    case "account-deleted":
    case "account-delete":
      await removeAppleAccount(app, project, identity, happenedAt);
  }
}

/**
 * Ends the sessions that were opened with Apple. The identity stays, so that the user can consent again. Sessions and
 * tokens that are newer than the revocation are kept, because the notification may arrive days late.
 */
async function revokeConsent(
  app: NotificationApp,
  project: Project,
  identity: Identity,
  happenedAt: number,
): Promise<void> {
  const revocation = { reason: "provider_revoked", until: happenedAt } as const;
  await endSessionsOpenedWith(app, project, identity.userId, "apple", revocation);
  if ((identity.lastUsedAt ?? 0) > happenedAt) return;
  // Apple has already revoked this token.
  const noToken = { refreshTokenSealed: null, refreshTokenClientId: null };
  await updateIdentity(app.db, project.id, identity.id, noToken);
}

/**
 * Removes the identity of a deleted Apple account. Deletes the user too if they have no password, no other identity, no
 * passkey and no mailbox for a password reset. Apple's private relay address is not a mailbox: it ends with the account.
 */
async function removeAppleAccount(
  app: NotificationApp,
  project: Project,
  identity: Identity,
  happenedAt: number,
): Promise<void> {
  const { userId } = identity;
  await lockLinks(app, userId); // before sessions and identities, the usual lock order
  await revokeConsent(app, project, identity, happenedAt);
  const user = await findUser(app.db, project.id, userId);
  if (!user) return;
  const others = (await listIdentities(app.db, project.id, userId)).filter(({ id }) => id !== identity.id);
  const passkeys = await listPasskeys(app.db, { projectId: project.id, userId });
  const hasMailbox = user.email !== null && !(user.email === identity.email && identity.isPrivateEmail === 1);
  const canSignIn = hasPassword(user) || hasMailbox;
  if (!canSignIn && others.length === 0 && passkeys.length === 0) {
    await eraseUser(app, project, user, {
      by: systemActor,
      reason: "apple_account_deleted",
      check: (now, methods) => requireNoOtherSignInMethod(user, now, methods),
    });
    return;
  }
  const dropped = await dropIdentities(app, project, userId, ["apple"]);
  if (dropped.length === 0) return; // unlinked meanwhile
  // Locked, so that a concurrent removal of the user's other sign-in method sees this change, or we see its change.
  await lockUserForUpdate(app.db, project.id, userId);
  if (!canSignIn && !(await hasIdentityOrPasskey(app, user))) throw new ChangedMeanwhileError();
  const about = { projectId: project.id, userId, by: systemActor, data: { provider: "apple" } };
  await recordEvent(app, { kind: "user.identity_unlinked", ...about });
  await notifyUser(app, project, user, { kind: "method_removed", detail: "apple" });
}

/** Throws if the user's password or email address has changed, or if they have another identity or a passkey by now. */
function requireNoOtherSignInMethod(
  before: User,
  now: User | undefined,
  { identities, passkeys }: RemovedMethods,
): void {
  if (!now) return;
  const isSame = now.passwordHash === before.passwordHash && now.email === before.email;
  if (!isSame || identities.length !== 1 || passkeys.length > 0) {
    throw new ChangedMeanwhileError();
  }
}
