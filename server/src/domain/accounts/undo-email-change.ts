import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import { consumeAddressUndo, deleteLaterAddressUndos, findAddressUndo } from "../../storage/address-undos.ts";
import type { AddressUndo, Identity, User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { newEmailToken } from "../mail/email-token.ts";
import { LINKS_OF_RECOVERY, lockLinks } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import { evict } from "./evict.ts";
import { takeAddress } from "./take-address.ts";

type UndoApp = Pick<App, "clock" | "db" | "mailIsWaiting" | "newId">;

/**
 * Gives the account back to whoever reads the mail of its old address: with that address, without the
 * password, without sessions, and without provider accounts linked since the change. Returns a token
 * to choose a new password with. Undo links of later changes are void from here on.
 */
export function undoEmailChange(
  app: UndoApp,
  project: Project,
  token: string,
  ip: string,
): Promise<{ user: User; resetToken: string }> {
  const hash = hashToken(token);
  return transact(app, async (app) => {
    const undo = await redeem(app, project, hash);
    const user = await restore(app, project, undo, ip);
    return { user, resetToken: await newEmailToken(app, user, "reset_password", undo.email) };
  });
}

async function redeem(app: UndoApp, project: Project, hash: string): Promise<AddressUndo> {
  const now = app.clock();
  const found = await findAddressUndo(app.db, project.id, hash, now);
  if (!found) throw new AppError("EMAIL_TOKEN_INVALID");
  await lockLinks(app, found.userId);
  const undo = await consumeAddressUndo(app.db, project.id, hash, now);
  if (!undo) throw new AppError("EMAIL_TOKEN_INVALID", "used meanwhile");
  return undo;
}

async function restore(app: UndoApp, project: Project, undo: AddressUndo, ip: string): Promise<User> {
  const { userId, email, changedAt } = undo;
  await deleteLaterAddressUndos(app.db, undo);
  const subject = { id: userId, projectId: project.id, email };
  const eviction = {
    reason: "address_restored",
    voids: LINKS_OF_RECOVERY,
    drops: (identity: Identity) => identity.createdAt >= changedAt,
  } as const;
  const { user, dropped } = await evict(app, project, subject, eviction, () => writeAddress(app, undo));
  const about = { projectId: project.id, userId, by: { actor: `user:${userId}`, ip } };
  await recordEvent(app, { kind: "user.email_change_undone", ...about });
  for (const { provider } of dropped) {
    await recordEvent(app, { kind: "user.identity_unlinked", ...about, data: { provider } });
  }
  return user;
}

async function writeAddress(
  app: Pick<App, "clock" | "db">,
  { projectId, userId, email, verifiedAt }: AddressUndo,
): Promise<User> {
  const proven = { id: userId, projectId, disabledAt: null };
  const changes = { passwordHash: null, updatedAt: app.clock() };
  const restored = await takeAddress(app, proven, { email, emailVerifiedAt: verifiedAt }, changes);
  if (!restored) throw new AppError("EMAIL_TOKEN_INVALID", "the user is disabled or was deleted");
  return restored;
}
