import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import { updateAdminInviteLink } from "../../storage/admin-invites.ts";
import type { OutboxMail } from "../../storage/db.ts";
import type { AddressedMail } from "./address-mail.ts";
import { ADMIN_INVITE_LIFETIME_MS } from "./email-token.ts";

/** Addresses an email that belongs to no project. Undefined when it is not needed any more. */
export async function addressInstanceMail(
  app: Pick<App, "baseUrl" | "clock" | "db">,
  mail: OutboxMail,
): Promise<AddressedMail | undefined> {
  if (mail.kind === "invite_admin") return addressInvite(app, mail);
  if (mail.kind !== "admin_factors_changed")
    throw new Error(`this version knows no mail of kind ${mail.kind} without a project`);
  const link = `${app.baseUrl}/console/`;
  return { kind: mail.kind, to: mail.recipient, userId: null, link };
}

/** Creates the link of an administrator invitation and voids an older one. Undefined when it was withdrawn or accepted meanwhile. */
async function addressInvite(
  app: Pick<App, "baseUrl" | "clock" | "db">,
  mail: OutboxMail,
): Promise<AddressedMail | undefined> {
  const token = newToken();
  const now = app.clock();
  const link = { hash: hashToken(token), expiresAt: now + ADMIN_INVITE_LIFETIME_MS };
  if (!(await updateAdminInviteLink(app.db, mail.recipient, link, now))) return undefined;
  return {
    kind: "invite_admin",
    to: mail.recipient,
    userId: null,
    link: `${app.baseUrl}/admin/accept-invite?token=${token}`,
  };
}
