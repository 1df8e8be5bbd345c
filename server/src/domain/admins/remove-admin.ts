import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { deleteAdminInvite, deleteAdminInvitesBy } from "../../storage/admin-invites.ts";
import { listAdminsWithRole } from "../../storage/admin-roles.ts";
import { deleteAdmin, lockAdmins } from "../../storage/admins.ts";
import type { Admin } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { holdRecentSignIn } from "./recent-sign-in.ts";

type RemoveApp = Pick<App, "clock" | "db" | "newId">;

/** Removes an administrator, with sessions, tokens and open invitations, or withdraws one invitation. */
export async function removeAdmin(
  app: RemoveApp,
  caller: Pick<Admin, "id">,
  target: { adminId: string; inviteId: string },
  by: Actor,
): Promise<void> {
  const { adminId, inviteId } = target;
  if (adminId === "" && inviteId === "")
    throw invalidRequest("admin_id", "is required unless invite_id is set");
  if (adminId !== "" && inviteId !== "")
    throw invalidRequest("admin_id", "cannot be set together with invite_id");
  await transact(app, (app) =>
    adminId === "" ? withdrawInvite(app, inviteId, by) : remove(app, caller, adminId, by),
  );
}

async function remove(app: RemoveApp, caller: Pick<Admin, "id">, id: string, by: Actor): Promise<void> {
  const admins = await lockAdmins(app.db);
  const admin = admins.find((admin) => admin.id === id);
  if (!admin) throw new AppError("NOT_FOUND", "no such administrator", { resource: "admin" });
  const owners = await listAdminsWithRole(app.db, "owner");
  if (owners.length === 1 && owners[0] === id) throw new AppError("LAST_ADMIN");
  if (!admins.some((admin) => admin.id === caller.id)) {
    throw new AppError("ADMIN_UNAUTHENTICATED", "the caller was removed meanwhile");
  }
  await holdRecentSignIn(app, by);
  // Before the removal: who removes themselves has no role afterwards.
  const data = { adminId: id, email: admin.email };
  await recordEvent(app, { kind: "admin.removed", projectId: null, by, data });
  await deleteAdmin(app.db, id);
  await deleteAdminInvitesBy(app.db, admin.email);
}

async function withdrawInvite(app: RemoveApp, id: string, by: Actor): Promise<void> {
  await holdRecentSignIn(app, by);
  const invite = await deleteAdminInvite(app.db, id, app.clock());
  if (!invite) throw new AppError("NOT_FOUND", "no such invitation", { resource: "admin_invite" });
  const data = { email: invite.email };
  await recordEvent(app, { kind: "admin.invite_withdrawn", projectId: null, by, data });
}
