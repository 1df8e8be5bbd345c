import type { App } from "../../app.ts";
import { canonicalEmail } from "../accounts/email.ts";
import type { Project } from "../projects/project.ts";
import { mayMail } from "../rate-limits/may-mail.ts";
import { enqueueMail } from "./enqueue-mail.ts";

/**
 * Asks for a mail to whoever has this address. Does the same, at the same cost, whether or not
 * anybody has it, and answers the same when too many were asked for: existence must not leak.
 */
export async function requestMail(
  app: Pick<App, "clock" | "db" | "mailIsWaiting" | "newId" | "rateLimits">,
  project: Project,
  kind: "verify_email" | "reset_password" | "delete_account",
  typedEmail: string,
): Promise<void> {
  const email = canonicalEmail(typedEmail);
  if (email === undefined || !(await mayMail(app, project.id, email))) return;
  await enqueueMail(app, project.id, { kind, recipient: email });
  app.mailIsWaiting();
}
