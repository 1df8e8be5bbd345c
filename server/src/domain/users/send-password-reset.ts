import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import { transact } from "../../storage/transact.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import { recordUserEvent, requireUser, type UserScope } from "./scope.ts";

/**
 * Queues an email with a link to set a new password. A user who is disabled when it is sent does not get it. The user's
 * sessions stay open until the link is used.
 */
export async function sendPasswordReset(
  app: Pick<App, "clock" | "db" | "newId" | "wakeMailJob">,
  scope: UserScope,
  userId: string,
): Promise<void> {
  await transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    if (user.email === null) throw invalidRequest("user_id", "names a user without an email address");
    const { id: mail } = await enqueueMail(app, scope.project.id, {
      kind: "reset_password",
      recipient: user.email,
    });
    await recordUserEvent(app, scope, user.id, "user.password_reset_sent", { mail });
  });
  app.wakeMailJob();
}
