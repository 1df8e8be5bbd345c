import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { replaceAdminInvite } from "../../storage/admin-invites.ts";
import { findAdminByEmail, keepAdmin } from "../../storage/admins.ts";
import type { Admin, AdminInvite } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { languageTags } from "../../wording/languages.ts";
import { chooseLanguage, readAcceptLanguage } from "../../wording/negotiate.ts";
import { requireEmail } from "../accounts/email.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { ADMIN_INVITE_LIFETIME_MS } from "../mail/email-token.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import { holdRecentSignIn } from "./recent-sign-in.ts";
import { requireRolesKnown } from "./require-roles-known.ts";
import { describeGrants, nameGrants, OWNER, requireGrants, writeGrants } from "./role-grants.ts";

/**
 * Replaces an earlier invitation to the same address. The link is created when the email is sent. Its language is that of
 * the inviter, because colleagues mostly share one.
 */
export async function inviteAdmin(
  app: Pick<App, "clock" | "db" | "newId" | "upgrade" | "wakeMailJob">,
  inviter: Pick<Admin, "email">,
  input: { email: string; roles: Parameters<typeof requireGrants>[1]; acceptLanguage?: string },
  by: Actor,
): Promise<AdminInvite> {
  const email = requireEmail(input.email);
  const grants = await requireGrants(app, input.roles);
  if (!grants.includes(OWNER)) await requireRolesKnown(app);
  const invite = await transact(app, async (app) => {
    // Locked, so that a concurrent removal of the inviter also deletes this invitation.
    if (!(await keepAdmin(app.db, inviter.email))) {
      throw new AppError("ADMIN_UNAUTHENTICATED", "the caller was removed meanwhile");
    }
    await holdRecentSignIn(app, by);
    if (await findAdminByEmail(app.db, email)) {
      throw new AppError("ALREADY_EXISTS", "an administrator", { resource: "admin", field: "email" });
    }
    const now = app.clock();
    const invite: AdminInvite = {
      id: app.newId(),
      email,
      hash: null,
      invitedBy: inviter.email,
      createdAt: now,
      expiresAt: now + ADMIN_INVITE_LIFETIME_MS,
      roles: writeGrants(grants),
    };
    await replaceAdminInvite(app.db, invite);
    const mail = await enqueueMail(app, null, {
      kind: "invite_admin",
      recipient: email,
      detail: inviter.email,
      language: chooseLanguage(readAcceptLanguage(input.acceptLanguage ?? ""), languageTags),
    });
    const roles = describeGrants(await nameGrants(app, grants)).join(", ");
    const data = { email, roles, mail: mail.id };
    await recordEvent(app, { kind: "admin.invited", projectId: null, by, data });
    return invite;
  });
  app.wakeMailJob();
  return invite;
}
