import type { App } from "../../app.ts";
import { findUserByEmail } from "../../storage/users.ts";
import type { LanguageTag } from "../../wording/languages.ts";
import { recordEvent, systemActor } from "../analytics/record-event.ts";
import { accountSubject } from "../rate-limits/account-subject.ts";
import { enqueueMail, type ProjectMailKind } from "./enqueue-mail.ts";

/**
 * What an email is for. Each purpose has its own budget per address, so that strangers who use up one do not affect the
 * others. `sign_up` is for the emails that a sign-up or link sends automatically: strangers cannot use it up with
 * RequestEmailVerification before the owner has signed up.
 */
export type MailPurpose =
  | "sign_up"
  | "verify_email"
  | "reset_password"
  | "change_email"
  | "delete_account"
  | "email_code"
  | "factor_code";

type BudgetApp = Pick<App, "clock" | "db" | "metrics" | "newId" | "rateLimits">;

/**
 * Queues the email if the budget of its address and purpose has one left; otherwise records that it was suppressed. Does the
 * same whether or not the address has an account. Call it in the transaction of what causes the email: if that
 * is rolled back, nothing is spent. `knownDevice`, a device where the account was used before, has a budget of its own.
 */
export async function enqueueWithinBudget(
  app: BudgetApp,
  projectId: string,
  purpose: MailPurpose,
  mail: {
    kind: ProjectMailKind;
    recipient: string;
    userId?: string;
    detail?: string;
    language?: LanguageTag | undefined;
  },
  knownDevice?: string,
): Promise<void> {
  const subject = budgetSubject(projectId, purpose, mail.recipient, knownDevice);
  if (await app.rateLimits.takeIn(app.db, "mail_account", subject)) {
    await enqueueMail(app, projectId, mail);
    return;
  }
  app.metrics.mailSuppressed(purpose);
  const userId = mail.userId ?? (await findUserByEmail(app.db, projectId, mail.recipient))?.id;
  await recordEvent(app, {
    kind: "mail.suppressed",
    projectId,
    by: systemActor,
    ...(userId !== undefined && { userId }),
    data: { purpose, kind: mail.kind },
  });
}

/** Resets the budget after the owner of the mailbox has used a link or a code. Call it after the transaction. */
export function refillMailBudget(
  app: Pick<App, "rateLimits">,
  projectId: string,
  purpose: MailPurpose,
  email: string,
  knownDevice?: string,
): Promise<void> {
  return app.rateLimits.clear("mail_account", budgetSubject(projectId, purpose, email, knownDevice));
}

function budgetSubject(
  projectId: string,
  purpose: MailPurpose,
  email: string,
  knownDevice: string | undefined,
): string {
  const subject = accountSubject(projectId, email);
  return knownDevice === undefined
    ? `${subject}\n${purpose}`
    : `${subject}\n${purpose}\nknown\n${knownDevice}`;
}
