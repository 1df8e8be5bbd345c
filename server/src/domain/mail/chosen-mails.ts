import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import { cancelMail, findMail, retryMail } from "../../storage/chosen-mails.ts";
import type { OutboxMail } from "../../storage/db.ts";
import { isUpgradeFinished } from "../../storage/finished-upgrade.ts";
import { mailState } from "../../storage/mail-states.ts";
import { transact } from "../../storage/transact.ts";
import { requireStillAllowed } from "../admins/rights-of-admin.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { endFlow, LEASE_MS } from "./deliver-mail.ts";

/** Why a chosen email was left as it is. */
export type MailLeft = "unknown" | "being_sent" | "sent" | "not_waiting" | "not_repeatable";

export type ChosenMails = Readonly<{ done: number; left: readonly { id: string; why: MailLeft }[] }>;

type ChosenApp = Pick<App, "clock" | "db" | "newId" | "wakeMailJob">;

const MOST = 100;

/** Tries these emails now: those that wait, and those that ended unsent. Their links are made when they leave. */
export async function retryChosenMails(
  app: ChosenApp,
  by: Actor,
  ids: readonly string[],
): Promise<ChosenMails> {
  const chosen = await forEach(app, ids, async (app, mail) => {
    if (!isRepeatable(mail)) return "not_repeatable";
    if (await mayBeSentBy01(app, mail)) return "being_sent";
    if (await retryMail(app.db, mail, app.clock())) {
      await requireStillAllowed(app, by);
      return undefined;
    }
    return mailState(mail) === "waiting" ? "being_sent" : "sent";
  });
  app.wakeMailJob();
  return chosen;
}

/** Ends emails that wait. An email that is being sent may arrive, so it is left as it is. */
export async function cancelMails(app: ChosenApp, by: Actor, ids: readonly string[]): Promise<ChosenMails> {
  if (ids.length === 0) throw invalidRequest("ids", "is required");
  return forEach(app, ids, async (app, mail) => {
    if (mailState(mail) !== "waiting") return mail.sentAt === null ? "not_waiting" : "sent";
    const now = app.clock();
    if (await mayBeSentBy01(app, mail)) return "being_sent";
    if (!(await cancelMail(app.db, mail.id, now))) return "being_sent";
    await endFlow(app, mail, now);
    const { id, projectId, userId, kind, attempts } = mail;
    const about = { projectId, by, ...(userId !== null && { userId }), data: { mail: id, kind, attempts } };
    await recordEvent(app, { kind: "mail.cancelled", ...about });
    return undefined;
  });
}

/** Replicas of 0.1 claim an email by its next attempt only. Until the upgrade is finished, one may be sending it. */
async function mayBeSentBy01(
  app: Pick<App, "clock" | "db">,
  { gaveUpAt, nextAttemptAt }: OutboxMail,
): Promise<boolean> {
  const now = app.clock();
  const looksClaimed = gaveUpAt === null && nextAttemptAt > now && nextAttemptAt <= now + LEASE_MS;
  return looksClaimed && !(await isUpgradeFinished(app.db));
}

/**
 * A confirmation of a new address goes to a mailbox that is not the account's yet. Signing out everywhere takes it back
 * while it waits; what ended before would come back with a new link.
 */
function isRepeatable({ kind, gaveUpAt }: OutboxMail): boolean {
  return gaveUpAt === null || kind !== "change_email";
}

async function forEach(
  app: ChosenApp,
  ids: readonly string[],
  act: (app: ChosenApp, mail: OutboxMail) => Promise<MailLeft | undefined>,
): Promise<ChosenMails> {
  if (ids.length > MOST) throw invalidRequest("ids", `has more than ${MOST} entries`);
  const left: { id: string; why: MailLeft }[] = [];
  const chosen = new Set(ids);
  for (const id of chosen) {
    const why = await transact(app, async (app) => {
      const mail = await findMail(app.db, id);
      return mail ? act(app, mail) : "unknown";
    });
    if (why !== undefined) left.push({ id, why });
  }
  return { done: chosen.size - left.length, left };
}
