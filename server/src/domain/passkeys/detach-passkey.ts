import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { requireSignInMethod } from "../accounts/require-sign-in-method.ts";
import { notifyUser } from "../mail/notify-user.ts";
import type { Project } from "../projects/project.ts";
import { removePasskeys } from "./remove-passkeys.ts";

/**
 * Removes a passkey from the user, unless it is the only sign-in method, ends the sessions that were opened with it and
 * notifies the user. `check` gets the locked user, and throws when the caller is not allowed to do this. Call it in a
 * transaction, after the caller's session is locked.
 */
export async function detachPasskey(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  userId: string,
  passkeyId: string,
  check: (user: User | undefined) => User | Promise<User>,
): Promise<void> {
  const removed = await removePasskeys(app, project, userId, [passkeyId]);
  // Of two concurrent removals, the second waits here and sees that the first passkey is gone.
  const user = await check(await lockUserForUpdate(app.db, project.id, userId));
  if (removed.length === 0) throw new AppError("NOT_FOUND", passkeyId, { resource: "passkey" });
  await requireSignInMethod(app, project, user);
  await notifyUser(app, project, user, { kind: "method_removed", detail: "passkey" });
  await updateUser(app.db, project.id, userId, { updatedAt: app.clock() });
}
