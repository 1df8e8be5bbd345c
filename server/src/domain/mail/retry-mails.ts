import type { App } from "../../app.ts";
import { retryWaitingMails } from "../../storage/outbox.ts";
import { LEASE_MS } from "./deliver-mail.ts";

/**
 * Tries waiting emails now, and returns how many. An email that is being sent is due again when its lease ends, so
 * those that are due before then are left alone: they would be sent twice.
 */
export async function retryMails(app: Pick<App, "clock" | "db" | "wakeMailJob">): Promise<number> {
  const now = app.clock();
  const mails = await retryWaitingMails(app.db, now + LEASE_MS, now);
  app.wakeMailJob();
  return mails;
}
