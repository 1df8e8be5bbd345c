import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import { canonicalEmail } from "../accounts/email.ts";
import type { Project } from "../projects/project.ts";
import { enqueueWithinBudget, type MailPurpose } from "./mail-budget.ts";

/**
 * Asks for a mail to whoever has this address. Does the same, at the same cost, whether or not
 * anybody has it, and answers the same when too many were asked for: existence must not leak.
 */
export async function requestMail(
  app: Pick<App, "clock" | "db" | "mailIsWaiting" | "metrics" | "newId" | "rateLimits">,
  project: Project,
  kind: "verify_email" | "reset_password" | "delete_account",
  typedEmail: string,
  purpose: MailPurpose = kind,
): Promise<void> {
  const email = canonicalEmail(typedEmail);
  if (email === undefined) return;
  await transact(app, (app) => enqueueWithinBudget(app, project.id, purpose, { kind, recipient: email }));
  app.mailIsWaiting();
}
