import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { consumeEmailToken } from "../../storage/email-tokens.ts";
import { transact } from "../../storage/transact.ts";
import { findUser, updateUser } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { eraseUser } from "./erase-user.ts";

/** Marks the address as verified. Password and sessions stay as they are. */
export function confirmEmailVerification(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  token: string,
  ip: string,
): Promise<User> {
  return transact(app, async (app) => {
    const user = await unverifiedUserOf(app, project, token);
    const now = app.clock();
    const verified = await updateUser(app.db, project.id, user.id, { emailVerifiedAt: now, updatedAt: now });
    await recordEvent(app, {
      kind: "user.email_verified",
      projectId: project.id,
      userId: user.id,
      by: { actor: `user:${user.id}`, ip },
    });
    return verified ?? user;
  });
}

/** "This was not me": whoever owns the mailbox takes the account away from whoever made it. */
export function rejectEmailVerification(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  token: string,
  ip: string,
): Promise<void> {
  return transact(app, async (app) => {
    const user = await unverifiedUserOf(app, project, token);
    await eraseUser(app, project, user, { actor: "system", ip }, "rejected_by_mailbox_owner");
  });
}

async function unverifiedUserOf(
  app: Pick<App, "clock" | "db">,
  project: Project,
  token: string,
): Promise<User> {
  const found = await consumeEmailToken(app.db, project.id, "verify_email", hashToken(token), app.clock());
  const user = found && (await findUser(app.db, project.id, found.userId));
  // A link that was mailed to an address the user no longer has proves nothing about the new one.
  const isUsable =
    user && user.email === found.email && user.emailVerifiedAt === null && user.disabledAt === null;
  if (!isUsable) throw new AppError("EMAIL_TOKEN_INVALID");
  return user;
}
