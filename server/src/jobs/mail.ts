import type { App } from "../app.ts";
import { deliverDueMail } from "../domain/mail/deliver-mail.ts";
import type { Job } from "./scheduler.ts";

/** On every replica: each mail is claimed by one of them. */
export function mailJob(app: App): Job {
  return { name: "mail", everyMs: 1_000, run: (signal) => deliverDueMail(app, signal) };
}
