import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { EmailToken, User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { listIdentities, updateUserIfUnchanged } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { notifyUser } from "../mail/notify-user.ts";
import { redeemLink } from "../mail/redeem-link.ts";
import { removeIdentities } from "../oauth/remove-identities.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { vouchesFor } from "./unvouched-identities.ts";

/**
 * Marks the address as verified. Password and sessions stay. Of the provider accounts, those are removed that the
 * owner of the mailbox does not recognise.
 */
export async function confirmEmailVerification(
  app: Pick<App, "clock" | "db" | "newId" | "wakeMailJob">,
  project: Project,
  { token, removeProviders }: { token: string; removeProviders: readonly string[] },
  origin: Origin,
): Promise<User> {
  const verified = await transact(app, async (app) => {
    const found = await redeemLink(app, project, ["verify_email"], token);
    const about = {
      projectId: project.id,
      userId: found.userId,
      by: { actor: `user:${found.userId}`, ...origin },
    };
    const removable = await unvouchedProviders(app, project, found, removeProviders);
    const removed = await removeIdentities(app, project, found.userId, removable);
    const user = await markVerified(app, project, found);
    for (const { provider } of removed) {
      await recordEvent(app, { kind: "user.identity_unlinked", ...about, data: { provider } });
      await notifyUser(app, project, user, { kind: "method_removed", detail: provider });
    }
    await recordEvent(app, { kind: "user.email_verified", ...about });
    return user;
  });
  app.wakeMailJob();
  return verified;
}

/** The named providers that do not vouch for the address. */
async function unvouchedProviders(
  app: Pick<App, "db">,
  project: Project,
  { userId, email }: EmailToken,
  named: readonly string[],
): Promise<string[]> {
  if (named.length === 0) return [];
  const identities = await listIdentities(app.db, project.id, userId);
  const unvouched = identities.filter((identity) => !vouchesFor(identity, email));
  return unvouched.map(({ provider }) => provider).filter((provider) => named.includes(provider));
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
