import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import type { User } from "../../storage/db.ts";
import { replaceEmailToken } from "../../storage/email-tokens.ts";

export type EmailTokenPurpose =
  | "verify_email"
  | "reset_password"
  | "invite_user"
  | "change_email"
  | "delete_account";

const MINUTE_MS = 60_000;

export const EMAIL_TOKEN_LIFETIME_MS: Readonly<Record<EmailTokenPurpose, number>> = {
  verify_email: 24 * 60 * MINUTE_MS,
  reset_password: 30 * MINUTE_MS,
  invite_user: 72 * 60 * MINUTE_MS,
  change_email: 60 * MINUTE_MS,
  delete_account: 60 * MINUTE_MS,
};

/** Lifetime of the link that undoes a change of address. */
export const UNDO_LIFETIME_MS = 72 * 60 * MINUTE_MS;

/** Lifetime of the link in an administrator invitation. */
export const ADMIN_INVITE_LIFETIME_MS = 72 * 60 * MINUTE_MS;

/** Creates a token for a link to `email` and voids the user's older link of the same purpose. */
export async function newEmailToken(
  app: Pick<App, "clock" | "db">,
  user: Pick<User, "id" | "projectId">,
  purpose: EmailTokenPurpose,
  email: string,
): Promise<string> {
  const token = newToken();
  const now = app.clock();
  await replaceEmailToken(app.db, {
    hash: hashToken(token),
    projectId: user.projectId,
    userId: user.id,
    purpose,
    email,
    createdAt: now,
    expiresAt: now + EMAIL_TOKEN_LIFETIME_MS[purpose],
  });
  return token;
}
