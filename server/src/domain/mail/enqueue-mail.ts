import type { App } from "../../app.ts";
import { insertOutboxMail } from "../../storage/outbox.ts";

/**
 * - `verify_email`, `reset_password`, `invite_user`, `delete_account`: a link to the account with this address, if there is one
 * - `email_code`: a code for the flow that `detail` names
 * - `change_email`: a link to the user's new address
 * - `account_exists`: somebody tried to sign up with this address
 * - `email_changed`: a notice to the address that was replaced, with a link to undo the change if it had been verified
 * - `password_changed`, `method_linked`, `method_removed`, `new_device`: notices to the user's verified address
 * - `deletion_scheduled`: a notice that the account will be deleted; the detail is the time
 * - `invite_admin`: a link to become an administrator; it belongs to no project
 */
export type MailKind =
  | "verify_email"
  | "reset_password"
  | "invite_user"
  | "delete_account"
  | "change_email"
  | "email_code"
  | "account_exists"
  | "email_changed"
  | NoticeKind
  | "deletion_scheduled"
  | "invite_admin";

export type NoticeKind = "password_changed" | "method_linked" | "method_removed" | "new_device";

export type ProjectMailKind = Exclude<MailKind, "invite_admin">;

/** Call it in the transaction that causes the email, and `app.wakeMailJob()` after it. */
export async function enqueueMail(
  app: Pick<App, "clock" | "db" | "newId">,
  projectId: string | null,
  mail: { kind: MailKind; recipient: string; userId?: string; detail?: string },
): Promise<{ id: string }> {
  const now = app.clock();
  const id = app.newId();
  await insertOutboxMail(app.db, {
    id,
    projectId,
    kind: mail.kind,
    recipient: mail.recipient,
    userId: mail.userId ?? null,
    detail: mail.detail ?? null,
    createdAt: now,
    attempts: 0,
    nextAttemptAt: now,
    lastError: null,
    sentAt: null,
    gaveUpAt: null,
    relayAnswer: null,
  });
  return { id };
}
