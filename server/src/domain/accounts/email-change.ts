import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { lockUserForUpdate } from "../../storage/users.ts";
import { changesBetween } from "../analytics/changes.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { enqueueWithinBudget } from "../mail/mail-budget.ts";
import { redeemLink } from "../mail/redeem-link.ts";
import { ALL_LINKS, voidMailedLinks, voidQueuedLinks } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { holdSession } from "../sessions/hold-session.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { requireEmail } from "./email.ts";
import { notifyOldAddress } from "./notify-old-address.ts";
import { reauthenticate, requireStillProven } from "./reauthenticate.ts";
import { settleRestoredAddress } from "./settle-address-undos.ts";
import { takeAddress } from "./take-address.ts";

/** Emails a link to the new address. Nothing changes before it is used, and the answer does not reveal whether the address is taken. */
export async function requestEmailChange(
  app: Pick<App, "clock" | "db" | "metrics" | "newId" | "passwords" | "rateLimits" | "wakeMailJob">,
  project: Project,
  signedIn: SignedIn,
  input: { newEmail: string; currentPassword: string },
): Promise<void> {
  const { user, session } = signedIn;
  const newEmail = requireEmail(input.newEmail, "new_email");
  if (user.guestSince !== null)
    throw invalidRequest("new_email", "cannot be set for a guest; use LinkPassword instead");
  const proof = await reauthenticate(app, signedIn, input.currentPassword);
  await transact(app, async (app) => {
    await holdSession(app, project, session);
    requireStillProven(proof, await lockUserForUpdate(app.db, project.id, user.id));
    const mail = { kind: "change_email", recipient: newEmail, userId: user.id } as const;
    await enqueueWithinBudget(app, project.id, "change_email", mail);
  });
  app.wakeMailJob();
}

/** Makes the proven address the user's own and emails the old one; if it was verified, with a link to undo the change. */
export async function confirmEmailChange(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox" | "wakeMailJob">,
  project: Project,
  token: string,
  origin: Origin,
): Promise<User> {
  const changed = await transact(app, async (app) => {
    const found = await redeemLink(app, project, ["change_email"], token);
    await voidMailedLinks(app, { id: found.userId, projectId: project.id }, ALL_LINKS); // they went to the old address
    const before = await lockUserForUpdate(app.db, project.id, found.userId);
    if (!before || before.disabledAt !== null) throw new AppError("EMAIL_TOKEN_INVALID");
    const now = app.clock();
    const address = { email: found.email, emailVerifiedAt: now };
    const { id, projectId } = before;
    const changed = await takeAddress(app, { id, projectId }, address, { updatedAt: now }, project);
    await voidQueuedLinks(app, before, ALL_LINKS);
    const isRestored = await settleRestoredAddress(app, before, found.email);
    if (before.email !== found.email) await notifyOldAddress(app, before, { isUndoable: !isRestored });
    await recordEvent(app, {
      kind: "user.email_changed",
      projectId: project.id,
      userId: before.id,
      by: { actor: `user:${before.id}`, ...origin },
      data: changesBetween({ email: before.email }, { email: found.email }),
    });
    return changed ?? before;
  });
  app.wakeMailJob();
  return changed;
}
