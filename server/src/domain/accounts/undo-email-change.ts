import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import { consumeAddressUndo, deleteLaterAddressUndos, findAddressUndo } from "../../storage/address-undos.ts";
import type { AddressUndo, Identity, PasskeyRow, User } from "../../storage/db.ts";
import { deleteQueuedMail } from "../../storage/outbox.ts";
import { transact } from "../../storage/transact.ts";
import { lockUserForUpdate } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { newEmailToken } from "../mail/email-token.ts";
import { ALL_LINKS, LINKS_VOIDED_BY_NEW_PASSWORD, lockLinks } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { evict } from "./evict.ts";
import { notifyOldAddress } from "./notify-old-address.ts";
import { notifyOfRemovedMethods, recordRemovedMethods } from "./removed-methods.ts";
import { notifyOfDeletion } from "./schedule-deletion.ts";
import { takeAddress } from "./take-address.ts";
import { isKeptByDefault, vouchesFor } from "./unvouched-identities.ts";

type UndoApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "wakeMailJob">;

/**
 * Restores the old address for its owner, removes the password, sessions, provider accounts and passkeys added since the
 * change or shortly before it, and second factors added since, and returns a token to set a new password. Voids the undo links of later changes.
 */
export async function undoEmailChange(
  app: UndoApp,
  project: Project,
  token: string,
  origin: Origin,
): Promise<{ user: User; resetToken: string }> {
  const hash = hashToken(token);
  const undone = await transact(app, async (app) => {
    const undo = await redeem(app, project, hash);
    const { before, user } = await restore(app, project, undo, origin);
    const resetToken = await newEmailToken(app, user, "reset_password", undo.email);
    // Last, because a queued email to the replaced address would void this token.
    await deleteQueuedMail(app.db, project.id, before, ALL_LINKS);
    return { user, resetToken };
  });
  app.wakeMailJob();
  return undone;
}

async function redeem(app: UndoApp, project: Project, hash: string): Promise<AddressUndo> {
  const now = app.clock();
  const found = await findAddressUndo(app.db, project.id, hash, now);
  if (!found) throw new AppError("EMAIL_TOKEN_INVALID");
  await lockLinks(app, found.userId);
  const undo = await consumeAddressUndo(app.db, project.id, hash, now);
  if (!undo) throw new AppError("EMAIL_TOKEN_INVALID", "used meanwhile");
  return undo;
}

async function restore(
  app: UndoApp,
  project: Project,
  undo: AddressUndo,
  origin: Origin,
): Promise<{ before: User; user: User }> {
  const { userId, email } = undo;
  await deleteLaterAddressUndos(app.db, undo);
  const subject = { id: userId, projectId: project.id, email };
  let before: User | undefined;
  const eviction = {
    reason: "address_restored",
    voids: LINKS_VOIDED_BY_NEW_PASSWORD,
    drops: (identity: Identity) => !isTrusted(app, identity, undo),
    dropsPasskey: (passkey: PasskeyRow) => !isOlderThan(app, passkey, undo),
    // Older ones were added with the mailbox that undoes the change.
    dropsFactorsSince: undo.changedAt,
  } as const;
  const { user, ...evicted } = await evict(app, project, subject, eviction, async () => {
    before = await lockUserForUpdate(app.db, project.id, userId);
    return writeAddress(app, undo);
  });
  const about = { projectId: project.id, userId, by: { actor: `user:${userId}`, ...origin } };
  await recordEvent(app, { kind: "user.email_change_undone", ...about });
  const removed = {
    identities: evicted.dropped,
    passkeys: evicted.droppedPasskeys,
    factors: evicted.droppedFactors,
  };
  await recordRemovedMethods(app, about, removed);
  await notifyOfRemovedMethods(app, project, user, removed);
  if (before && before.email !== email) await notifyOldAddress(app, before, { isUndoable: false });
  await notifyOfDeletion(app, user); // an attacker may have asked for it meanwhile
  return { before: before ?? user, user };
}

/** Whether it was added before the change, and not by an attacker who prepared it: the same rule as for a password reset. */
function isOlderThan(
  app: Pick<App, "clock">,
  added: Pick<Identity, "createdAt">,
  { changedAt, verifiedAt }: AddressUndo,
): boolean {
  return added.createdAt < changedAt && isKeptByDefault(added, { emailVerifiedAt: verifiedAt }, app.clock());
}

function isTrusted(app: Pick<App, "clock">, identity: Identity, undo: AddressUndo): boolean {
  const vouches = identity.createdAt < undo.changedAt && vouchesFor(identity, undo.email);
  return vouches || isOlderThan(app, identity, undo);
}

async function writeAddress(
  app: Pick<App, "clock" | "db" | "secretBox">,
  { projectId, userId, email, verifiedAt }: AddressUndo,
): Promise<User> {
  const proven = { id: userId, projectId, disabledAt: null };
  const changes = { passwordHash: null, updatedAt: app.clock() };
  const address = { email, emailVerifiedAt: verifiedAt };
  const restored = await takeAddress(app, proven, address, changes, "ignored");
  if (!restored) throw new AppError("EMAIL_TOKEN_INVALID", "the user is disabled or was deleted");
  return restored;
}
