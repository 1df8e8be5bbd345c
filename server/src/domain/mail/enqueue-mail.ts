import type { App } from "../../app.ts";
import { insertOutboxMail } from "../../storage/outbox.ts";

/**
 * - `verify_email`, `reset_password`, `invite_user`, `delete_account`: a link to the account with this address, if there is one
 * - `change_email`: a link to the user's new address
 * - `account_exists`: somebody tried to sign up with this address
 * - `email_changed`: a notice to the address that was replaced
 * - `invite_admin`: a link to become an administrator; it belongs to no project
 */
export type MailKind =
  | "verify_email"
  | "reset_password"
  | "invite_user"
  | "delete_account"
  | "change_email"
  | "account_exists"
  | "email_changed"
  | "invite_admin";

export type ProjectMailKind = Exclude<MailKind, "invite_admin">;

/** Call it in the transaction of what causes the mail, and `app.mailIsWaiting()` after it. */
export function enqueueMail(
  app: Pick<App, "clock" | "db" | "newId">,
  projectId: string | null,
  mail: { kind: MailKind; recipient: string; userId?: string; detail?: string },
): Promise<void> {
  const now = app.clock();
  return insertOutboxMail(app.db, {
    id: app.newId(),
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
  });
}
