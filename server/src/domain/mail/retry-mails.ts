import type { App } from "../../app.ts";
import { isUpgradeFinished } from "../../storage/finished-upgrade.ts";
import { retryWaitingMails } from "../../storage/outbox.ts";
import { transact } from "../../storage/transact.ts";
import { LEASE_MS } from "./deliver-mail.ts";

/**
 * Tries waiting emails now, and returns how many. An email that is being sent is left alone: it would be sent twice.
 * Replicas of 0.1 claim an email by its next attempt only, so until the upgrade is finished, those that are due before
 * such a claim ends are left alone too.
 */
export async function retryMails(app: Pick<App, "clock" | "db" | "wakeMailJob">): Promise<number> {
  const mails = await transact(app, async (app) => {
    const now = app.clock();
    const after = (await isUpgradeFinished(app.db)) ? now : now + LEASE_MS;
    return retryWaitingMails(app.db, after, now);
  });
  app.wakeMailJob();
  return mails;
}
