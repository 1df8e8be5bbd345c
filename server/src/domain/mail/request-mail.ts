import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import type { AskedLanguages } from "../accounts/asked-languages.ts";
import { canonicalEmail } from "../accounts/email.ts";
import type { Project } from "../projects/project.ts";
import { enqueueWithinBudget, type MailPurpose } from "./mail-budget.ts";
import { languageToQueue } from "./mail-language.ts";

/**
 * Queues an email to the account with this address. The result and the cost are the same whether or not there is such
 * an account, and when too many were requested, so that the answer does not reveal which addresses exist.
 */
export async function requestMail(
  app: Pick<App, "clock" | "db" | "metrics" | "newId" | "rateLimits" | "wakeMailJob">,
  project: Project,
  kind: "verify_email" | "reset_password" | "delete_account",
  { email: typedEmail, asked }: { email: string; asked: AskedLanguages },
  purpose: MailPurpose = kind,
): Promise<void> {
  const email = canonicalEmail(typedEmail);
  if (email === undefined) return;
  const mail = { kind, recipient: email, language: languageToQueue(project, kind, asked) };
  await transact(app, (app) => enqueueWithinBudget(app, project.id, purpose, mail));
  app.wakeMailJob();
}
