import type { App } from "../../app.ts";
import { describeError } from "../../errors.ts";
import { countInbox } from "../../storage/billing-inbox.ts";
import { engineOf } from "../../storage/engine.ts";
import { findOldestWaitingMail } from "../../storage/listed-mails.ts";
import { countOutbox } from "../../storage/outbox.ts";

/** Databases that did not answer when they were last asked. */
const silent = new WeakSet<object>();

/** Whether the database answers and can be written to. Nearly every call needs it. A change is logged. */
export async function databaseAnswers({ db, log }: Pick<App, "db" | "log">): Promise<boolean> {
  try {
    await engineOf(db).ping(db);
    if (silent.delete(db)) log("info", "the database answers again");
    return true;
  } catch (error) {
    const detail = describeError(error);
    if (!silent.has(db)) log("warn", "the database does not answer, or cannot be written to", { detail });
    silent.add(db);
    return false;
  }
}

export type Sizes = { databaseBytes: number; mailWaiting: number; mailGivenUp: number };

/** How long the oldest email has been waiting, 0 when none does. Undefined while the database does not answer. */
export async function oldestMailSeconds(app: Pick<App, "clock" | "db">): Promise<number | undefined> {
  try {
    const now = app.clock();
    const { oldestAt = now } = await findOldestWaitingMail(app.db);
    return Math.max(0, now - oldestAt) / 1000;
  } catch {
    return undefined;
  }
}

/** Store notifications that are waiting, and that have failed. Undefined while the database does not answer. */
export async function inboxSizes(
  app: Pick<App, "db">,
): Promise<{ waiting: number; failed: number } | undefined> {
  try {
    return await countInbox(app.db);
  } catch {
    return undefined;
  }
}

/** Undefined while the database does not answer. */
export async function sizes(app: Pick<App, "db">): Promise<Sizes | undefined> {
  try {
    const { waiting, gaveUp } = await countOutbox(app.db);
    const databaseBytes = await engineOf(app.db).databaseBytes(app.db);
    return { databaseBytes, mailWaiting: waiting, mailGivenUp: gaveUp };
  } catch {
    return undefined;
  }
}
