import type { App } from "../../app.ts";
import { listOpenAdminInvites } from "../../storage/admin-invites.ts";
import { listAdmins as findAdmins } from "../../storage/admins.ts";
import type { Admin, AdminInvite } from "../../storage/db.ts";

/** All administrators by email address, and the open invitations, newest first. */
export async function listAdmins(
  app: Pick<App, "clock" | "db">,
): Promise<{ admins: Admin[]; invites: AdminInvite[] }> {
  return {
    admins: await findAdmins(app.db),
    invites: await listOpenAdminInvites(app.db, app.clock()),
  };
}
