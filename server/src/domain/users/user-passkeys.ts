import type { App } from "../../app.ts";
import type { PasskeyRow } from "../../storage/db.ts";
import { listPasskeys } from "../../storage/passkeys.ts";
import { transact } from "../../storage/transact.ts";
import { detachPasskey } from "../passkeys/detach-passkey.ts";
import { recordUserEvent, requireUser, type UserScope, userNotFoundError } from "./scope.ts";

/** Newest first. */
export async function listUserPasskeys(
  app: Pick<App, "db">,
  scope: UserScope,
  userId: string,
): Promise<PasskeyRow[]> {
  const { id, projectId } = await requireUser(app, scope, userId);
  return listPasskeys(app.db, { projectId, userId: id });
}

/** Removes a passkey from a user, unless it is the only sign-in method, and ends the sessions opened with it. */
export async function removeUserPasskey(
  app: Pick<App, "clock" | "db" | "newId" | "wakeMailJob">,
  scope: UserScope,
  { userId, passkeyId }: { userId: string; passkeyId: string },
): Promise<void> {
  await transact(app, async (app) => {
    const { id } = await requireUser(app, scope, userId);
    await detachPasskey(app, scope.project, id, passkeyId, async (user) => {
      if (!user) throw await userNotFoundError(app, scope, id); // deleted meanwhile
      return user;
    });
    await recordUserEvent(app, scope, id, "user.passkey_removed", { passkey_id: passkeyId });
  });
  app.wakeMailJob();
}
