import type { App } from "../../app.ts";
import { insertOutboxMail } from "../../storage/outbox.ts";
import type { LanguageTag } from "../../wording/languages.ts";

/**
 * - `verify_email`, `reset_password`, `invite_user`, `delete_account`: a link to the account with this address, if there is one
 * - `email_code`, `factor_code`: a code for the flow that `detail` names, to sign in or to add a second factor
 * - `change_email`: a link to the user's new address
 * - `account_exists`: somebody tried to sign up with this address
 * - `email_changed`: a notice to the address that was replaced, with a link to undo the change if it had been verified
 * - `password_changed`, `method_linked`, `method_removed`, `factor_changed`, `new_device`: notices to the user's verified address
 * - `deletion_scheduled`: a notice that the account will be deleted; the detail is the time
 * - `invite_admin`: a link to become an administrator; it belongs to no project
 * - `admin_factors_changed`: a notice to an administrator; the detail is what changed. It belongs to no project either
 */
export type MailKind =
  | "verify_email"
  | "reset_password"
  | "invite_user"
  | "delete_account"
  | "change_email"
  | "email_code"
  | "factor_code"
  | "account_exists"
  | "email_changed"
  | NoticeKind
  | "deletion_scheduled"
  | InstanceMailKind;

export type NoticeKind =
  | "password_changed"
  | "method_linked"
  | "method_removed"
  | "factor_changed"
  | "new_device";

export type InstanceMailKind = "invite_admin" | "admin_factors_changed";

export type ProjectMailKind = Exclude<MailKind, InstanceMailKind>;

/** Call it in the transaction that causes the email, and `app.wakeMailJob()` after it. */
export async function enqueueMail(
  app: Pick<App, "clock" | "db" | "newId">,
  projectId: string | null,
  mail: {
    kind: MailKind;
    recipient: string;
    userId?: string;
    detail?: string;
    language?: LanguageTag | undefined;
  },
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
    language: mail.language ?? null,
    endedAs: null,
    claimedUntil: null,
  });
  return { id };
}
