import type { App } from "../app.ts";
import { deliverDueMail } from "../domain/mail/deliver-mail.ts";
import type { Job } from "./scheduler.ts";

/** Runs on every replica: each email is claimed by one of them. */
export function mailJob(app: App): Job {
  return { name: "mail", everyMs: 1_000, run: (signal) => deliverDueMail(app, signal) };
}
