import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { EmailToken, User } from "../../storage/db.ts";
import { eraseEventData } from "../../storage/events.ts";
import { transact } from "../../storage/transact.ts";
import { updateUserIfUnchanged } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { redeemLink } from "../mail/redeem-link.ts";
import { ALL_LINKS, voidMailedLinks, voidQueuedLinks } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { eraseUser } from "./erase-user.ts";
import { findLinkUser } from "./find-link-user.ts";
import { identitiesOf } from "./identities-of.ts";

type RejectApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "stores">;

/**
 * "This wasn't me": the owner of the mailbox rejects an account that somebody else made with their address. If the
 * account may belong to another person, it stays and loses the address and the password. Returns whether the
 * account was deleted.
 */
export async function rejectEmailVerification(
  app: RejectApp,
  project: Project,
  token: string,
  origin: Origin,
): Promise<boolean> {
  const attempt = () => transact(app, (app) => reject(app, project, token, origin));
  try {
    return await attempt();
  } catch (error) {
    // A provider account was linked after we checked; the second attempt keeps the user.
    if (error instanceof ChangedMeanwhileError) return attempt();
    throw error;
  }
}

class ChangedMeanwhileError extends AppError {
  constructor() {
    super("EMAIL_TOKEN_INVALID", "changed, verified or given a sign-in method meanwhile");
  }
}

async function reject(app: RejectApp, project: Project, token: string, origin: Origin): Promise<boolean> {
  const found = await redeemLink(app, project, ["verify_email"], token);
  const user = await findLinkUser(app, project, found);
  if (!user) throw new AppError("EMAIL_TOKEN_INVALID");
  const isDeleted = await rejectionDeletes(app, user);
  if (isDeleted) await erase(app, project, found, origin);
  else await detach(app, project, user, origin);
  return isDeleted;
}

/**
 * Only an account that was signed up with an address, that never verified one and has no provider account is deleted. Its
 * passkeys do not save it: where a verified address is required, they would sign in to an account without any.
 */
export async function rejectionDeletes(app: Pick<App, "db">, user: User): Promise<boolean> {
  return user.unprovenSignUpAt !== null && (await identitiesOf(app, user)).length === 0;
}

async function erase(
  app: RejectApp,
  project: Project,
  { userId, email }: EmailToken,
  origin: Origin,
): Promise<void> {
  await eraseUser(
    app,
    project,
    { id: userId, projectId: project.id },
    {
      by: { actor: "system", ...origin },
      reason: "rejected_by_mailbox_owner",
      check(user, methods) {
        const isSame = user?.email === email && user.unprovenSignUpAt !== null;
        if (!isSame || methods.identities.length > 0) throw new ChangedMeanwhileError();
      },
    },
  );
}

/** They hold the address, whose owner does not want it here. */
const EMAIL_EVENTS = ["user.email_changed", "admin.user_email_changed"];

/** Sessions stay open, so that the user can set a new address and password with LinkPassword. */
async function detach(app: RejectApp, project: Project, user: User, origin: Origin): Promise<void> {
  const { id, projectId, email } = user;
  await voidMailedLinks(app, user, ALL_LINKS);
  const proven = { id, projectId, email, emailVerifiedAt: null };
  const none = { email: null, passwordHash: null, updatedAt: app.clock() };
  const detached = await updateUserIfUnchanged(app.db, proven, none);
  if (!detached) throw new ChangedMeanwhileError();
  await voidQueuedLinks(app, user, ALL_LINKS);
  await eraseEventData(app.db, projectId, id, EMAIL_EVENTS);
  await recordEvent(app, {
    kind: "user.email_detached",
    projectId: project.id,
    userId: id,
    by: { actor: "system", ...origin },
  });
}
