import type { App } from "../../app.ts";
import { describeError } from "../../errors.ts";
import { countInbox } from "../../storage/billing-inbox.ts";
import { engineOf } from "../../storage/engine.ts";
import { countOutbox } from "../../storage/outbox.ts";

/** Whether the database answers. Nearly every call needs it. */
export async function databaseAnswers(app: Pick<App, "db" | "log">): Promise<boolean> {
  try {
    await engineOf(app.db).ping(app.db);
    return true;
  } catch (error) {
    app.log("warn", "the database does not answer, or cannot be written to", {
      detail: describeError(error),
    });
    return false;
  }
}

export type Sizes = { databaseBytes: number; mailWaiting: number; mailGivenUp: number };

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
