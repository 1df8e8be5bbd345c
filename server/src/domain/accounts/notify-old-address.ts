import type { App } from "../../app.ts";
import { insertAddressUndo } from "../../storage/address-undos.ts";
import type { User } from "../../storage/db.ts";
import { UNDO_LIFETIME_MS } from "../mail/email-token.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";

/**
 * Emails the old address that the account has a new one. If the user made the change and the old address was verified,
 * the email has a link to undo it. A change by a backend or administrator cannot be undone, because they could repeat it.
 */
export async function notifyOldAddress(
  app: Pick<App, "clock" | "db" | "newId">,
  { id: userId, projectId, email, emailVerifiedAt }: User,
  { isUndoable }: { isUndoable: boolean },
): Promise<void> {
  if (email === null) return;
  const mail = await enqueueMail(app, projectId, { kind: "email_changed", recipient: email, userId });
  if (!isUndoable || emailVerifiedAt === null) return;
  const now = app.clock();
  await insertAddressUndo(app.db, {
    id: mail.id,
    projectId,
    userId,
    hash: null,
    email,
    verifiedAt: emailVerifiedAt,
    changedAt: now,
    expiresAt: now + UNDO_LIFETIME_MS,
  });
}
