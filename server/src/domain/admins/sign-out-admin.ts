import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { deleteAdminSession } from "../../storage/admin-sessions.ts";
import { findAdmin } from "../../storage/admins.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";

/** Ends the session of this token, if there is one. */
export async function signOutAdmin(
  app: Pick<App, "clock" | "db" | "newId">,
  token: string | undefined,
  ip: string,
): Promise<void> {
  if (token === undefined) return;
  await transact(app, async (app) => {
    const session = await deleteAdminSession(app.db, hashToken(token));
    const admin = session && (await findAdmin(app.db, session.adminId));
    if (!admin) return;
    await recordEvent(app, {
      kind: "admin.logged_out",
      projectId: null,
      by: { actor: `admin:${admin.email}`, ip },
      data: { adminId: admin.id },
    });
  });
}
