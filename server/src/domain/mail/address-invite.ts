import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import { updateAdminInviteLink } from "../../storage/admin-invites.ts";
import type { OutboxMail } from "../../storage/db.ts";
import type { AddressedMail } from "./address-mail.ts";
import { ADMIN_INVITE_LIFETIME_MS } from "./email-token.ts";

/**
 * Creates the link of an administrator invitation, the only email that belongs to no project, and voids an older link.
 * Returns undefined when the invitation was withdrawn or accepted meanwhile.
 */
export async function addressInvite(
  app: Pick<App, "baseUrl" | "clock" | "db">,
  mail: OutboxMail,
): Promise<AddressedMail | undefined> {
  if (mail.kind !== "invite_admin")
    throw new Error(`this version knows no mail of kind ${mail.kind} without a project`);
  const token = newToken();
  const now = app.clock();
  const link = { hash: hashToken(token), expiresAt: now + ADMIN_INVITE_LIFETIME_MS };
  if (!(await updateAdminInviteLink(app.db, mail.recipient, link, now))) return undefined;
  return {
    kind: mail.kind,
    to: mail.recipient,
    userId: null,
    link: `${app.baseUrl}/admin/accept-invite?token=${token}`,
  };
}
