import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { EmailToken, User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { updateUserIfUnchanged } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { redeemLink } from "../mail/redeem-link.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { type Review, removeReviewed } from "./remove-reviewed.ts";
import { notifyOfRemovedMethods, recordRemovedMethods } from "./removed-methods.ts";

export type EmailVerificationInput = Review & Readonly<{ token: string }>;

/**
 * Marks the address as verified. Password and sessions stay. Of the provider accounts, passkeys and second factors, those
 * are removed that the owner of the mailbox does not recognise, or was not shown.
 */
export async function confirmEmailVerification(
  app: Pick<App, "clock" | "db" | "newId" | "wakeMailJob">,
  project: Project,
  { token, ...review }: EmailVerificationInput,
  origin: Origin,
): Promise<User> {
  const verified = await transact(app, async (app) => {
    const found = await redeemLink(app, project, ["verify_email"], token);
    const about = {
      projectId: project.id,
      userId: found.userId,
      by: { actor: `user:${found.userId}`, ...origin },
    };
    const mark = () => markVerified(app, project, found);
    const { user, removed } = await removeReviewed(app, project, found, review, mark);
    await recordRemovedMethods(app, about, removed);
    await notifyOfRemovedMethods(app, project, user, removed);
    await recordEvent(app, { kind: "user.email_verified", ...about });
    return user;
  });
  app.wakeMailJob();
  return verified;
}

/** Fails if the user's address has changed since: the link proves nothing about the new one. */
async function markVerified(
  app: Pick<App, "clock" | "db">,
  project: Project,
  { userId, email }: EmailToken,
): Promise<User> {
  const now = app.clock();
  const proven = { id: userId, projectId: project.id, email, emailVerifiedAt: null, disabledAt: null };
  const verified = await updateUserIfUnchanged(app.db, proven, { emailVerifiedAt: now, updatedAt: now });
  if (!verified) throw new AppError("EMAIL_TOKEN_INVALID");
  return verified;
}
