import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { consumeEmailToken, deleteEmailTokens } from "../../storage/email-tokens.ts";
import { transact } from "../../storage/transact.ts";
import { findUser, updateUserEmail } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import type { Project } from "../projects/project.ts";
import { mayMail } from "../rate-limits/may-mail.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { requireEmail } from "./email.ts";
import { reauthenticate } from "./reauthenticate.ts";

/** Mails a link to the new address. Nothing changes before it is followed, and the answer never tells who has the address. */
export async function requestEmailChange(
  app: Pick<App, "clock" | "db" | "mailIsWaiting" | "newId" | "passwords" | "rateLimits">,
  project: Project,
  signedIn: SignedIn,
  input: { newEmail: string; currentPassword: string },
): Promise<void> {
  const { user } = signedIn;
  const newEmail = requireEmail(input.newEmail, "new_email");
  if (user.guestSince !== null)
    throw invalidRequest("new_email", "a guest gets an address with LinkPassword");
  await reauthenticate(app, signedIn, input.currentPassword);
  if (!(await mayMail(app, project.id, newEmail))) return;
  await enqueueMail(app, project.id, { kind: "change_email", recipient: newEmail, userId: user.id });
  app.mailIsWaiting();
}

/** Makes the proven address the user's own and tells the one it replaces. */
export async function confirmEmailChange(
  app: Pick<App, "clock" | "db" | "mailIsWaiting" | "newId">,
  project: Project,
  token: string,
  ip: string,
): Promise<User> {
  const changed = await transact(app, async (app) => {
    const now = app.clock();
    const found = await consumeEmailToken(app.db, project.id, "change_email", hashToken(token), now);
    const user = found && (await findUser(app.db, project.id, found.userId));
    if (!user || user.disabledAt !== null) throw new AppError("EMAIL_TOKEN_INVALID");
    const changes = { emailVerifiedAt: now, updatedAt: now };
    const changed = await updateUserEmail(app.db, project.id, user.id, found.email, changes);
    await deleteEmailTokens(app.db, project.id, user.id); // links mailed to the old address are void
    if (user.email !== null) {
      await enqueueMail(app, project.id, { kind: "email_changed", recipient: user.email, userId: user.id });
    }
    await recordEvent(app, {
      kind: "user.email_changed",
      projectId: project.id,
      userId: user.id,
      by: { actor: `user:${user.id}`, ip },
    });
    return changed;
  });
  app.mailIsWaiting();
  return changed;
}
