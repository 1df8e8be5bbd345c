import type { App } from "../../app.ts";
import type { OutboxMail } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { findUserByEmail, updateUserIfUnchanged } from "../../storage/users.ts";
import { recordEvent, systemActor } from "../analytics/record-event.ts";
import { isBounce } from "./bounce-status.ts";
import { bouncesInARow, noteBounceInARow } from "./relay-status.ts";

/** A relay that refuses one recipient after the other is broken itself. It flags no more than these. */
const MOST_IN_A_ROW = 5;

/**
 * Flags the address of a user as one that bounces, if the relay refused it as one that does not exist. The user who has
 * the address now is flagged: emails to an address that nobody has any more say nothing about anybody.
 */
export async function noteBounce(
  app: Pick<App, "clock" | "db" | "log" | "newId">,
  { projectId, recipient }: Pick<OutboxMail, "projectId" | "recipient">,
  { status, why }: { status?: string | undefined; why: string },
): Promise<void> {
  if (projectId === null || !isBounce(status)) return;
  const flagged = await transact(app, async (app) => {
    const user = await findUserByEmail(app.db, projectId, recipient);
    if (!user || user.emailBouncedAt !== null) return "nobody";
    if ((await bouncesInARow(app)) >= MOST_IN_A_ROW) return "too many";
    const bounce = { emailBouncedAt: app.clock(), emailBounceReason: why };
    const expected = { projectId, id: user.id, email: recipient, emailVerifiedAt: user.emailVerifiedAt };
    if (!(await updateUserIfUnchanged(app.db, expected, bounce))) return "nobody";
    await noteBounceInARow(app);
    const about = { projectId, userId: user.id, by: systemActor, data: { reason: why } };
    await recordEvent(app, { kind: "user.email_bounced", ...about });
    return "flagged";
  });
  if (flagged === "too many") {
    app.log("warn", "the mail server refuses every recipient, so addresses are not marked as bouncing", {
      detail: why,
    });
  }
}
