import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import { canonicalEmail } from "../accounts/email.ts";
import type { Project } from "../projects/project.ts";
import { enqueueWithinBudget, type MailPurpose } from "./mail-budget.ts";

/**
 * Queues an email to the account with this address. The result and the cost are the same whether or not there is such
 * an account, and when too many were requested, so that the answer does not reveal which addresses exist.
 */
export async function requestMail(
  app: Pick<App, "clock" | "db" | "metrics" | "newId" | "rateLimits" | "wakeMailJob">,
  project: Project,
  kind: "verify_email" | "reset_password" | "delete_account",
  typedEmail: string,
  purpose: MailPurpose = kind,
): Promise<void> {
  const email = canonicalEmail(typedEmail);
  if (email === undefined) return;
  await transact(app, (app) => enqueueWithinBudget(app, project.id, purpose, { kind, recipient: email }));
  app.wakeMailJob();
}
