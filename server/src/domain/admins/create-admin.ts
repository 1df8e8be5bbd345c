import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { deleteAdminInviteTo } from "../../storage/admin-invites.ts";
import { listAdminsWithRole, writeAdminRole } from "../../storage/admin-roles.ts";
import { deleteAdminSessions } from "../../storage/admin-sessions.ts";
import { insertAdmin, lockAdmin, updateAdminPassword } from "../../storage/admins.ts";
import type { Admin } from "../../storage/db.ts";
import { revokePersonalAccessTokensOf } from "../../storage/personal-access-tokens.ts";
import { transact } from "../../storage/transact.ts";
import { requireEmail } from "../accounts/email.ts";
import { type Actor, recordEvent, systemActor } from "../analytics/record-event.ts";
import { checkAdminPassword } from "./admin-password.ts";
import { type RemovedFactors, removeFactors } from "./factors/remove-factors.ts";
import { newAdmin } from "./new-admin.ts";
import { OWNER } from "./role-grants.ts";

type Created = Readonly<{
  admin: Readonly<{ id: string; email: string }>;
  created: boolean;
  revokedTokens: number;
}> &
  RemovedFactors;

const NONE: RemovedFactors = { removedPasskeys: 0, removedTotp: false };

/**
 * Creates an owner of the instance, or sets a new password for the one with this email, ends their sessions and removes
 * their passkeys and their authenticator app, which others may have added. Personal access tokens stay valid unless `revokeTokens` is set.
 */
export async function createAdmin(
  app: Pick<App, "clock" | "db" | "newId" | "passwords">,
  input: { email: string; password: string; revokeTokens?: boolean },
  by: Actor = systemActor,
): Promise<Created> {
  const email = requireEmail(input.email);
  checkAdminPassword(input.password);
  const passwordHash = await app.passwords.hash(input.password);
  return transact(app, async (app) => {
    // Locked first. Creating a token locks this row too, so that none can be added meanwhile.
    if (input.revokeTokens) await lockAdmin(app.db, { email });
    const created = await insertAdmin(app.db, newAdmin(app, email, passwordHash));
    const admin = created ?? (await resetPassword(app, email, passwordHash));
    const removed = created ? NONE : await removeFactors(app, admin.id);
    if (!created) await deleteAdminSessions(app.db, admin.id); // after passkeys: a call that proves one locks it first
    // Also for somebody who exists already, if no owner is left to give the role.
    const isOwner = created !== undefined || (await listAdminsWithRole(app.db, "owner")).length === 0;
    if (isOwner) await writeAdminRole(app.db, { adminId: admin.id, ...OWNER });
    await deleteAdminInviteTo(app.db, email);
    const kind = created ? "admin.created" : "admin.password_reset";
    await recordEvent(app, { kind, projectId: null, by, data: { adminId: admin.id, email } });
    if (removed.removedPasskeys > 0 || removed.removedTotp) {
      const data = { adminId: admin.id, email, passkeys: removed.removedPasskeys, totp: removed.removedTotp };
      await recordEvent(app, { kind: "admin.factors_reset", projectId: null, by, data });
    }
    const revokedTokens = input.revokeTokens ? await revokeTokens(app, admin, by) : 0;
    const isCreated = created !== undefined;
    return { admin: { id: admin.id, email }, created: isCreated, ...removed, revokedTokens };
  });
}

async function resetPassword(
  app: Pick<App, "clock" | "db">,
  email: string,
  passwordHash: string,
): Promise<Admin> {
  const admin = await updateAdminPassword(app.db, email, passwordHash, app.clock());
  if (!admin)
    throw new AppError("NOT_FOUND", "the administrator was removed meanwhile", { resource: "admin" });
  return admin;
}

/** Revokes all tokens of the administrator, including those created with another token. */
async function revokeTokens(
  app: Pick<App, "clock" | "db" | "newId">,
  admin: Pick<Admin, "id">,
  by: Actor,
): Promise<number> {
  const revoked = await revokePersonalAccessTokensOf(app.db, admin.id, app.clock());
  const data = { adminId: admin.id, revoked };
  if (revoked > 0) await recordEvent(app, { kind: "admin.tokens_revoked", projectId: null, by, data });
  return revoked;
}
