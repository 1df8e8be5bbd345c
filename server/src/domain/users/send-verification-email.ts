import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import { transact } from "../../storage/transact.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import { recordUserEvent, requireUser, type UserScope } from "./scope.ts";

/** Queues an email with a link to verify the address. A user who is disabled or verified when it is sent does not get it. */
export async function sendVerificationEmail(
  app: Pick<App, "clock" | "db" | "newId" | "wakeMailJob">,
  scope: UserScope,
  userId: string,
): Promise<void> {
  await transact(app, async (app) => {
    const user = await requireUser(app, scope, userId);
    if (user.email === null) throw invalidRequest("user_id", "names a user without an email address");
    if (user.emailVerifiedAt !== null)
      throw invalidRequest("user_id", "names a user whose address is verified");
    const { id: mail } = await enqueueMail(app, scope.project.id, {
      kind: "verify_email",
      recipient: user.email,
    });
    await recordUserEvent(app, scope, user.id, "user.verification_email_sent", { mail });
  });
  app.wakeMailJob();
}
