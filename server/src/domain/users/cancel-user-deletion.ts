import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { requireStillAllowed } from "../admins/rights-of-admin.ts";
import { recordUserEvent, type UserScope, userNotFoundError } from "./scope.ts";

/** Keeps the account of a user who asked for its deletion. Their sessions stay ended. */
export function cancelUserDeletion(
  app: Pick<App, "clock" | "db" | "newId">,
  scope: UserScope,
  userId: string,
): Promise<User> {
  return transact(app, async (app) => {
    const projectId = scope.project.id;
    const user = await lockUserForUpdate(app.db, projectId, userId);
    if (!user) throw await userNotFoundError(app, scope, userId);
    if (user.deletionDueAt === null) {
      await requireStillAllowed(app, scope.by); // nothing changes that makes an event
      return user;
    }
    const kept = await updateUser(app.db, projectId, userId, { deletionDueAt: null, deletionReason: null });
    await recordUserEvent(app, scope, userId, "user.deletion_canceled");
    return kept ?? user;
  });
}
