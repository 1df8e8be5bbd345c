import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { EmailToken, User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { lockUserForUpdate } from "../../storage/users.ts";
import { changesBetween } from "../analytics/changes.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { requireDueFactor } from "../factors/require-due-factor.ts";
import { enqueueWithinBudget } from "../mail/mail-budget.ts";
import { languageToQueue } from "../mail/mail-language.ts";
import { redeemLink } from "../mail/redeem-link.ts";
import { ALL_LINKS, voidMailedLinks, voidQueuedLinks } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { holdSession } from "../sessions/hold-session.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import type { AskedLanguages } from "./asked-languages.ts";
import { requireEmail } from "./email.ts";
import { findLinkUser } from "./find-link-user.ts";
import { notifyOldAddress } from "./notify-old-address.ts";
import { reauthenticate, requireStillProven } from "./reauthenticate.ts";
import { type Review, removeReviewed } from "./remove-reviewed.ts";
import { notifyOfRemovedMethods, recordRemovedMethods } from "./removed-methods.ts";
import { settleRestoredAddress } from "./settle-address-undos.ts";
import { takeAddress } from "./take-address.ts";

type ChangeApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "wakeMailJob">;

/** Emails a link to the new address. Nothing changes before it is used, and the answer does not reveal whether the address is taken. */
export async function requestEmailChange(
  app: Pick<App, "clock" | "db" | "metrics" | "newId" | "passwords" | "rateLimits" | "wakeMailJob">,
  project: Project,
  signedIn: SignedIn,
  input: { newEmail: string; currentPassword: string; asked: AskedLanguages },
): Promise<void> {
  const { user, session } = signedIn;
  const newEmail = requireEmail(input.newEmail, "new_email");
  if (user.guestSince !== null)
    throw invalidRequest("new_email", "cannot be set for a guest; use LinkPassword instead");
  const proof = await reauthenticate(app, signedIn, input.currentPassword);
  await transact(app, async (app) => {
    await holdSession(app, project, session);
    const now = await lockUserForUpdate(app.db, project.id, user.id);
    requireStillProven(proof, now);
    // The link allows to remove factors, and the new mailbox to enroll one: the password alone must not.
    await requireDueFactor(app, project, session, now, "adds");
    const language = languageToQueue(project, "change_email", input.asked);
    const mail = { kind: "change_email", recipient: newEmail, userId: user.id, language } as const;
    await enqueueWithinBudget(app, project.id, "change_email", mail);
  });
  app.wakeMailJob();
}

export type EmailChangeConfirmation = Review & Readonly<{ token: string }>;

/**
 * Makes the proven address the user's own and emails the old one; if it was verified, with a link to undo the change.
 * It is the first proof of this mailbox, whose owner may remove what others added: an old address that was verified is no
 * proof that both have the same owner.
 */
export async function confirmEmailChange(
  app: ChangeApp,
  project: Project,
  { token, ...review }: EmailChangeConfirmation,
  origin: Origin,
): Promise<User> {
  const changed = await transact(app, async (app) => {
    const found = await redeemLink(app, project, ["change_email"], token);
    const known = await findLinkUser(app, project, found);
    if (!known) throw new AppError("EMAIL_TOKEN_INVALID");
    await voidMailedLinks(app, known, ALL_LINKS); // they went to the old address
    const by = { actor: `user:${known.id}`, ...origin };
    const change = () => changeAddress(app, project, found, known, by);
    const { user, removed } = await removeReviewed(app, project, found, review, change);
    await recordRemovedMethods(app, { projectId: project.id, userId: user.id, by }, removed);
    await notifyOfRemovedMethods(app, project, user, removed);
    return user;
  });
  app.wakeMailJob();
  return changed;
}

async function changeAddress(
  app: ChangeApp,
  project: Project,
  { email }: EmailToken,
  { id, projectId }: User,
  by: Actor,
): Promise<User> {
  const before = await lockUserForUpdate(app.db, projectId, id);
  if (!before || before.disabledAt !== null) throw new AppError("EMAIL_TOKEN_INVALID");
  const now = app.clock();
  const address = { email, emailVerifiedAt: now };
  const changed = await takeAddress(app, { id, projectId }, address, { updatedAt: now }, project);
  await voidQueuedLinks(app, before, ALL_LINKS);
  const isRestored = await settleRestoredAddress(app, before, email);
  if (before.email !== email) await notifyOldAddress(app, before, { isUndoable: !isRestored });
  const data = changesBetween({ email: before.email }, { email });
  await recordEvent(app, { kind: "user.email_changed", projectId, userId: id, by, data });
  return changed ?? before;
}
