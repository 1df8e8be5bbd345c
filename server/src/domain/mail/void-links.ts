import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { deleteEmailTokens } from "../../storage/email-tokens.ts";
import { engineOf } from "../../storage/engine.ts";
import { deleteQueuedMail } from "../../storage/outbox.ts";
import type { EmailTokenPurpose } from "./email-token.ts";

/** A new password voids these. */
export const LINKS_VOIDED_BY_NEW_PASSWORD: readonly EmailTokenPurpose[] = [
  "reset_password",
  "invite_user",
  "change_email",
  "delete_account",
];

/** Signing out everywhere voids these. */
export const LINKS_REQUESTED_BY_SESSION: readonly EmailTokenPurpose[] = ["change_email", "delete_account"];

export const ALL_LINKS: readonly EmailTokenPurpose[] = [...LINKS_VOIDED_BY_NEW_PASSWORD, "verify_email"];

/** Until the transaction ends, no other transaction uses or voids a link of this user. */
export function lockLinks(app: Pick<App, "db">, userId: string): Promise<void> {
  return engineOf(app.db).takeAdvisoryLocks(app.db, [`email links of ${userId}`]);
}

/**
 * Voids the user's emailed links of these purposes. Call it in the transaction before sessions, identities and the
 * user are locked: redeeming a link takes the same lock first.
 */
export async function voidMailedLinks(
  app: Pick<App, "db">,
  user: Pick<User, "id" | "projectId">,
  purposes: readonly EmailTokenPurpose[],
): Promise<void> {
  await lockLinks(app, user.id);
  await deleteEmailTokens(app.db, user.projectId, user.id, purposes);
}

/**
 * Deletes queued emails of these purposes, and voids links that were emailed meanwhile. Call it as the last step of the
 * transaction that called `voidMailedLinks` first. An email gets its link only while it is queued, so none gets one
 * later.
 */
export async function voidQueuedLinks(
  app: Pick<App, "db">,
  user: Pick<User, "id" | "projectId" | "email">,
  purposes: readonly EmailTokenPurpose[],
): Promise<void> {
  await deleteQueuedMail(app.db, user.projectId, user, purposes);
  await deleteEmailTokens(app.db, user.projectId, user.id, purposes);
}
